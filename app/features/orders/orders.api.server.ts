import { csvHeaders } from '#app/server/csv.server.ts';
import { implement } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import { getOrder } from './detail.service.server.ts';
import { exportOrders } from './export-orders.service.server.ts';
import { fulfillOrder } from './fulfil.service.server.ts';
import { listOrders } from './list.service.server.ts';
import { exportOrdersEndpoint, fulfillOrderEndpoint, getOrderEndpoint, listOrdersEndpoint } from './orders.contract.ts';
import { overrideCommissionEndpoint } from './override.contract.ts';
import { overrideCommission } from './override.service.server.ts';

export const orderApi = [
  implement(listOrdersEndpoint, (ctx, { query }) => listOrders(ctx, query)),
  implement(
    exportOrdersEndpoint,
    async (ctx, { body }) =>
      new Reply('', { stream: await exportOrders(ctx, body), headers: csvHeaders('orders.csv') }),
  ),
  implement(getOrderEndpoint, (ctx, { params, query }) => getOrder(ctx, params.orderId, query)),
  implement(fulfillOrderEndpoint, (ctx, { params, body }) => fulfillOrder(ctx, params.orderId, body)),
  implement(overrideCommissionEndpoint, (ctx, { body }) => overrideCommission(ctx, body)),
];
