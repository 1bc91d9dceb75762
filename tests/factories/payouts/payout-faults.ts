import { invariant } from '#app/core/invariant.ts';
import { api, program } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';
import { installDemoStore } from '../installation.ts';
import { buildDefaultList } from '../money.ts';
import { buildAdmin, renewSession, type BuiltUser } from '../people.ts';
import { readLedger } from './paid-payouts.ts';
import { buildPlatform, control } from './payment-providers.ts';
import {
  buildPaypalVendor,
  buildStripeVendor,
  sell,
  type App,
  type PaidVendor,
  type Platform,
} from './provider-payouts.ts';
import type { BuiltStore } from '../stores.ts';

/** A marketplace with live keys of both providers, and money behind them. */
export type PaidWorld = { store: BuiltStore; admin: BuiltUser; platform: Platform; app: App };

/** The demo store with a commission list, and what the ledger says of its payouts. Needs the sandbox. */
export async function openPaidStore(): Promise<{ store: BuiltStore; books: ReturnType<typeof readLedger> }> {
  const store = await installDemoStore();
  await buildDefaultList(store);
  return { store, books: readLedger(store) };
}

/** Before a test: no fault is left, an admin is signed in, and both providers have new keys with money behind them. */
export async function renewProviders(store: BuiltStore): Promise<PaidWorld> {
  await clearFaults();
  return connectProviders(store, await buildAdmin({ store }));
}

/** New keys of both providers in the place of what a test before has spoiled. */
export async function connectProviders(store: BuiltStore, admin: BuiltUser): Promise<PaidWorld> {
  const platform = await buildPlatform({ country: 'US' });
  const app = await control<App>('POST', '/paypal/apps', { environment: 'live' });
  const balance = { availableMinor: 1_000_00 };
  await control('POST', '/stripe/balance', { ...balance, currency: 'usd', platform: platform.id, live: true });
  await control('POST', '/paypal/balance', { ...balance, currency: 'USD', app: app.id });
  await api(admin).put('/stripe/api-key', { apiKey: platform.liveKey });
  const { clientId, clientSecret } = app;
  await api(admin).put('/paypal/admin/api-key', { clientId, clientSecret, isSandbox: false });
  return { store, admin, platform, app };
}

type Paid = PaidVendor & { accountId: string; receiver: string };
type Row = { id: bigint; providerRef: string | null; batchRef: string | null };
type Spoil = (o: { world: PaidWorld; vendor: Paid; payout: () => Promise<Row> }) => Promise<unknown>;

export type PayoutFault = {
  method: 'stripe' | 'paypal';
  what: string;
  /** When it happens: before it is sent, while it is on its way, or after it was paid. */
  when: 'before' | 'on its way' | 'late';
  /** How often the provider tells of it: `lost` is found by the daily look. */
  delivered?: 'twice' | 'lost';
  spoil: Spoil;
  badge: string;
  /** What the marketplace reads: why, what comes next, and the first verb with the place that it leads to. */
  admin: { why: string; next: RegExp; verb: readonly [text: string, place: RegExp] | null };
  vendor: { why: string; next: string; verb: boolean };
  /** What the settings say: those of the marketplace, and the vendor’s own. */
  payments?: string;
  information?: string;
};

const outcome =
  (status: string, error?: string): Spoil =>
  ({ vendor }) =>
    control('POST', '/paypal/outcomes', { status, receiver: vendor.receiver, ...(error ? { error } : {}), times: 1 });
const itemBecomes =
  (status: string): Spoil =>
  async ({ payout }) =>
    control('POST', `/paypal/items/${(await payout()).providerRef ?? ''}`, { status });
const takenBack: Spoil = async ({ vendor }) => {
  const [transfer] = await control<{ id: string }[]>('GET', `/stripe/transfers?destination=${vendor.accountId}`);
  return control('POST', `/stripe/transfers/${transfer?.id ?? ''}`, { reverse: true });
};
const poorAtStripe: Spoil = ({ world }) =>
  control('POST', '/stripe/balance', { currency: 'usd', availableMinor: 5, platform: world.platform.id, live: true });
const poorAtPaypal: Spoil = ({ world }) =>
  control('POST', '/paypal/balance', { currency: 'USD', availableMinor: 5, app: world.app.id });

