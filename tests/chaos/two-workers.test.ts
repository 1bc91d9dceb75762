import { afterAll, beforeAll, expect, test } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findBalanceDifferences } from '#app/platform/ledger/ledger.service.server.ts';
import { createContainer, type Container } from '#app/main/container.server.ts';
import { startWorker, type Worker } from '#app/main/worker.server.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { buildOrderPayload, buildRefundPayload } from '#tests/factories/orders/orders.ts';
import { buildUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { scaled } from '#tests/support/scale.ts';
import { waitFor } from '#tests/support/wait.ts';

/** In a proof many more. */
const ORDERS = scaled(2000, 120);
const VENDORS = ['North', 'South', 'East'];

let store: BuiltStore;
let smtp: MailServer;
let second: Container;
let worker: Worker;

beforeAll(async () => {
  smtp = await startMailServer();
  await startProgram({ smtpUrl: smtp.url });
  const { services } = program().container;
  // A second process's worth of loops, with a pool of its own, on the same queue.
  second = createContainer(services.env, { clock: services.clock });
  worker = startWorker(second);
  store = await buildStore();
  await buildDefaultList(store);
  for (const name of VENDORS) await buildUser({ vendor: await buildVendor({ store, name }) });
});
afterAll(async () => {
  await worker.stop();
  await second.close();
  await program().stop();
  await smtp.stop();
});

type Message = { topic: string; webhookId: string; payload: object };

/** Orders of the same vendors, each first told, then changed, a third with a refund, in an order that mixes them all. */
function buildMessages(): Message[] {
  const at = program().clock.now();
  const messages: Message[] = [];
  for (let index = 0; index < ORDERS; index++) {
    const payload = buildOrderPayload({
      id: 6_000_000_000 + index,
      createdAt: at,
      // The vendors in another order each time: whoever locks them as they come waits for somebody who does so too.
      lines: [0, 1, 2].map((step) => ({ vendor: VENDORS[(index + step) % 3] ?? '', price: '10.50', quantity: 2 })),
    });
    const later = new Date(at.getTime() + 1000);
    messages.push({ topic: 'orders/create', webhookId: `create-${index}`, payload });
    messages.push({
      topic: 'orders/updated',
      webhookId: `update-${index}`,
      payload: { ...payload, updated_at: later.toISOString() },
    });
    if (index % 3 === 0) {
      const refund = buildRefundPayload(payload, [{ index: 0, quantity: 1 }], new Date(at.getTime() + 2000));
      messages.push({ topic: 'refunds/create', webhookId: `refund-${index}`, payload: refund });
    }
  }
  return messages
    .map((message, index) => ({ message, at: (index * 7919) % messages.length }))
    .sort((a, b) => a.at - b.at)
    .map(({ message }) => message);
}

const deadlocks = async () => {
  const [row] = await program().owner.$queryRaw<{ count: bigint }[]>`
    SELECT deadlocks AS count FROM pg_stat_database WHERE datname = current_database()`;
  return Number(row?.count);
};

test(
  `two workers on one queue end ${ORDERS} orders of the same three vendors without a deadlock and with nothing twice`,
  { timeout: 600_000 },
  async () => {
    const { owner, container } = program();
    const before = await deadlocks();
    const messages = buildMessages();
    for (let from = 0; from < messages.length; from += 20) {
      const part = messages.slice(from, from + 20);
      await Promise.all(part.map((message) => deliverWebhook({ shop: store.domain, ...message })));
    }
    await waitFor(
      'deliveries are left',
      async () => (await owner.webhookDelivery.count({ where: { state: { not: 'done' } } })) === 0,
      300_000,
    );
    await waitFor(
      'mails are left',
      async () => (await owner.mail.count({ where: { state: 'queued' } })) === 0,
      300_000,
    );

    expect(await deadlocks()).toBe(before);
    expect(await owner.webhookDelivery.count({ where: { attempts: { gt: 0 } } })).toBe(0);
    expect(await owner.webhookDelivery.count()).toBe(messages.length);
    expect(await owner.order.count()).toBe(ORDERS);
    expect(await owner.vendorOrder.count()).toBe(ORDERS * VENDORS.length);
    const refunds = messages.filter(({ topic }) => topic === 'refunds/create').length;
    // One for the sale and one for the refund, of the order that has one; a refund that is ingested with its sale is posted with it.
    const posted = await owner.ledgerTransaction.groupBy({ by: ['orderId'], _count: true });
    expect(posted).toHaveLength(ORDERS);
    const most = (orderId: bigint | null) => (Number(orderId) % 3 === 0 ? 2 : 1);
    expect(posted.filter(({ orderId, _count }) => _count > most(orderId))).toEqual([]);
    const scope = marketplaceScope(store.id);
    expect(await container.services.db.fast(scope, findBalanceDifferences)).toEqual([]);
    // 21.00 of each vendor less 10 %, and 9.45 given back with each refund.
    const total = await owner.vendorBalance.aggregate({ _sum: { payableMinor: true } });
    expect(total._sum.payableMinor).toBe(BigInt(ORDERS * 3 * 1890 - refunds * 945));
    // No mail was sent by both: one for each part, and one where a refund was heard of after its sale.
    const sent = await owner.mail.groupBy({ by: ['template'], where: { state: 'sent' }, _count: true });
    expect(sent.find(({ template }) => template === 'order-placed')?._count).toBe(ORDERS * VENDORS.length);
    expect(smtp.mails).toHaveLength(sent.reduce((sum, { _count }) => sum + _count, 0));
  },
);
