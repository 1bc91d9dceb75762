import { HOUR_MS } from '#app/core/durations.ts';
import { invariant } from '#app/core/invariant.ts';
import { api, program } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';
import { buildOrderPayload, type OrderInput } from '../orders/orders.ts';
import { control, type buildPaypalApp, type buildPlatform } from './payment-providers.ts';
import { buildUser, type BuiltUser } from '../people.ts';
import { buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '../stores.ts';
import { deliverWebhook } from '../webhooks.ts';

export type Platform = Awaited<ReturnType<typeof buildPlatform>>;
export type App = Awaited<ReturnType<typeof buildPaypalApp>>;

/** A vendor with somebody who leads it. */
export type PaidVendor = { vendor: BuiltVendor; seller: BuiltUser };

/** Longer than changed payment details are waited for. */
const PAST_THE_HOLD_MS = 73 * HOUR_MS;

/** A vendor whose account at Stripe is active, and whose details are old enough; its account's id. */
export async function buildStripeVendor(store: BuiltStore): Promise<PaidVendor & { accountId: string }> {
  const built = await buildMember(store);
  await must(api(built.seller).post('/stripe/register', { email: 'payouts@kiln.example', country: 'US' }));
  const { stripe } = (await api(built.seller).get('/payout/register')).as<{
    stripe: { account: { accountId: string } };
  }>();
  const { accountId } = stripe.account;
  await control('POST', `/stripe/accounts/${accountId}`, { status: 'active' });
  await drainJobs();
  await letAge(built.vendor);
  return { ...built, accountId };
}

/** A vendor that is paid by PayPal, or by Venmo, and whose details are old enough. */
export async function buildPaypalVendor(
  store: BuiltStore,
  to: { emailOrVenmo: string; type: 'EMAIL' | 'USER_HANDLE' } = {
    emailOrVenmo: `kiln${nextNumber()}@sellers.example`,
    type: 'EMAIL',
  },
): Promise<PaidVendor> {
  const built = await buildMember(store);
  await must(api(built.seller).post('/paypal/register', to));
  await letAge(built.vendor);
  return built;
}

async function letAge({ id: vendorId, store }: BuiltVendor): Promise<void> {
  const detailsChangedAt = new Date(program().clock.now().getTime() - PAST_THE_HOLD_MS);
  await program().owner.payoutMethod.updateMany({ where: { storeId: store.id, vendorId }, data: { detailsChangedAt } });
}

async function buildMember(store: BuiltStore): Promise<PaidVendor> {
  const vendor = await buildVendor({ store, name: `Kiln ${nextNumber()}` });
  return { vendor, seller: await buildUser({ vendor }) };
}

async function must(answer: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answer;
  invariant(status < 300, `it was answered with ${status}: ${JSON.stringify(body)}`);
}

/** A paid order of vendors, in a program without a worker. */
export async function sell(
  store: BuiltStore,
  input: Omit<OrderInput, 'createdAt'>,
): Promise<ReturnType<typeof buildOrderPayload>> {
  const order = buildOrderPayload({ createdAt: program().clock.now(), ...input });
  const status = await deliverWebhook({ shop: store.domain, topic: 'orders/create', payload: order });
  invariant(status === 200, `the order was answered with ${status}`);
  await drainJobs();
  return order;
}
