import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderTerms } from '#app/features/orders/money/order-terms.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { buildRateBody, callRates, openRates, readCallback } from '#tests/factories/carrier.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct } from '#tests/factories/live-products.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildZone, setShipping, STANDARD_RATE } from '#tests/factories/shipping.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

type Method = { code: string; title: string; priceMinor: number };
type Seller = { user: BuiltUser; name: string; id: string; sku: string };

let store: BuiltStore;
let admin: BuiltUser;
let north: Seller;
let south: Seller;
let east: Seller;
let callback: string;

const EXPRESS = { ...STANDARD_RATE, name: 'Express' };
const ANYWHERE = [{ code: 'NO' }, { code: 'SE' }].map(({ code }) => ({ code, provinces: [] }));

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  await openRates(store, admin);
  north = await buildSeller('North');
  south = await buildSeller('South');
  east = await buildSeller('East');
  const rates = (...prices: string[]) =>
    prices.map((price, at) => ({ ...(at === 0 ? STANDARD_RATE : EXPRESS), price }));
  await buildZone(admin, { zoneName: 'Default', countries: ANYWHERE, rates: rates('4', '7') });
  await buildZone(north.user, { zoneName: 'Own', countries: ANYWHERE, rates: rates('5', '9') });
  await buildZone(south.user, { zoneName: 'Own', rates: [{ ...STANDARD_RATE, price: '3', max: '20' }] });
  callback = await readCallback(store);
  await settle();
});
afterAll(() => program().stop());
beforeEach(() => program().sandbox?.control('DELETE', '/faults', {}));

async function buildSeller(name: string): Promise<Seller> {
  const vendor = await buildVendor({ store, name });
  const user = await buildUser({ vendor });
  const sku = `${name.toUpperCase()}-1`;
  const variants = [{ price: '20.00', stock: 500, sku, weight: 2, weightUnit: 'KILOGRAMS' }];
  await buildLiveProduct(user, admin, { title: `${name} bowl`, variants });
  return { user, name, id: String(vendor.id), sku };
}

const control = <T>(path: string, body: object = {}, method: 'GET' | 'POST' = 'POST') =>
  program().sandbox?.control<T>(method, path, body) as Promise<T>;
async function settle(): Promise<void> {
  await control('/drain');
  await program().drain();
}
const linesOf = (...sellers: Seller[]) => sellers.map(({ sku }) => ({ sku, quantity: 1 }));
/** What a buyer in the sandbox's store is offered. */
const offer = async (lines: object[], o: { country?: string; zip?: string } = {}) =>
  (await control<{ methods: Method[] }>('/checkout-rates', { lines, country: 'NO', ...o })).methods;
const show = (methods: readonly Method[]) => methods.map(({ title, code, priceMinor }) => [title, code, priceMinor]);
const ask = (body: string, o: Partial<Parameters<typeof callRates>[2]> = {}, path = callback) =>
  callRates(path, body, { shop: store.domain, ...o });

/** A buyer pays an order with one shipping line. */
async function buy(lines: object[], shipping: { code: string; price: string; discount?: string }): Promise<string> {
  const { name } = await control<{ name: string }>('/orders', {
    email: 'ada@buyers.test',
    lines,
    shippingAddress: { countryCode: 'NO', country: 'Norway', city: 'Oslo' },
    shippingLines: [{ title: 'Standard', ...shipping }],
  });
  await settle();
  return name;
}
async function readParts(name: string) {
  const row = await program().owner.order.findFirstOrThrow({ where: { storeId: store.id, name } });
  const parts = await program().owner.vendorOrder.findMany({ where: { storeId: store.id, orderId: row.id } });
  const orderTerms = row.terms as unknown as OrderTerms;
  const shippingOf = ({ id }: Seller) => Number(parts.find(({ vendorId }) => String(vendorId) === id)?.shippingMinor);
  return { id: String(row.id), source: orderTerms.terms.quoteSource, shippingOf };
}
async function explainShipping(seller: Seller, id: string) {
  const { order } = (await api(seller.user).get(`/orders/${id}`)).as<OrderDetailDto>();
  return order.money?.explain ?? [];
}

test('a cart of three vendors is offered the sum of the cheapest and of the fastest rates, own zones before defaults', async () => {
  expect(show(await offer(linesOf(north, south, east)))).toEqual([
    ['Standard', 'souk-cheapest', 12_00],
    ['Express', 'souk-fastest', 19_00],
  ]);
});

test('no row lacks a vendor: where one has no zone or no rate for its vendor order, the buyer is offered nothing', async () => {
  expect(await offer(linesOf(north, south, east), { country: 'SE' })).toEqual([]);
  expect(show(await offer(linesOf(north, east), { country: 'SE' }))).toHaveLength(2);
  expect(await offer([...linesOf(north), { sku: south.sku, quantity: 10 }])).toEqual([]);
});

