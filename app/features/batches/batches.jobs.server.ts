import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import type { AnyKind } from './kind.server.ts';
import { BATCH_STEP, BATCH_SWEEP, runBatchStep, sweepBatches } from './run-batch.service.server.ts';

/** Steps of what is done with many things at once, of the kinds that features have, and the hourly look after them. */
export function batchScheduledJobs(services: Services, kinds: readonly AnyKind[]): ScheduledJobHandler[] {
  return [
    {
      kind: BATCH_STEP,
      run: (storeId, { payload }) => runBatchStep(services, kinds, { storeId, payload }),
    },
    { kind: BATCH_SWEEP, handle: (tx, storeId) => sweepBatches(services, tx, storeId) },
  ];
}
