import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { runStoreSync } from './run-sync.service.server.ts';
import { STORE_SYNC } from './schedule-sync.service.server.ts';

/** Keeps products of vendors' own stores in step, each store once an hour. */
export function connectionScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [{ kind: STORE_SYNC, deletesDone: true, run: (storeId, job) => runStoreSync(services, storeId, job.payload) }];
}
