import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export type SellerOfProduct = { vendorId: bigint; vendor: string; productId: bigint; title: string };

/** A product that shoppers see, and who sells it. Needs the marketplace's scope. */
export async function findProduct(tx: SqlTx, productId: bigint): Promise<SellerOfProduct | undefined> {
  // One statement over tables of other features, as that of offers.
  const [row] = await tx.query<SellerOfProduct>(
    `SELECT v.id AS "vendorId", v.name AS vendor, p.id AS "productId", p.title
     FROM products p JOIN vendors v ON v.store_id = p.store_id AND v.id = p.vendor_id
     WHERE p.store_id = $1 AND p.id = $2 AND p.deleted_at IS NULL AND p.status = 'ACTIVE' AND v.status = 'active' AND v.deleted_at IS NULL`,
    [tx.scope.storeId, productId],
  );
  return row;
}

export type OrderOfBuyer = {
  vendorId: bigint;
  vendor: string;
  orderId: bigint;
  orderName: string;
  customerId: bigint | null;
  email: string | null;
  buyerName: string | null;
};

/** The vendor orders of an order in the scope, each with the buyer as far as one is known, by the names of the vendors. */
export async function listOrderBuyers(tx: SqlTx, orderId: bigint): Promise<OrderOfBuyer[]> {
  const scope = scopedSql(tx.scope, 'o', 2);
  return tx.query<OrderOfBuyer>(
    `SELECT o.vendor_id AS "vendorId", v.name AS vendor, o.order_id AS "orderId", o.name AS "orderName",
       b.customer_id AS "customerId", b.email, b.name AS "buyerName"
     FROM vendor_orders o JOIN vendors v ON v.store_id = o.store_id AND v.id = o.vendor_id
     LEFT JOIN order_buyers b ON b.store_id = o.store_id AND b.order_id = o.order_id AND NOT b.redacted
     WHERE o.order_id = $1 AND ${scope.text} ORDER BY v.name, v.id`,
    [orderId, ...scope.values],
  );
}
