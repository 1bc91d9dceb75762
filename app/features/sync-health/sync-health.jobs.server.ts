import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { checkHealth, HEALTH_CHECK } from './check-health.service.server.ts';

/** Looks whether the platform and vendors' connections are in step. */
export function syncHealthJobs(services: Services): ScheduledJobHandler[] {
  return [{ kind: HEALTH_CHECK, handle: (tx, storeId, job) => checkHealth(services, tx, storeId, job) }];
}
