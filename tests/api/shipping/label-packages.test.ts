import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countPages } from '#app/adapters/pdf/join-pdf-files.ts';
import { asCurrency, formatAmount, sumMinor } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findBalanceDifferences } from '#app/platform/ledger/ledger.service.server.ts';
import type { LabelDto, OrderLabelsDto } from '#app/features/labels/labels.contract.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { grantAftersales } from '#tests/factories/aftersales.ts';
import {
  controlShippo,
  openLabels,
  PACKAGE,
  quoteLabel,
  readShippo,
  sellToHome,
  SHIPPO_LIVE_KEY,
  strikeShippo,
} from '#tests/factories/labels.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { sandboxOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { testShippoRequests } from '#tests/contracts/shippo-requests.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let north: BuiltUser;
let south: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  await buildDefaultList(store);
  admin = await buildAdmin({ store });
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  south = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
  await grantAftersales({ domain: store.domain, scopes: ['write_fulfillments'] });
  await openLabels(admin, [north, south], { apiKey: SHIPPO_LIVE_KEY, chargeVendor: true });
});
afterAll(() => program().stop());
beforeEach(() => controlShippo('DELETE', '/faults', {}));

const MUG = { vendor: 'North', title: 'Mug', price: '20.00', quantity: 2 };
const THREE = { parcels: [PACKAGE, PACKAGE, { ...PACKAGE, grams: 1500 }] };

const later = async (minutes: number) => {
  program().clock.advance({ minutes });
  for (const person of [admin, north, south]) await renewSession(person);
  await program().drain();
};
const buy = (sold: SoldOrder, rateId: string, by = north) =>
  api(by).post('/shippo/label', { rateId, orderId: sold.id });
const rateOf = async ({ id }: SoldOrder, more: object = THREE) =>
  (await quoteLabel(north, id, more)).rates[0]?.id ?? '';
const labelOf = async ({ id }: SoldOrder) =>
  (await api(north).get(`/orders/${id}/labels`)).as<OrderLabelsDto>().labels[0];
const purchasesOf = async (rateId: string) => (await readShippo()).transactions.filter((one) => one.rateId === rateId);
const reasonOf = (answer: { status: number; as<T>(): T }) => [answer.status, answer.as<{ reason?: string }>().reason];
const costsOf = async ({ id }: SoldOrder) =>
  (await program().owner.ledgerPosting.findMany({ where: { orderId: BigInt(id), account: 'label_costs' } })).map(
    ({ amountMinor }) => amountMinor,
  );
/** What the labels of an order cost its vendor by the ledger. */
const costOf = async (sold: SoldOrder) => formatAmount(sumMinor(await costsOf(sold)), asCurrency('USD'));

async function buyThree(): Promise<{ sold: SoldOrder; label: LabelDto; rateId: string }> {
  const sold = await sellToHome([MUG]);
  const rateId = await rateOf(sold);
  const answer = await buy(sold, rateId);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { sold, rateId, label: answer.as<LabelDto>() };
}

test('three packages: one price, three tracking numbers, one shipment with all of them, one file of three pages', async () => {
  const sold = await sellToHome([MUG]);
  const quote = await quoteLabel(north, sold.id, THREE);
  expect(quote.messages).toMatchObject([{ source: 'PostNL', text: 'Shipments of several packages are not offered.' }]);
  expect(quote.rates).toMatchObject([
    { carrier: 'UPS', packages: 3, isBuyable: true },
    { carrier: 'DHL Express', packages: 3 },
  ]);
  const label = (await buy(sold, quote.rates[0]?.id ?? '')).as<LabelDto>();
  expect(label).toMatchObject({ status: 'bought', fulfillment: 'made', charged: quote.rates[0]?.price });
  expect(label.packages.map(({ position }) => position)).toEqual([1, 2, 3]);
  const numbers = label.packages.map(({ tracking }) => tracking);
  expect(new Set(numbers).size).toBe(3);
  expect(numbers[0]).toBe(label.tracking);
  const [shipment, ...others] = sandboxOrder(sold.id).order.fulfillments;
  expect(others).toEqual([]);
  expect(shipment?.tracking.map(({ company, number }) => [company, number])).toEqual(
    numbers.map((number) => ['UPS', number]),
  );
  expect(await costOf(sold)).toBe(label.charged?.amount);
  const path = `/shippo/label/${label.id}/file`;
  const pages = async (query: string) =>
    await countPages(Buffer.from(String((await api(north).get(`${path}${query}`)).body), 'latin1'));
  expect([await pages(''), await pages('?package=2')]).toEqual([3, 1]);
  expect(String((await api(north).get(`${path}?package=3`)).body)).toContain(numbers[2]);
  expect((await api(north).get(`${path}?package=4`)).status).toBe(404);
  expect((await api(north).get(`${path}?package=11`)).status).toBe(422);
  expect((await api(south).get(`${path}?package=2`)).status).toBe(404);
});

