import { z } from 'zod';
import { asStoreId, idSchema } from '#app/core/ids.ts';
import type { Services } from '#app/server/context.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';
import { FIND_DELETED } from './ingest/deletion.service.server.ts';
import { REMIND, remindVendors } from './reminders/reminder.service.server.ts';
import { refreshHolds, refreshHoldsByFulfillmentOrder } from './fulfillment/hold.service.server.ts';
import { READ_HOLDS_JOB } from './fulfillment/hold.ts';
import {
  READ_ORDER_JOB,
  RECONCILE,
  RECONCILE_PAGE,
  findDeletedOrders,
  readOrderAgain,
  reconcilePage,
  startReconciliation,
} from './ingest/reconcile.service.server.ts';
import { SHIP_DIGITAL } from './fulfillment/digital.service.server.ts';
import { REPAIR_VENDORS, repairVendors } from './ingest/repair-vendors.service.server.ts';
import { shipDigital } from './fulfillment/ship-digital.service.server.ts';
import {
  READ_OPEN_RETURNS_JOB,
  READ_RETURN_JOB,
  readOpenReturns,
  readReturnAgain,
} from './returns/returns.service.server.ts';

const storeId = idSchema.transform(asStoreId);
const moment = z.iso.datetime().transform((text) => new Date(text));
const readData = z.object({ storeId, orderId: idSchema });
const holdsData = z.union([
  z.object({ storeId, orderId: idSchema }),
  z.object({ storeId, fulfillmentOrderId: idSchema }),
]);
const readReturnData = z.object({ storeId, returnId: idSchema });
const openReturnsData = z.object({ storeId });
const reconcileData = z.object({ storeId, since: moment, until: moment, cursor: z.string().optional() });
const deletedData = z.object({
  storeId,
  after: z
    .string()
    .regex(/^\d{1,19}$/)
    .transform(BigInt),
});
const dueData = z.object({ since: moment.optional() });

/** The jobs of orders: reading one again, and looking for those whose webhook never came. */
export const orderJobs = [
  {
    name: READ_ORDER_JOB,
    run: (services: Services, data: unknown) => {
      const job = readData.parse(data);
      return readOrderAgain(services, job.storeId, job.orderId);
    },
  },
  {
    name: READ_RETURN_JOB,
    run: (services: Services, data: unknown) => {
      const job = readReturnData.parse(data);
      return readReturnAgain(services, job.storeId, job.returnId);
    },
  },
  {
    name: READ_OPEN_RETURNS_JOB,
    run: (services: Services, data: unknown) => readOpenReturns(services, openReturnsData.parse(data).storeId),
  },
  {
    name: READ_HOLDS_JOB,
    run: (services: Services, data: unknown) => {
      const job = holdsData.parse(data);
      return 'orderId' in job
        ? refreshHolds(services, job.storeId, job.orderId)
        : refreshHoldsByFulfillmentOrder(services, job.storeId, job.fulfillmentOrderId);
    },
  },
  {
    name: FIND_DELETED,
    run: (services: Services, data: unknown) => {
      const job = deletedData.parse(data);
      return findDeletedOrders(services, job.storeId, job.after);
    },
  },
  {
    name: RECONCILE_PAGE,
    run: (services: Services, data: unknown) => reconcilePage(services, reconcileData.parse(data)),
  },
];

/** Work of orders that becomes due: an hourly reconciliation of each store, the shipping of digital items, reminders, and repairs. */
export function orderScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [
    {
      kind: RECONCILE,
      handle: (tx, store, work) => startReconciliation(services, tx, store, dueData.parse(work.payload).since),
    },
    { kind: SHIP_DIGITAL, run: (store, job) => shipDigital(services, store, job.payload) },
    { kind: REPAIR_VENDORS, handle: (tx, store, work) => repairVendors(services, tx, store, work.payload) },
    { kind: REMIND, handle: (tx, store) => remindVendors(services, tx, store) },
  ];
}