test('an order splits its shipping by the vendors’ quotes, explains them, and a delivery again changes nothing', async () => {
  const lines = linesOf(north, south, east);
  await offer(lines);
  const name = await buy(lines, { code: 'souk-fastest', price: '19.00' });
  const { id, source, shippingOf } = await readParts(name);
  expect(source).toBe('stored');
  expect([north, south, east].map(shippingOf)).toEqual([9_00, 3_00, 7_00]);
  const before = await program().owner.ledgerTransaction.count();
  const payload = await control<{ payload: object }>(`/orders/${encodeURIComponent(name)}`, {}, 'GET');
  await control('/webhooks', { topic: 'orders/updated', payload });
  await settle();
  expect([north, south, east].map((await readParts(name)).shippingOf)).toEqual([9_00, 3_00, 7_00]);
  expect(await program().owner.ledgerTransaction.count()).toBe(before);
  expect(await explainShipping(north, id)).toContainEqual(
    expect.objectContaining({ key: 'shipping', params: { quote: '9.00', quoteSource: 'stored' } }),
  );
});

test('a discount on shipping is shared by the quotes, which are then weights', async () => {
  const lines = linesOf(north, south);
  await offer(lines);
  const { source, shippingOf } = await readParts(
    await buy(lines, { code: 'souk-cheapest', price: '8.00', discount: '4.00' }),
  );
  expect(source).toBe('stored');
  expect([north, south].map(shippingOf)).toEqual([2_50, 1_50]);
});

test('a quote that is not found is computed again from the order and marked; without any, shipping is shared by value', async () => {
  const lines = [{ sku: north.sku, quantity: 2 }, ...linesOf(east)];
  await program().owner.shippingQuote.deleteMany({ where: { storeId: store.id } });
  const again = await readParts(await buy(lines, { code: 'souk-fastest', price: '16.00' }));
  expect(again.source).toBe('recomputed');
  expect([north, east].map(again.shippingOf)).toEqual([9_00, 7_00]);
  const heavy = [
    { sku: south.sku, quantity: 30 },
    { sku: north.sku, quantity: 30 },
  ];
  const shared = await readParts(await buy(heavy, { code: 'souk-cheapest', price: '8.00' }));
  expect(shared.source).toBe('missing');
  expect([south, north].map(shared.shippingOf)).toEqual([4_00, 4_00]);
});

test('another carrier’s shipping is shared by value, as ever', async () => {
  const { source, shippingOf } = await readParts(await buy(linesOf(north, south), { code: 'standard', price: '8.00' }));
  expect(source).toBeUndefined();
  expect([north, south].map(shippingOf)).toEqual([4_00, 4_00]);
});

test('a checkout whose answer the platform kept is split as it was quoted, though the rates changed since then', async () => {
  const lines = [{ sku: north.sku, quantity: 3 }];
  expect(show(await offer(lines))).toContainEqual(['Standard', 'souk-cheapest', 5_00]);
  const rates = [
    { ...STANDARD_RATE, price: '6' },
    { ...EXPRESS, price: '9' },
  ];
  await buildZone(north.user, { zoneName: 'Own', countries: ANYWHERE, rates });
  expect(show(await offer(lines))).toContainEqual(['Standard', 'souk-cheapest', 5_00]);
  expect(show(await offer(lines, { zip: '9999' }))).toContainEqual(['Standard', 'souk-cheapest', 6_00]);
  const { source, shippingOf } = await readParts(await buy(lines, { code: 'souk-cheapest', price: '5.00' }));
  expect([source, shippingOf(north)]).toEqual(['stored', 5_00]);
  await buildZone(north.user, {
    zoneName: 'Own',
    countries: ANYWHERE,
    rates: [STANDARD_RATE, { ...EXPRESS, price: '9' }],
  });
});

test('a store whose app does not answer is offered the store’s backup rate, and is asked again after half a minute', async () => {
  const lines = [{ sku: east.sku, quantity: 5 }];
  await control('/faults', { target: 'carrier', kind: 'error', status: 500, times: 1 });
  expect(show(await offer(lines))).toEqual([['Backup rate', 'backup', 15_00]]);
  expect(show(await offer(lines))).toEqual([['Backup rate', 'backup', 15_00]]);
  program().clock.advance({ minutes: 1 });
  expect(show(await offer(lines))).toContainEqual(['Standard', 'souk-cheapest', 4_00]);
});

