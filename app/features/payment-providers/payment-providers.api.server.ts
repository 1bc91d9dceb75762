import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { deleteKey, readPaypalState, readStripeState, savePaypalKey, saveStripeKey } from './keys.service.server.ts';
import * as contract from './payment-providers.contract.ts';

export const paymentProvidersApi: readonly Implementation[] = [
  implement(contract.readStripeKey, (ctx) => readStripeState(ctx)),
  implement(contract.saveStripeKey, (ctx, { body }) => saveStripeKey(ctx, body.apiKey)),
  implement(contract.deleteStripeKey, (ctx) => deleteKey(ctx, 'stripe')),
  implement(contract.readPaypalKey, (ctx) => readPaypalState(ctx)),
  implement(contract.savePaypalKey, (ctx, { body }) => savePaypalKey(ctx, body)),
  implement(contract.deletePaypalKey, (ctx) => deleteKey(ctx, 'paypal')),
];
