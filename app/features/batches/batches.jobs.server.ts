import type { Services } from '#app/server/context.server.ts';
import type { DueWorkHandler } from '#app/server/due-work.server.ts';
import type { AnyKind } from './kind.server.ts';
import { BATCH_STEP, runBatchStep } from './run-batch.service.server.ts';

/** Steps of what is done with many things at once, of the kinds that features have. */
export function batchDueWork(services: Services, kinds: readonly AnyKind[]): DueWorkHandler[] {
  return [
    {
      kind: BATCH_STEP,
      handle: (tx, storeId, { payload }) => runBatchStep(services, kinds, tx, { storeId, payload }),
    },
  ];
}
