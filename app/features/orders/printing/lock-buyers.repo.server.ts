import type { SqlTx } from '#app/server/db.server.ts';
import type { StoredBuyer } from '../orders.repo.server.ts';

/**
 * The buyers of orders in which the scope has a part, by order; row-level security says who has. A redaction waits until the
 * transaction ends, so that it also empties what the transaction writes.
 */
export async function lockBuyers(tx: SqlTx, orderIds: readonly bigint[]): Promise<Map<bigint, StoredBuyer>> {
  const rows = await tx.query<StoredBuyer & { orderId: bigint }>(
    `SELECT b.order_id AS "orderId", b.email, b.phone, b.name, b.shipping_address AS "shippingAddress",
       b.billing_address AS "billingAddress", b.note, b.attributes, b.redacted
     FROM order_buyers b WHERE b.store_id = $1 AND b.order_id = ANY($2::bigint[]) ORDER BY b.order_id FOR SHARE`,
    [tx.scope.storeId, [...orderIds]],
  );
  return new Map(rows.map((row) => [row.orderId, row]));
}
