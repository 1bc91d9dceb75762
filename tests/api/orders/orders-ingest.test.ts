import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeExact } from '#app/core/exact-json.ts';
import { editOrder } from '#sandbox/platform/store/edits.ts';
import { fulfillOrder, openUnits } from '#sandbox/platform/store/fulfillments.ts';
import { markOrderPaid, placeOrder } from '#sandbox/platform/store/orders.ts';
import { buildBareShop, type SentEvent } from '#sandbox/testing-shop.ts';
import { buildOrderPayload, buildRefundPayload } from '#tests/factories/orders/orders.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

let store: BuiltStore;

beforeAll(async () => {
  await startProgram();
  store = await buildStore();
  await program().owner.commissionList.create({
    data: {
      storeId: store.id,
      version: 1,
      lines: encodeExact([
        { minMinor: 0n, maxMinor: null, flatMinor: 0n, percent: 100_000n, constraint: null },
      ]) as never,
      createdAt: program().clock.now(),
      createdBy: 'test',
    },
  });
});
afterAll(() => program().stop());

const handled = () =>
  waitFor(
    'deliveries are open',
    async () => (await program().owner.webhookDelivery.count({ where: { state: 'pending' } })) === 0,
  );
const deliver = (topic: string, payload: object) => deliverWebhook({ shop: store.domain, topic, payload });
const vendorOrders = (orderId: number) =>
  program().owner.vendorOrder.findMany({
    where: { storeId: store.id, orderId: BigInt(orderId) },
    orderBy: { vendorId: 'asc' },
  });
const postings = (orderId: number) =>
  program().owner.ledgerPosting.findMany({ where: { storeId: store.id, orderId: BigInt(orderId) } });

test('ingest of orders: splits a paid order over its vendors, and posts what sums to zero', async () => {
  const north = await buildVendor({ store, name: 'North' });
  const order = buildOrderPayload({
    createdAt: program().clock.now(),
    shipping: '9.99',
    lines: [
      { vendor: 'North', price: '20.00', quantity: 2 },
      { vendor: 'Brand new', price: '10.00' },
    ],
  });
  expect(await deliver('orders/create', order)).toBe(200);
  expect(await deliver('orders/create', order)).toBe(200);
  await handled();
  const parts = await vendorOrders(order.id);
  expect(
    parts.map((part) => [
      part.goodsMinor,
      part.shippingMinor,
      part.commissionMinor,
      part.payoutMinor,
      part.payoutState,
    ]),
  ).toEqual([
    [4000n, 799n, 400n, 4399n, 'due'],
    [1000n, 200n, 100n, 1100n, 'due'],
  ]);
  expect(parts[0]?.vendorId).toBe(north.id);
  const entries = await postings(order.id);
  expect(entries.reduce((sum, entry) => sum + entry.amountMinor, 0n)).toBe(0n);
  const balance = await program().owner.vendorBalance.findFirst({ where: { storeId: store.id, vendorId: north.id } });
  expect(balance?.payableMinor).toBe(4399n);
});

test('ingest of orders: lets a refund wait for its order, and ends where it would have ended', async () => {
  const order = buildOrderPayload({
    createdAt: program().clock.now(),
    lines: [{ vendor: 'North', price: '50.00', quantity: 2, tax: '21.00' }],
  });
  const refund = buildRefundPayload(order, [{ index: 0, quantity: 1 }], program().clock.now());
  await deliver('refunds/create', refund);
  await handled();
  expect(await vendorOrders(order.id)).toEqual([]);
  await deliver('orders/create', order);
  await handled();
  const [part] = await vendorOrders(order.id);
  expect(part).toMatchObject({ goodsMinor: 5000n, commissionMinor: 500n, itemCount: 1 });
  await deliver('refunds/create', buildRefundPayload(order, [{ index: 0, quantity: 1 }], program().clock.now()));
  await handled();
  const entries = await postings(order.id);
  const sums = new Map<string, bigint>();
  for (const entry of entries) sums.set(entry.account, (sums.get(entry.account) ?? 0n) + entry.amountMinor);
  expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
  expect(await vendorOrders(order.id)).toMatchObject([
    { fulfillment: 'cancelled', payoutMinor: 0n, payoutState: 'none' },
  ]);
});

