// The demo's history: ninety days of a marketplace, lived through its own screens and calls. Nothing is written into tables: the buyers
// are the sandbox's, the webhooks are signed, vendors and admins act through the API, and the shared clock moves.
import { HOUR_MS } from '#app/core/durations.ts';
import { DEMO_ADMIN, DEMO_PASSWORD, type DemoAddresses } from './demo-environment.ts';
import { liveLastWeek, liveToday, liveTwoWeeksAgo, openMarketplace } from './alive/alive.ts';
import { CODE_OF_ALL, CODE_OF_VENDOR } from './alive/discounts.ts';
import { allOptionalScopes } from './alive/features.ts';
import { methodOf } from './alive/payout-methods.ts';
import type { Vendor } from './alive/world.ts';
import { openDemoClient, type DemoClient } from './demo-client.ts';
import { applyAsVendors, askApplicants, readNotices, submitProducts, takeFirstSteps } from './demo-beginnings.ts';
import { payVendors } from './pay-vendors.ts';
import { shipAsVendors } from './ship-orders.ts';
import { step } from '../progress.ts';

export type SeededAccounts = { admin: string; vendors: string[]; password: string };
type Buyable = { vendor: string; skus: string[] };

const DAYS = 90;
/** The clock goes on in steps, after each of which the app is waited for; the buyers of a step come within its first minutes. */
const STEP_DAYS = 2;
const BUYING_MINUTES = 40;
/** Every how many steps some vendors ship. */
const SHIP_EVERY = 3;
/** The orders that are paid in euros, by where they stand among all. */
const PAID_IN_EUROS = [0.3, 0.6, 0.9];
const PAY_EVERY = 6;
/** How many steps before the end that happens which needs days to take its course. */
const LONG_AGO_STEPS = 7;

/** Turns the clock of a fresh demo back to where its history begins; before the app starts, so that it never runs backwards. */
export async function turnBackClock(addresses: DemoAddresses): Promise<void> {
  await moveClock(openDemoClient(addresses), beginning());
}

const beginning = () => Date.now() - DAYS * 24 * HOUR_MS;

/**
 * Fills a fresh demo: installs the app ninety days ago and lets the marketplace live until now. `inviteAdmin` invites DEMO_ADMIN.
 * `isAlive` switches every feature on and uses it.
 */
export async function seedDemo(
  addresses: DemoAddresses,
  o: { small: boolean; isAlive?: boolean; inviteAdmin: () => Promise<void> },
): Promise<SeededAccounts> {
  const { isAlive = false } = o;
  const client = openDemoClient(addresses);
  const end = Date.now();
  const start = beginning();
  await step('Installing the app in the demo store', async () => {
    await client.control('POST', '/install', {
      optionalScopes: isAlive ? allOptionalScopes() : ['write_shipping'],
    });
    await client.openEmbedded();
    await client.control('POST', '/drain', {});
  });
  await step('Inviting the web admin', async () => {
    await o.inviteAdmin();
    await client.control('POST', '/drain', {});
    await client.acceptInvitation(DEMO_ADMIN);
  });
  const vendors = await step('Inviting the vendors', () => inviteVendors(client));
  await setCommissions(client, vendors);
  await step('Setting shipping rates', () => setShippingRates(client, vendors));
  if (isAlive) await step('Opening every feature', () => openMarketplace(client, vendors));
  const orders = o.small ? 45 : 300;
  await step(`Living through ${DAYS} days with ${orders} orders`, () =>
    liveThrough(client, { vendors, start, end, orders, isAlive, random: createRandom(2026) }),
  );
  await step('Receiving products and applications', async () => {
    await submitProducts(client, vendors);
    await takeFirstSteps(client, vendors);
    await askApplicants(client, { onPages: isAlive });
    await applyAsVendors(client);
  });
  await moveClock(client, Date.now());
  if (isAlive) await step('Filling what waits today', () => liveToday(client, vendors));
  if (isAlive) await client.control('POST', '/walk', {});
  return { admin: DEMO_ADMIN, vendors: vendors.map((vendor) => vendor.email), password: DEMO_PASSWORD };
}

/** Moves the clock, and waits until the app has done what is due by then. */
async function moveClock(client: DemoClient, at: number): Promise<void> {
  await client.control('POST', '/clock', { now: new Date(at).toISOString() });
}

