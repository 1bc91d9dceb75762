import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export async function ordersByVendor(tx: SqlTx): Promise<{ vendorId: bigint; orders: number; unfulfilled: number }[]> {
  const filter = scopedSql(tx.scope, 'c', 1);
  return tx.query(
    `SELECT c.vendor_id AS "vendorId", sum(c.count)::int AS orders,
       coalesce(sum(c.count) FILTER (WHERE c.fulfilment = 'unfulfilled'), 0)::int AS unfulfilled
     FROM order_counters c WHERE ${filter.text} GROUP BY c.vendor_id HAVING sum(c.count) > 0`,
    filter.values,
  );
}

/** Vendor orders that the buyer has not paid yet and that were not cancelled. */
export async function countUnpaid(tx: SqlTx): Promise<number> {
  const filter = scopedSql(tx.scope, 'v', 1);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM vendor_orders v
     WHERE ${filter.text} AND v.financial_status IN ('pending', 'authorized', 'partially_paid') AND v.cancelled_at IS NULL`,
    filter.values,
  );
  return row?.count ?? 0;
}
