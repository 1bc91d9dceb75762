import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { LineProperty } from '../line-properties.ts';
import type { StoredBuyer } from '../orders.repo.server.ts';

export type VendorOrderRow = { orderId: bigint; vendorId: bigint; vendorName: string; name: string; orderedAt: Date };

/** The parts of many orders within the scope, each order's vendors by name. */
export async function findVendorOrdersOf(tx: SqlTx, orderIds: readonly bigint[]): Promise<VendorOrderRow[]> {
  const filter = scopedSql(tx.scope, 'v', 2);
  return tx.query<VendorOrderRow>(
    `SELECT v.order_id AS "orderId", v.vendor_id AS "vendorId", d.name AS "vendorName", v.name, v.ordered_at AS "orderedAt"
     FROM vendor_orders v JOIN vendors d ON d.store_id = v.store_id AND d.id = v.vendor_id
     WHERE v.order_id = ANY($1::bigint[]) AND ${filter.text} ORDER BY v.order_id, d.name, v.id`,
    [[...orderIds], ...filter.values],
  );
}

export type SentFulfillment = { orderId: bigint; vendorId: bigint; carrier: string | null; tracking: string | null };

/** The fulfillments of many orders within the scope that are on their way, oldest first. */
export async function findFulfillmentsOf(tx: SqlTx, orderIds: readonly bigint[]): Promise<SentFulfillment[]> {
  const filter = scopedSql(tx.scope, 'f', 2);
  return tx.query<SentFulfillment>(
    `SELECT f.order_id AS "orderId", f.vendor_id AS "vendorId", f.carrier, f.tracking FROM fulfillments f
     WHERE f.order_id = ANY($1::bigint[]) AND f.status = 'success' AND ${filter.text} ORDER BY f.created_at, f.id`,
    [[...orderIds], ...filter.values],
  );
}

export type LineWords = {
  orderId: bigint;
  vendorId: bigint;
  lineId: bigint;
  properties: LineProperty[] | null;
  sellingPlan: string | null;
};

/** What is told of vendors' lines within the scope besides goods and money; lines of which nothing is are left out. */
export async function findLineWords(tx: SqlTx, orderIds: readonly bigint[]): Promise<LineWords[]> {
  const filter = scopedSql(tx.scope, 'l', 2);
  return tx.query<LineWords>(
    `SELECT l.order_id AS "orderId", l.vendor_id AS "vendorId", l.id AS "lineId", l.properties, l.selling_plan AS "sellingPlan" FROM order_lines l
     WHERE l.order_id = ANY($1::bigint[]) AND l.vendor_id IS NOT NULL AND (l.properties IS NOT NULL OR l.selling_plan IS NOT NULL)
       AND ${filter.text}`,
    [[...orderIds], ...filter.values],
  );
}

/** The buyers of orders in which the scope has a part; row-level security says who has. */
export async function findBuyersOf(tx: SqlTx, orderIds: readonly bigint[]): Promise<Map<bigint, StoredBuyer>> {
  const rows = await tx.query<StoredBuyer & { orderId: bigint }>(
    `SELECT b.order_id AS "orderId", b.email, b.phone, b.name, b.shipping_address AS "shippingAddress",
       b.billing_address AS "billingAddress", b.note, b.attributes, b.redacted
     FROM order_buyers b WHERE b.store_id = $1 AND b.order_id = ANY($2::bigint[])`,
    [tx.scope.storeId, [...orderIds]],
  );
  return new Map(rows.map((row) => [row.orderId, row]));
}
