import type { SqlTx } from '#app/server/db.server.ts';

export type DigitalVendorOrder = { vendorId: bigint; lines: { lineId: string; quantity: number }[]; isHeld: boolean };

/**
 * What is left of the digital items of an order by vendor: none where it is not paid, cancelled or from before the installation.
 * What was shipped
 * and taken back is a person's to ship again. Needs the marketplace's scope.
 */
export async function listDigitalLeft(tx: SqlTx, orderId: bigint): Promise<DigitalVendorOrder[]> {
  return tx.query<DigitalVendorOrder>(
    `SELECT l.vendor_id AS "vendorId",
       jsonb_agg(jsonb_build_object('lineId', l.id::text, 'quantity', l.left_quantity) ORDER BY l.position) AS lines,
       EXISTS (SELECT 1 FROM order_holds h WHERE h.store_id = $1 AND h.order_id = $2 AND h.vendor_id = l.vendor_id) AS "isHeld"
     FROM order_lines l JOIN orders o ON o.store_id = l.store_id AND o.id = l.order_id
     WHERE l.store_id = $1 AND l.order_id = $2 AND l.vendor_id IS NOT NULL AND NOT l.requires_shipping AND NOT l.gift_card
       AND l.left_quantity > 0 AND NOT EXISTS (
         SELECT 1 FROM fulfillments f WHERE f.store_id = l.store_id AND f.order_id = l.order_id AND f.vendor_id = l.vendor_id
           AND f.status = 'cancelled' AND f.lines @> jsonb_build_array(jsonb_build_object('lineId', l.id::text)))
       AND o.paid_at IS NOT NULL AND o.financial_status IN ('paid', 'partially_refunded') AND o.cancelled_at IS NULL AND NOT o.historical
     GROUP BY l.vendor_id ORDER BY l.vendor_id`,
    [tx.scope.storeId, orderId],
  );
}
