import { z } from 'zod';
import { asStoreId, idSchema } from '#app/core/ids.ts';
import type { Services } from '#app/server/context.server.ts';
import { loadPastOrders, PAST_ORDERS_JOB } from './past-orders.service.server.ts';

const data = z.object({ storeId: idSchema.transform(asStoreId) });

/** The job that reads past orders on. It may be repeated; what was ingested already changes nothing. */
export const pastOrdersJobs = [
  {
    name: PAST_ORDERS_JOB,
    run: (services: Services, given: unknown) => loadPastOrders(services, data.parse(given).storeId),
  },
];
