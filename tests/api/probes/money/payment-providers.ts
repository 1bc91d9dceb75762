import { firstPaypalPair, firstStripeKey } from '#tests/factories/payouts/payment-providers.ts';
import { defineProbes } from '#tests/support/probe.ts';

export const probes = defineProbes([
  { endpoint: 'stripe.readKey', request: () => ({}) },
  { endpoint: 'stripe.saveKey', request: async () => ({ body: await firstStripeKey() }) },
  { endpoint: 'stripe.deleteKey', request: () => ({}) },
  { endpoint: 'paypal.readKey', request: () => ({}) },
  { endpoint: 'paypal.saveKey', request: async () => ({ body: await firstPaypalPair() }) },
  { endpoint: 'paypal.deleteKey', request: () => ({}) },
]);