const PAY_AGAIN = ['Pay again', /\/payouts\/pay\?orders=\d+/] as const;
const PAYMENTS = ['See payments', /\/payments/] as const;
const MARKETPLACE = {
  why: 'The marketplace could not send it',
  next: 'No action needed. The marketplace will pay again.',
  verb: false,
};
const CHECK = {
  next: 'See whether your payment information is right. Then the marketplace can pay again.',
  verb: true,
};
const ASK = { next: 'Ask the marketplace why. It pays what is due to you again.', verb: false };
const TAKEN_BACK = {
  badge: 'Reversed',
  admin: {
    why: 'It was taken back at the provider',
    next: /See at (Stripe|PayPal) why before you pay again\./,
    verb: PAY_AGAIN,
  },
  vendor: { why: 'It was taken back at the provider', ...ASK },
};
const came = (why: string) => ({
  badge: 'Reversed',
  admin: { why, next: /Check the payment information with .*, then pay again/, verb: PAY_AGAIN },
  vendor: { why, ...CHECK },
});
const failed = (why: string) => ({ ...came(why), badge: 'Failed' });
const poor = (name: string) => ({
  badge: 'Failed',
  admin: {
    why: 'The balance at the provider was too low',
    next: new RegExp(`Add money at ${name}, then pay again`),
    verb: PAY_AGAIN,
  },
  vendor: MARKETPLACE,
});
const keyless = (why: string, payments: string) => ({
  badge: 'Failed',
  admin: { why, next: /Enter a key that works under Payments, then pay again\./, verb: PAYMENTS },
  vendor: MARKETPLACE,
  payments,
});

/**
 * Every fault of a provider that a payout can meet, and what each layout reads of it. Stripe has no unclaimed, returned or denied
 * transfers: what it sends arrives at once, or is refused.
 */
export const PAYOUT_FAULTS: readonly PayoutFault[] = [
  { method: 'stripe', what: 'insufficient balance', when: 'before', spoil: poorAtStripe, ...poor('Stripe') },
  {
    method: 'stripe',
    what: 'an expired key',
    when: 'before',
    spoil: ({ world }) => control('POST', '/stripe/keys/expire', { platform: world.platform.id, live: true }),
    ...keyless('Our key at the provider had expired', 'This key has expired at Stripe. Enter the new one.'),
  },
  {
    method: 'stripe',
    what: 'a disabled account',
    when: 'before',
    spoil: ({ vendor }) => control('POST', `/stripe/accounts/${vendor.accountId}`, { status: 'rejected' }),
    badge: 'Failed',
    admin: {
      why: 'The provider cannot pay this account',
      next: /has to fix the account at Stripe or choose another payout method\. Until then you can pay manually\./,
      verb: PAY_AGAIN,
    },
    vendor: {
      why: 'The provider cannot pay this account',
      next: 'See under Payment information what Stripe needs from you. Then the marketplace can pay again.',
      verb: true,
    },
    information: 'Stripe has rejected this account. Register again, or choose another payout method.',
  },
  { method: 'stripe', what: 'a reversal, late', when: 'late', spoil: takenBack, ...TAKEN_BACK },
  {
    method: 'stripe',
    what: 'a reversal, told twice',
    when: 'late',
    delivered: 'twice',
    spoil: takenBack,
    ...TAKEN_BACK,
  },
  {
    method: 'stripe',
    what: 'a reversal, its news lost',
    when: 'late',
    delivered: 'lost',
    spoil: takenBack,
    ...TAKEN_BACK,
  },
  { method: 'paypal', what: 'insufficient balance', when: 'before', spoil: poorAtPaypal, ...poor('PayPal') },
  {
    method: 'paypal',
    what: 'a revoked pair',
    when: 'before',
    spoil: ({ world }) => control('POST', '/paypal/keys/revoke', { app: world.app.id }),
    ...keyless('The provider did not take our key', 'PayPal no longer takes this key. Enter another one.'),
  },
  {
    method: 'paypal',
    what: 'payouts taken away',
    when: 'before',
    spoil: ({ world }) => control('POST', `/paypal/apps/${world.app.id}`, { payoutsGranted: false }),
    badge: 'Failed',
    admin: {
      why: 'The provider has not granted payouts to this marketplace',
      next: /Have PayPal grant payouts to your account, then pay again\./,
      verb: PAYMENTS,
    },
    vendor: MARKETPLACE,
    payments: 'PayPal has not granted this account what paying vendors needs',
  },
  {
    method: 'paypal',
    what: 'a disabled receiver',
    when: 'before',
    spoil: outcome('FAILED', 'RECEIVER_ACCOUNT_LOCKED'),
    ...failed('The provider refused it'),
  },
  {
    method: 'paypal',
    what: 'an unclaimed item',
    when: 'before',
    spoil: outcome('UNCLAIMED'),
    badge: 'Unclaimed',
    admin: {
      why: 'Not claimed yet; after 30 days it is returned',
      next: /has to claim it with an account at PayPal\. If that does not happen, it is due again after 30 days\./,
      verb: ['Look it up at PayPal', /^$/],
    },
    vendor: {
      why: 'Not claimed yet; after 30 days it is returned',
      next: 'Claim it with the mail that PayPal sent you.',
      verb: false,
    },
  },
  {
    method: 'paypal',
    what: 'a denied batch',
    when: 'on its way',
    spoil: async ({ payout }) =>
      control('POST', `/paypal/batches/${(await payout()).batchRef ?? ''}`, { status: 'DENIED' }),
    badge: 'Failed',
    admin: {
      why: 'The provider denied the whole batch',
      next: /See at PayPal why before you pay again\./,
      verb: PAY_AGAIN,
    },
    vendor: MARKETPLACE,
  },
  {
    method: 'paypal',
    what: 'a failure, late',
    when: 'late',
    spoil: itemBecomes('FAILED'),
    ...failed('The provider refused it'),
  },
  {
    method: 'paypal',
    what: 'a blocked item',
    when: 'late',
    spoil: itemBecomes('BLOCKED'),
    ...failed('The provider blocked it'),
  },
  {
    method: 'paypal',
    what: 'a returned item',
    when: 'late',
    spoil: itemBecomes('RETURNED'),
    ...came('Not claimed in time, so it was returned'),
  },
  {
    method: 'paypal',
    what: 'a refunded item, told twice',
    when: 'late',
    delivered: 'twice',
    spoil: itemBecomes('REFUNDED'),
    ...came('The receiver sent it back'),
  },
  {
    method: 'paypal',
    what: 'a reversal, its news lost',
    when: 'late',
    delivered: 'lost',
    spoil: itemBecomes('REVERSED'),
    ...TAKEN_BACK,
  },
];

