import type { Sandbox } from '../../../core/kernel.ts';
import type { StripeBilling, StripePrice } from '../../../core/state-stripe-billing.ts';
import { makeId } from '../../identifiers.ts';
import type { StripeCall } from '../call.ts';
import { stripeOf } from '../platforms.ts';

/** Plans, customers and subscriptions; the first platform has two plans from the start, in either mode. */
export function billingOf(sandbox: Sandbox): StripeBilling {
  const stripe = stripeOf(sandbox);
  if (stripe.billing) return stripe.billing;
  stripe.billing = { prices: [], customers: {}, subscriptions: {}, checkouts: {}, portals: {}, configurations: [] };
  const first = stripe.platforms[0];
  for (const livemode of first ? [false, true] : []) {
    const owner = { platformId: first?.id ?? '', livemode };
    addPlan(sandbox, { ...owner, name: 'Starter', amountMinor: 1900, currency: 'eur', listingLimit: 25 });
    addPlan(sandbox, { ...owner, name: 'Professional', amountMinor: 4900, currency: 'eur' });
  }
  return stripe.billing;
}

/** Adds a product with one monthly price. */
export function addPlan(
  sandbox: Sandbox,
  o: {
    platformId: string;
    livemode: boolean;
    name: string;
    amountMinor: number;
    currency: string;
    listingLimit?: number | undefined;
    interval?: StripePrice['interval'] | undefined;
  },
): StripePrice {
  const price: StripePrice = {
    id: makeId(sandbox, 'price_', 24),
    platformId: o.platformId,
    livemode: o.livemode,
    active: true,
    currency: o.currency,
    amountMinor: o.amountMinor,
    interval: o.interval ?? 'month',
    product: {
      id: makeId(sandbox, 'prod_', 14),
      name: o.name,
      description: null,
      active: true,
      metadata: o.listingLimit === undefined ? {} : { listing_limit: String(o.listingLimit) },
    },
    createdAt: sandbox.clock.iso(),
  };
  billingOf(sandbox).prices.push(price);
  return price;
}

/** Whether something is of the platform and mode of a call. */
export const isOwn = (call: StripeCall) => (one: { platformId: string; livemode: boolean }) =>
  one.platformId === call.platform.id && one.livemode === call.livemode;

/** A page of things, newest first. */
export const newestFirst = <T>(things: Record<string, T>): T[] => Object.values(things).reverse();
