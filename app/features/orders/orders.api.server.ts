import { implement } from '#app/server/http/api.server.ts';
import { replyCsv } from '#app/server/http/file-reply.server.ts';
import * as bulk from './fulfillment/bulk-fulfill.contract.ts';
import { bulkFulfills, startBulkFulfill } from './fulfillment/bulk-fulfill.service.server.ts';
import { listOrderChangesEndpoint } from './changes/order-changes.contract.ts';
import { listOrderChanges } from './changes/order-changes.service.server.ts';
import { getOrder } from './read-models/order-detail.service.server.ts';
import { exportOrders } from './export-orders.service.server.ts';
import * as fulfill from './fulfillment/fulfill.contract.ts';
import { fulfillOrder, readShippingOptions } from './fulfillment/fulfill.service.server.ts';
import { holdOrder, prepareForPickup, releaseOrder } from './fulfillment/hold.service.server.ts';
import { listOrders } from './read-models/list-orders.service.server.ts';
import { exportOrdersEndpoint, getOrderEndpoint, listOrdersEndpoint } from './orders.contract.ts';
import { overrideCommissionEndpoint } from './money/override.contract.ts';
import { overrideCommission } from './money/override.service.server.ts';
import { remindEndpoint } from './reminders/remind.contract.ts';
import { remindNow } from './reminders/remind-now.service.server.ts';
import { cancelFulfillment, changeTracking } from './fulfillment/change-fulfillment.service.server.ts';

export const orderApi = [
  implement(listOrderChangesEndpoint, (ctx, { query }) => listOrderChanges(ctx, query)),
  implement(listOrdersEndpoint, (ctx, { query }) => listOrders(ctx, query)),
  implement(exportOrdersEndpoint, async (ctx, { body }) => replyCsv(await exportOrders(ctx, body), 'orders.csv')),
  implement(getOrderEndpoint, (ctx, { params, query }) => getOrder(ctx, params.orderId, query)),
  implement(fulfill.fulfillOrderEndpoint, (ctx, { params, body }) => fulfillOrder(ctx, params.orderId, body)),
  implement(fulfill.shippingOptionsEndpoint, (ctx, { params }) => readShippingOptions(ctx, params.orderId)),
  implement(fulfill.changeTrackingEndpoint, (ctx, { params, body }) => changeTracking(ctx, params, body)),
  implement(fulfill.cancelFulfillmentEndpoint, (ctx, { params }) => cancelFulfillment(ctx, params)),
  implement(fulfill.holdOrderEndpoint, (ctx, { params, body }) => holdOrder(ctx, params.orderId, body)),
  implement(fulfill.releaseOrderEndpoint, (ctx, { params, body }) => releaseOrder(ctx, params.orderId, body.vendor)),
  implement(fulfill.preparePickupEndpoint, (ctx, { params, body }) =>
    prepareForPickup(ctx, params.orderId, body.vendor),
  ),
  implement(bulk.startBulkFulfillEndpoint, (ctx, { body }) => startBulkFulfill(ctx, body)),
  implement(bulk.readBulkFulfillEndpoint, (ctx, { params }) => bulkFulfills.read(ctx, params.batchId)),
  implement(bulk.retryBulkFulfillEndpoint, (ctx, { params }) => bulkFulfills.retry(ctx, params.batchId)),
  implement(bulk.dismissBulkFulfillEndpoint, (ctx, { params }) => bulkFulfills.dismiss(ctx, params.batchId)),
  implement(remindEndpoint, (ctx, { body }) => remindNow(ctx, body)),
  implement(overrideCommissionEndpoint, (ctx, { body }) => overrideCommission(ctx, body)),
];
