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

/** Of how many vendor orders something is left to ship, from the kept counters; less the test orders that the settings do not count. */
export async function countToShip(tx: SqlTx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT ((SELECT coalesce(sum(c.count), 0) FROM order_counters c WHERE ${scopedSql(tx.scope, 'c', 1).text} AND c.fulfillment IN ('unfulfilled', 'partially_fulfilled'))
       - (SELECT count(*) FROM vendor_orders v WHERE ${scopedSql(tx.scope, 'v', 1).text} AND v.is_test AND v.historical
          AND v.fulfillment IN ('unfulfilled', 'partially_fulfilled')))::int AS count`,
    scopedSql(tx.scope, 'c', 1).values,
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
