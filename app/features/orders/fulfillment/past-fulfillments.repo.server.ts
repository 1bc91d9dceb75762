import type { SqlTx } from '#app/server/db.server.ts';
import type { FulfillmentStatus } from '../money/units-left.ts';

/** A line that is a vendor's: what is left of it, and how much of it was shipped as it is stored. */
export type OwnedLine = {
  id: bigint;
  orderId: bigint;
  vendorId: bigint;
  remainingQuantity: number;
  fulfilledQuantity: number;
  returnedQuantity: number;
};

export async function findOwnedLines(tx: SqlTx, orderIds: readonly bigint[]): Promise<OwnedLine[]> {
  return tx.query<OwnedLine>(
    `SELECT id, order_id AS "orderId", vendor_id AS "vendorId", current_quantity AS "remainingQuantity", fulfilled_quantity AS "fulfilledQuantity",
       returned_quantity AS "returnedQuantity"
     FROM order_lines WHERE store_id = $1 AND order_id = ANY($2::bigint[]) AND vendor_id IS NOT NULL`,
    [tx.scope.storeId, [...orderIds]],
  );
}

/** Writes how many units of lines were shipped and are left to ship. */
export async function writeShipped(
  tx: SqlTx,
  lines: readonly { id: bigint; now: number; left: number }[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx.query(
    `UPDATE order_lines l SET fulfilled_quantity = n.quantity, left_quantity = n.left_units
     FROM unnest($2::bigint[], $3::int[], $4::int[]) AS n (id, quantity, left_units)
     WHERE l.store_id = $1 AND l.id = n.id`,
    [tx.scope.storeId, lines.map((line) => line.id), lines.map((line) => line.now), lines.map((line) => line.left)],
  );
}

export type VendorOrderFulfillment = {
  orderId: bigint;
  vendorId: bigint;
  fulfillment: FulfillmentStatus;
  fulfilledAt: Date | null;
};

/**
 * Writes how far vendors' parts are where that is not known yet, taken in the order in which everybody takes them. Fulfillments never make a part cancelled, nor
 * one that was: that rests on what is left of it.
 */
export async function writeFulfillment(
  tx: SqlTx,
  vendorOrders: readonly VendorOrderFulfillment[],
  updatedAt: Date,
): Promise<void> {
  if (vendorOrders.length === 0) return;
  await tx.query(
    `UPDATE vendor_orders v SET fulfillment = n.fulfillment, fulfilled_at = n.fulfilled_at, updated_at = $6
     FROM (SELECT o.id, p.fulfillment, p.fulfilled_at FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::timestamptz[])
         AS p (order_id, vendor_id, fulfillment, fulfilled_at)
       JOIN vendor_orders o ON o.store_id = $1 AND o.order_id = ANY($2::bigint[])
         AND o.order_id = p.order_id AND o.vendor_id = p.vendor_id
       WHERE (o.fulfillment, o.fulfilled_at) IS DISTINCT FROM (p.fulfillment, p.fulfilled_at)
       ORDER BY o.order_id, o.vendor_id FOR UPDATE OF o) n
     WHERE v.store_id = $1 AND v.id = n.id`,
    [
      tx.scope.storeId,
      vendorOrders.map((vendorOrder) => vendorOrder.orderId),
      vendorOrders.map((vendorOrder) => vendorOrder.vendorId),
      vendorOrders.map((vendorOrder) => vendorOrder.fulfillment),
      vendorOrders.map((vendorOrder) => vendorOrder.fulfilledAt),
      updatedAt,
    ],
  );
}
