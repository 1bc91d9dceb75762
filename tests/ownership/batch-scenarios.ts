import { DAY_MS } from '#app/core/durations.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { sweepBatches } from '#app/features/batches/run-batch.service.server.ts';
import { bulkFulfills } from '#app/features/orders/fulfillment/bulk-fulfill.service.server.ts';
import { reconcilePage } from '#app/features/orders/ingest/reconcile.service.server.ts';
import { remindVendors } from '#app/features/orders/reminders/reminder.service.server.ts';
import { ctxFor } from '#app/main/ctx.server.ts';
import { buildMirrored } from '#tests/factories/products.ts';
import { buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { settle } from '#tests/support/probe-world.ts';
import type { Side } from '#tests/support/probe.ts';
import { api, program } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';
import type { Question } from './access-suite.ts';
import { inStore, describeScenario, type Pair, type Shared, type ScenarioSteps } from './scenarios.ts';

/** What is done to many orders at once, for whom it is done, and what the program does by itself. */
export function listBatchScenarios(pair: Pair): Question[] {
  return [
    describeScenario('shipping many in the marketplace', pair, shippingMany),
    describeScenario('batches of who may not any more', pair, lapsed),
    describeScenario('batches of another store', pair, otherStoreBatches),
    describeScenario('what only the marketplace does with products', pair, products),
    describeScenario('reminders', pair, reminding),
    describeScenario('a change of which no word came', pair, reconciling),
    describeScenario('past orders', pair, pastOrders),
  ];
}

type Bulk = { id: string; state: string; done: number; failures: { params: object; code: string; vendorId: string }[] };
const bulk = async (id: bigint | string, by: BuiltUser) => {
  const answer = await api(by).get(`/orders/bulk-fulfill/${id}`);
  if (answer.status !== 200) return [answer.status];
  const { state, done, failures } = answer.as<Bulk>();
  return [state, done, failures.map(({ code, params, vendorId }) => [code, params, vendorId])];
};

async function shippingMany({ mine, theirs, admin, sell, recordAnswer, look, note }: ScenarioSteps): Promise<void> {
  const now = program().clock.now();
  await program().owner.batch.updateMany({
    where: { storeId: mine.store.id, dismissedAt: null },
    data: { dismissedAt: now, finishedAt: now },
  });
  const orders = [await sell('one'), await sell('held'), await sell('cut')];
  const [whole, held, cut] = orders as [(typeof orders)[0], (typeof orders)[0], (typeof orders)[0]];
  await api(theirs.member).post(`/orders/${held.id}/hold`, { reason: 'other' });
  await inStore(cut, 'refunds', { lines: [{ sku: cut.otherLine, quantity: 3 }] });
  const started = await api(admin).post('/orders/bulk-fulfill', { orders: orders.map(({ id }) => ({ id })) });
  await settle();
  note('report', await bulk(started.as<Bulk>().id, admin));
  const request = new Request(`${program().url}/app`, { headers: { cookie: admin.cookie } });
  const shown = await bulkFulfills.listShown(await ctxFor(request));
  note(
    'shown',
    shown.map(({ state, total }) => [state, total]),
  );
  const own = await sell('mine');
  const mineOnly = await api(mine.member).post('/orders/bulk-fulfill', { orders: [{ id: own.id }] });
  await settle();
  note('report', await bulk(mineOnly.as<Bulk>().id, mine.member));
  for (const order of [whole, held, cut, own]) await look(order);
  const matching = { q: 'no order is called so' };
  recordAnswer('none', await api(admin).post('/orders/bulk-fulfill', { matching }));
}

/** A batch of a vendor's shipping of an order, as somebody asked for it who may have changed since. */
async function planBatch({ store, vendor }: Side, by: bigint, orderId: string): Promise<bigint> {
  const { owner, clock } = program();
  const at = clock.now();
  const { id } = await owner.batch.create({
    data: {
      storeId: store.id,
      vendorId: vendor.id,
      kind: 'orders.ship',
      input: { notify: false, unpaid: false },
      requester: { kind: 'person', id: String(by), name: 'Somebody', role: 'staff' },
      startedAt: at,
      items: {
        create: [
          {
            storeId: store.id,
            vendorId: vendor.id,
            subjectId: BigInt(orderId),
            orderVendorId: vendor.id,
            position: 1,
            name: 'One',
            state: 'waiting',
          },
        ],
      },
    },
  });
  const payload = { batchId: String(id), round: 0, step: 0, troubles: 0 };
  await owner.scheduledJob.create({
    data: { storeId: store.id, kind: 'batches.step', key: `${id}:0:0`, payload, dueAt: at },
  });
  return id;
}

async function lapsed({ mine, theirs, sell, look, note }: ScenarioSteps): Promise<void> {
  const reader = await buildUser({ vendor: mine.vendor, permissions: ['read_orders'] });
  for (const [who, id] of [
    ['somebody who may only read now', reader.id],
    ['somebody of another vendor', theirs.member.id],
    ['a member', mine.member.id],
  ] as const) {
    const order = await sell(who);
    const batchId = await planBatch(mine, id, order.id);
    await settle();
    note(who, await bulk(batchId, mine.member));
    await look(order);
  }
}

async function otherStoreBatches({ otherStore, mine, admin, recordAnswer, note }: ScenarioSteps): Promise<void> {
  const at = program().clock.now();
  const { id } = await program().owner.batch.create({
    data: {
      storeId: otherStore.store.id,
      kind: 'orders.ship',
      input: { notify: false, unpaid: false },
      requester: { kind: 'person', id: String(otherStore.admin.id), name: 'Somebody', role: 'admin' },
      startedAt: at,
      finishedAt: at,
    },
  });
  const path = `/orders/bulk-fulfill/${id}`;
  recordAnswer('reading', await api(admin).get(path));
  recordAnswer('again', await api(admin).post(`${path}/retry`, {}));
  recordAnswer('putting away', await api(admin).delete(path));
  const { services } = program().container;
  await services.db.fast(marketplaceScope(mine.store.id), (tx) => sweepBatches(services, tx, mine.store.id));
  await settle();
  const left = await program().owner.batch.findFirst({ where: { id } });
  note('left', [left?.dismissedAt, left?.round]);
}

async function products({ mine, recordAnswer }: ScenarioSteps): Promise<void> {
  const ids = (await buildMirrored(mine.vendor, [{ title: 'Approved' }])).map(String);
  recordAnswer('approving', await api(mine.member).post('/products/bulk', { action: 'approve', ids }));
  const at = program().clock.now();
  const { id } = await program().owner.batch.create({
    data: {
      storeId: mine.store.id,
      vendorId: mine.vendor.id,
      kind: 'products.change',
      input: { action: 'approve', note: null, tags: [] },
      requester: { kind: 'person', id: String(mine.member.id), name: 'Somebody', role: 'manager' },
      startedAt: at,
      finishedAt: at,
    },
  });
  recordAnswer('again', await api(mine.member).post(`/products/bulk/${id}/retry`, {}));
}

/** Both sold something two days ago that waits: one is reminded, the other has put it on hold, and another store's is its own. */
async function reminding({ mine, theirs, otherStore, sell, note }: ScenarioSteps): Promise<void> {
  const { owner, clock, container } = program();
  const order = await sell('order');
  await api(theirs.member).post(`/orders/${order.id}/hold`, { reason: 'other' });
  await settle();
  const orderedAt = new Date(clock.now().getTime() - 2 * DAY_MS);
  const where = { storeId: mine.store.id, orderId: BigInt(order.id) };
  const before = await owner.vendorOrder.findFirstOrThrow({ where });
  await owner.vendorOrder.updateMany({ where, data: { orderedAt } });
  await owner.vendorOrder.updateMany({
    where: { storeId: otherStore.store.id },
    data: { orderedAt, remindersSent: 0, fulfillment: 'unfulfilled' },
  });
  // What a check that was taken away let go out is not told again.
  await owner.mail.deleteMany({
    where: { vendorId: otherStore.vendor.id, template: { startsWith: 'order-reminder-' } },
  });
  const { services } = container;
  await services.db.fast(marketplaceScope(mine.store.id), (tx) => remindVendors(services, tx, mine.store.id));
  await owner.vendorOrder.updateMany({ where, data: { orderedAt: before.orderedAt } });
  const mails = await owner.mail.findMany({ where: { template: { startsWith: 'order-reminder-' } } });
  const about = mails.filter(({ params }) => (params as { orderId: string }).orderId === order.id);
  note(
    'about the order',
    about.map(({ vendorId }) => vendorId === mine.vendor.id),
  );
  note('to others', mails.filter(({ vendorId }) => vendorId === otherStore.vendor.id).length);
}

async function reconciling({ mine, sell, note }: ScenarioSteps): Promise<void> {
  const { owner, clock, container } = program();
  const since = new Date(clock.now().getTime() - 60_000);
  const order = await sell('order');
  const where = { storeId_id: { storeId: mine.store.id, id: BigInt(order.id) } };
  const { platformUpdatedAt } = await owner.order.findUniqueOrThrow({ where });
  await owner.order.update({ where, data: { platformUpdatedAt: since } });
  const until = new Date(clock.now().getTime() + 60_000);
  await reconcilePage(container.services, { storeId: mine.store.id, since, until });
  // The next pages are jobs of their own.
  await settle();
  const after = await owner.order.findUniqueOrThrow({ where });
  note('known again', after.platformUpdatedAt.getTime() === platformUpdatedAt.getTime());
}

/** More orders than stories ever sell, and fewer than the twins say. */
const A_LOT = 20_000;
const PATIENCE_MS = 120_000;

/** An order of which one vendor has sent its part; the program has forgotten the fulfillment. */
async function forgetFulfillment({ mine, sell }: ScenarioSteps): Promise<Shared> {
  const { owner } = program();
  const order = await sell('shipped');
  const lineItems = [{ id: order.line, quantity: 2 }];
  await api(mine.member).post(`/orders/${order.id}/fulfill`, { lineItems });
  await settle();
  const where = { storeId: mine.store.id, orderId: BigInt(order.id) };
  await owner.fulfillment.deleteMany({ where });
  await owner.orderLine.updateMany({ where, data: { fulfilledQuantity: 0 } });
  await owner.vendorOrder.updateMany({ where, data: { fulfillment: 'unfulfilled', fulfilledAt: null } });
  return order;
}

/** Their reading goes on, and is put back as it stood before. */
async function pastOrders(steps: ScenarioSteps): Promise<void> {
  const { mine, admin, look, note } = steps;
  const { owner, clock } = program();
  const where = { storeId: mine.store.id };
  const forgotten = await forgetFulfillment(steps);
  const load = { run: 1, phase: 'orders', operation: null, startedAt: clock.now(), finishedAt: null };
  const stopped = { ...load, stoppedAt: clock.now() };
  const before = await owner.pastOrderLoad.upsert({ where, create: { ...where, ...stopped }, update: {} });
  // Who goes on counts the run up: then it is the one that twins have.
  await owner.pastOrderLoad.update({ where, data: { ...stopped, run: before.run - 1 } });
  const { status } = await api(admin).patch('/past-orders', { to: 'resume' });
  // All of the store's orders are read, each of them with twins in the end.
  await waitFor(
    'past orders are read to the end',
    async () => (await owner.pastOrderLoad.findUniqueOrThrow({ where })).finishedAt !== null,
    PATIENCE_MS,
  );
  // What is on hold is read again, order by order.
  await program().drain(PATIENCE_MS);
  await settle();
  const { state, phase, loaded } = (await api(admin).get('/past-orders')).as<{
    state: string;
    phase: string;
    loaded: number;
  }>();
  // How many there are grows with every story that sells one.
  note('it goes on', [status, state, phase, loaded > 0, loaded > A_LOT]);
  await look(forgotten);
  await owner.pastOrderLoad.update({ where, data: before });
}
