import { buildItemId } from '#app/features/payouts/execute/provider-payout.ts';
import { buildPaypalApp, buildPlatform, control } from '#tests/factories/payouts/payment-providers.ts';
import { buildUser } from '#tests/factories/people.ts';
import { api, program } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';
import type { Dice } from './money-model-scenarios.ts';
import { ask, type MoneyWorld } from './money-model-world.ts';

export type Provider = 'stripe' | 'paypal';
/** What a provider says of a payout. */
export type Word = 'pending' | 'paid' | 'unclaimed' | 'failed' | 'reversed';
/** What there is of a payout at its provider; `left` of it was not taken back, `batch` is one that is still open. */
export type Entry = { ref: string; amount: bigint; left: number; word: Word; batch: string | null };

/** A marketplace's own accounts at the stand-ins of Stripe and PayPal, and how its vendors are paid there. */
export type Providers = {
  platformId: string;
  appId: string;
  pair: { clientId: string; clientSecret: string; isSandbox: false };
  /** How each vendor is paid by a provider; the others are paid by hand alone. */
  providerOf: Map<string, Provider>;
  accountOf: Map<string, string>;
  receiverOf: Map<string, string>;
};

const COUNTRIES: Readonly<Record<string, string>> = { EUR: 'DE', JPY: 'JP', KWD: 'US' };
/** Currencies of the run that PayPal does not carry (notes of the provider; M64). */
export const NOT_BY_PAYPAL: ReadonlySet<string> = new Set(['KWD']);
const PLENTY = 1_000_000_000_000;
/** Longer ago than changed details are waited for. */
const LONG_AGO = new Date('2026-01-01T00:00:00.000Z');

/** Gives the marketplace its keys, and of each three vendors one to Stripe, one to PayPal and one to either or none. */
export async function openProviders(world: MoneyWorld, dice: Dice): Promise<Providers> {
  const { currency } = world.store;
  const country = COUNTRIES[currency] ?? 'US';
  const [platform, app] = [await buildPlatform({ country }), await control<App>('POST', '/paypal/apps', LIVE)];
  const { clientId, clientSecret } = app;
  const providers: Providers = {
    platformId: platform.id,
    appId: app.id,
    pair: { clientId, clientSecret, isSandbox: false },
    providerOf: new Map(),
    accountOf: new Map(),
    receiverOf: new Map(),
  };
  await setBalances(world, providers, { stripe: PLENTY, paypal: PLENTY });
  await ask(world, 'PUT', '/stripe/api-key', { apiKey: platform.liveKey });
  await ask(world, 'PUT', '/paypal/admin/api-key', providers.pair);
  for (const [index, vendor] of [...world.idOf.keys()].entries()) {
    const provider = ([dice.pick(['stripe', 'paypal', null] as const), 'stripe', 'paypal'] as const)[index % 3];
    if (provider) await register(world, providers, vendor, provider, country);
  }
  await workAt(world);
  await program().owner.payoutMethod.updateMany({
    where: { storeId: world.store.id },
    data: { detailsChangedAt: LONG_AGO },
  });
  return providers;
}

type App = Awaited<ReturnType<typeof buildPaypalApp>>;
const LIVE = { environment: 'live' };

async function register(
  { store, idOf }: MoneyWorld,
  { providerOf, accountOf, receiverOf }: Providers,
  name: string,
  provider: Provider,
  country: string,
): Promise<void> {
  const vendor = { id: BigInt(idOf.get(name) ?? 0) as never, name, handle: name, store };
  const seller = api(await buildUser({ vendor }));
  providerOf.set(name, provider);
  if (provider === 'paypal') {
    const receiver = `${name.replace(' ', '-')}-of-${store.id}@sellers.example`;
    receiverOf.set(name, receiver);
    await must(seller.post('/paypal/register', { emailOrVenmo: receiver, type: 'EMAIL' }));
    return;
  }
  await must(seller.post('/stripe/register', { email: 'payouts@sellers.example', country }));
  type StripeTarget = { stripe: { account: { accountId: string } } };
  const { accountId } = (await must(seller.get('/payout/register'))).as<StripeTarget>().stripe.account;
  accountOf.set(name, accountId);
  await control('POST', `/stripe/accounts/${accountId}`, { status: 'active' });
}

async function must<T extends { status: number; body: unknown }>(answer: Promise<T>): Promise<T> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`it was answered with ${status}: ${JSON.stringify(body)}`);
  return answer;
}

