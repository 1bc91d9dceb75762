import { implement } from '#app/server/http/api.server.ts';
import { listStoreOrdersEndpoint, readStoreOrderEndpoint, retryStoreOrderEndpoint } from './store-orders.contract.ts';
import { listStoreOrders, readStoreOrder, retryStoreOrder } from './store-orders.service.server.ts';

export const storeOrdersApi = [
  implement(listStoreOrdersEndpoint, async (ctx) => ({ orders: await listStoreOrders(ctx) })),
  implement(readStoreOrderEndpoint, async (ctx, { params }) => ({ orders: await readStoreOrder(ctx, params.orderId) })),
  implement(retryStoreOrderEndpoint, async (ctx, { params }) => ({
    orders: await retryStoreOrder(ctx, params.orderId),
  })),
];
