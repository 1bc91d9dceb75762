import { z } from 'zod';
import { scopeOf } from '#app/core/viewer.ts';
import { countOpenFindings } from '#app/features/finance/reconciliation/reconciliation.service.server.ts';
import { countWaitingConversations } from '#app/features/messages/conversations/conversations.service.server.ts';
import { countPendingOffers } from '#app/features/offers/offers.service.server.ts';
import { countOrdersToShip, countUnpaidToShip } from '#app/features/orders/read-models/order-counts.service.server.ts';
import { countDueVendors, listToShip } from '#app/features/orders/read-models/order-figures.service.server.ts';
import { listPayoutIssues } from '#app/features/payouts/resolve/payout-issues.service.server.ts';
import {
  countWaitingProducts,
  listSentBackProducts,
} from '#app/features/products/listing/pending-products.service.server.ts';
import { countOpenChanges } from '#app/features/products/review/product-changes.service.server.ts';
import { countPendingApplications } from '#app/features/vendor-profiles/applications/applications.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { markUntrusted } from '../assistant-answer.ts';
import { nameVendor } from '../name-vendor.ts';
import { defineReading } from '../tool.server.ts';
import { describeShipping } from './find-order.service.server.ts';

/** Late orders are counted up to here. */
const MAX_LATE = 200;
const MAX_SENT_BACK = 20;

const listWaiting = defineReading({
  name: 'list_waiting',
  title: 'List what waits',
  description:
    'What waits now: orders to ship and late ones, conversations, offers, payouts that did not arrive, products sent back; for the marketplace also approvals, applications, vendors to pay and what does not add up. Only what the key may read.',
  like: null,
  input: z.strictObject({}),
  run: (ctx) =>
    ctx.db.fast(scopeOf(ctx.viewer), async (tx) => ({
      timezone: ctx.viewer.store.timezone,
      ...(ctx.viewer.scopes?.has('orders:read') ? await readOrders(ctx, tx) : {}),
      ...(ctx.viewer.scopes?.has('messages:read') ? { conversations: await countWaitingConversations(tx) } : {}),
      ...(ctx.viewer.scopes?.has('money:read') ? { payoutsNotArrived: await readPayouts(ctx, tx) } : {}),
      ...(ctx.viewer.scopes?.has('products:read') ? await readProducts(ctx, tx) : {}),
      ...(isMarketplace(ctx) ? await readMarketplace(ctx, tx) : {}),
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

const isMarketplace = ({ viewer }: Ctx): boolean => viewer.vendorScope === '*';

/** What waits for whoever runs the marketplace. */
async function readMarketplace({ viewer: { scopes } }: Ctx, tx: SqlTx) {
  return {
    ...(scopes?.has('vendors:read') ? { applications: await countPendingApplications(tx) } : {}),
    ...(scopes?.has('money:read') ? { vendorsToPay: await countDueVendors(tx) } : {}),
    ...(scopes?.has('reconciliation:read') ? { findings: await countOpenFindings(tx) } : {}),
  };
}

const readProducts = async (ctx: Ctx, tx: SqlTx) =>
  isMarketplace(ctx)
    ? { productsToApprove: await countWaitingProducts(tx), changesToReview: await countOpenChanges(tx) }
    : { productsSentBack: await readSentBack(tx) };

const readPayouts = async (ctx: Ctx, tx: SqlTx) =>
  (await listPayoutIssues(tx, { now: ctx.clock.now(), isAdmin: isMarketplace(ctx) })).map(
    ({ id, amount, state, vendor }) => ({
      id,
      ...nameVendor(ctx, vendor),
      amount,
      state,
    }),
  );

const readSentBack = async (tx: SqlTx) =>
  (await listSentBackProducts(tx, MAX_SENT_BACK)).map(({ id, title, note }) => ({
    id: String(id),
    title: markUntrusted('vendor', title),
    note: markUntrusted('marketplace', note),
  }));

/** What waits, as the page that a vendor, or whoever runs the marketplace, begins the day with. */
export const waitingTools = [listWaiting];
