import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { checkPlan } from './plan-check.service.server.ts';
import { PLAN_CHECK } from './plan-limit.service.server.ts';

/** The hourly look at the app's plan. */
export function planScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [{ kind: PLAN_CHECK, run: (store, job) => checkPlan(services, store, job) }];
}