describe('the callback', () => {
  const body = buildRateBody([{ price: 20_00, vendor: 'North', grams: 2_000 }]);

  test('answers rows with stable codes in subunits, and nothing for digital goods', async () => {
    expect(await ask(body)).toEqual({
      status: 200,
      rates: [
        ...[['Standard', 'souk-cheapest', '500'] as const, ['Express', 'souk-fastest', '900'] as const].map(
          ([service_name, service_code, total_price]) => ({
            service_name,
            service_code,
            description: '',
            currency: 'USD',
            total_price,
          }),
        ),
      ],
    });
    const digital = buildRateBody([{ price: 20_00, vendor: 'North', requires_shipping: false }]);
    expect(await ask(digital)).toEqual({ status: 200, rates: [] });
  });

  test('ships what no vendor sells by the default zones, and a vendor whom nobody knows yet, too', async () => {
    const cart = [{ price: 10_00 }, { price: 10_00, vendor: 'Nobody Heard Of' }].map((item) => ({
      ...item,
      grams: 100,
    }));
    expect((await ask(buildRateBody(cart))).rates?.map(({ total_price: price }) => price)).toEqual(['800', '1400']);
    await setShipping(admin, { defaultShipping: { enabled: false } });
    expect((await ask(buildRateBody(cart))).rates).toEqual([]);
    expect((await ask(buildRateBody(cart.slice(0, 1)))).rates).toHaveLength(2);
    await setShipping(admin, { defaultShipping: { enabled: true } });
  });

  test('keeps no word of the buyer', async () => {
    await ask(body);
    const kept = JSON.stringify(await program().owner.shippingQuote.findMany(), (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const word of ['Ada', 'Karl', 'Oslo', '0150', 'buyers.test']) expect(kept).not.toContain(word);
  });

  test('notes when a checkout asked last, and that one asked in another currency', async () => {
    const at = program().clock.now();
    program().clock.advance({ minutes: 2 });
    await ask(body);
    expect((await ask(buildRateBody([{ price: 20_00 }], { currency: 'EUR' }))).rates).toEqual([]);
    const row = await program().owner.carrierService.findUniqueOrThrow({ where: { storeId: store.id } });
    expect(row.calledAt?.getTime()).toBeGreaterThan(at.getTime());
    expect(row.foreignAt).toEqual(row.calledAt);
  });

  test('refuses what is not signed, signed otherwise or over other bytes, and records nothing of it', async () => {
    await program().owner.shippingQuote.deleteMany({ where: { storeId: store.id } });
    for (const signature of ['', 'AAAA', Buffer.alloc(32).toString('base64')])
      expect((await ask(body, { signature })).status).toBe(401);
    const other = buildRateBody([{ price: 1, vendor: 'North' }]);
    expect((await ask(body, { signature: Buffer.from(other).toString('base64') })).status).toBe(401);
    expect(await program().owner.shippingQuote.count({ where: { storeId: store.id } })).toBe(0);
  });

  test('refuses another store’s name, number and token alike: 404', async () => {
    const token = callback.split('/').at(-1) ?? '';
    expect((await ask(body, { shop: 'other.myshopify.com' })).status).toBe(404);
    for (const path of [
      `/rates/${String(store.id + 1n)}/${token}`,
      `/rates/${String(store.id)}/${'A'.repeat(32)}`,
      ...['/rates', `/rates/${String(store.id)}`, `/rates/1'--/${token}`, `${callback}/more`],
    ])
      expect((await ask(body, {}, path)).status, path).toBe(404);
    expect((await ask(body, { shop: 'not a store' })).status).toBe(400);
  });

  test('refuses what is too large (413), broken (400) and sent by another method (405)', async () => {
    expect((await ask(`{"rate":"${'x'.repeat(600_000)}"}`)).status).toBe(413);
    for (const broken of ['{', '[]', '{"rate":{}}']) expect((await ask(broken)).status, broken).toBe(400);
    expect((await fetch(`${program().url}${callback}`)).status).toBe(405);
  });

  test('refuses a recording that is played over and over (429), and keeps its answer once', async () => {
    const recorded = buildRateBody([{ price: 31_00, vendor: 'North', grams: 3_100 }]);
    const statuses = [];
    for (let times = 0; times < 12; times++) statuses.push((await ask(recorded)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
    program().clock.advance({ minutes: 1 });
    expect((await ask(recorded)).status).toBe(200);
  });

  test('is gone with the switch, and with the app', async () => {
    await setShipping(admin, { enabled: false });
    expect((await ask(buildRateBody([{ price: 1 }]))).status).toBe(404);
    await setShipping(admin);
    await settle();
    callback = await readCallback(store);
    expect((await ask(buildRateBody([{ price: 2 }]))).status).toBe(200);
    await program().owner.store.update({ where: { id: store.id }, data: { uninstalledAt: program().clock.now() } });
    expect((await ask(buildRateBody([{ price: 3 }]))).status).toBe(404);
    await program().owner.store.update({ where: { id: store.id }, data: { uninstalledAt: null } });
  });
});
