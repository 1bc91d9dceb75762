import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { READ_STEP, takeReadStep } from './take-step.service.server.ts';

/** Reading everything since a moment, in steps. */
export function recoveryScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [{ kind: READ_STEP, run: (store, job) => takeReadStep(services, store, job.payload) }];
}
