import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#app/core/durations.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import type { OrderTerms } from '#app/features/orders/money/order-terms.ts';
import type { RateChoiceDto } from '#app/features/shipping/live/rate-choice.contract.ts';
import type { TestedDto, ZonesDto } from '#app/features/shipping/zones/zones.contract.ts';
import { buildRateBody, callRates, openRates, readCallback } from '#tests/factories/carrier.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { controlShippo, SHIPPO_TEST_KEY } from '#tests/factories/labels.ts';
import { buildLiveProduct } from '#tests/factories/live-products.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildZone, setShipping, SHIP_FROM, STANDARD_RATE } from '#tests/factories/shipping.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { testShippoRequests } from '#tests/contracts/shippo-requests.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

type Method = { code: string; priceMinor: number; description?: string; dates?: { min: string; max: string } };
type Seller = { user: BuiltUser; vendor: BuiltVendor; id: string; sku: string };

let store: BuiltStore;
let admin: BuiltUser;
/** Live rates only, without zones of its own; both; flat rates only. */
let north: Seller;
let south: Seller;
let east: Seller;
let callback: string;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  await openRates(store, admin);
  await api(admin).put('/shippo/api-key', { apiKey: SHIPPO_TEST_KEY });
  [north, south, east] = [await buildSeller('North'), await buildSeller('South'), await buildSeller('East')];
  const places = ['NO', 'SE'].map((code) => ({ code, provinces: [] }));
  const rates = [
    { ...STANDARD_RATE, price: '4' },
    { ...STANDARD_RATE, name: 'Express', price: '7' },
  ];
  await buildZone(admin, { zoneName: 'Default', countries: places, rates });
  await buildZone(south.user, { zoneName: 'Own', rates: [{ ...STANDARD_RATE, price: '3' }] });
  for (const { user } of [north, south]) await api(user).put('/settings/ship-from-address', SHIP_FROM);
  await choose(north, { mode: 'live' });
  await choose(south, { mode: 'both' });
  callback = await readCallback(store);
  await settle();
});
afterAll(() => program().stop());
beforeEach(async () => {
  await controlShippo('DELETE', '/faults', {});
  // Shippo is asked again after half a minute, whatever failed before.
  program().clock.advance({ seconds: 31 });
});

async function buildSeller(name: string): Promise<Seller> {
  const vendor = await buildVendor({ store, name });
  const user = await buildUser({ vendor });
  const sku = `${name.toUpperCase()}-1`;
  const variants = [{ price: '20.00', stock: 500, sku, weight: 2, weightUnit: 'KILOGRAMS' }];
  await buildLiveProduct(user, admin, { title: `${name} bowl`, variants });
  return { user, vendor, id: String(vendor.id), sku };
}
const control = <T>(path: string, body: object = {}) => program().sandbox?.control<T>('POST', path, body) as Promise<T>;
async function settle(): Promise<void> {
  await control('/drain');
  await program().drain();
}
const readChoice = async ({ user }: Seller) => (await api(user).get('/settings/delivery/rates')).as<RateChoiceDto>();
async function choose(seller: Seller, changes: Partial<RateChoiceDto>): Promise<RateChoiceDto> {
  const { mode, services, version } = await readChoice(seller);
  const answer = await api(seller.user).put('/settings/delivery/rates', { mode, services, version, ...changes });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<RateChoiceDto>();
}
const linesOf = (...sellers: Seller[]) => sellers.map(({ sku }) => ({ sku, quantity: 1 }));
const offer = async (lines: object[], o: { country?: string; zip?: string } = {}) =>
  (await control<{ methods: Method[] }>('/checkout-rates', { lines, country: 'NO', zip: '0150', ...o })).methods;
const show = (methods: readonly Method[]) => methods.map(({ code, priceMinor }) => [code, priceMinor]);
const strike = (kind: string, more: object = {}) =>
  controlShippo('POST', '/faults', { target: 'shippo', operation: 'shipments.create', kind, ...more });
const listRequests = () =>
  (program().sandbox?.sandbox.log.list('shippo') ?? []).filter(({ operation }) => operation === 'shipments.create');