/** A payout of one order of 40.00 that meets a fault, until everything that is due has been done. */
export async function meetFault(
  world: PaidWorld,
  { method, when, delivered, spoil }: PayoutFault,
): Promise<{ id: bigint; vendor: PaidVendor; orderName: string }> {
  const { store, admin } = world;
  const vendor = await buildPaidVendor(store, method);
  const order = await sell(store, { lines: [{ vendor: vendor.vendor.name, price: '40.00' }] });
  const payout = () =>
    program().owner.payout.findFirstOrThrow({ where: { storeId: store.id, vendorId: vendor.vendor.id } });
  const spoilIt = () => spoil({ world, vendor, payout });
  if (when === 'on its way') await outcome('PENDING')({ world, vendor, payout });
  const answer = await api(admin).post('/payment/v3/pay', {
    payoutLines: [{ orderName: order.name, orderId: String(order.id), vendor: vendor.vendor.name }],
    methods: [{ vendor: vendor.vendor.name, method }],
  });
  invariant(answer.status === 200, `the payout was answered with ${answer.status}`);
  if (when === 'before') await spoilIt();
  await drainJobs();
  program().clock.advance({ minutes: 1 });
  await drainJobs();
  if (when !== 'before') {
    if (delivered) await spoilNews(method, delivered);
    await spoilIt();
    if (delivered === 'lost') program().clock.advance({ days: 1, hours: 1 });
    await drainJobs();
  }
  await renewSession(admin);
  await renewSession(vendor.seller);
  return { id: (await payout()).id, vendor, orderName: order.name };
}

async function buildPaidVendor(store: BuiltStore, method: 'stripe' | 'paypal'): Promise<Paid> {
  if (method === 'stripe') return { ...(await buildStripeVendor(store)), receiver: '' };
  const vendor = await buildPaypalVendor(store);
  const { receiver } = await program().owner.payoutMethod.findFirstOrThrow({
    where: { storeId: store.id, vendorId: vendor.vendor.id },
  });
  return { ...vendor, accountId: '', receiver: receiver ?? '' };
}

/** The next news of each kind are doubled, or never leave. */
async function spoilNews(method: 'stripe' | 'paypal', delivered: 'twice' | 'lost'): Promise<void> {
  const kinds =
    method === 'stripe'
      ? ['transfer.reversed', 'transfer.updated']
      : ['REFUNDED', 'REVERSED'].map((state) => `PAYMENT.PAYOUTS-ITEM.${state}`);
  for (const operation of kinds)
    await control('POST', '/faults', {
      target: `${method}_webhooks`,
      operation,
      times: 1,
      kind: delivered === 'twice' ? 'duplicate' : 'drop',
    });
}

/** Takes away the faults that a test before may have left. */
export async function clearFaults(): Promise<void> {
  for (const { id } of await control<{ id: string }[]>('GET', '/faults'))
    await program().sandbox?.control('DELETE', `/faults/${id}`);
}
