import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveryHandlers } from '#app/main/tables.server.ts';
import { vendorShopHandler } from '#app/features/integrations/connections/store-events.service.server.ts';
import { createWebhookQueue } from '#app/server/webhook-queue.server.ts';
import { buildOrderPayload, buildRefundPayload } from '#tests/factories/orders/orders.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;

beforeAll(async () => {
  await startProgram({ worker: false });
  store = await buildStore();
  await buildVendor({ store, name: 'North' });
});
afterAll(() => program().stop());

const deliver = (topic: string, payload: object) => deliverWebhook({ shop: store.domain, topic, payload });
/** What a worker does when it comes back: every batch that is due. */
async function drainJobs(): Promise<void> {
  const { services } = program().container;
  const queue = createWebhookQueue({
    ...services,
    handlers: deliveryHandlers(services),
    vendorShops: vendorShopHandler(services),
  });
  while (await queue.runBatch()) continue;
}
const refundDeliveries = () =>
  program().owner.webhookDelivery.findMany({
    where: { topic: 'refunds/create' },
    orderBy: { id: 'asc' },
    select: { state: true, error: true },
  });

test('a refund that no worker processed for three days still finds its order behind it in the queue', async () => {
  const order = buildOrderPayload({
    createdAt: program().clock.now(),
    lines: [{ vendor: 'North', price: '20.00', quantity: 2 }],
  });
  await deliver('refunds/create', buildRefundPayload(order, [{ index: 0, quantity: 1 }], program().clock.now()));
  program().clock.advance({ days: 3 });
  await deliver('orders/create', order);
  await drainJobs();
  expect(await refundDeliveries()).toEqual([{ state: 'done', error: null }]);
  const [part] = await program().owner.vendorOrder.findMany({ where: { orderId: BigInt(order.id) } });
  expect(part?.totalMinor).toBe(2000n);
});

test('a refund whose order never comes is a dead letter after two days, and not before', async () => {
  const order = buildOrderPayload({
    createdAt: program().clock.now(),
    lines: [{ vendor: 'North', price: '5.00', quantity: 1 }],
  });
  await deliver('refunds/create', buildRefundPayload(order, [{ index: 0, quantity: 1 }], program().clock.now()));
  await drainJobs();
  program().clock.advance({ hours: 47 });
  await drainJobs();
  expect((await refundDeliveries())[1]).toEqual({ state: 'waiting', error: null });
  program().clock.advance({ hours: 2 });
  await drainJobs();
  expect((await refundDeliveries())[1]).toEqual({ state: 'dead', error: 'its subject never arrived' });
});
