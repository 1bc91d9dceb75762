import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { BULK_ACCESS_JOB, keepBulkAccess } from './bulk-access.service.server.ts';
import { SUBSCRIPTIONS_JOB, syncSubscriptions } from './subscriptions.service.server.ts';

/** What keeps a store's access to the platform as it has to be. */
export function platformAccessScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [
    { kind: SUBSCRIPTIONS_JOB, deletesDone: true, run: (store) => syncSubscriptions(services, store) },
    { kind: BULK_ACCESS_JOB, deletesDone: true, run: (store) => keepBulkAccess(services, store) },
  ];
}
