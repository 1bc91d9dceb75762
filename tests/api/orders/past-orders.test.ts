import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Viewer } from '#app/core/viewer.ts';
import {
  loadPastOrders,
  readOpenPastOrders,
  readPastOrders,
  controlPastOrders,
} from '#app/features/orders/past-orders/past-orders.service.server.ts';
import { readOrderAgain } from '#app/features/orders/ingest/reconcile.service.server.ts';
import type { Order } from '#sandbox/core/state.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildPastOrders } from '#tests/factories/orders/past-orders.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';
import { dumpEndState } from '#tests/support/database/end-state.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

/** More than what is read one by one, and than one step holds. */
const ORDERS = 205;
let store: BuiltStore;

const sandbox = () => {
  const running = program().sandbox?.sandbox;
  const shop = running?.state.shops['demo.myshopify.com'];
  if (!running || !shop) throw new Error('the sandbox has the store');
  return { running, shop };
};
const services = () => program().container.services;
const ctx = (vendorScope: '*' | bigint = '*') => ({
  ...services(),
  viewer: { store: { id: store.id, domain: store.domain }, vendorScope } as Viewer,
});
const row = () => program().owner.pastOrderLoad.findUniqueOrThrow({ where: { storeId: store.id } });
const begin = () =>
  program().owner.pastOrderLoad.update({
    where: { storeId: store.id },
    data: { finishedAt: services().clock.now(), startedAt: new Date('2020-01-01') },
  });
const finished = () =>
  waitFor(
    'the reading does not end',
    async () => {
      const found = await program().owner.pastOrderLoad.findUnique({ where: { storeId: store.id } });
      return found?.finishedAt ? found : undefined;
    },
    60_000,
  );
const operations = (name: string) =>
  sandbox()
    .running.log.list('shopify')
    .filter((one) => one.operation === name).length;
const fault = (kind: 'error' | 'delay', remaining: number | null) =>
  sandbox().running.faults.add({ target: 'bulk', operation: 'run', kind, status: 500, remaining, delayMs: 600_000 });

const isLeft = (line: { fulfillableQuantity: number }) => line.fulfillableQuantity > 0;
/** Orders that a result does not tell whole come with all their fulfillments. */
const readById = (orders: readonly Order[]) =>
  orders.filter(({ refunds, shippingLines }) => refunds.length > 0 || shippingLines.length > 1);

/** Forgets every order, so that a reading has all of it to do. */
async function forgetOrders(): Promise<void> {
  for (const table of ['fulfillments', 'vendor_orders', 'order_lines', 'order_buyers', 'orders', 'order_counters']) {
    await program().owner.$executeRawUnsafe(`DELETE FROM ${table}`);
  }
  await begin();
}

beforeAll(async () => {
  await startProgram({ sandbox: true });
  const { running, shop } = sandbox();
  buildPastOrders(running, shop, ORDERS);
  store = await installDemoStore();
  await finished();
}, 90_000);
afterEach(async () => {
  sandbox().running.faults.clear();
  await finished();
}, 90_000);
afterAll(() => program().stop());

test('many past orders are loaded in bulk by the platform, and are stored as if each had been read by its id', async () => {
  const { owner } = program();
  expect(await row()).toMatchObject({ loaded: ORDERS, total: ORDERS, failures: 0, operation: null, phase: 'parcels' });
  expect(await owner.order.count({ where: { storeId: store.id } })).toBe(ORDERS);
  expect(await owner.fulfillment.count({ where: { storeId: store.id } })).toBeGreaterThan(ORDERS / 2);
  const stored = await dumpEndState(owner);
  for (const id of Object.keys(sandbox().shop.orders)) await readOrderAgain(services(), store.id, BigInt(id));
  expect(await dumpEndState(owner)).toEqual(stored);
}, 60_000);

test('PostgreSQL has analyzed the tables that were filled, so that no later step reads all that earlier ones wrote', async () => {
  const tables = ['orders', 'order_lines', 'vendor_orders', 'fulfillments'];
  const looked = await program().owner.$queryRaw<{ relname: string }[]>`
    SELECT relname FROM pg_stat_user_tables WHERE relname = ANY(${tables}) AND last_analyze IS NOT NULL`;
  expect(looked.map(({ relname }) => relname).sort()).toEqual(tables.sort());
});

test('what is from before the installation is historical: no mail, nothing due, nothing in the ledger', async () => {
  const { owner } = program();
  await program().drain();
  expect(await owner.order.count({ where: { historical: false } })).toBe(0);
  expect(
    await owner.vendorOrder.count({ where: { OR: [{ historical: false }, { payoutState: { not: 'none' } }] } }),
  ).toBe(0);
  expect(await owner.ledgerTransaction.count()).toBe(0);
  expect(await owner.mail.count({ where: { template: 'order-placed' } })).toBe(0);
});

test('how far it came is for the marketplace view, and for nobody once it has ended', async () => {
  expect(await readPastOrders(ctx())).toMatchObject({ state: 'finished', loaded: ORDERS, total: ORDERS });
  expect(await readOpenPastOrders(ctx())).toBeNull();
  await expect(controlPastOrders(ctx(), 'stop')).rejects.toMatchObject({ code: 'invalid_state' });
});

