import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { deleteKey, readPaypalState, readStripeState, savePaypalKey, saveStripeKey } from './keys.service.server.ts';
import * as contract from './payment-providers.contract.ts';

export const paymentProvidersApi: readonly Implementation[] = [
  implement(contract.readStripeKeyEndpoint, (ctx) => readStripeState(ctx)),
  implement(contract.saveStripeKeyEndpoint, (ctx, { body }) => saveStripeKey(ctx, body.apiKey)),
  implement(contract.deleteStripeKeyEndpoint, (ctx) => deleteKey(ctx, 'stripe')),
  implement(contract.readPaypalKeyEndpoint, (ctx) => readPaypalState(ctx)),
  implement(contract.savePaypalKeyEndpoint, (ctx, { body }) => savePaypalKey(ctx, body)),
  implement(contract.deletePaypalKeyEndpoint, (ctx) => deleteKey(ctx, 'paypal')),
];
