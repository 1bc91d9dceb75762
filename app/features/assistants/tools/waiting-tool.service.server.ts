import { z } from 'zod';
import { scopeOf } from '#app/core/viewer.ts';
import { countWaitingConversations } from '#app/features/messages/conversations/conversations.service.server.ts';
import { countPendingOffers } from '#app/features/offers/offers.service.server.ts';
import { countOrdersToShip, countUnpaidToShip } from '#app/features/orders/read-models/order-counts.service.server.ts';
import { listToShip } from '#app/features/orders/read-models/order-figures.service.server.ts';
import { listPayoutIssues } from '#app/features/payouts/resolve/payout-issues.service.server.ts';
import { listSentBackProducts } from '#app/features/products/listing/pending-products.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { markUntrusted } from '../assistant-answer.ts';
import { defineReading } from '../tool.server.ts';
import { describeShipping } from './find-order.service.server.ts';

/** Late orders are counted up to here. */
const MAX_LATE = 200;
const MAX_SENT_BACK = 20;

const listWaiting = defineReading({
  name: 'list_waiting',
  title: 'List what waits',
  description:
    'What waits for the vendor now: orders to ship and late ones, conversations, offers, payouts that did not arrive, products sent back. Only what the key may read.',
  like: null,
  input: z.strictObject({}),
  run: (ctx) =>
    ctx.db.fast(scopeOf(ctx.viewer), async (tx) => ({
      timezone: ctx.viewer.store.timezone,
      ...(ctx.viewer.scopes?.has('orders:read') ? await readOrders(ctx, tx) : {}),
      ...(ctx.viewer.scopes?.has('messages:read') ? { conversations: await countWaitingConversations(tx) } : {}),
      ...(ctx.viewer.scopes?.has('money:read') ? { payoutsNotArrived: await readPayouts(ctx, tx) } : {}),
      ...(ctx.viewer.scopes?.has('products:read') ? { productsSentBack: await readSentBack(tx) } : {}),
    })),
});

async function readOrders(ctx: Ctx, tx: SqlTx) {
  const now = ctx.clock.now();
  const oldest = await listToShip(tx, MAX_LATE);
  const late = oldest.filter(
    ({ orderedAt, fulfillment, payoutState: payout }) =>
      describeShipping({ orderedAt: orderedAt.toISOString(), fulfillment, payout }, now).isLate,
  );
  return {
    ordersToShip: await countOrdersToShip(tx),
    ofThemUnpaid: await countUnpaidToShip(tx),
    late: { count: late.length, isAtLeast: late.length === MAX_LATE, oldest: late[0]?.name ?? null },
    offers: await countPendingOffers(tx),
  };
}

const readPayouts = async (ctx: Ctx, tx: SqlTx) =>
  (await listPayoutIssues(tx, { now: ctx.clock.now(), isAdmin: false })).map(({ id, amount, state }) => ({
    id,
    amount,
    state,
  }));

const readSentBack = async (tx: SqlTx) =>
  (await listSentBackProducts(tx, MAX_SENT_BACK)).map(({ id, title, note }) => ({
    id: String(id),
    title: markUntrusted('vendor', title),
    note: markUntrusted('marketplace', note),
  }));

/** What waits, as the page that a vendor begins the day with. */
export const waitingTools = [listWaiting];
