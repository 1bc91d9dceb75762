import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { DAILY, runDaily, STEP, takeStep } from './run.service.server.ts';

/** Comparing the books: begun once a day, and gone on with in steps. */
export function reconciliationScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [
    { kind: DAILY, handle: (tx, store) => runDaily(services, tx, store) },
    { kind: STEP, run: (store, job) => takeStep(services, store, job.payload) },
  ];
}