/** A cart of two kilograms of somebody's, to a place that nobody asked about before. */
const ask = (name: string, zip: string) =>
  callRates(callback, buildRateBody([{ price: 20_00, vendor: name, grams: 2_000 }], { zip }), { shop: store.domain });

async function buy(lines: object[], o: { code: string; price: string; zip: string }) {
  const { name } = await control<{ name: string }>('/orders', {
    email: 'ada@buyers.test',
    lines,
    shippingAddress: { countryCode: 'NO', country: 'Norway', city: 'Oslo', zip: o.zip },
    shippingLines: [{ title: 'Standard', code: o.code, price: o.price }],
  });
  await settle();
  const row = await program().owner.order.findFirstOrThrow({ where: { storeId: store.id, name } });
  const parts = await program().owner.vendorOrder.findMany({ where: { storeId: store.id, orderId: row.id } });
  const shippingOf = ({ id }: Seller) => Number(parts.find(({ vendorId }) => String(vendorId) === id)?.shippingMinor);
  return { id: String(row.id), source: (row.terms as unknown as OrderTerms).terms.quoteSource, shippingOf };
}

test('a vendor without flat rates is offered by its carriers’ services, with the days on which they arrive', async () => {
  const methods = await offer(linesOf(north));
  expect(methods).toMatchObject([
    { code: 'souk-cheapest', priceMinor: 7_65, description: 'PostNL Standard' },
    { code: 'souk-fastest', priceMinor: 16_70, description: 'UPS Saver' },
  ]);
  const today = program().clock.now().getTime();
  const days = methods.map(({ dates }) => Math.round((new Date(dates?.max ?? 0).getTime() - today) / DAY_MS));
  expect(days[0]).toBeGreaterThanOrEqual(3);
  expect(Number(days[0]) - Number(days[1])).toBe(2);
});