/** One account for each vendor whose products the store sells. */
async function inviteVendors(client: DemoClient): Promise<Vendor[]> {
  const names = [...new Set((await readCatalogue(client)).map((product) => product.vendor))].sort();
  const admin = await client.signIn(DEMO_ADMIN);
  const vendors = names.map((name) => ({ name, email: `${handleOf(name)}@demo.test` }));
  await Promise.all(
    vendors.map(({ name, email }) =>
      client.call(admin, 'POST', `/vendors/${encodeURIComponent(name)}`, { identity: email, confirm: true }),
    ),
  );
  await client.control('POST', '/drain', {});
  await Promise.all(vendors.map(({ email }) => client.acceptInvitation(email)));
  return vendors;
}

/** A vendor's handle, as the app makes it from the name. */
function handleOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

async function readCatalogue(client: DemoClient): Promise<Buyable[]> {
  const products = await client.control<{ vendor: string; variants: { sku: string }[] }[]>('GET', '/products');
  return products.map(({ vendor, variants }) => ({ vendor, skus: variants.map((variant) => variant.sku) }));
}

/** A default with a tier and a flat part, and a list of its own for one vendor. */
async function setCommissions(client: DemoClient, vendors: readonly Vendor[]): Promise<void> {
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/commission-v2', {
    commissions: [
      { min: '0', max: '50', percentage: '15', flat: '0.30' },
      { min: '50', percentage: '12.5', flat: '0' },
    ],
  });
  const [favoured] = vendors;
  if (!favoured) return;
  await client.call(admin, 'PUT', '/settings/commission', {
    vendor: favoured.name,
    commissions: [{ min: '0', percentage: '8', flat: '0' }],
  });
}

/** Default zones for all vendors and one of a vendor's own; the store's checkout offers these rates alone. */
async function setShippingRates(client: DemoClient, vendors: readonly Vendor[]): Promise<void> {
  const admin = await client.signIn(DEMO_ADMIN);
  const rateNames = ['Standard', 'Express'];
  const settings = { enabled: true, enableRateNames: false, rateNames, defaultShipping: { enabled: true }, version: 0 };
  await client.call(admin, 'PUT', '/settings/delivery', settings);
  const rate = (name: string, description: string, price: string) => ({
    name,
    description,
    price,
    field: 'TOTAL_WEIGHT',
    min: '0',
  });
  const zone = (zoneName: string, codes: readonly string[], standard: string, express: string) => ({
    zoneName,
    countries: codes.map((code) => ({ code })),
    rates: [rate('Standard', '3 to 5 days', standard), rate('Express', '1 to 2 days', express)],
  });
  const europe = ['BE', 'DE', 'ES', 'FR', 'GB', 'NL', 'NO'];
  for (const own of [zone('Europe', europe, '3.90', '7.90'), zone('United States', ['US'], '8.90', '16.90')]) {
    await client.call(admin, 'POST', '/settings/delivery/zone', { zone: own, defaults: true });
  }
  const [first] = vendors;
  if (first) {
    const seller = await client.signIn(first.email);
    const everywhere = zone('Everywhere', [...europe, 'US'], '4.50', '9.50');
    await client.call(seller, 'POST', '/settings/delivery/zone', { zone: everywhere });
  }
  await client.control('POST', '/drain', {});
  await client.control('POST', '/shipping', { useCarrier: true, flatRates: false });
}

type Life = {
  vendors: readonly Vendor[];
  start: number;
  end: number;
  orders: number;
  isAlive: boolean;
  random: Random;
};

/** Step after step: some vendors ship, some are paid, buyers buy; now and then something is refunded or cancelled. */
async function liveThrough(client: DemoClient, life: Life): Promise<void> {
  const catalogue = await readCatalogue(client);
  const steps = DAYS / STEP_DAYS;
  let placed = 0;
  for (let count = 0; count < steps; count++) {
    const begins = life.start + (count * STEP_DAYS + 0.3 + 0.4 * life.random()) * 24 * HOUR_MS;
    await moveClock(client, begins);
    // The last days stay open, so that there is work to see.
    const isWorkday = count > 0 && count % SHIP_EVERY === 0 && count < steps - SHIP_EVERY;
    if (isWorkday) await shipAsVendors(client, life.vendors, count / SHIP_EVERY);
    if (isWorkday && count % PAY_EVERY === 0) await payRound(client, count / PAY_EVERY, life);
    if (life.isAlive && count === steps - LONG_AGO_STEPS) await liveTwoWeeksAgo(client, life.vendors);
    if (count === steps - SHIP_EVERY) {
      await readNotices(client, life.vendors);
      if (life.isAlive) await liveLastWeek(client, life.vendors);
    }
    const due = Math.round(((count + 1) * life.orders) / steps);
    // Together less than an access token lives, so that none ends between two calls of the app.
    const advanceHours = BUYING_MINUTES / 60 / Math.max(1, due - placed);
    for (; placed < due; placed++) {
      await client.control('POST', '/clock', { advanceHours, wait: false });
      await visit(client, catalogue, placed, life);
    }
  }
  await client.control('POST', '/drain', {});
}

