import { expect } from 'vitest';
import { api } from '#tests/support/program.ts';
import { buildPlatform, control } from './payouts/payment-providers.ts';
import type { BuiltUser } from './people.ts';

export type BuiltPlan = { id: string; product: { id: string; name: string } };
type Billing = {
  prices: (BuiltPlan & { livemode: boolean })[];
  customers: { id: string; name: string; deleted: boolean }[];
  subscriptions: { id: string; customerId: string; status: string; trialStart: string | null; periodEnd: string }[];
  checkouts: { id: string; customerId: string; status: string; token: string }[];
};

/** What Stripe has of one vendor: its customers, subscriptions and checkouts. */
export async function readBilling(vendorName: string): Promise<Omit<Billing, 'prices'>> {
  const { customers, subscriptions, checkouts } = await control<Billing>('GET', '/stripe/billing');
  const own = customers.filter(({ name, deleted }) => name === vendorName && !deleted);
  const isOwn = ({ customerId }: { customerId: string }) => own.some(({ id }) => id === customerId);
  return { customers: own, subscriptions: subscriptions.filter(isOwn), checkouts: checkouts.filter(isOwn) };
}

/** The first plan of the platform that the sandbox has from the start. */
export async function readFirstPlan(): Promise<BuiltPlan> {
  const { prices } = await control<Billing>('GET', '/stripe/billing');
  const plan = prices.find(({ livemode }) => !livemode);
  if (!plan) throw new Error('the sandbox has plans from the start');
  return plan;
}

export function buildPlan(
  platform: string,
  o: { name?: string; amountMinor?: number; listingLimit?: number } = {},
): Promise<BuiltPlan> {
  return control<BuiltPlan>('POST', '/stripe/plans', { platform, name: 'Starter', ...o });
}

/** A store that asks for memberships: a platform of its own at Stripe, and one plan that vendors may choose. */
export async function openMemberships(
  admin: BuiltUser,
  o: { trialDays?: number; listingLimit?: number; allowFulfillment?: boolean } = {},
): Promise<{ platform: string; plan: BuiltPlan }> {
  const { id, testKey } = await buildPlatform();
  const { listingLimit, ...settings } = o;
  const plan = await buildPlan(id, listingLimit === undefined ? {} : { listingLimit });
  await api(admin).put('/stripe/api-key', { apiKey: testKey });
  await saveMembership(admin, { enabled: true, products: [plan.product.id], ...settings });
  return { platform: id, plan };
}

export async function saveMembership(admin: BuiltUser, membership: object): Promise<void> {
  const answer = await api(admin).patch('/app/info/features', { features: { membership } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

/** Buys a plan as a vendor does: the checkout is begun here and finished at Stripe. */
export async function buyMembership(seller: BuiltUser, vendorName: string, priceId: string): Promise<void> {
  const started = await api(seller).post('/stripe/checkout-session', { priceId });
  expect(started.status, JSON.stringify(started.body)).toBe(200);
  const open = (await readBilling(vendorName)).checkouts.find(({ status }) => status === 'open');
  await control('POST', `/stripe/checkouts/${open?.id ?? ''}/complete`, {});
}
