import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#app/core/durations.ts';
import { acceptHolds, askHolds } from '#app/features/orders/fulfillment/hold.repo.server.ts';
import { endTurn, keepTurn, takeTurn } from '#app/features/orders/fulfillment/fulfillment-sends.repo.server.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { BATCH_STEP, resumeBatches, runBatchStep } from '#app/features/batches/run-batch.service.server.ts';
import { shipOrders } from '#app/features/orders/fulfillment/ship-orders.service.server.ts';
import type { BulkFulfillDto } from '#app/features/orders/fulfillment/bulk-fulfill.contract.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { scheduledJobHandlers } from '#app/main/tables.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { createJobRunner } from '#app/server/job-runner.server.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { changeOrder, sandboxOrder, sellOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

let store: BuiltStore;
let south: BuiltVendor;
let north: BuiltVendor;
let member: BuiltUser;
let other: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  north = await buildVendor({ store, name: 'North' });
  member = await buildUser({ vendor: north });
  south = await buildVendor({ store, name: 'South' });
  other = await buildUser({ vendor: south });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());
beforeEach(() => program().sandbox?.control('DELETE', '/faults', {}));

const MUG = { vendor: 'North', title: 'Mug', price: '20.00', quantity: 2 };
const KELP = { vendor: 'South', title: 'Kelp', price: '7.00', quantity: 1 };
const strike = (operation: string, kind: string, times: number, after = 0) =>
  program().sandbox?.control('POST', '/faults', { target: 'shopify', operation, kind, times, after });
const fulfillmentsOf = ({ id }: SoldOrder) => sandboxOrder(id).order.fulfillments;

/** Sells orders, each known when this returns. */
async function sell(count: number, lines: Parameters<typeof sellOrder>[0] = [MUG], more = {}): Promise<SoldOrder[]> {
  const sold: SoldOrder[] = [];
  for (let at = 0; at < count; at++) sold.push(await sellOrder(lines, { more, isLost: true }));
  await drainJobs();
  return sold;
}

const named = (orders: readonly SoldOrder[], more: object = {}) => orders.map(({ id }) => ({ id, ...more }));
async function start(body: object, by = member, key?: string): Promise<BulkFulfillDto> {
  const answer = await api(by).post('/orders/bulk-fulfill', body, key ? { headers: { 'idempotency-key': key } } : {});
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return answer.as<BulkFulfillDto>();
}
const read = async (id: string, by = member) => (await api(by).get(`/orders/bulk-fulfill/${id}`)).as<BulkFulfillDto>();
const retry = (id: string, by = member) => api(by).post(`/orders/bulk-fulfill/${id}/retry`);

/** Runs a step of a batch as a worker does, and answers what ends it. */
const runStep = (services: Services, payload: object) =>
  runBatchStep(services, [shipOrders], { storeId: store.id, payload });

