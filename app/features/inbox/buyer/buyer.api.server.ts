import { implement } from '#app/server/http/api.server.ts';
import { readBuyerEndpoint } from './buyer.contract.ts';
import { readBuyer } from './buyer.service.server.ts';

export const buyerApi = [implement(readBuyerEndpoint, (ctx, { params }) => readBuyer(ctx, params.customerId))];
