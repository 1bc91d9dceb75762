import type { Provider } from '#app/core/provider-problem.ts';

/** How providers are called on screens and in refusals. */
export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { stripe: 'Stripe', paypal: 'PayPal' };
