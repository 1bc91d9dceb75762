import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

/** The kept counters of each vendor, with those of which something is left to ship, as the list's tab has them; less the test orders that the settings do not count. */
export async function ordersByVendor(tx: SqlTx): Promise<{ vendorId: bigint; orders: number; unfulfilled: number }[]> {
  const filter = scopedSql(tx.scope, 'c', 1);
  return tx.query(
    `SELECT c.vendor_id AS "vendorId", sum(c.count)::int AS orders,
       coalesce(sum(c.count) FILTER (WHERE c.fulfillment IN ('unfulfilled', 'partially_fulfilled')), 0)::int AS unfulfilled
     FROM (SELECT c.vendor_id, c.fulfillment, c.count FROM order_counters c WHERE ${filter.text}
       UNION ALL SELECT v.vendor_id, v.fulfillment, -1 FROM vendor_orders v
       WHERE ${scopedSql(tx.scope, 'v', 1).text} AND v.is_test AND v.historical) c
     GROUP BY c.vendor_id HAVING sum(c.count) > 0`,
    filter.values,
  );
}

/** The paid vendor orders that are not on hold and of which something is left to ship since before a moment, by vendor. */
export async function lateByVendor(
  tx: SqlTx,
  before: Date,
): Promise<{ vendorId: bigint; vendor: string; orders: number }[]> {
  const filter = scopedSql(tx.scope, 'v', 2);
  return tx.query(
    `SELECT v.vendor_id AS "vendorId", d.name AS vendor, count(*)::int AS orders
     FROM vendor_orders v JOIN vendors d ON d.store_id = v.store_id AND d.id = v.vendor_id
     WHERE ${filter.text} AND v.fulfillment IN ('unfulfilled', 'partially_fulfilled') AND v.payout_state <> 'unpaid'
       AND v.cancelled_at IS NULL AND v.ordered_at < $1 AND NOT v.historical
       AND NOT EXISTS (SELECT 1 FROM order_holds h WHERE h.store_id = v.store_id AND h.order_id = v.order_id AND h.vendor_id = v.vendor_id)
     GROUP BY v.vendor_id, d.name ORDER BY 3 DESC, d.name`,
    [before, ...filter.values],
  );
}

/** How many orders of the store were sold in [from, to): paid, not cancelled, placed since the install. */
export async function countSold(tx: SqlTx, { from, to }: { from: Date; to: Date }): Promise<number> {
  const filter = scopedSql(tx.scope, 'v', 3);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(DISTINCT v.order_id)::int AS count FROM vendor_orders v
     WHERE v.ordered_at >= $1 AND v.ordered_at < $2 AND ${filter.text} AND NOT v.historical AND v.cancelled_at IS NULL
       AND v.financial_status IN ('paid', 'partially_refunded', 'refunded')`,
    [from, to, ...filter.values],
  );
  return row?.count ?? 0;
}

/** 1 where the scope has orders that count, else 0. */
export async function countAnyOrder(tx: SqlTx): Promise<number> {
  const filter = scopedSql(tx.scope, 'v', 1);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM vendor_orders v WHERE ${filter.text} AND NOT (v.is_test AND v.historical) LIMIT 1) v`,
    filter.values,
  );
  return row?.count ?? 0;
}

/** Vendor orders that the buyer has not paid yet and that were not cancelled. */
export async function countUnpaid(tx: SqlTx): Promise<number> {
  const filter = scopedSql(tx.scope, 'v', 1);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM vendor_orders v
     WHERE ${filter.text} AND v.financial_status IN ('pending', 'authorized', 'partially_paid') AND v.cancelled_at IS NULL AND NOT (v.is_test AND v.historical)`,
    filter.values,
  );
  return row?.count ?? 0;
}

/** How many orders of the store have a vendor order, and no more than `limit` of them. */
export async function countStoreOrders(tx: SqlTx, limit: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM orders o WHERE o.store_id = $1
       AND EXISTS (SELECT 1 FROM vendor_orders v WHERE v.store_id = o.store_id AND v.order_id = o.id) LIMIT $2) o`,
    [tx.scope.storeId, limit],
  );
  return row?.count ?? 0;
}

/** 1 where the scope has orders from after the install, else 0. */
export async function countAnySale(tx: SqlTx): Promise<number> {
  const filter = scopedSql(tx.scope, 'v', 1);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM vendor_orders v WHERE ${filter.text} AND NOT v.historical LIMIT 1) v`,
    filter.values,
  );
  return row?.count ?? 0;
}