/** One buyer buys; what some of them do not keep comes back. */
async function visit(client: DemoClient, catalogue: readonly Buyable[], number: number, life: Life): Promise<void> {
  const name = await buy(client, catalogue, number, life);
  if (number % 11 === 10) await refund(client, name);
  if (number % 37 === 36) await client.control('POST', `/orders/${encodeURIComponent(name)}/cancel`, {});
}

const BUYERS = [
  ['Ingrid', 'Solberg', 'Bergen', '5003', 'NO'],
  ['Jonas', 'Weber', 'Köln', '50667', 'DE'],
  ['Sanne', 'de Vries', 'Utrecht', '3511', 'NL'],
  ['Lucía', 'Marín', 'Valencia', '46002', 'ES'],
  ['Camille', 'Laurent', 'Lyon', '69002', 'FR'],
  ['Owen', 'Price', 'Portland', '97201', 'US'],
  ['Amara', 'Diallo', 'Brooklyn', '11201', 'US'],
  ['Noor', 'Jansen', 'Groningen', '9712', 'NL'],
] as const;

async function buy(client: DemoClient, catalogue: readonly Buyable[], number: number, life: Life): Promise<string> {
  const { random } = life;
  const buyer = BUYERS[number % BUYERS.length] ?? BUYERS[0];
  const [firstName, lastName, city, zip, countryCode] = buyer;
  const sellers: string[] = [];
  const lines = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const product = catalogue[Math.floor(random() * catalogue.length)];
    sellers.push(product?.vendor ?? '');
    return { sku: product?.skus[Math.floor(random() * product.skus.length)], quantity: 1 + Math.floor(random() * 2) };
  });
  const bought = [...new Map(lines.map((line) => [line.sku, line])).values()];
  const { methods } = await client.control<{ methods: { title: string; code: string; priceMinor: number }[] }>(
    'POST',
    '/checkout-rates',
    { lines: bought, country: countryCode, zip, city },
  );
  const method = random() < 0.7 ? methods[0] : methods.at(-1);
  const { name } = await client.control<{ name: string }>('POST', '/orders', {
    email: `${firstName}.${lastName}@buyers.test`
      .toLowerCase()
      .replaceAll(' ', '')
      .normalize('NFKD')
      .replace(/\p{M}/gu, ''),
    lines: bought,
    shippingAddress: { firstName, lastName, address1: `${7 + (number % 80)} Market Street`, city, zip, countryCode },
    shippingLines: method
      ? [{ title: method.title, code: method.code, price: (method.priceMinor / 100).toFixed(2) }]
      : [],
    taxRate: 0.08,
    ...(life.isAlive ? typedBy(number, sellers, life.orders) : {}),
    financialStatus: number % 19 === 18 ? 'pending' : 'paid',
  });
  return name;
}

/** What some buyers do otherwise: they type a code, which needs its vendor's goods where it is a vendor's, or pay in euros. */
function typedBy(number: number, sellers: readonly string[], orders: number): object {
  if (PAID_IN_EUROS.some((share) => number === Math.floor(orders * share))) return { currency: 'EUR' };
  const code = sellers.includes(CODE_OF_VENDOR.vendor) ? CODE_OF_VENDOR.code : number % 4 === 1 ? CODE_OF_ALL : null;
  return code === null ? {} : { discountCodes: [code] };
}

/** A buyer sends one piece of the first line back. */
async function refund(client: DemoClient, name: string): Promise<void> {
  const path = `/orders/${encodeURIComponent(name)}`;
  const order = await client.control<{ financial_status: string; line_items: { sku: string }[] }>('GET', path);
  const sku = order.line_items[0]?.sku;
  if (order.financial_status !== 'paid' || !sku) return;
  await client.control('POST', `${path}/refunds`, { lines: [{ sku, quantity: 1 }] });
}

/** The admin pays the vendors: by hand, and in an alive demo each as it wants to be paid. */
async function payRound(client: DemoClient, round: number, life: Life): Promise<void> {
  await payVendors(client, await client.signIn(DEMO_ADMIN), {
    details: `Bank transfer ${round + 1} of the demo`,
    methodOf: life.isAlive ? methodOf : () => 'manual',
  });
}

type Random = () => number;

/** Numbers from 0 to 1 that are the same in every run. */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
