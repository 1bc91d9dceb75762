import { encodeExact } from '#app/core/exact-json.ts';
import { invariant } from '#app/core/invariant.ts';
import { program } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';
import { buildOrderPayload, buildRefundPayload, type OrderInput } from './orders/orders.ts';
import type { BuiltStore } from './stores.ts';
import { deliverWebhook } from './webhooks.ts';

type SentOrder = ReturnType<typeof buildOrderPayload>;

/** A default list of one line for every price, as stored. `percent` in whole percent. */
export async function buildDefaultList(store: BuiltStore, percent = 10): Promise<void> {
  const line = { minMinor: 0n, maxMinor: null, flatMinor: 0n, percent: BigInt(percent) * 10_000n, constraint: null };
  await program().owner.commissionList.create({
    data: {
      storeId: store.id,
      version: 1,
      lines: encodeExact([line]) as never,
      createdAt: program().clock.now(),
      createdBy: 'test',
    },
  });
}

async function deliver(store: BuiltStore, topic: string, payload: object): Promise<void> {
  const status = await deliverWebhook({ shop: store.domain, topic, payload });
  invariant(status === 200, `${topic} was answered with ${status}`);
  await waitFor(
    'deliveries are open',
    async () =>
      (await program().owner.webhookDelivery.count({ where: { shop: store.domain, state: 'pending' } })) === 0,
  );
}

/** An order that the platform told of, with everything that follows from it in place. */
export async function placeOrder(store: BuiltStore, input: Omit<OrderInput, 'createdAt'>): Promise<SentOrder> {
  const order = buildOrderPayload({ createdAt: program().clock.now(), ...input });
  await deliver(store, 'orders/create', order);
  return order;
}

/** Gives units of an order's lines back to the buyer, as the store admin does. */
export async function refundOrder(
  store: BuiltStore,
  order: SentOrder,
  lines: { index: number; quantity: number }[],
): Promise<void> {
  await deliver(store, 'refunds/create', buildRefundPayload(order, lines, program().clock.now()));
}