describe('shipping many', () => {
  test('everything left of the chosen orders is shipped, each with its own tracking, by due work alone', async () => {
    const sold = await sell(3);
    const [first, second] = sold;
    const batch = await start({
      orders: [
        { id: first?.id, carrier: 'UPS', tracking: '1Z1' },
        { id: second?.id, carrier: 'UPS', tracking: '1Z2' },
        { id: sold[2]?.id },
      ],
      notify: false,
    });
    expect(batch).toMatchObject({ state: 'running', total: 3, done: 0 });
    await drainJobs();
    expect(await read(batch.id)).toMatchObject({ state: 'done', done: 3, failed: 0, trouble: null });
    expect(sold.map((one) => fulfillmentsOf(one).map(({ tracking: [first] }) => first?.number ?? null))).toEqual([
      ['1Z1'],
      ['1Z2'],
      [null],
    ]);
    expect(sold.flatMap(fulfillmentsOf).every(({ notified }) => !notified)).toBe(true);
  });

  test('a vendor ships its own lines of a shared order, and cannot tell that there are others', async () => {
    const [shared] = await sell(1, [MUG, KELP]);
    const batch = await start({ orders: named(shared ? [shared] : []) });
    expect(batch.total).toBe(1);
    await drainJobs();
    const fulfillments = shared ? fulfillmentsOf(shared) : [];
    expect(fulfillments.map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([[2]]);
    const { order } = (await api(other).get(`/orders/${shared?.id ?? ''}`)).as<OrderDetailDto>();
    expect(order.fulfillments).toEqual([]);
    expect((await api(other).get(`/orders/bulk-fulfill/${batch.id}`)).status).toBe(404);
    expect((await api(admin).get(`/orders/bulk-fulfill/${batch.id}`)).status).toBe(404);
  });

  test('in the marketplace view each vendor order is shipped by itself', async () => {
    const [shared] = await sell(1, [MUG, KELP]);
    const batch = await start({ orders: named(shared ? [shared] : []) }, admin);
    expect(batch.total).toBe(2);
    await drainJobs();
    expect(await read(batch.id, admin)).toMatchObject({ state: 'done', done: 2 });
    expect(shared ? fulfillmentsOf(shared) : []).toHaveLength(2);
  });

  test('one order of another vendor refuses them all (404), and so does a vendor without a vendor order', async () => {
    const [own] = await sell(1);
    const [foreign] = await sell(1, [KELP]);
    const before = await program().owner.batch.count();
    for (const orders of [[{ id: own?.id }, { id: foreign?.id }], [{ id: own?.id, vendor: String(south.id) }]]) {
      expect((await api(member).post('/orders/bulk-fulfill', { orders })).status).toBe(404);
    }
    expect(await program().owner.batch.count()).toBe(before);
    await drainJobs();
    expect(own ? fulfillmentsOf(own) : ['none']).toEqual([]);
  });

  test('what cannot be shipped is reported with its reason, nothing of it is done, and it is tried again alone', async () => {
    const [good, held, cancelled, shipped] = (await sell(4)) as [SoldOrder, SoldOrder, SoldOrder, SoldOrder];
    const [unpaid] = (await sell(1, [MUG], { financialStatus: 'pending' })) as [SoldOrder];
    expect((await api(member).post(`/orders/${held.id}/hold`, { reason: 'other' })).status).toBe(200);
    await changeOrder(cancelled.id, 'cancel', {});
    await changeOrder(shipped.id, 'fulfill', {});
    await drainJobs();
    const batch = await start({ orders: named([held, unpaid, cancelled, shipped, good]) });
    await drainJobs();
    const ended = await read(batch.id);
    expect(ended).toMatchObject({ state: 'done', done: 1, failed: 4 });
    const reasonOf = new Map(ended.failures.map(({ orderId, reason }) => [orderId, reason]));
    expect(reasonOf.get(held.id)).toBe('on_hold');
    expect(reasonOf.get(unpaid.id)).toBe('part_unpaid');
    expect(reasonOf.get(cancelled.id)).toBe('part_cancelled');
    expect(reasonOf.get(shipped.id)).toBe('part_shipped');
    expect([held, unpaid, cancelled].flatMap(fulfillmentsOf)).toEqual([]);
    await api(member).post(`/orders/${held.id}/release`);
    expect((await retry(batch.id)).status).toBe(202);
    await drainJobs();
    expect(await read(batch.id)).toMatchObject({ state: 'done', done: 2, failed: 3 });
    expect(fulfillmentsOf(held)).toHaveLength(1);
    expect(fulfillmentsOf(good)).toHaveLength(1);
  });

  test('what is not paid is shipped where one says so', async () => {
    const [unpaid] = (await sell(1, [MUG], { financialStatus: 'pending' })) as [SoldOrder];
    const batch = await start({ orders: named([unpaid]), unpaid: true });
    await drainJobs();
    expect(await read(batch.id)).toMatchObject({ done: 1, failed: 0 });
  });

  test('the same key repeated, and the same orders asked for twice at once, ship nothing twice', async () => {
    const sold = await sell(3);
    const body = { orders: named(sold) };
    const first = await start(body, member, 'bulk-once');
    const again = await api(member).post('/orders/bulk-fulfill', body, { headers: { 'idempotency-key': 'bulk-once' } });
    expect(again.as<BulkFulfillDto>().id).toBe(first.id);
    const second = await start(body);
    await Promise.all([drainJobs(), drainJobs()]);
    await drainJobs();
    expect(sold.map((one) => fulfillmentsOf(one).length)).toEqual([1, 1, 1]);
    expect((await read(first.id)).done + (await read(second.id)).done).toBeGreaterThanOrEqual(3);
  });

  test('it goes on where a worker was killed, and ships nothing twice', async () => {
    const sold = await sell(22);
    const batch = await start({ orders: named(sold) });
    const { services } = program().container;
    // Killed before its end is written.
    await runStep(services, { batchId: batch.id, round: 0, step: 0, troubles: 0 });
    expect(await read(batch.id)).toMatchObject({ state: 'running', done: 20 });
    // One more left, but the worker died before it could say so.
    const open = sold.find((one) => fulfillmentsOf(one).length === 0);
    const detail = (await api(member).get(`/orders/${open?.id ?? ''}`)).as<OrderDetailDto>();
    const lineItems = [{ id: detail.order.lines[0]?.id, quantity: 2 }];
    expect((await api(member).post(`/orders/${open?.id ?? ''}/fulfill`, { lineItems })).status).toBe(200);
    await program().owner.batchItem.updateMany({
      where: { batchId: BigInt(batch.id), subjectId: BigInt(open?.id ?? 0) },
      data: { state: 'begun', tries: 1 },
    });
    await drainJobs();
    expect(await read(batch.id)).toMatchObject({ state: 'done', done: 22, failed: 0 });
    expect(sold.map((one) => fulfillmentsOf(one).length)).toEqual(sold.map(() => 1));
  });

  test('a lost answer is looked up, and a platform that fails is waited for', async () => {
    const sold = await sell(2);
    await strike('fulfillmentCreate', 'drop_response', 1);
    const batch = await start({ orders: named(sold) });
    await drainJobs();
    expect(await read(batch.id)).toMatchObject({ state: 'done', done: 2 });
    expect(sold.map((one) => fulfillmentsOf(one).length)).toEqual([1, 1]);

    const later = await sell(2);
    await strike('fulfillmentCreate', 'throttle', 40);
    const waiting = await start({ orders: named(later) });
    await drainJobs();
    expect(await read(waiting.id)).toMatchObject({ state: 'running', done: 0 });
    expect((await read(waiting.id)).trouble).not.toBeNull();
    expect((await retry(waiting.id)).status).toBe(409);
    await program().sandbox?.control('DELETE', '/faults', {});
    program().clock.advance({ minutes: 1 });
    await drainJobs();
    expect(await read(waiting.id)).toMatchObject({ state: 'done', done: 2, trouble: null });
    expect(later.map((one) => fulfillmentsOf(one).length)).toEqual([1, 1]);
  });

  test('everything that a list finds is shipped, of what has something left', async () => {
    const title = `Lamp ${String(Date.now())}`;
    const sold = await sell(3, [{ ...MUG, title }]);
    await changeOrder(sold[0]?.id ?? '', 'fulfill', {});
    await drainJobs();
    const batch = await start({
      matching: { q: title.toLowerCase(), fulfillment: 'any', period: 'all', payout: 'all' },
    });
    expect(batch.total).toBe(2);
    await drainJobs();
    expect(sold.map((one) => fulfillmentsOf(one).length)).toEqual([1, 1, 1]);
    const none = await api(member).post('/orders/bulk-fulfill', { matching: { q: title.toLowerCase() } });
    expect(none.status).toBe(404);
  });

  test('it rests while the store is gone and goes on when it is installed again; its report can be dismissed', async () => {
    const sold = await sell(1);
    const batch = await start({ orders: named(sold) });
    expect((await api(member).delete(`/orders/bulk-fulfill/${batch.id}`)).status).toBe(409);
    await program().owner.store.update({ where: { id: store.id }, data: { uninstalledAt: program().clock.now() } });
    const { services } = program().container;
    const due = createJobRunner({
      ...services,
      handlers: scheduledJobHandlers(services).filter(({ kind }) => kind === BATCH_STEP),
    });
    await due.runNext();
    expect(sold.flatMap(fulfillmentsOf)).toEqual([]);
    await program().owner.store.update({ where: { id: store.id }, data: { uninstalledAt: null } });
    await resumeBatches(services, store.id);
    await drainJobs();
    expect(await read(batch.id)).toMatchObject({ state: 'done', done: 1 });
    expect((await api(member).delete(`/orders/bulk-fulfill/${batch.id}`)).status).toBe(200);
    expect(await program().owner.batch.findUnique({ where: { id: BigInt(batch.id) } })).toMatchObject({
      dismissedAt: expect.any(Date) as Date,
    });
  });

  test('what stood still for more than a day is ended, not sent, and can be tried again by who may', async () => {
    const [sent, open] = (await sell(2)) as [SoldOrder, SoldOrder];
    const batch = await start({ orders: named([sent, open]) });
    const id = BigInt(batch.id);
    const { services } = program().container;
    const steps = { where: { kind: BATCH_STEP, key: { startsWith: `${batch.id}:` } } };
    await resumeBatches(services, store.id);
    expect(await program().owner.scheduledJob.count(steps)).toBe(1);
    // One was sent, but its answer was lost with the worker; then the store was gone for two days.
    await changeOrder(sent.id, 'fulfill', {});
    await program().owner.batchItem.updateMany({
      where: { batchId: id, subjectId: BigInt(sent.id) },
      data: { state: 'begun', tries: 1 },
    });
    const longAgo = new Date(services.clock.now().getTime() - 2 * DAY_MS);
    await program().owner.batch.update({ where: { id }, data: { startedAt: longAgo } });
    await resumeBatches(services, store.id);
    await drainJobs();
    const ended = await read(batch.id);
    expect(ended).toMatchObject({ state: 'done', done: 0, failed: 2 });
    expect(ended.failures.map(({ code }) => code)).toEqual(['platform_failed', 'store_uninstalled']);
    expect(fulfillmentsOf(open)).toEqual([]);
    expect((await retry(batch.id)).status).toBe(202);
    await drainJobs();
    expect(await read(batch.id)).toMatchObject({ state: 'done', done: 2, failed: 0 });
    expect([sent, open].map((one) => fulfillmentsOf(one).length)).toEqual([1, 1]);
  });
});

describe('whoever asked for a shipping', () => {
  /** What a shipping comes to whose requester has lost something in between; nothing of it is sent. */
  async function shipAfter(by: BuiltUser, lose: () => Promise<unknown>) {
    const [sold] = (await sell(1)) as [SoldOrder];
    const batch = await start({ orders: named([sold]) }, by);
    await lose();
    await drainJobs();
    expect(fulfillmentsOf(sold)).toEqual([]);
    const { vendorId } = await program().owner.batch.findUniqueOrThrow({ where: { id: BigInt(batch.id) } });
    const [item] = await program().owner.batchItem.findMany({ where: { batchId: BigInt(batch.id) } });
    return { batch, sold, vendorId, refusal: item?.refusal };
  }

  test('is asked for again before it is shipped: the permission may be gone', async () => {
    const loser = await buildUser({ vendor: north });
    const { batch, sold, refusal } = await shipAfter(loser, () =>
      program().owner.user.update({ where: { id: loser.id }, data: { permissions: ['read_orders'] } }),
    );
    expect(refusal).toMatchObject({ code: 'missing_permission', params: { permission: 'write_orders' } });
    expect(await read(batch.id)).toMatchObject({ state: 'done', done: 0, failed: 1 });
    // Somebody else of the vendor who may ship it does.
    expect((await retry(batch.id)).status).toBe(202);
    await drainJobs();
    expect(await read(batch.id)).toMatchObject({ state: 'done', done: 1, failed: 0 });
    expect(fulfillmentsOf(sold)).toHaveLength(1);
  });

  test('may be gone, from the marketplace or with the vendor that they acted for', async () => {
    const requester_removed = { code: 'invalid_state', reason: 'requester_removed' };
    const disabledAt = program().clock.now();
    const gone = await buildUser({ vendor: north });
    const disabled = await shipAfter(gone, () =>
      program().owner.user.update({ where: { id: gone.id }, data: { disabledAt } }),
    );
    expect(disabled.refusal).toMatchObject(requester_removed);
    const acting = await buildAdmin({ store });
    await program().owner.user.update({ where: { id: acting.id }, data: { activeVendorId: north.id } });
    const closed = await shipAfter(acting, () =>
      program().owner.vendor.update({ where: { id: north.id }, data: { deletedAt: disabledAt } }),
    );
    await program().owner.vendor.update({ where: { id: north.id }, data: { deletedAt: null } });
    expect(closed.vendorId).toBe(north.id);
    expect(closed.refusal).toMatchObject(requester_removed);
  });
});

describe('several fulfillments of one order', () => {
  const inTwo = async (sold: SoldOrder) => {
    const { order } = (await api(member).get(`/orders/${sold.id}`)).as<OrderDetailDto>();
    const lineItems = [{ id: order.lines[0]?.id, quantity: 1 }];
    return { fulfillments: ['A1', 'A2'].map((tracking) => ({ carrier: 'UPS', tracking, lineItems })) };
  };
  const send = (sold: SoldOrder, body: object) => api(member).post(`/orders/${sold.id}/fulfill`, body);

  test('of which one was refused midway keep what left, say what did not, and leave the rest to be sent again', async () => {
    const [sold] = (await sell(1)) as [SoldOrder];
    const body = await inTwo(sold);
    await strike('fulfillmentCreate', 'throttle', 10, 1);
    const answer = await send(sold, body);
    expect(answer.body).toMatchObject({
      fulfillments: [{ index: 0 }],
      failed: [{ index: 1, code: 'platform_throttled' }],
    });
    expect(fulfillmentsOf(sold)).toHaveLength(1);
    await program().sandbox?.control('DELETE', '/faults', {});
    expect((await send(sold, body)).status).toBe(409);
    expect((await send(sold, { fulfillments: body.fulfillments.slice(1) })).body).toMatchObject({ failed: [] });
    expect(fulfillmentsOf(sold).map(({ tracking: [first] }) => first?.number)).toEqual(['A1', 'A2']);
  });

  test('of which one has an outcome that stays unknown are looked up by the repeat, which sends nothing twice', async () => {
    const [sold] = (await sell(1)) as [SoldOrder];
    const body = await inTwo(sold);
    // The second is made, its answer is lost, and so is every look at it.
    await strike('fulfillmentCreate', 'drop_response', 1, 1);
    await strike('order', 'error', 4, 2);
    expect((await send(sold, body)).body).toMatchObject({
      fulfillments: [{ index: 0 }],
      failed: [{ index: 1, code: 'platform_failed' }],
    });
    expect(fulfillmentsOf(sold)).toHaveLength(2);
    await program().sandbox?.control('DELETE', '/faults', {});
    expect((await send(sold, body)).body).toMatchObject({ fulfillments: [{ index: 0 }, { index: 1 }], failed: [] });
    expect(fulfillmentsOf(sold)).toHaveLength(2);
    expect(await program().owner.fulfillmentSend.count()).toBe(0);
  });

  test('a slow sender neither keeps nor ends the turn that another has taken over', async () => {
    const { services } = program().container;
    const part = { orderId: 77n, vendorId: BigInt(north.id) };
    const now = services.clock.now();
    const soon = new Date(now.getTime() + 60_000);
    await services.db.fast(marketplaceScope(store.id), async (tx) => {
      expect(await takeTurn(tx, part, { turn: 'slow', now, until: now })).toBeDefined();
      expect(await takeTurn(tx, part, { turn: 'next', now, until: soon })).toBeDefined();
      expect(await keepTurn(tx, part, { turn: 'slow', until: soon })).toBe(false);
      await endTurn(tx, part, { turn: 'slow', isKnown: true, now });
      expect(await takeTurn(tx, part, { turn: 'third', now, until: soon })).toBeUndefined();
      expect(await keepTurn(tx, part, { turn: 'next', until: soon })).toBe(true);
      await endTurn(tx, part, { turn: 'next', isKnown: true, now });
    });
    expect(await program().owner.fulfillmentSend.count()).toBe(0);
  });

  test('an older answer about what is on hold never overwrites a newer one', async () => {
    const [sold] = (await sell(1)) as [SoldOrder];
    const { services } = program().container;
    await services.db.fast(marketplaceScope(store.id), async (tx) => {
      const older = (await askHolds(tx, BigInt(sold.id))) ?? 0;
      const newer = (await askHolds(tx, BigInt(sold.id))) ?? 0;
      expect(await acceptHolds(tx, BigInt(sold.id), newer)).toBe(true);
      expect(await acceptHolds(tx, BigInt(sold.id), older)).toBe(false);
    });
  });
});
