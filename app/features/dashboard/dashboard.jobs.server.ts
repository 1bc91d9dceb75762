import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { refreshRollUps, ROLL_UP } from './roll-ups.service.server.ts';

export function dashboardScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [{ kind: ROLL_UP, handle: (tx, store, job) => refreshRollUps(services, tx, store, job) }];
}
