import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export type ShippableLine = {
  id: bigint;
  vendorId: bigint;
  title: string;
  sku: string;
  /** Units that can still be shipped, what is on hold included. */
  left: number;
  unitPriceMinor: bigint;
  weight: string | null;
  weightUnit: string | null;
  dimensions: { width: number; height: number; length: number; dimUnit: string } | null;
};

/** The lines of an order that are shipped, within the scope, with what their variants weigh and measure now. */
export async function listShippableLines(tx: SqlTx, orderId: bigint): Promise<ShippableLine[]> {
  const filter = scopedSql(tx.scope, 'l', 2);
  return tx.query<ShippableLine>(
    `SELECT l.id, l.vendor_id AS "vendorId", l.title, l.sku, l.left_quantity AS "left", l.unit_price_minor AS "unitPriceMinor",
       x.weight, x.weight_unit AS "weightUnit", x.dimensions
     FROM order_lines l LEFT JOIN variants x ON x.store_id = l.store_id AND x.id = l.variant_id AND x.vendor_id = l.vendor_id
     WHERE l.order_id = $1 AND l.vendor_id IS NOT NULL AND l.requires_shipping AND l.left_quantity > 0 AND ${filter.text}
     ORDER BY l.position, l.id`,
    [orderId, ...filter.values],
  );
}

export type SoldUnits = Pick<ShippableLine, 'id' | 'unitPriceMinor' | 'weight' | 'weightUnit'> & {
  sold: number;
  shipped: number;
};

/** The lines of a vendor's part that are shipped, within the scope: how many units were sold, and how many of them sent. */
export async function listSoldUnits(tx: SqlTx, orderId: bigint, vendorId: bigint): Promise<SoldUnits[]> {
  const filter = scopedSql(tx.scope, 'l', 3);
  return tx.query<SoldUnits>(
    `SELECT l.id, l.unit_price_minor AS "unitPriceMinor", x.weight, x.weight_unit AS "weightUnit", l.quantity AS sold,
       l.fulfilled_quantity AS shipped
     FROM order_lines l LEFT JOIN variants x ON x.store_id = l.store_id AND x.id = l.variant_id AND x.vendor_id = l.vendor_id
     WHERE l.order_id = $1 AND l.vendor_id = $2 AND l.requires_shipping AND ${filter.text} ORDER BY l.position, l.id`,
    [orderId, vendorId, ...filter.values],
  );
}

/** The platform's ids of the fulfillments of a vendor's part with a tracking number that were not cancelled. */
export async function listFulfillmentsWith(
  tx: SqlTx,
  o: { orderId: bigint; vendorId: bigint; tracking: string },
): Promise<bigint[]> {
  const filter = scopedSql(tx.scope, 'f', 4);
  const rows = await tx.query<{ id: bigint }>(
    `SELECT f.id FROM fulfillments f WHERE f.order_id = $1 AND f.vendor_id = $2 AND f.tracking = $3 AND f.status = 'success'
       AND ${filter.text} ORDER BY f.id`,
    [o.orderId, o.vendorId, o.tracking, ...filter.values],
  );
  return rows.map(({ id }) => id);
}

/** Whether a vendor's part was ever shipped with a tracking number, also where that was cancelled since. */
export async function wasShippedWith(
  tx: SqlTx,
  o: { orderId: bigint; vendorId: bigint; tracking: string },
): Promise<boolean> {
  const filter = scopedSql(tx.scope, 'f', 4);
  const rows = await tx.query(
    `SELECT 1 FROM fulfillments f WHERE f.order_id = $1 AND f.vendor_id = $2 AND f.tracking = $3 AND ${filter.text} LIMIT 1`,
    [o.orderId, o.vendorId, o.tracking, ...filter.values],
  );
  return rows.length > 0;
}

/** The shipments of an order within the scope that the app made with a tracking number and that stand, newest first. */
export async function listTrackedFulfillments(
  tx: SqlTx,
  orderId: bigint,
): Promise<{ id: bigint; vendorId: bigint; tracking: string }[]> {
  const filter = scopedSql(tx.scope, 'f', 2);
  return tx.query(
    `SELECT f.id, f.vendor_id AS "vendorId", f.tracking FROM fulfillments f
     WHERE f.order_id = $1 AND f.vendor_id IS NOT NULL AND f.by_app AND f.status = 'success' AND f.tracking IS NOT NULL
       AND ${filter.text} ORDER BY f.created_at DESC, f.id DESC`,
    [orderId, ...filter.values],
  );
}

/** The vendors of an order within the scope of whose parts something was shipped. */
export async function listShippedVendors(tx: SqlTx, orderId: bigint): Promise<bigint[]> {
  const filter = scopedSql(tx.scope, 'f', 2);
  const rows = await tx.query<{ vendorId: bigint }>(
    `SELECT f.vendor_id AS "vendorId" FROM fulfillments f
     WHERE f.order_id = $1 AND f.vendor_id IS NOT NULL AND f.status = 'success' AND ${filter.text} GROUP BY f.vendor_id`,
    [orderId, ...filter.values],
  );
  return rows.map(({ vendorId }) => vendorId);
}
