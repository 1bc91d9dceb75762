import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LabelDto, OrderLabelsDto, QuoteDto } from '#app/features/labels/labels.contract.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { testShippoRequests } from '#tests/contracts/shippo-requests.ts';
import {
  buyLabel,
  controlShippo,
  openLabels,
  PACKAGE,
  quoteLabel,
  readShippo,
  sellToHome,
  SHIPPO_LIVE_KEY,
} from '#tests/factories/labels.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { sandboxOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let north: BuiltUser;
let south: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  await buildDefaultList(store);
  const admin = await buildAdmin({ store });
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  south = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
  await openLabels(admin, [north, south], { apiKey: SHIPPO_LIVE_KEY, chargeVendor: true });
});
afterAll(() => program().stop());

const MUG = { vendor: 'North', title: 'Mug', price: '20.00' };
const AT_HOME = { countryCode: 'NO', zip: '5003', city: 'Bergen' };

const ask = (orderId: string, by = north) =>
  api(by).post('/shippo/rates', { orderId, parcels: [PACKAGE], isReturn: true });
const buy = (orderId: string, rateId: string, by = north) => api(by).post('/shippo/label', { rateId, orderId });
const reasonOf = (answer: { as<T>(): T }) => answer.as<{ reason?: string }>().reason;
const labelsOf = async (orderId: string) => (await api(north).get(`/orders/${orderId}/labels`)).as<OrderLabelsDto>();
const orderOf = async (orderId: string) => (await api(north).get(`/orders/${orderId}`)).as<OrderDetailDto>().order;
const costOf = async (orderId: string) => {
  const where = { storeId: store.id, orderId: BigInt(orderId), account: 'label_costs' };
  return (await program().owner.ledgerPosting.aggregate({ where, _sum: { amountMinor: true } }))._sum.amountMinor ?? 0n;
};
const move = async (label: LabelDto, tracking: string) => {
  await controlShippo('POST', `/shippo/transactions/${String(label.tracking)}`, { tracking });
  await controlShippo('POST', '/drain', {});
  await program().drain();
};

test('a return label: bought once, ships nothing, is charged once a carrier has the package, and followed home', async () => {
  const { id } = await sellToHome([MUG], AT_HOME);
  await buyLabel(north, id);
  const charged = await costOf(id);
  expect((await labelsOf(id)).parts[0]).toMatchObject({ canBuy: false, canBuyReturn: true });
  const { rates, messages } = (await ask(id)).as<QuoteDto>();
  expect(rates).toMatchObject([{ carrier: 'UPS', isReturn: true, isBuyable: true }]);
  expect(messages).toContainEqual({ source: 'PostNL', code: '', text: 'Return labels are not offered.' });
  const sent = Object.values((await readShippo()).shipments).at(-1);
  expect([sent?.isReturn, sent?.from['name'], sent?.to['name']]).toEqual([true, 'Kari Nord', 'Mara Buyer']);
  const rateId = rates[0]?.id ?? '';
  const label = (await buy(id, rateId)).as<LabelDto>();
  expect((await buy(id, rateId)).as<LabelDto>().id).toBe(label.id);
  expect(label).toMatchObject({
    status: 'bought',
    isReturn: true,
    fulfillment: 'none',
    allowedActions: ['print', 'void'],
  });
  expect((await readShippo()).transactions.filter((one) => one.rateId === rateId)).toHaveLength(1);
  expect(sandboxOrder(id).order.fulfillments).toHaveLength(1);
  expect(await costOf(id)).toBe(charged);
  for (const tracking of ['TRANSIT', 'TRANSIT', 'DELIVERED']) await move(label, tracking);
  expect(await costOf(id)).toBeGreaterThan(charged);
  const timeline = (await orderOf(id)).timeline.map(({ kind }) => kind);
  expect(timeline.filter((kind) => kind === 'label_charged')).toHaveLength(2);
  expect(timeline).toEqual(expect.arrayContaining(['returnInTransit', 'returnDelivered']));
  expect(timeline).not.toContain('labelDelivered');
});

test('an unused return label is voided and costs nobody anything', async () => {
  const { id } = await sellToHome([MUG], AT_HOME);
  await buyLabel(north, id);
  const charged = await costOf(id);
  const { rates } = (await ask(id)).as<QuoteDto>();
  const label = (await buy(id, rates[0]?.id ?? '')).as<LabelDto>();
  expect((await api(north).post(`/shippo/label/${label.id}/void`)).as<LabelDto>().status).toBe('voiding');
  expect(await costOf(id)).toBe(charged);
});

test('refused with the reason: nothing shipped, customs between; another vendor’s order is not there', async () => {
  const { id } = await sellToHome([MUG], AT_HOME);
  expect(reasonOf(await ask(id))).toBe('label_nothing_shipped');
  expect((await ask(id, south)).status).toBe(404);
  const abroad = await sellToHome([MUG]);
  await buyLabel(north, abroad.id);
  expect(reasonOf(await ask(abroad.id))).toBe('label_return_customs');
  expect((await quoteLabel(north, id)).rates).not.toHaveLength(0);
});

await testShippoRequests('transactions.create');