test('ingest of orders: gives a line that an edit added to its vendor as soon as it is paid for', async () => {
  const bare = buildBareShop(store.domain, program().clock.now().toISOString());
  bare.sandbox.state.nextId = 6_000_000_000;
  const { sandbox, shop, sent } = bare;
  const order = placeOrder(sandbox, shop, {
    email: 'mara@buyer.test',
    // Units of a discounted line are added as a line of their own.
    lines: [{ title: 'Mug', vendor: 'North', unitPriceMinor: 1_000, quantity: 1, discountMinor: 100 }],
  });
  bare.wait(1);
  editOrder(sandbox, shop, order, { lines: [{ lineId: order.lines[0]?.id ?? 0, quantity: 3 }] });
  const known = sent.splice(0).filter(({ topic }) => topic === 'orders/create' || topic === 'orders/updated');
  for (const { topic, payload } of known) await deliver(topic, payload);
  await handled();
  const lines = () =>
    program().owner.orderLine.findMany({
      where: { storeId: store.id, orderId: BigInt(order.id) },
      select: { vendorId: true, quantity: true },
      orderBy: { position: 'asc' },
    });
  const vendorId = (await vendorOrders(order.id))[0]?.vendorId;
  // M62: what the buyer did not pay for yet waits.
  expect(await lines()).toEqual([
    { vendorId, quantity: 1 },
    { vendorId: null, quantity: 2 },
  ]);
  bare.wait(1);
  markOrderPaid(sandbox, shop, order);
  for (const { topic, payload } of sent) await deliver(topic, payload);
  await handled();
  expect(await lines()).toEqual([
    { vendorId, quantity: 1 },
    { vendorId, quantity: 2 },
  ]);
  expect(await vendorOrders(order.id)).toMatchObject([{ goodsMinor: 3_000n, itemCount: 3 }]);
});

test('ingest of orders: holds a fulfillment of a line that an edit added once the line is paid for, in whatever order that is reported', async () => {
  const bare = buildBareShop(store.domain, program().clock.now().toISOString());
  bare.sandbox.state.nextId = 6_100_000_000;
  const { sandbox, shop, sent } = bare;
  const order = placeOrder(sandbox, shop, {
    email: 'mara@buyer.test',
    lines: [
      { title: 'Mug', vendor: 'North', unitPriceMinor: 1_000, quantity: 1, discountMinor: 100 },
      { title: 'Bowl', vendor: 'South', unitPriceMinor: 1_000, quantity: 4 },
    ],
  });
  const sale = sent.splice(0).find(({ topic }) => topic === 'orders/create');
  bare.wait(1);
  editOrder(sandbox, shop, order, { lines: [{ lineId: order.lines[0]?.id ?? 0, quantity: 3 }] });
  bare.wait(1);
  for (const group of openUnits(order))
    fulfillOrder(sandbox, shop, order, {
      fulfillmentOrders: group,
      tracking: [{ company: 'bpost', number: '32', url: null }],
    });
  const shipped = sent.splice(0).filter(({ topic }) => topic === 'orders/updated');
  bare.wait(1);
  markOrderPaid(sandbox, shop, order);
  const tell = async (...messages: (SentEvent | undefined)[]) => {
    for (const message of messages) if (message) await deliver(message.topic, message.payload);
    await handled();
    const rows = await program().owner.fulfillment.findMany({
      where: { storeId: store.id, orderId: BigInt(order.id) },
      select: { lines: true, vendorId: true },
    });
    // The fulfillment is one, and each vendor has its own share of it.
    expect(new Set(rows.map((row) => row.vendorId)).size).toBe(2);
    return rows
      .flatMap((row) => row.lines as { lineId: string; quantity: number }[])
      .sort((a, b) => a.quantity - b.quantity);
  };
  const [first, other, added] = order.lines.map((line) => String(line.id));
  const others = { lineId: other, quantity: 4 };
  const all = [{ lineId: first, quantity: 1 }, { lineId: added, quantity: 2 }, others];
  // Nothing tells yet that the sale was paid: all of the order waits for its payment, and is the vendor's.
  expect(await tell(...shipped)).toEqual(all);
  expect(await tell(sale)).toEqual([{ lineId: first, quantity: 1 }, others]);
  expect(await tell(...sent.splice(0))).toEqual(all);
});

test('ingest of orders: refuses a delivery with a wrong signature and stores nothing', async () => {
  const payload = buildOrderPayload({ createdAt: program().clock.now(), lines: [{ vendor: 'North', price: '1.00' }] });
  expect(
    await deliverWebhook({ shop: store.domain, topic: 'orders/create', payload, secret: 'another secret altogether' }),
  ).toBe(401);
  expect(
    await program().owner.webhookDelivery.count({
      where: { body: { not: null }, webhookId: { contains: String(payload.id) } },
    }),
  ).toBe(0);
});

test('posts nothing before an order is paid in full', async () => {
  const created = program().clock.now();
  const pending = buildOrderPayload({
    createdAt: created,
    financialStatus: 'pending',
    lines: [{ vendor: 'North', price: '30.00' }],
  });
  await deliver('orders/create', pending);
  await handled();
  expect(await postings(pending.id)).toEqual([]);
  expect(await vendorOrders(pending.id)).toMatchObject([{ payoutState: 'unpaid', postedMinor: 0n }]);
  const paid = buildOrderPayload({
    id: pending.id,
    name: pending.name,
    createdAt: created,
    updatedAt: new Date(created.getTime() + 1000),
    lines: [{ vendor: 'North', price: '30.00' }],
  });
  await deliver('orders/paid', paid);
  await handled();
  expect(await vendorOrders(pending.id)).toMatchObject([{ payoutState: 'due', postedMinor: 2700n }]);
});