test('an order of flat and live vendors splits its shipping by what each quoted, for the postal code that it goes to', async () => {
  const lines = linesOf(north, south, east);
  const methods = await offer(lines);
  expect(show(methods)).toEqual([
    ['souk-cheapest', 14_65],
    ['souk-fastest', 40_40],
  ]);
  // The flat rate says nothing of when it arrives, so the row does not either.
  expect(methods.map(({ dates }) => dates)).toEqual([undefined, undefined]);
  const sold = await buy(lines, { code: 'souk-fastest', price: '40.40', zip: '01 50' });
  expect(sold.source).toBe('stored');
  expect([north, south, east].map(sold.shippingOf)).toEqual([16_70, 16_70, 7_00]);
  const sourceOf = async ({ user }: Seller) => {
    const { order } = (await api(user).get(`/orders/${sold.id}`)).as<OrderDetailDto>();
    return order.money?.explain.find(({ key }) => key === 'shipping')?.params['quoteSource'];
  };
  expect([await sourceOf(north), await sourceOf(east)]).toEqual(['live', 'stored']);
  const kept = JSON.stringify(await program().owner.shippingQuote.findMany(), (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  expect(kept).not.toContain('0150');
});

test('an order to a place that was never quoted is computed again by flat rates, and marked', async () => {
  await offer(linesOf(south), { zip: '7010' });
  const sold = await buy(linesOf(south), { code: 'souk-cheapest', price: '3.00', zip: '9990' });
  expect(sold.source).toBe('recomputed');
  expect(sold.shippingOf(south)).toBe(3_00);
});

test('no row lacks a vendor: where carriers do not deliver and a vendor has live rates only, nothing is offered', async () => {
  expect(await offer(linesOf(north, east), { zip: '00000' })).toEqual([]);
  expect(show(await offer(linesOf(south, east), { zip: '00000' }))).toEqual([
    ['souk-cheapest', 7_00],
    ['souk-fastest', 10_00],
  ]);
});

test('a vendor’s services are the only ones that are offered', async () => {
  const { offered } = await choose(north, { services: ['ups_saver'] });
  expect(offered?.map(({ token }) => token)).toContain('ups_saver');
  expect(show(await offer(linesOf(north), { zip: '0151' }))).toEqual([['souk-cheapest', 16_70]]);
  await choose(north, { services: [] });
});

test('carriers are sent the place of a buyer and nothing else', async () => {
  await ask('North', '0152');
  const sent = listRequests().at(-1)?.body ?? '';
  expect(JSON.parse(sent)).toMatchObject({
    address_to: { country: 'NO', zip: '0152', city: 'Oslo', is_residential: true },
  });
  for (const word of ['Ada', 'Karl', 'ada@', '12345678']) expect(sent).not.toContain(word);
});

describe('a provider that does not answer', () => {
  test.each([
    ['answers 500', 'error', { status: 500 }],
    ['answers 429', 'throttle', {}],
    ['breaks off', 'drop', {}],
  ])('%s: the vendor’s flat rates stand in, or the defaults', async (name, kind, more) => {
    await strike(kind, more);
    const zip = `1${String(name.length)}`;
    expect(show(await offer(linesOf(north, south), { zip }))).toEqual([
      ['souk-cheapest', 7_00],
      ['souk-fastest', 10_00],
    ]);
  });

  test('hangs: every answer comes before the platform’s deadline, and nobody is made to wait once it hung five times', async () => {
    await strike('timeout', { delayMs: 4_000 });
    const requested = listRequests().length;
    const zips = Array.from({ length: 6 }, (_, at) => `2${String(at)}`);
    const began = performance.now();
    const answers = await Promise.all(
      zips.map((zip) =>
        callRates(callback, buildRateBody([{ price: 1, vendor: 'North', grams: 2_000 }], { zip }), {
          shop: store.domain,
          headers: { 'x-shopify-timeout': '1500' },
        }),
      ),
    );
    expect(performance.now() - began).toBeLessThan(1_500);
    for (const { status, rates } of answers) {
      expect(status).toBe(200);
      expect(rates?.map(({ total_price: price }) => price)).toEqual(['400', '700']);
    }
    await ask('North', '2900');
    const before = listRequests().length;
    const again = performance.now();
    expect((await ask('North', '2901')).rates).toHaveLength(2);
    expect(performance.now() - again).toBeLessThan(400);
    expect(listRequests().length).toBe(before);
    expect(before).toBeLessThanOrEqual(requested + 6);
    // After half a minute one question is let through, and well answered it opens the way to all.
    await controlShippo('DELETE', '/faults', {});
    program().clock.advance({ seconds: 31 });
    expect((await ask('North', '2902')).rates?.[0]?.total_price).toBe('765');
    expect((await ask('North', '2903')).rates?.[0]?.total_price).toBe('765');
  });
});

describe('the tester', () => {
  const tryCart = async (by: BuiltUser, carts: object[], more: object = {}) => {
    const answer = await api(by).post('/settings/delivery/test', { country: 'NO', zip: '0150', carts, ...more });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.as<TestedDto>();
  };
  const cartOf = (vendor: string) => ({ vendor, weight: '2', price: '20' });

  test('explains flat and live rates and pickup, as the checkout shows them', async () => {
    await setShipping(admin, { enableLocalPickup: true });
    await api(south.user).put('/settings/ship-from-address', {
      ...SHIP_FROM,
      defaultLocalPickup: { enabled: true, hours: '' },
    });
    const { offered, vendors } = await tryCart(admin, ['North', 'South', 'East'].map(cartOf));
    expect(offered.map(({ kind, price, days }) => [kind, price.amount, days])).toEqual([
      ['cheapest', '14.65', null],
      ['fastest', '40.40', null],
      ['pickupCheapest', '11.65', null],
      ['pickupFastest', '23.70', null],
    ]);
    expect(vendors.map(({ live, zone, pickup }) => [live?.status ?? null, zone, pickup !== null])).toEqual([
      ['answered', null, false],
      ['answered', 'Own', true],
      [null, 'Default', false],
    ]);
    expect(vendors[0]?.cheapest).toEqual({
      name: 'PostNL Standard',
      price: { amount: '7.65', currency: 'USD' },
      isLive: true,
      days: { min: 4, max: 4 },
    });
    await setShipping(admin, { enableLocalPickup: false });
  });

  test('says why there are no live rates, and that flat ones stand in', async () => {
    const fourth = await buildSeller('Fourth');
    const statusOf = async (zip = '4000') => (await tryCart(fourth.user, [cartOf('Fourth')], { zip })).vendors[0]?.live;
    expect(await statusOf()).toBeNull();
    await setShipping(admin, { enableFlatRates: false, enableLiveRates: true });
    expect(await statusOf()).toEqual({ status: 'no_address', usesFlat: true });
    await api(fourth.user).put('/settings/ship-from-address', { ...SHIP_FROM, defaultPackage: null });
    expect(await statusOf()).toEqual({ status: 'no_package', usesFlat: true });
    await api(fourth.user).put('/settings/ship-from-address', SHIP_FROM);
    expect(await statusOf()).toEqual({ status: 'answered', usesFlat: false });
    await strike('error');
    expect(await statusOf('4001')).toEqual({ status: 'failed', usesFlat: true });
    await setShipping(admin, { enableFlatRates: true, enableLiveRates: false });
  });
});

describe('the choice', () => {
  test('is the vendor’s, over a version, by a manager; the marketplace’s applies where there is none', async () => {
    const before = await readChoice(east);
    expect(before).toMatchObject({ mode: null, marketplaceMode: 'flat', lacks: ['address', 'package'], version: 0 });
    const body = { mode: 'both', services: ['ups_saver', 'ups_saver'], version: 0 };
    expect((await api(east.user).put('/settings/delivery/rates', body)).as<RateChoiceDto>()).toMatchObject({
      mode: 'both',
      services: ['ups_saver'],
      version: 1,
    });
    expect((await api(east.user).put('/settings/delivery/rates', body)).status).toBe(409);
    const clerk = await buildUser({ vendor: east.vendor, role: 'staff', permissions: ['read_settings'] });
    expect((await api(clerk).put('/settings/delivery/rates', { ...body, version: 1 })).status).toBe(403);
    expect((await api(admin).get('/settings/delivery/rates')).body).toMatchObject({ reason: 'act_for_a_vendor' });
    expect((await readChoice(north)).mode).toBe('live');
    const seen = await program().owner.auditEvent.findMany({ where: { action: 'vendor.rate_choice.saved' } });
    expect(seen.filter(({ subjectId }) => subjectId === east.id)).toHaveLength(1);
    await choose(east, { mode: null, services: [] });
  });

  test('lists no services while the provider is down, and the marketplace cannot be without any kind of rate', async () => {
    await controlShippo('POST', '/faults', { target: 'shippo', operation: 'carrier_accounts.list', kind: 'error' });
    expect((await readChoice(north)).offered).toBeNull();
    const { settings } = (await api(admin).get('/settings/delivery/zones?defaults=true')).as<ZonesDto>();
    expect(settings).toMatchObject({ enableFlatRates: true, enableLiveRates: false, shippo: { enabled: true } });
    const { enableRateNames, rateNames, defaultShipping, version } = settings;
    const answer = await api(admin).put('/settings/delivery', {
      enabled: true,
      enableRateNames,
      rateNames,
      version,
      enableFlatRates: false,
      enableLiveRates: false,
      defaultShipping: { enabled: defaultShipping.enabled },
    });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ issues: [{ rule: 'one_kind_of_rate' }] });
  });
});

test('rates of carriers that cross a border ask the buyer for a phone number; those at home do not', async () => {
  const abroad = buildRateBody([{ price: 20_00, vendor: 'North', grams: 2_000 }], { zip: '11120', country: 'SE' });
  const { rates } = await callRates(callback, abroad, { shop: store.domain });
  expect(rates?.map((row) => (row as { phone_required?: boolean }).phone_required)).toEqual([true, true]);
  expect((await ask('North', '3001')).rates?.some((row) => 'phone_required' in row)).toBe(false);
});

test('equal questions are asked once in five minutes', async () => {
  const requested = listRequests().length;
  const rows = [await ask('North', '3000'), await ask('North', '3000')];
  expect(rows[0]).toEqual(rows[1]);
  expect(listRequests().length).toBe(requested + 1);
  program().clock.advance({ minutes: 6 });
  await ask('North', '3000');
  expect(listRequests().length).toBe(requested + 2);
});

await testShippoRequests('shipments.create');
