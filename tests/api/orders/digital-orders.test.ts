import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import { SHIP_DIGITAL } from '#app/features/orders/fulfillment/digital.service.server.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser } from '#tests/factories/people.ts';
import { changeOrder, sandboxOrder, sellOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

let north: BuiltVendor;
let store: BuiltStore;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  north = await buildVendor({ store, name: 'North' });
  await buildVendor({ store, name: 'South' });
  await turn(true);
});
afterAll(() => program().stop());
beforeEach(() => program().sandbox?.control('DELETE', '/faults', {}));

// The clock goes on for days, and nobody stays signed in for so long.
const member = () => buildUser({ vendor: north });
const admin = () => buildAdmin({ store });

const SONG = { vendor: 'North', title: 'Song', price: '3.00', quantity: 2, requiresShipping: false };
const MUG = { vendor: 'North', title: 'Mug', price: '20.00', quantity: 1 };
const TUNE = { vendor: 'South', title: 'Tune', price: '4.00', quantity: 1, requiresShipping: false };
const LOW = { risk: { recommendation: 'ACCEPT', level: 'LOW' } };

async function turn(enabled: boolean): Promise<void> {
  const answer = await api(await admin()).patch('/app/info/features', {
    features: { autoFulfillDigital: { enabled } },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}
const sell = async (lines: object[], more: object = LOW): Promise<SoldOrder> => {
  const sold = await sellOrder(lines as Parameters<typeof sellOrder>[0], { more, isLost: true });
  await drainJobs();
  return sold;
};
const shippedOf = ({ id }: SoldOrder) => {
  const { order } = sandboxOrder(id);
  const titleOf = new Map(order.lines.map((line) => [line.id, line.title]));
  return order.fulfillments.map(({ lines }) => lines.map(({ lineId, quantity }) => [titleOf.get(lineId), quantity]));
};
const later = async (minutes: number): Promise<void> => {
  program().clock.advance({ minutes });
  await drainJobs();
};

test('digital items are shipped at once when they are paid, without a mail to the buyer', async () => {
  const sold = await sell([SONG]);
  expect(shippedOf(sold)).toEqual([[['Song', 2]]]);
  expect(sandboxOrder(sold.id).order.fulfillments[0]?.notified).toBe(false);
  const { order } = (await api(await member()).get(`/orders/${sold.id}`)).as<OrderDetailDto>();
  expect(order.fulfillment).toBe('fulfilled');
});

test('of a mixed order only the digital items are, each vendor’s by itself', async () => {
  const sold = await sell([SONG, MUG, TUNE]);
  expect(shippedOf(sold).sort()).toEqual([[['Song', 2]], [['Tune', 1]]]);
  const { order } = (await api(await member()).get(`/orders/${sold.id}`)).as<OrderDetailDto>();
  expect(order.fulfillment).toBe('partially_fulfilled');
});

test('an unpaid order waits until it is paid', async () => {
  const sold = await sell([SONG], { ...LOW, financialStatus: 'pending' });
  expect(shippedOf(sold)).toEqual([]);
  await changeOrder(sold.id, 'mark-paid', {});
  await drainJobs();
  expect(shippedOf(sold)).toHaveLength(1);
});

test.each([
  ['CANCEL', 'LOW'],
  ['INVESTIGATE', 'MEDIUM'],
  ['ACCEPT', 'HIGH'],
])('an order of a high risk (%s, %s) is left to a person', async (recommendation, level) => {
  const sold = await sell([SONG], { risk: { recommendation, level } });
  await later(120);
  expect(shippedOf(sold)).toEqual([]);
});

test('a risk that is not known yet is waited for, and no longer than about an hour', async () => {
  const pending = await sell([SONG], { risk: { recommendation: 'NONE', level: 'PENDING' } });
  const unsaid = await sell([SONG], {});
  const found = await sell([SONG], { risk: { recommendation: 'NONE', level: 'PENDING' } });
  expect([pending, unsaid, found].flatMap(shippedOf)).toEqual([]);
  sandboxOrder(found.id).order.risk = { recommendation: 'ACCEPT', level: 'LOW' };
  await later(1);
  expect(shippedOf(found)).toHaveLength(1);
  for (const minutes of [2, 5, 10, 20, 30]) await later(minutes);
  expect(shippedOf(unsaid)).toHaveLength(1);
  expect(shippedOf(pending)).toEqual([]);
  sandboxOrder(pending.id).order.risk = { recommendation: 'ACCEPT', level: 'LOW' };
  await later(120);
  expect(shippedOf(pending)).toEqual([]);
});

test('what is on hold is left, and so is what the marketplace does not ship automatically', async () => {
  const onHold = await sell([SONG], { risk: { recommendation: 'NONE', level: 'PENDING' } });
  expect((await api(await member()).post(`/orders/${onHold.id}/hold`, { reason: 'other' })).status).toBe(200);
  sandboxOrder(onHold.id).order.risk = { recommendation: 'ACCEPT', level: 'LOW' };
  await later(2);
  expect(shippedOf(onHold)).toEqual([]);
  await turn(false);
  const off = await sell([SONG]);
  await turn(true);
  await later(2);
  expect(shippedOf(off)).toEqual([]);
});

test('orders from before the installation are not touched', async () => {
  const { id, installedAt } = await program().owner.store.findFirstOrThrow({ where: { id: store.id } });
  const isInstalled = (at: Date) => program().owner.store.update({ where: { id }, data: { installedAt: at } });
  await isInstalled(new Date(program().clock.now().getTime() + HOUR_MS));
  const sold = await sell([SONG]);
  await isInstalled(installedAt);
  const order = await program().owner.order.findFirst({ where: { id: BigInt(sold.id) } });
  expect(order?.historical).toBe(true);
  expect(shippedOf(sold)).toEqual([]);
});

test('a lost answer, a platform that fails and a repeat ship nothing twice', async () => {
  const strike = (kind: string, times: number) =>
    program().sandbox?.control('POST', '/faults', { target: 'shopify', operation: 'fulfillmentCreate', kind, times });
  await strike('drop_response', 1);
  const lost = await sell([SONG]);
  expect(shippedOf(lost)).toHaveLength(1);
  await strike('throttle', 20);
  const failing = await sell([SONG]);
  expect(shippedOf(failing)).toEqual([]);
  await program().sandbox?.control('DELETE', '/faults', {});
  await later(5);
  expect(shippedOf(failing)).toHaveLength(1);
  await program().owner.scheduledJob.updateMany({ where: { kind: SHIP_DIGITAL }, data: { doneAt: null } });
  await later(1);
  expect([lost, failing].map((one) => shippedOf(one).length)).toEqual([1, 1]);
});

test('an outage, at the look for the risk or at the sending, uses none of the tries up and loses nothing', async () => {
  const strike = (operation: string) =>
    program().sandbox?.control('POST', '/faults', { target: 'shopify', operation, kind: 'throttle', times: 500 });
  for (const operation of ['fulfillmentCreate', 'order']) {
    const sold = await sell([SONG], { risk: { recommendation: 'NONE', level: 'PENDING' } });
    sandboxOrder(sold.id).order.risk = { recommendation: 'ACCEPT', level: 'LOW' };
    await strike(operation);
    for (const minutes of [5, 5]) await later(minutes);
    expect(shippedOf(sold)).toEqual([]);
    const key = { startsWith: `${sold.id}/` };
    expect(
      await program().owner.scheduledJob.findMany({ where: { kind: SHIP_DIGITAL, key, doneAt: null } }),
    ).toMatchObject([{ attempts: 0, payload: { look: 1, outages: 2 } }]);
    await program().sandbox?.control('DELETE', '/faults', {});
    await later(5);
    expect(shippedOf(sold)).toEqual([[['Song', 2]]]);
  }
});

test('digital items that a person took back are not shipped again by a job that runs once more', async () => {
  const sold = await sell([SONG]);
  const [fulfillment] = sandboxOrder(sold.id).order.fulfillments;
  const taken = await api(await admin()).post(`/orders/${sold.id}/fulfillments/${String(fulfillment?.id)}/cancel`);
  expect(taken.status, JSON.stringify(taken.body)).toBe(200);
  await drainJobs();
  await program().owner.scheduledJob.updateMany({
    where: { kind: SHIP_DIGITAL, key: { startsWith: `${sold.id}/` } },
    data: { doneAt: null, attempts: 0, lease: null, lockedUntil: null },
  });
  await drainJobs();
  expect(sandboxOrder(sold.id).order.fulfillments).toHaveLength(1);
});
