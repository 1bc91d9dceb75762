import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { runSync, SHEET_SYNC } from './run-sync.service.server.ts';

/** Syncs vendors' spreadsheets, each once an hour. */
export function sheetScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [{ kind: SHEET_SYNC, deletesDone: true, run: (storeId, job) => runSync(services, storeId, job.payload) }];
}
