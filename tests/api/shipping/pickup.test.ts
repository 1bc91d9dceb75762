import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderTerms } from '#app/features/orders/money/order-terms.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import type { ShipFromDto } from '#app/features/shipping/ship-from/ship-from.contract.ts';
import { openRates } from '#tests/factories/carrier.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct } from '#tests/factories/live-products.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildZone, setShipping, SHIP_FROM, STANDARD_RATE } from '#tests/factories/shipping.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

type Method = { code: string; title: string; description?: string; priceMinor: number };
type Seller = { user: BuiltUser; id: string; sku: string };

let store: BuiltStore;
let admin: BuiltUser;
let north: Seller;
let south: Seller;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  await openRates(store, admin);
  await setShipping(admin, { enableLocalPickup: true });
  const rates = [STANDARD_RATE, { ...STANDARD_RATE, name: 'Express', price: '9' }];
  await buildZone(admin, { zoneName: 'Default', rates });
  north = await buildSeller('North', false);
  south = await buildSeller('South', true);
  await offerPickup(north, true);
  await settle();
});
afterAll(() => program().stop());

async function buildSeller(name: string, localPickup: boolean): Promise<Seller> {
  const vendor = await buildVendor({ store, name });
  const user = await buildUser({ vendor });
  const sku = `${name.toUpperCase()}-1`;
  const variants = [{ price: '20.00', stock: 500, sku, localPickup: { enabled: localPickup } }];
  await buildLiveProduct(user, admin, { title: `${name} bowl`, variants });
  return { user, id: String(vendor.id), sku };
}

/** Says where a vendor's buyers collect; `enabled` whichever product. */
async function offerPickup({ user }: Seller, enabled: boolean): Promise<ShipFromDto> {
  const answer = await api(user).put('/settings/ship-from-address', {
    ...SHIP_FROM,
    defaultLocalPickup: { enabled, hours: 'Mon–Fri 9–17' },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<ShipFromDto>();
}

const control = <T>(path: string, body: object = {}) => program().sandbox?.control<T>('POST', path, body) as Promise<T>;
async function settle(): Promise<void> {
  await control('/drain');
  await program().drain();
}
const linesOf = (...sellers: Seller[]) => sellers.map(({ sku }) => ({ sku, quantity: 1 }));
/** Carts that were not asked for yet: the platform keeps an answer for a quarter of an hour. */
const moreOf = (quantity: number, ...sellers: Seller[]) => sellers.map(({ sku }) => ({ sku, quantity }));
const offer = async (lines: object[]) =>
  (await control<{ methods: Method[] }>('/checkout-rates', { lines, country: 'NO' })).methods.map(
    ({ code, title, priceMinor }) => [code, title, priceMinor],
  );

async function buy(lines: object[], shipping: { code: string; price: string }): Promise<string> {
  const { name } = await control<{ name: string }>('/orders', {
    email: 'ada@buyers.test',
    lines,
    shippingAddress: { countryCode: 'NO', country: 'Norway', city: 'Oslo' },
    shippingLines: [{ title: 'Pickup', ...shipping }],
  });
  await settle();
  return name;
}
async function readSale(name: string) {
  const row = await program().owner.order.findFirstOrThrow({ where: { storeId: store.id, name } });
  const parts = await program().owner.vendorOrder.findMany({ where: { storeId: store.id, orderId: row.id } });
  const shippingOf = ({ id }: Seller) => Number(parts.find(({ vendorId }) => String(vendorId) === id)?.shippingMinor);
  return { id: String(row.id), terms: (row.terms as unknown as OrderTerms).terms, shippingOf };
}
const readOrder = async (seller: Seller, id: string) =>
  (await api(seller.user).get(`/orders/${id}`)).as<OrderDetailDto>().order;

test('pickup adds rows after the rates: from those who offer it, with the others’ rates', async () => {
  expect(await offer(linesOf(north, south))).toEqual([
    ['souk-cheapest', 'Standard', 10_00],
    ['souk-fastest', 'Express', 18_00],
    ['souk-pickup-cheapest', 'Pickup + Standard', 5_00],
    ['souk-pickup-fastest', 'Pickup + Express', 9_00],
  ]);
});

test('a product that says so itself is collected once its vendor has an address; where all offer it there is one row', async () => {
  expect(await offer(linesOf(south))).toHaveLength(2);
  await offerPickup(south, false);
  expect(await offer(moreOf(2, south))).toContainEqual(['souk-pickup', 'Pickup', 0]);
  expect((await offer(moreOf(2, north, south))).slice(2)).toEqual([['souk-pickup', 'Pickup', 0]]);
});

test('an order of one pickup and one shipment: who ships gets its quote, who is collected from nothing, and each knows', async () => {
  const other = await buildSeller('East', false);
  await settle();
  const lines = linesOf(north, other);
  await offer(lines);
  const { id, terms, shippingOf } = await readSale(await buy(lines, { code: 'souk-pickup-fastest', price: '9.00' }));
  expect(terms).toMatchObject({ quoteSource: 'stored', pickups: [north.id] });
  expect([north, other].map(shippingOf)).toEqual([0, 9_00]);
  expect([(await readOrder(north, id)).isPickup, (await readOrder(other, id)).isPickup]).toEqual([true, false]);
  expect((await api(other.user).post(`/orders/${id}/ready-for-pickup`, {})).body).toMatchObject({
    code: 'invalid_state',
    reason: 'nothing_to_collect',
  });
});

test('a quote that is not found is computed again by what holds today', async () => {
  const lines = linesOf(north, south);
  await program().owner.shippingQuote.deleteMany({ where: { storeId: store.id } });
  const { terms, shippingOf } = await readSale(await buy(lines, { code: 'souk-pickup', price: '0.00' }));
  expect(terms).toMatchObject({ quoteSource: 'recomputed', pickups: [north.id, south.id].sort() });
  expect([north, south].map(shippingOf)).toEqual([0, 0]);
});

test('“Ready for pickup” mails the buyer where and when, once, and stands in the history', async () => {
  const { id } = await readSale(await buy(linesOf(north), { code: 'souk-pickup', price: '0.00' }));
  for (let at = 0; at < 2; at++) {
    expect((await api(north.user).post(`/orders/${id}/ready-for-pickup`, {})).status).toBe(200);
  }
  await program().drain();
  const mails = await program().owner.mail.findMany({ where: { template: 'order-ready-for-pickup' } });
  expect(mails.map(({ toAddress }) => toAddress)).toEqual(['ada@buyers.test']);
  const order = await readOrder(north, id);
  expect(order.timeline.map(({ kind }) => kind)).toContain('pickupReady');
});

test('nobody is offered pickup where the marketplace has it off; what was typed stays', async () => {
  await setShipping(admin, { enableLocalPickup: false });
  expect((await offer(moreOf(3, north, south))).map(([code]) => code)).toEqual(['souk-cheapest', 'souk-fastest']);
  const found = (await api(north.user).get('/settings/ship-from-address')).as<ShipFromDto>();
  expect(found).toMatchObject({ offersPickup: false, defaultLocalPickup: { enabled: true, hours: 'Mon–Fri 9–17' } });
});
