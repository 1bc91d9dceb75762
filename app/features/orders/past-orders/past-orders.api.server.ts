import { implement } from '#app/server/http/api.server.ts';
import { readPastOrdersEndpoint, controlPastOrdersEndpoint } from './past-orders.contract.ts';
import { readPastOrders, controlPastOrders } from './past-orders.service.server.ts';

export const pastOrdersApi = [
  implement(readPastOrdersEndpoint, (ctx) => readPastOrders(ctx)),
  implement(controlPastOrdersEndpoint, (ctx, { body }) => controlPastOrders(ctx, body.to)),
];
