import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { SCHEDULED_IMPORT } from './plan-turn.service.server.ts';
import { runSchedule } from './run-schedule.service.server.ts';

/** Fetches and imports files whose time has come. */
export function importScheduleJobs(services: Services): ScheduledJobHandler[] {
  return [
    { kind: SCHEDULED_IMPORT, deletesDone: true, run: (storeId, job) => runSchedule(services, storeId, job.payload) },
  ];
}
