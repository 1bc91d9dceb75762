import { implement } from '#app/server/http/api.server.ts';
import { readPastOrdersEndpoint, steerPastOrdersEndpoint } from './past-orders.contract.ts';
import { readPastOrders, steerPastOrders } from './past-orders.service.server.ts';

export const pastOrdersApi = [
  implement(readPastOrdersEndpoint, (ctx) => readPastOrders(ctx)),
  implement(steerPastOrdersEndpoint, (ctx, { body }) => steerPastOrders(ctx, body.to)),
];
