import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { countPages } from '#app/adapters/pdf/join-pdf-files.ts';
import { BATCH_STEP } from '#app/features/batches/run-batch.service.server.ts';
import type { LabelBatchDto } from '#app/features/labels/batch/label-batch.contract.ts';
import type { OrderLabelsDto } from '#app/features/labels/labels.contract.ts';
import { testShippoRequests } from '#tests/contracts/shippo-requests.ts';
import {
  controlShippo,
  openLabels,
  quoteLabel,
  readShippo,
  sellToHome,
  strikeShippo,
} from '#tests/factories/labels.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { SHIP_FROM } from '#tests/factories/shipping.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { sandboxOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let north: BuiltUser;
let south: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  south = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
  await openLabels(admin, [north, south]);
});
afterAll(() => program().stop());
beforeEach(async () => {
  await controlShippo('DELETE', '/faults', {});
  await program().drain();
});

const PATH = '/shippo/label-batches';
const MUG = { vendor: 'North', title: 'Mug', price: '20.00' };
const KELP = { vendor: 'South', title: 'Kelp', price: '7.00' };

const begin = (sold: readonly SoldOrder[], more: object = {}, by = north) =>
  api(by).post(PATH, { orders: sold.map(({ id }) => ({ id })), choice: 'cheapest', notify: false, ...more });
const read = async (batchId: string, by = north) => (await api(by).get(`${PATH}/${batchId}`)).as<LabelBatchDto>();
/** Begins a batch, and answers its report once it has ended. */
async function buyAll(sold: readonly SoldOrder[], more: object = {}, by = north): Promise<LabelBatchDto> {
  const answer = await begin(sold, more, by);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  await program().drain();
  return read(answer.as<LabelBatchDto>().id, by);
}
const labelsOf = async ({ id }: SoldOrder, by = north) =>
  (await api(by).get(`/orders/${id}/labels`)).as<OrderLabelsDto>().labels;
const fileOf = async (batchId: string, by = north) => {
  const answer = await api(by).get(`${PATH}/${batchId}/file`);
  return { status: answer.status, bytes: Buffer.from(String(answer.body), 'latin1'), answer };
};
const later = async (minutes: number) => {
  program().clock.advance({ minutes });
  for (const person of [admin, north, south]) await renewSession(person);
  await program().drain();
};
const refusal = (answer: { status: number; as<T>(): T }) => {
  const { code, reason } = answer.as<{ code: string; reason?: string }>();
  return [answer.status, reason ?? code];
};

test('labels of several orders: each bought once by the choice, shipped with, and printed in one file', async () => {
  const sold = [await sellToHome([MUG]), await sellToHome([MUG]), await sellToHome([MUG])];
  const report = await buyAll(sold);
  expect(report).toMatchObject({ state: 'done', total: 3, done: 3, failed: 0, failures: [] });
  for (const one of sold) {
    expect(await labelsOf(one)).toMatchObject([{ status: 'bought', carrier: 'PostNL', fulfillment: 'made' }]);
    expect(sandboxOrder(one.id).order.fulfillments).toHaveLength(1);
  }
  const { status, bytes } = await fileOf(report.id);
  expect([status, await countPages(bytes)]).toEqual([200, 3]);
  const [first] = await labelsOf(sold[0] ?? { id: '', name: '' });
  await api(north).post(`/shippo/label/${first?.id ?? ''}/void`);
  const refund = (await readShippo()).refunds.at(-1)?.transactionId ?? '';
  await controlShippo('POST', `/shippo/refunds/${refund}`, { status: 'SUCCESS' });
  await later(3);
  expect(await countPages((await fileOf(report.id)).bytes)).toBe(2);
});

test('the fastest, and one service for all; where it is not offered, that order alone is refused', async () => {
  const sold = await sellToHome([MUG]);
  await buyAll([sold], { choice: 'fastest' });
  expect(await labelsOf(sold)).toMatchObject([{ carrier: 'DHL Express' }]);
  const orders = [await sellToHome([MUG]), await sellToHome([MUG], { phone: null })];
  const services = (await api(north).get('/shippo/services')).body;
  expect(services).toContainEqual({ carrier: 'DHL Express', service: 'Worldwide' });
  const wanted = { choice: 'service', carrier: 'DHL Express', service: 'Worldwide' };
  const report = await buyAll(orders, wanted);
  expect(report).toMatchObject({ done: 1, failed: 1, failures: [{ reason: 'label_phone_missing' }] });
  const missing = { choice: 'service', carrier: 'Nobody', service: 'Nowhere' };
  expect(await buyAll([await sellToHome([MUG])], missing)).toMatchObject({
    failures: [{ reason: 'label_service_missing' }],
  });
  expect((await begin(orders, { choice: 'service' })).status).toBe(422);
});