/** What the marketplace has at the providers, in minor units of its currency. */
export async function setBalances(
  { store: { currency } }: MoneyWorld,
  { platformId, appId }: Providers,
  available: Partial<Record<Provider, number>>,
): Promise<void> {
  const set = (provider: Provider, more: object) =>
    available[provider] === undefined
      ? undefined
      : control('POST', `/${provider}/balance`, { currency, availableMinor: available[provider], ...more });
  await set('stripe', { platform: platformId, live: true });
  await set('paypal', { app: appId });
}

/** Fills what was spent or taken away, and gives the marketplace the keys that it has at the moment. */
export async function restore(world: MoneyWorld, providers: Providers, keys: { stripe: boolean; paypal: boolean }) {
  const { platformId, appId, pair } = providers;
  await program().sandbox?.control('DELETE', '/faults');
  await setBalances(world, providers, { stripe: PLENTY, paypal: PLENTY });
  await control('POST', `/paypal/apps/${appId}`, { payoutsGranted: true });
  if (keys.paypal) await ask(world, 'PUT', '/paypal/admin/api-key', pair);
  if (!keys.stripe) return;
  const { liveKey } = await control<{ liveKey: string }>('POST', '/stripe/keys/roll', {
    platform: platformId,
    live: true,
  });
  await ask(world, 'PUT', '/stripe/api-key', { apiKey: liveKey });
}

const OURS = ['payouts.process', 'payout-methods.refresh'];

/**
 * Lets the program do what is due at the providers, until nothing is left: what they told, what is to be sent and looked up.
 * Other due work belongs to orders, whose part the run plays itself, or to stores whose run is over.
 */
export async function workAt({ store }: MoneyWorld): Promise<void> {
  const { owner, clock } = program();
  for (;;) {
    await owner.scheduledJob.deleteMany({ where: { NOT: { storeId: store.id, kind: { in: OURS } } } });
    await drainJobs();
    const due = await owner.scheduledJob.count({
      where: { storeId: store.id, kind: { in: OURS }, ...isDue(clock.now()) },
    });
    if (due === 0 && (await owner.webhookDelivery.count({ where: { state: 'pending' } })) === 0) return;
  }
}

const isDue = (now: Date) => ({ doneAt: null, dueAt: { lte: now }, attempts: { lt: 8 } });

type Transfer = {
  id: string;
  platformId: string;
  amountMinor: number;
  reversedMinor: number;
  metadata: { souk_payout?: string };
};
type Item = { id: string; batchId: string; senderItemId: string | null; amountMinor: number; status: ItemStatus };
export type ItemStatus = keyof typeof WORDS;

const WORDS = {
  PENDING: 'pending',
  ONHOLD: 'pending',
  SUCCESS: 'paid',
  UNCLAIMED: 'unclaimed',
  FAILED: 'failed',
  BLOCKED: 'failed',
  RETURNED: 'reversed',
  REFUNDED: 'reversed',
  REVERSED: 'reversed',
} as const satisfies Record<string, Word>;

/** The providers' own books: what there is of each payout, by its id. */
export async function readBooks({ platformId }: Providers): Promise<Map<string, Entry[]>> {
  const transfers = await control<Transfer[]>('GET', '/stripe/transfers');
  const items = await control<Item[]>('GET', '/paypal/items');
  const payouts = await program().owner.payout.findMany({ select: { id: true, storeId: true, sendKey: true } });
  const idOf = new Map(payouts.map((payout) => [buildItemId(payout, payout.storeId), String(payout.id)]));
  const books = new Map<string, Entry[]>();
  const note = (id: string, entry: Entry) => books.set(id, [...(books.get(id) ?? []), entry]);
  for (const { id, platformId: owner, amountMinor, reversedMinor, metadata } of transfers) {
    if (owner !== platformId) continue;
    const word = reversedMinor >= amountMinor ? 'reversed' : 'paid';
    const left = amountMinor - reversedMinor;
    note(metadata.souk_payout ?? '', { ref: id, amount: BigInt(amountMinor), left, word, batch: null });
  }
  for (const { id, batchId, senderItemId, amountMinor, status } of items) {
    const batch = status === 'PENDING' ? batchId : null;
    // An item is named by its store and by the name of its payout, which its lines make.
    note(idOf.get(senderItemId ?? '') ?? '', {
      ref: id,
      amount: BigInt(amountMinor),
      left: amountMinor,
      word: WORDS[status],
      batch,
    });
  }
  return books;
}