test('stopping it stops the platform too; resuming starts again, and what was stopped stays so', async () => {
  await begin();
  fault('delay', null);
  const loading = loadPastOrders(services(), store.id);
  await waitFor('nothing is gathered', async () => (await readPastOrders(ctx())).state === 'gathering');
  const cancelled = operations('bulkOperationCancel');
  expect(await controlPastOrders(ctx(), 'stop')).toMatchObject({ state: 'stopped' });
  await loading;
  expect(operations('bulkOperationCancel')).toBe(cancelled + 1);
  await loadPastOrders(services(), store.id);
  expect(await readOpenPastOrders(ctx())).toMatchObject({ state: 'stopped' });
  expect(await readOpenPastOrders(ctx(1n))).toBeNull();
  sandbox().running.faults.clear();
  await controlPastOrders(ctx(), 'resume');
  expect(await finished()).toMatchObject({ stoppedAt: null });
}, 60_000);

test('a worker that dies after a step is followed by one that goes on in the same result, and nothing is missing', async () => {
  const stored = await dumpEndState(program().owner);
  await forgetOrders();
  const { db } = services();
  const runsBefore = operations('bulkOperationRunQuery');
  const dying: typeof db.fast = async (scope, work) => {
    const result = await db.fast(scope, work);
    const { loaded, finishedAt } = await row();
    if (loaded > 0 && finishedAt === null) throw new Error('killed');
    return result;
  };
  await expect(loadPastOrders({ ...services(), db: { ...db, fast: dying } }, store.id)).rejects.toThrow('killed');
  const { loaded, place } = await row();
  expect(loaded).toBeGreaterThan(0);
  expect(loaded).toBeLessThan(ORDERS);
  expect(place).toBeGreaterThan(0n);
  await loadPastOrders(services(), store.id);
  expect((await finished()).loaded).toBe(ORDERS);
  // One for the orders, one for their fulfillments: what was gathered was not gathered again.
  expect(operations('bulkOperationRunQuery')).toBe(runsBefore + 2);
  expect(await dumpEndState(program().owner)).toEqual(stored);
}, 60_000);

test('what left whole in one fulfillment stands as shipped at once; the other fulfillments come with their own result', async () => {
  const { owner } = program();
  const stored = await dumpEndState(owner);
  const parts = () => owner.vendorOrder.groupBy({ by: ['fulfillment'], _count: true, orderBy: { fulfillment: 'asc' } });
  const [vendorOrderCount, fulfillmentCount] = [await parts(), await owner.fulfillment.count()];
  await forgetOrders();
  const { db } = services();
  const between: typeof db.fast = async (scope, work) => {
    const result = await db.fast(scope, work);
    if ((await row()).phase === 'parcels') throw new Error('killed');
    return result;
  };
  await expect(loadPastOrders({ ...services(), db: { ...db, fast: between } }, store.id)).rejects.toThrow('killed');
  const orders = Object.values(sandbox().shop.orders);
  const apart = orders.filter(({ fulfillments: { length }, lines }) => length > 1 || lines.some(isLeft));
  const whole = orders.filter((order) => order.fulfillments.length > 0 && !apart.includes(order));
  expect(whole.length).toBeGreaterThan(ORDERS / 3);
  expect(new Set((await owner.fulfillment.findMany()).map((fulfillment) => String(fulfillment.id)))).toEqual(
    new Set([...whole, ...readById(orders)].flatMap((order) => order.fulfillments.map(({ id }) => String(id)))),
  );
  expect(await owner.fulfillment.count()).toBeLessThan(fulfillmentCount);
  await loadPastOrders(services(), store.id);
  await finished();
  expect(await parts()).toEqual(vendorOrderCount);
  expect(await dumpEndState(owner)).toEqual(stored);
}, 60_000);

test('what cannot be loaded in bulk is read one by one, to the same end', async () => {
  const stored = await dumpEndState(program().owner);
  await forgetOrders();
  fault('error', 2);
  await loadPastOrders(services(), store.id);
  expect(await finished()).toMatchObject({ failures: 2, loaded: ORDERS });
  expect(await dumpEndState(program().owner)).toEqual(stored);
}, 90_000);

test('an order that cannot be read is listed for an admin, and the others are read all the same', async () => {
  const { owner } = program();
  const [odd] = Object.values(sandbox().shop.orders);
  if (!odd) throw new Error('there are orders');
  const { name } = odd;
  await owner.order.deleteMany({ where: { id: BigInt(odd.id) } });
  odd.currency = 'XXX';
  await begin();
  await loadPastOrders(services(), store.id);
  expect((await finished()).loaded).toBe(ORDERS - 1);
  expect(await owner.reconciliationException.findFirst({ where: { kind: 'order_unreadable' } })).toMatchObject({
    reference: `order/${odd.id}`,
    detail: { order: name },
  });
}, 60_000);