test('each order by itself: what cannot be bought is named with its reason, and tried again alone', async () => {
  const [fine, nowhere, shipped] = [
    await sellToHome([MUG]),
    await sellToHome([MUG], { zip: '00000' }),
    await sellToHome([MUG]),
  ];
  const { rates } = await quoteLabel(north, shipped.id);
  await api(north).post('/shippo/label', { rateId: rates[0]?.id, orderId: shipped.id });
  const report = await buyAll([fine, nowhere, shipped]);
  expect(report).toMatchObject({ done: 1, failed: 2 });
  const reasons = new Map(report.failures.map(({ orderId, reason, params }) => [orderId, [reason, params]]));
  expect(reasons.get(nowhere.id)).toEqual(['label_refused', { message: 'The destination is not served.' }]);
  expect(reasons.get(shipped.id)?.[0]).toBe('label_nothing_left');
  const before = (await readShippo()).transactions.length;
  await api(north).post(`${PATH}/${report.id}/retry`);
  await program().drain();
  expect(await read(report.id)).toMatchObject({ done: 1, failed: 2 });
  expect((await readShippo()).transactions).toHaveLength(before);
  expect((await api(north).delete(`${PATH}/${report.id}`)).status).toBe(200);
});

test('a refused purchase can be tried again, with new rates', async () => {
  const sold = await sellToHome([MUG]);
  await controlShippo('POST', '/shippo/outcomes', { status: 'ERROR', text: 'Not today.' });
  const report = await buyAll([sold]);
  expect(report.failures).toMatchObject([{ reason: 'label_refused', params: { message: 'Not today.' } }]);
  await api(north).post(`${PATH}/${report.id}/retry`);
  await program().drain();
  expect(await read(report.id)).toMatchObject({ done: 1, failed: 0 });
  expect((await labelsOf(sold)).filter(({ status }) => status === 'bought')).toHaveLength(1);
});

test('bought once: lost answers, a carrier that takes its time, and the same order in two batches at once', async () => {
  const sold = [await sellToHome([MUG]), await sellToHome([MUG]), await sellToHome([MUG])];
  const before = (await readShippo()).transactions.length;
  await strikeShippo('transactions.create', 'drop_response');
  await strikeShippo('transactions.list', 'drop');
  await controlShippo('POST', '/shippo/outcomes', { status: 'QUEUED' });
  const answers = await Promise.all([begin(sold), begin(sold)]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  await program().drain();
  for (const one of (await readShippo()).transactions.filter(({ status }) => status === 'QUEUED'))
    await controlShippo('POST', `/shippo/transactions/${one.id}`, { status: 'SUCCESS' });
  for (let round = 0; round < 4; round++) await later(3);
  expect((await readShippo()).transactions.slice(before)).toHaveLength(3);
  for (const one of sold) {
    expect((await labelsOf(one)).filter(({ status }) => status === 'bought')).toHaveLength(1);
    expect(sandboxOrder(one.id).order.fulfillments).toHaveLength(1);
  }
});

test('a worker that is killed after a purchase: the batch finds the label and buys none again', async () => {
  const sold = await sellToHome([MUG]);
  const report = await buyAll([sold]);
  const before = (await readShippo()).transactions.length;
  // As a worker leaves it that dies between the purchase and its report.
  await program().owner.batchItem.updateMany({ where: { batchId: BigInt(report.id) }, data: { state: 'begun' } });
  await program().owner.batch.update({ where: { id: BigInt(report.id) }, data: { finishedAt: null } });
  const payload = { batchId: report.id, round: 0, step: 9, troubles: 0 };
  await program().owner.scheduledJob.create({
    data: { storeId: store.id, kind: BATCH_STEP, key: `${report.id}:0:9`, payload, dueAt: program().clock.now() },
  });
  await later(1);
  expect(await read(report.id)).toMatchObject({ state: 'done', done: 1, failed: 0 });
  expect((await readShippo()).transactions).toHaveLength(before);
});

test('a vendor buys for its own vendor orders alone, and sees its own batches, labels and files alone', async () => {
  const both = await sellToHome([MUG, KELP]);
  const theirs = await sellToHome([KELP]);
  expect((await begin([both, theirs])).status).toBe(404);
  const own = await buyAll([both]);
  expect(own).toMatchObject({ total: 1, done: 1 });
  expect(await labelsOf(both, south)).toEqual([]);
  for (const by of [south, admin]) {
    expect((await api(by).get(`${PATH}/${own.id}`)).status).toBe(404);
    expect((await fileOf(own.id, by)).status).toBe(404);
    expect((await api(by).post(`${PATH}/${own.id}/retry`)).status).toBe(404);
  }
  const rest = await buyAll([both, theirs], {}, admin);
  expect(rest).toMatchObject({ total: 3, done: 2, failed: 1 });
  expect(await countPages((await fileOf(rest.id, admin)).bytes)).toBe(2);
  expect((await fileOf(rest.id, north)).status).toBe(404);
});

test('without a default package, without a key and for more than fit: refused with the reason', async () => {
  const sold = await sellToHome([MUG]);
  const save = async (more: object) => {
    const { version } = (await api(north).get('/settings/ship-from-address')).as<{ version: number }>();
    return api(north).put('/settings/ship-from-address', { ...SHIP_FROM, ...more, version });
  };
  expect((await save({ defaultPackage: null })).status).toBe(200);
  expect((await buyAll([sold])).failures).toMatchObject([{ reason: 'label_package_unknown' }]);
  expect((await save({})).status).toBe(200);
  const many = Array.from({ length: 51 }, () => sold);
  expect((await begin(many)).status).toBe(422);
  expect((await api(admin).delete('/shippo/api-key')).status).toBe(200);
  expect(refusal(await begin([sold]))).toEqual([409, 'labels_no_key']);
});

await testShippoRequests('transactions.create');
