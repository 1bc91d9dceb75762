import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { BuyerAddress } from '../buyer.ts';
import type { LineDiscountTitle, LineProperty } from '../line-properties.ts';

/** A vendor's part of an order, as the rows of an export are found by it. */
type VendorOrderKey = { orderId: bigint; vendorId: bigint };

export type ExportedLine = VendorOrderKey & {
  id: bigint;
  sku: string;
  title: string;
  variantTitle: string;
  quantity: number;
  remaining: number;
  fulfilled: number;
  unitPriceMinor: bigint;
  properties: LineProperty[] | null;
  sellingPlan: string | null;
  discounts: LineDiscountTitle[] | null;
};

/** The lines of parts within the scope, in the order of the store. */
export async function listLinesOf(tx: SqlTx, vendorOrders: readonly VendorOrderKey[]): Promise<ExportedLine[]> {
  const filter = scopedSql(tx.scope, 'l', 3);
  return tx.query<ExportedLine>(
    `SELECT l.order_id AS "orderId", l.vendor_id AS "vendorId", l.id, l.sku, l.title, l.variant_title AS "variantTitle", l.quantity,
       l.current_quantity AS remaining, l.fulfilled_quantity AS fulfilled, l.unit_price_minor AS "unitPriceMinor",
       l.properties, l.selling_plan AS "sellingPlan", l.discounts
     FROM order_lines l JOIN unnest($1::bigint[], $2::bigint[]) AS w (order_id, vendor_id) ON w.order_id = l.order_id AND w.vendor_id = l.vendor_id
     WHERE ${filter.text} ORDER BY l.order_id, l.position, l.id`,
    [...toKeys(vendorOrders), ...filter.values],
  );
}

export type ExportedFulfillments = VendorOrderKey & { carriers: string[]; tracking: string[] };

/** Carriers and tracking numbers of the fulfillments of parts within the scope, the oldest first; cancelled ones are left out. */
export async function listFulfillmentsOf(
  tx: SqlTx,
  vendorOrders: readonly VendorOrderKey[],
): Promise<ExportedFulfillments[]> {
  const filter = scopedSql(tx.scope, 'f', 3);
  return tx.query<ExportedFulfillments>(
    `SELECT f.order_id AS "orderId", f.vendor_id AS "vendorId",
       coalesce(array_agg(f.carrier ORDER BY f.created_at, f.id) FILTER (WHERE f.carrier IS NOT NULL), '{}') AS carriers,
       coalesce(array_agg(f.tracking ORDER BY f.created_at, f.id) FILTER (WHERE f.tracking IS NOT NULL), '{}') AS tracking
     FROM fulfillments f JOIN unnest($1::bigint[], $2::bigint[]) AS w (order_id, vendor_id) ON w.order_id = f.order_id AND w.vendor_id = f.vendor_id
     WHERE f.status = 'success' AND ${filter.text} GROUP BY 1, 2`,
    [...toKeys(vendorOrders), ...filter.values],
  );
}

export type ExportedBuyer = {
  orderId: bigint;
  name: string | null;
  email: string | null;
  phone: string | null;
  shippingAddress: BuyerAddress | null;
  billingAddress: BuyerAddress | null;
  note: string | null;
};

/** The buyers of orders in which the scope has a part; row-level security says who has. */
export async function listBuyersOf(tx: SqlTx, orderIds: readonly bigint[]): Promise<ExportedBuyer[]> {
  return tx.query<ExportedBuyer>(
    `SELECT b.order_id AS "orderId", b.name, b.email, b.phone, b.shipping_address AS "shippingAddress",
       b.billing_address AS "billingAddress", b.note
     FROM order_buyers b WHERE b.store_id = $1 AND b.order_id = ANY($2::bigint[])`,
    [tx.scope.storeId, [...orderIds]],
  );
}

const toKeys = (vendorOrders: readonly VendorOrderKey[]): [bigint[], bigint[]] => [
  vendorOrders.map((vendorOrder) => vendorOrder.orderId),
  vendorOrders.map((vendorOrder) => vendorOrder.vendorId),
];