test('eleven packages are refused before a carrier is asked, and so is a return of several', async () => {
  const sold = await sellToHome([MUG]);
  const many = { orderId: sold.id, parcels: Array.from({ length: 11 }, () => PACKAGE) };
  expect((await api(north).post('/shippo/rates', many)).body).toMatchObject({
    issues: [{ path: 'parcels', rule: 'max_at_once', params: { maximum: 10 } }],
  });
  const near = await sellToHome([MUG], { countryCode: 'NO', country: 'Norway', zip: '5003', city: 'Bergen' });
  await buy(near, await rateOf(near));
  const rateId = await rateOf(near, { ...THREE, isReturn: true });
  expect((await api(north).get(`/shippo/rates/${rateId}`)).body).toMatchObject({ isBuyable: false });
  expect(reasonOf(await buy(near, rateId))).toEqual([409, 'label_one_package']);
  expect(await purchasesOf(rateId)).toEqual([]);
});

describe('bought exactly once', () => {
  test.each([
    ['the answer is lost', () => strikeShippo('transactions.create', 'drop_response')],
    ['it never arrived', () => strikeShippo('transactions.create', 'drop')],
    ['Shippo answers too late', () => strikeShippo('transactions.create', 'delay', { status: 502, delayMs: 10 })],
    [
      'the answer and the lookups are lost',
      async () => {
        await strikeShippo('transactions.create', 'drop_response');
        await strikeShippo('transactions.list', 'drop', { times: 4 });
      },
    ],
    ['the carrier takes its time', () => controlShippo('POST', '/shippo/outcomes', { status: 'QUEUED' })],
  ])('%s', async (_, strike) => {
    const sold = await sellToHome([MUG]);
    const rateId = await rateOf(sold);
    await strike();
    const answers = await Promise.all([buy(sold, rateId), buy(sold, rateId)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
    for (const { id } of await purchasesOf(rateId))
      await controlShippo('POST', `/shippo/transactions/${id}`, { status: 'SUCCESS' });
    await later(3);
    await later(3);
    expect((await buy(sold, rateId)).as<LabelDto>()).toMatchObject({ status: 'bought', fulfillment: 'made' });
    expect(await purchasesOf(rateId)).toHaveLength(3);
    expect((await labelOf(sold))?.packages).toHaveLength(3);
    expect(await costsOf(sold)).toHaveLength(3);
    expect(sandboxOrder(sold.id).order.fulfillments).toHaveLength(1);
  });

  test('two of three are decided: the label waits for the third', async () => {
    const sold = await sellToHome([MUG]);
    const rateId = await rateOf(sold);
    await controlShippo('POST', '/shippo/outcomes', { status: 'QUEUED' });
    await buy(sold, rateId);
    const [first, second, third] = await purchasesOf(rateId);
    for (const one of [first, second])
      await controlShippo('POST', `/shippo/transactions/${one?.id ?? ''}`, { status: 'SUCCESS' });
    await later(3);
    expect(await labelOf(sold)).toMatchObject({ status: 'buying', packages: [] });
    await controlShippo('POST', `/shippo/transactions/${third?.id ?? ''}`, { status: 'SUCCESS' });
    await later(3);
    expect((await labelOf(sold))?.packages).toHaveLength(3);
  });
});

test('the packages are followed one by one; the label is delivered with the last of them', async () => {
  const { sold, label } = await buyThree();
  const move = async (at: number, tracking: string) => {
    await controlShippo('POST', `/shippo/transactions/${String(label.packages[at]?.tracking)}`, { tracking });
    await controlShippo('POST', '/drain', {});
    await program().drain();
  };
  const reported = () => (sandboxOrder(sold.id).order.fulfillments[0]?.events ?? []).map(({ status }) => status);
  await move(1, 'DELIVERED');
  expect(reported()).toEqual(['IN_TRANSIT']);
  expect(await labelOf(sold)).toMatchObject({ trackingStatus: 'transit', allowedActions: ['print'] });
  expect((await labelOf(sold))?.packages.map((one) => one.trackingStatus)).toEqual(['unknown', 'delivered', 'unknown']);
  await move(2, 'DELIVERED');
  await move(0, 'DELIVERED');
  expect(await labelOf(sold)).toMatchObject({ trackingStatus: 'delivered' });
  expect(reported()).toEqual(['IN_TRANSIT', 'DELIVERED']);
});

describe('void', () => {
  const endRefunds = async (rateId: string, states: string[]) => {
    for (const [at, { id }] of (await purchasesOf(rateId)).entries())
      if (states[at]) await controlShippo('POST', `/shippo/refunds/${id}`, { status: states[at] });
  };
  const refundsOf = async (rateId: string) => {
    const ids = (await purchasesOf(rateId)).map(({ id }) => id);
    return (await readShippo()).refunds.filter(({ transactionId }) => ids.includes(transactionId));
  };
  const refundStates = async (sold: SoldOrder) => (await labelOf(sold))?.packages.map(({ refund }) => refund);
  const voidOne = (label: LabelDto, position: number, by = north) =>
    api(by).post(`/shippo/label/${label.id}/packages/${position}/void`);
  const sharesOf = (label: LabelDto) => label.packages.map(({ charged }) => charged?.amount);

  test.each([
    ['the first answer is lost', () => strikeShippo('refunds.create', 'drop_response')],
    ['Shippo is busy in the middle', () => strikeShippo('refunds.create', 'throttle', { after: 1 })],
  ])(
    'all packages: each is asked back once, and each share of the charge comes back with it: %s',
    async (_, strike) => {
      const { sold, label, rateId } = await buyThree();
      await strike();
      const answer = await api(north).post(`/shippo/label/${label.id}/void`);
      if (answer.status !== 200) await later(30);
      await later(3);
      await later(7 * 60);
      expect(await refundsOf(rateId)).toHaveLength(3);
      await endRefunds(rateId, ['SUCCESS', 'SUCCESS', 'PENDING']);
      await later(7 * 60);
      expect(await labelOf(sold)).toMatchObject({ status: 'voiding' });
      expect(await refundStates(sold)).toEqual(['done', 'done', 'open']);
      expect(await costOf(sold)).toBe(sharesOf(label)[2]);
      await endRefunds(rateId, ['SUCCESS', 'SUCCESS', 'SUCCESS']);
      await later(7 * 60);
      await later(7 * 60);
      expect(await labelOf(sold)).toMatchObject({ status: 'voided' });
      expect([await costOf(sold), await costsOf(sold)]).toEqual(['0.00', expect.objectContaining({ length: 6 })]);
    },
  );

  test('a carrier keeps the money of one: the label stands with its share, and that one alone is asked for again', async () => {
    const { sold, label, rateId } = await buyThree();
    await api(north).post(`/shippo/label/${label.id}/void`);
    await endRefunds(rateId, ['SUCCESS', 'ERROR', 'SUCCESS']);
    await later(7 * 60);
    expect(await labelOf(sold)).toMatchObject({ status: 'bought', allowedActions: ['print', 'void'] });
    expect(await refundStates(sold)).toEqual(['done', 'refused', 'done']);
    expect(await costOf(sold)).toBe(sharesOf(label)[1]);
    const [, second] = await purchasesOf(rateId);
    await controlShippo('POST', `/shippo/transactions/${second?.id ?? ''}`, { status: 'SUCCESS' });
    expect((await api(north).post(`/shippo/label/${label.id}/void`)).as<LabelDto>().status).toBe('voiding');
    expect(await refundsOf(rateId)).toHaveLength(4);
    await later(25 * 60);
    expect(await labelOf(sold)).toMatchObject({ status: 'voided' });
    expect(await costOf(sold)).toBe('0.00');
  });

  test.each([
    ['the answer is lost', () => strikeShippo('refunds.create', 'drop_response'), 200],
    ['Shippo is busy, and it is asked again', () => strikeShippo('refunds.create', 'throttle'), 409],
  ])('one of three, asked by two at once: %s', async (_, strike, status) => {
    const { sold, label, rateId } = await buyThree();
    await strike();
    const answers = await Promise.all([voidOne(label, 2), voidOne(label, 2, admin)]);
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses[1]).toBe(409);
    if (status === 200) expect(statuses).toEqual([200, 409]);
    // Who asks once the other was refused is not refused.
    else if (!statuses.includes(200)) expect((await voidOne(label, 2)).status).toBe(200);
    await later(3);
    expect(reasonOf(await voidOne(label, 2))).toEqual([409, 'label_not_voidable']);
    expect(await refundsOf(rateId)).toHaveLength(1);
    expect(await refundStates(sold)).toEqual([null, 'open', null]);
    expect(await costOf(sold)).toBe(label.charged?.amount);
    await endRefunds(rateId, ['', 'SUCCESS']);
    await later(7 * 60);
    await later(7 * 60);
    expect(await labelOf(sold)).toMatchObject({ status: 'bought', allowedActions: ['print', 'void'] });
    expect((await labelOf(sold))?.packages.map(({ allowedActions }) => allowedActions)).toEqual([
      ['print', 'void'],
      [],
      ['print', 'void'],
    ]);
    expect(await refundStates(sold)).toEqual([null, 'done', null]);
    const [first, second, third] = sharesOf(label).map(Number);
    expect(Number(await costOf(sold))).toBeCloseTo((first ?? 0) + (third ?? 0));
    expect((first ?? 0) + (second ?? 0) + (third ?? 0)).toBeCloseTo(Number(label.charged?.amount));
    expect(sandboxOrder(sold.id).order.fulfillments).toHaveLength(1);
  });

  test('what is left of a label is printed and delivered without the voided package, and then voided no more', async () => {
    const { sold, label, rateId } = await buyThree();
    const move = async (at: number, tracking: string) => {
      await controlShippo('POST', `/shippo/transactions/${String(label.packages[at]?.tracking)}`, { tracking });
      await controlShippo('POST', '/drain', {});
      await program().drain();
    };
    await move(0, 'TRANSIT');
    expect(await labelOf(sold)).toMatchObject({
      allowedActions: ['print'],
      packages: [{ allowedActions: ['print'] }, {}, {}],
    });
    expect(reasonOf(await voidOne(label, 1))).toEqual([409, 'label_not_voidable']);
    expect((await voidOne(label, 3)).status).toBe(200);
    await endRefunds(rateId, ['', '', 'SUCCESS']);
    await later(7 * 60);
    const path = `/shippo/label/${label.id}/file`;
    expect(await countPages(Buffer.from(String((await api(north).get(path)).body), 'latin1'))).toBe(2);
    expect(reasonOf(await api(north).get(`${path}?package=3`))).toEqual([409, 'label_not_there']);
    await move(0, 'DELIVERED');
    await move(1, 'DELIVERED');
    expect(await labelOf(sold)).toMatchObject({ trackingStatus: 'delivered' });
    const { order } = (await api(north).get(`/orders/${sold.id}`)).as<OrderDetailDto>();
    expect(order.timeline.map(({ kind }) => kind)).toContain('labelPackageVoided');
  });

  test('a package voided by itself, the last of them too: the label ends with it; a refusal names the carrier', async () => {
    const { sold, label, rateId } = await buyThree();
    for (const position of [1, 2, 3]) expect((await voidOne(label, position)).status).toBe(200);
    expect(await labelOf(sold)).toMatchObject({ status: 'voiding' });
    await endRefunds(rateId, ['SUCCESS', 'SUCCESS', 'SUCCESS']);
    await later(7 * 60);
    expect([(await labelOf(sold))?.status, await costOf(sold)]).toEqual(['voided', '0.00']);
    expect(reasonOf(await voidOne(label, 1))).toEqual([409, 'label_not_voidable']);
    const other = await buyThree();
    const [first] = await purchasesOf(other.rateId);
    await controlShippo('POST', `/shippo/transactions/${first?.id ?? ''}`, { status: 'ERROR' });
    expect(reasonOf(await voidOne(other.label, 1))).toEqual([409, 'label_void_refused']);
    expect(await refundStates(other.sold)).toEqual(['refused', null, null]);
    expect(await costOf(other.sold)).toBe(other.label.charged?.amount);
    expect((await voidOne(label, 4)).status).toBe(404);
    expect((await voidOne(label, 11)).status).toBe(422);
    expect((await voidOne(other.label, 2, south)).status).toBe(404);
  });
});

test('the ledger balances after all of it', async () => {
  const { db } = program().container.services;
  expect(await db.fast(marketplaceScope(store.id), (tx) => findBalanceDifferences(tx))).toEqual([]);
});

await testShippoRequests('transactions.list', 'refunds.create');
