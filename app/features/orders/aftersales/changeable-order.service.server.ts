import { readOrder } from '#app/adapters/shopify/orders/orders.server.ts';
import { AppError } from '#app/core/errors.ts';
import { asCurrency, type Currency } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { listAdjustments, type StoredAdjustment } from '../money/adjustments.repo.server.ts';
import { splitOrder, type OrderDecisions, type SettledOrder } from '../money/split-order.ts';
import { findOrders, lockOrders } from '../ingest/ingest.repo.server.ts';
import { resettleOrder } from '../ingest/ingest.service.server.ts';
import type { OrderHistory } from '../order.ts';
import * as repo from '../orders.repo.server.ts';
import { ingestReadOrders, requireReadable } from '../ingest/read-orders.service.server.ts';
import { parseReadOrders } from '../ingest/read-orders.ts';

/** An order for a command that changes it: its history, its computed state, every vendor order and line. */
export type ChangeableOrder = {
  orderId: bigint;
  currency: Currency;
  known: OrderHistory;
  decisions: OrderDecisions;
  historical: boolean;
  settled: SettledOrder;
  /** How it would stand if something else were known or decided of it; nothing is written. */
  settleAs: (change: { known: OrderHistory; decisions?: OrderDecisions }) => SettledOrder;
  parts: repo.Part[];
  lines: repo.Line[];
  adjustments: StoredAdjustment[];
};

export type { StoredAdjustment };

/** An order for a change by an admin, over all vendors. An unknown or another store's order is not_found (404). */
export async function findChangeableOrder(ctx: Ctx, orderId: bigint): Promise<ChangeableOrder> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => readChangeableOrder(tx, orderId));
}

/** The same in the given transaction, which needs the marketplace's scope. */
export async function readChangeableOrder(tx: SqlTx, orderId: bigint): Promise<ChangeableOrder> {
  const stored = (await findOrders(tx, [orderId])).get(orderId);
  if (!stored) throw new AppError('not_found');
  const { known, orderTerms, decisions, historical } = stored;
  return {
    orderId,
    currency: asCurrency(known.latest.currency),
    known,
    decisions,
    historical,
    settled: splitOrder(known, orderTerms, decisions),
    settleAs: (change) => splitOrder(change.known, orderTerms, change.decisions ?? decisions),
    parts: await repo.findVendorOrders(tx, orderId),
    lines: await repo.listLines(tx, orderId),
    adjustments: await listAdjustments(tx, orderId),
  };
}

/** Takes a lock on the order until the transaction ends: no event of it is ingested and no command decides on it until then. */
export async function lockOrder(tx: SqlTx, orderId: bigint): Promise<void> {
  await lockOrders(tx, [orderId]);
}

/** Decides something about an order in the name of who is signed in, and computes its state again in the given transaction. */
export async function decideOrder(
  ctx: Ctx,
  tx: SqlTx,
  orderId: bigint,
  decide: (decisions: OrderDecisions) => OrderDecisions,
): Promise<void> {
  const { actor } = ctx.viewer;
  const source = { type: 'admin' as const, id: `${actor.kind}:${actor.id}` };
  await resettleOrder(ctx, tx, orderId, (stored) => decide(stored.decisions), source);
}

/** Reads an order of the store again and ingests it, so that the answer shows what was changed there. */
export async function refreshOrder(ctx: Ctx, orderId: bigint): Promise<ChangeableOrder> {
  await ingestChange(ctx, orderId, () => Promise.resolve({}));
  return findChangeableOrder(ctx, orderId);
}

/**
 * Ingests at once what was just changed at the platform, so that its webhook changes nothing any more. `within` runs in the
 * same transaction, after the order was ingested: for rows that belong to the change. It may answer with a decision, by which
 * the order's state is then computed again. An order that is gone there is not_found (404).
 */
export async function ingestChange(
  ctx: Ctx,
  orderId: bigint,
  within: (tx: SqlTx) => Promise<{ decide?: (decisions: OrderDecisions) => OrderDecisions }>,
): Promise<void> {
  const { store } = ctx.viewer;
  const installed = await findStoreById(ctx, store.id);
  if (!installed) throw new AppError('store_unknown');
  const payload = await readOrder(await ctx.adapters.platform(store.domain), orderId);
  if (!payload) throw new AppError('not_found');
  const read = requireReadable(parseReadOrders([payload]));
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await ingestReadOrders(ctx, tx, installed, read);
    const { decide } = await within(tx);
    if (decide) await decideOrder(ctx, tx, orderId, decide);
  });
}
