import type { Services } from '#app/server/context.server.ts';
import type { DueWorkHandler } from '#app/server/due-work.server.ts';
import type { AnyKind } from './kind.server.ts';
import { BATCH_STEP, BATCH_SWEEP, runBatchStep, sweepBatches } from './run-batch.service.server.ts';

/** Steps of what is done with many things at once, of the kinds that features have, and the hourly look after them. */
export function batchDueWork(services: Services, kinds: readonly AnyKind[]): DueWorkHandler[] {
  return [
    {
      kind: BATCH_STEP,
      handle: (tx, storeId, { payload }) => runBatchStep(services, kinds, tx, { storeId, payload }),
    },
    { kind: BATCH_SWEEP, handle: (tx, storeId) => sweepBatches(services, tx, storeId) },
  ];
}
