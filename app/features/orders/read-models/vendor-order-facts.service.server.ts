import { AppError } from '#app/core/errors.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { findOrders } from '../ingest/ingest.repo.server.ts';
import { readHiddenFields } from '../order-settings.service.server.ts';
import type { HideableField } from '../order-view.ts';
import type { StoredBuyer } from '../orders.repo.server.ts';
import * as repo from './vendor-order-facts.repo.server.ts';
import type { StoredOrder } from '../rows.ts';

/**
 * One vendor's part with all that it is computed from. `stored` is the marketplace's knowledge of the whole order: what is
 * told of it has to be computed of the part alone. `buyer` is as stored; `hidden` are the fields that the viewer must not see.
 */
export type VendorOrderFacts = {
  orderId: bigint;
  vendorId: bigint;
  vendorName: string;
  name: string;
  orderedAt: Date;
  stored: StoredOrder;
  buyer: StoredBuyer | undefined;
  hidden: readonly HideableField[];
  fulfillments: readonly repo.SentFulfillment[];
  /** What is told of its own lines besides goods and money, by the line's id. */
  lines: ReadonlyMap<string, repo.LineWords>;
};

/** The same parts with what is known of their orders by now: for whoever held something after the parts were read. */
export async function rereadVendorOrders(
  tx: SqlTx,
  vendorOrders: readonly VendorOrderFacts[],
): Promise<VendorOrderFacts[]> {
  const stored = await findOrders(tx, [...new Set(vendorOrders.map((vendorOrder) => vendorOrder.orderId))]);
  return vendorOrders.map((vendorOrder) => ({
    ...vendorOrder,
    stored: stored.get(vendorOrder.orderId) ?? vendorOrder.stored,
  }));
}

/**
 * The parts of orders within the viewer's scope, orders in the order they were named, or only one vendor's. An order in which
 * the scope has no part is not_found (404), for all of them.
 */
export async function readVendorOrderFacts(
  ctx: Ctx,
  orderIds: readonly bigint[],
  o: { vendorId?: bigint | undefined } = {},
): Promise<VendorOrderFacts[]> {
  const own = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const vendorOrders = await repo.findVendorOrdersOf(tx, orderIds);
    const known = [...new Set(vendorOrders.map((vendorOrder) => vendorOrder.orderId))];
    return {
      parts: vendorOrders.filter((vendorOrder) => o.vendorId === undefined || vendorOrder.vendorId === o.vendorId),
      fulfillments: await repo.findFulfillmentsOf(tx, known),
      buyers: await repo.findBuyersOf(tx, known),
      hidden: await readHiddenFields(tx),
      lines: await repo.findLineWords(tx, known),
    };
  });
  const stored = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => findOrders(tx, orderIds));
  return orderIds.flatMap((orderId) => {
    const vendorOrders = own.parts.filter((vendorOrder) => vendorOrder.orderId === orderId);
    const order = stored.get(orderId);
    if (!order || vendorOrders.length === 0) throw new AppError('not_found');
    return vendorOrders.map((vendorOrder) => ({
      ...vendorOrder,
      stored: order,
      buyer: own.buyers.get(orderId),
      hidden: own.hidden,
      fulfillments: own.fulfillments.filter((one) => one.orderId === orderId && one.vendorId === vendorOrder.vendorId),
      lines: new Map(
        own.lines
          .filter((one) => one.orderId === orderId && one.vendorId === vendorOrder.vendorId)
          .map((one) => [String(one.lineId), one]),
      ),
    }));
  });
}
