import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import { cancelFulfillment } from '#sandbox/platform/store/fulfillments.ts';
import type { ShippoState } from '#app/features/labels/shippo-key.contract.ts';
import { grantAftersales } from '#tests/factories/aftersales.ts';
import { buildLiveProduct } from '#tests/factories/live-products.ts';
import { sandboxOrder } from '#tests/factories/orders/sold-orders.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import {
  controlShippo,
  openLabels,
  PACKAGE,
  quoteLabel,
  readShippo,
  sellToHome,
  SHIPPO_LIVE_KEY,
} from '#tests/factories/labels.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { rerunJob } from '#tests/support/database/rerun-jobs.ts';

let store: BuiltStore;
let admin: BuiltUser;
let north: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  await buildDefaultList(store);
  admin = await buildAdmin({ store });
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  await grantAftersales({ domain: store.domain, scopes: ['write_fulfillments'] });
  await openLabels(admin, [north], { apiKey: SHIPPO_LIVE_KEY });
});
afterAll(() => program().stop());
beforeEach(async () => {
  await controlShippo('DELETE', '/faults', {});
  for (const person of [admin, north]) await renewSession(person);
});

const MUG = { vendor: 'North', title: 'Mug', price: '20.00', quantity: 1 };
const OTHER_ADDRESS = { name: 'A friend', street1: 'Elders 9', city: 'Breda', zip: '4811AA', country: 'NL' };
const refusalOf = (answer: { status: number; as<T>(): T }) => [answer.status, answer.as<{ reason?: string }>().reason];
const ask = (by: BuiltUser, body: object) => api(by).post('/shippo/rates', { parcels: [PACKAGE], ...body });
const buy = (by: BuiltUser, orderId: string, rateId: string | undefined) =>
  api(by).post('/shippo/label', { rateId, orderId });
async function limit(limits: object, by = admin) {
  const { version, chargeVendor } = (await api(by).get('/shippo/api-key')).as<ShippoState>();
  return api(by).put('/shippo/settings', { chargeVendor, limits, version });
}

test('a label of an order goes to its own address; an admin may send it to another address', async () => {
  const { id } = await sellToHome([MUG]);
  expect(refusalOf(await ask(north, { orderId: id, to: OTHER_ADDRESS }))).toEqual([409, 'label_other_address']);
  expect((await ask(admin, { orderId: id, to: OTHER_ADDRESS })).status).toBe(200);
  const loose = (await ask(north, { to: OTHER_ADDRESS })).as<{ rates: { id: string }[] }>().rates[0]?.id;
  expect(refusalOf(await buy(north, id, loose))).toEqual([409, 'label_of_other_address']);
});

test('a price above what the marketplace allows for the items is refused to the vendor, not to an admin', async () => {
  const { id } = await sellToHome([{ ...MUG, price: '1.00' }]);
  expect((await limit({ maxPricePercent: 100, minPrice: '0.50' })).status).toBe(200);
  const rate = (await quoteLabel(north, id)).rates[0]?.id;
  expect(refusalOf(await buy(north, id, rate))).toEqual([409, 'label_above_price']);
  expect((await buy(admin, id, rate)).status).toBe(200);
  expect((await limit({ maxPricePercent: null })).status).toBe(200);
  const next = await sellToHome([{ ...MUG, price: '1.00' }]);
  expect((await buy(north, next.id, (await quoteLabel(north, next.id)).rates[0]?.id)).status).toBe(200);
  const malformed = await limit({ minPrice: 'much' });
  expect(malformed.status).toBe(422);
  expect((await limit({ maxPricePercent: 200, minPrice: '' })).status).toBe(200);
});

test('packages above what the items weigh and the marketplace allows beyond are refused to the vendor, not to an admin', async () => {
  const sku = 'HEAVY-BOWL';
  await buildLiveProduct(north, admin, {
    title: 'Heavy bowl',
    variants: [{ sku, price: '20.00', stock: 50, weight: 100, weightUnit: 'GRAMS' }],
  });
  await controlShippo('POST', '/drain', {});
  await program().drain();
  const { id } = await sellToHome([{ sku, quantity: 2 }]);
  // 2 × 100 g, and 250 g beyond: the package of 500 g is 50 g too heavy.
  expect((await limit({ extraGrams: 250 })).status).toBe(200);
  expect((await ask(north, { orderId: id })).body).toMatchObject({
    code: 'invalid_state',
    reason: 'label_above_weight',
    params: { grams: 500, limit: 450 },
  });
  const byAdmin = (await ask(admin, { orderId: id })).as<{ rates: { id: string }[] }>().rates[0]?.id;
  expect(refusalOf(await buy(north, id, byAdmin))).toEqual([409, 'label_above_weight']);
  expect((await limit({ extraGrams: 300 })).status).toBe(200);
  const rate = (await quoteLabel(north, id)).rates[0]?.id;
  expect((await limit({ extraGrams: 250 })).status).toBe(200);
  expect(refusalOf(await buy(north, id, rate))).toEqual([409, 'label_above_weight']);
  expect((await buy(admin, id, byAdmin)).status).toBe(200);
  expect((await limit({ extraGrams: null })).status).toBe(200);
  const next = await sellToHome([{ sku, quantity: 1 }]);
  expect((await buy(north, next.id, (await quoteLabel(north, next.id)).rates[0]?.id)).status).toBe(200);
  expect((await limit({ extraGrams: 5_000 })).status).toBe(200);
});

