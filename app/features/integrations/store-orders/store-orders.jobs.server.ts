import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { runStoreOrders } from './run-orders.service.server.ts';
import { STORE_ORDERS } from './schedule-orders.service.server.ts';

/** Places orders in vendors' own stores and takes over what was shipped there. */
export function storeOrderJobs(services: Services): ScheduledJobHandler[] {
  return [
    {
      kind: STORE_ORDERS,
      deletesDone: true,
      run: (storeId, job) => runStoreOrders(services, storeId, job.payload),
    },
  ];
}
