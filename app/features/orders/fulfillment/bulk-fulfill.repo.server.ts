import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

/** The parts of these orders within the scope, by order and vendor. */
export async function listVendorOrdersOf(
  tx: SqlTx,
  orderIds: readonly bigint[],
): Promise<{ orderId: bigint; vendorId: bigint; name: string }[]> {
  const filter = scopedSql(tx.scope, 'v', 2);
  return tx.query(
    `SELECT v.order_id AS "orderId", v.vendor_id AS "vendorId", v.name FROM vendor_orders v
     WHERE v.order_id = ANY($1::bigint[]) AND ${filter.text} ORDER BY v.order_id, v.vendor_id`,
    [[...orderIds], ...filter.values],
  );
}