test('each unit goes out with two labels at most, also where its shipments were taken back', async () => {
  const { id } = await sellToHome([MUG]);
  const takeBack = async () => {
    const { shop, order } = sandboxOrder(id);
    const running = program().sandbox?.sandbox;
    const shipment = order.fulfillments.at(-1);
    invariant(running && shipment, 'the order was shipped');
    cancelFulfillment(running, shop, order, shipment);
    await controlShippo('POST', '/drain', {});
    await program().drain();
    program().clock.advance({ seconds: 2 });
  };
  for (const [by, outcome] of [
    [north, [200, undefined]],
    [north, [200, undefined]],
    [north, [409, 'label_units_full']],
    [admin, [200, undefined]],
  ] as const) {
    const { rates } = await quoteLabel(admin, id);
    expect(refusalOf(await buy(by, id, rates[0]?.id))).toEqual(outcome);
    if (outcome[0] === 200) await takeBack();
  }
});

test('each shipped unit has one return label', async () => {
  const { id } = await sellToHome([MUG], { countryCode: 'NO', zip: '5003', city: 'Bergen' });
  expect((await buy(north, id, (await quoteLabel(north, id)).rates[0]?.id)).status).toBe(200);
  program().clock.advance({ seconds: 2 });
  const first = (await quoteLabel(north, id, { isReturn: true })).rates[0]?.id;
  expect((await buy(north, id, first)).status).toBe(200);
  program().clock.advance({ seconds: 2 });
  const second = (await quoteLabel(north, id, { isReturn: true })).rates[0]?.id;
  expect(refusalOf(await buy(north, id, second))).toEqual([409, 'label_returns_full']);
  expect(refusalOf(await ask(north, { orderId: id, isReturn: true, from: OTHER_ADDRESS }))).toEqual([
    409,
    'label_other_address',
  ]);
});

test('a refund that the carrier refuses is reported to the vendor and to the marketplace, and not asked for again', async () => {
  const { id } = await sellToHome([MUG]);
  const label = (await buy(north, id, (await quoteLabel(north, id)).rates[0]?.id)).as<{ id: string }>();
  expect((await api(north).post(`/shippo/label/${label.id}/void`)).status).toBe(200);
  const row = await program().owner.shippingLabel.findUniqueOrThrow({ where: { id: BigInt(label.id) } });
  const { refunds } = await readShippo();
  const refund = refunds.find((one) => one.transactionId === row.transactionId);
  expect(refund).toBeDefined();
  await controlShippo('POST', `/shippo/refunds/${row.transactionId ?? ''}`, { status: 'ERROR' });
  program().clock.advance({ minutes: 30 });
  await program().drain();
  const kinds = await program().owner.notice.findMany({ where: { kind: 'labelRefundRefused', subjectId: BigInt(id) } });
  expect(kinds.map(({ vendorId }) => vendorId === null).sort()).toEqual([false, true]);
  const payload = { labelId: label.id, position: 1 };
  await rerunJob({ storeId: store.id, kind: 'shipping.label', key: label.id, payload });
  expect((await readShippo()).refunds).toHaveLength(refunds.length);
});

test('an order that is canceled with a paid label that nobody used is reported to whoever pays for it', async () => {
  const { id } = await sellToHome([MUG]);
  expect((await buy(north, id, (await quoteLabel(north, id)).rates[0]?.id)).status).toBe(200);
  const payload = { orderId: id };
  await rerunJob({ storeId: store.id, kind: 'orders.cancelled', key: id, payload });
  await rerunJob({ storeId: store.id, kind: 'orders.cancelled', key: `${id}/again`, payload });
  const reported = await program().owner.notice.findMany({ where: { kind: 'labelUnused', subjectId: BigInt(id) } });
  expect(reported.map(({ vendorId }) => vendorId === null).sort()).toEqual([false, true]);
});
