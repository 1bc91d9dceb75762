import { defineProbes } from '#tests/support/probe.ts';
import { program } from '#tests/support/program.ts';

type Platform = { testKey: string };
type App = { clientId: string; clientSecret: string };

const stripeKey = async () => {
  const [platform] = (await program().sandbox?.control<Platform[]>('GET', '/stripe/platforms')) ?? [];
  return { apiKey: platform?.testKey ?? '' };
};
const paypalPair = async () => {
  const [app] = (await program().sandbox?.control<App[]>('GET', '/paypal/apps')) ?? [];
  return { clientId: app?.clientId ?? '', clientSecret: app?.clientSecret ?? '', isSandbox: true };
};

export const probes = defineProbes([
  { endpoint: 'stripe.readKey', request: () => ({}) },
  { endpoint: 'stripe.saveKey', request: async () => ({ body: await stripeKey() }) },
  { endpoint: 'stripe.deleteKey', request: () => ({}) },
  { endpoint: 'paypal.readKey', request: () => ({}) },
  { endpoint: 'paypal.saveKey', request: async () => ({ body: await paypalPair() }) },
  { endpoint: 'paypal.deleteKey', request: () => ({}) },
]);
