import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { EMPTY_UNCOVERED, emptyUncovered } from './empty-uncovered.service.server.ts';
import { runStoreSync } from './run-sync.service.server.ts';
import { STORE_SYNC } from './schedule-sync.service.server.ts';

/** Keeps products of vendors' own stores in step, each store once an hour; of a new one, empties what it does not have. */
export function connectionScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [
    { kind: STORE_SYNC, deletesDone: true, run: (storeId, job) => runStoreSync(services, storeId, job.payload) },
    { kind: EMPTY_UNCOVERED, run: (storeId, job) => emptyUncovered(services, storeId, job.payload) },
  ];
}
