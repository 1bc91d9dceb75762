import { prepared, type SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { BuyerAddress } from './buyer.ts';
import type { PayoutState } from './order-view.ts';
import type { HoldReason } from './order.ts';
import type { LineDiscountTitle, LineProperty } from './line-properties.ts';
import type { FulfillmentStatus } from './money/units-left.ts';

export type Part = {
  id: bigint;
  vendorId: bigint;
  vendorName: string;
  name: string;
  currency: string;
  orderedAt: Date;
  fulfillment: FulfillmentStatus;
  payoutState: PayoutState;
  held: HoldReason | null;
  historical: boolean;
  totalMinor: bigint;
  /** What is posted for it besides payouts, and what of that corrections and chargebacks posted. */
  postedMinor: bigint;
  adjustedMinor: bigint;
  paidOutMinor: bigint;
};

/** The parts of an order within the scope: one for a vendor, all in the marketplace view. */
export async function findVendorOrders(tx: SqlTx, orderId: bigint): Promise<Part[]> {
  const filter = scopedSql(tx.scope, 'v', 2);
  return tx.query<Part>(
    prepared(`SELECT v.id, v.vendor_id AS "vendorId", d.name AS "vendorName", v.name, v.currency, v.ordered_at AS "orderedAt", v.fulfillment,
       v.payout_state AS "payoutState", v.on_hold_reason AS held, v.historical, v.total_minor AS "totalMinor", v.posted_minor AS "postedMinor",
       v.adjusted_minor AS "adjustedMinor", v.paid_out_minor AS "paidOutMinor"
     FROM vendor_orders v JOIN vendors d ON d.store_id = v.store_id AND d.id = v.vendor_id
     WHERE v.order_id = $1 AND ${filter.text} ORDER BY d.name, v.id`),
    [orderId, ...filter.values],
  );
}

export type Line = {
  id: bigint;
  vendorId: bigint | null;
  productId: bigint | null;
  variantId: bigint | null;
  sku: string;
  title: string;
  variantTitle: string;
  image: string | null;
  quantity: number;
  remaining: number;
  fulfilled: number;
  /** Units that can still be shipped. */
  left: number;
  unitPriceMinor: bigint;
  requiresShipping: boolean;
  properties: LineProperty[] | null;
  sellingPlan: string | null;
  discounts: LineDiscountTitle[] | null;
};

/** The lines of an order within the scope, in the order of the store. */
export async function listLines(tx: SqlTx, orderId: bigint): Promise<Line[]> {
  const filter = scopedSql(tx.scope, 'l', 2);
  return tx.query<Line>(
    prepared(`SELECT l.id, l.vendor_id AS "vendorId", l.product_id AS "productId", l.variant_id AS "variantId", l.sku, l.title,
       l.variant_title AS "variantTitle", p.image_url AS image, l.quantity, l.current_quantity AS remaining,
       l.fulfilled_quantity AS fulfilled, l.left_quantity AS "left", l.unit_price_minor AS "unitPriceMinor", l.requires_shipping AS "requiresShipping",
       l.properties, l.selling_plan AS "sellingPlan", l.discounts
     FROM order_lines l LEFT JOIN products p ON p.store_id = l.store_id AND p.id = l.product_id
     WHERE l.order_id = $1 AND ${filter.text} ORDER BY l.position, l.id`),
    [orderId, ...filter.values],
  );
}

export type Fulfillment = {
  id: bigint;
  vendorId: bigint;
  status: 'success' | 'cancelled';
  carrier: string | null;
  tracking: string | null;
  url: string | null;
  createdAt: Date;
  byApp: boolean;
  lines: { lineId: string; quantity: number }[];
};

export async function listFulfillments(tx: SqlTx, orderId: bigint): Promise<Fulfillment[]> {
  const filter = scopedSql(tx.scope, 'f', 2);
  return tx.query<Fulfillment>(
    prepared(`SELECT f.id, f.vendor_id AS "vendorId", f.status, f.carrier, f.tracking, f.url, f.created_at AS "createdAt", f.by_app AS "byApp", f.lines
     FROM fulfillments f WHERE f.order_id = $1 AND ${filter.text} ORDER BY f.created_at DESC, f.id DESC`),
    [orderId, ...filter.values],
  );
}

export type StoredBuyer = {
  email: string | null;
  phone: string | null;
  name: string | null;
  shippingAddress: BuyerAddress | null;
  billingAddress: BuyerAddress | null;
  note: string | null;
  attributes: { name: string; value: string }[] | null;
  redacted: boolean;
};

/** The buyer of an order in which the scope has a part; row-level security says who has. */
export async function findBuyer(tx: SqlTx, orderId: bigint): Promise<StoredBuyer | undefined> {
  const [row] = await tx.query<StoredBuyer>(
    prepared(`SELECT b.email, b.phone, b.name, b.shipping_address AS "shippingAddress", b.billing_address AS "billingAddress", b.note, b.attributes,
       b.redacted FROM order_buyers b WHERE b.store_id = $1 AND b.order_id = $2`),
    [tx.scope.storeId, orderId],
  );
  return row;
}

/** Whether an order is a customer's, by what the platform said of its buyer; what was redacted is nobody's. */
export async function isOrderOfCustomer(
  tx: SqlTx,
  { orderId, customerId }: { orderId: bigint; customerId: bigint },
): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 FROM order_buyers WHERE store_id = $1 AND order_id = $2 AND customer_id = $3 AND NOT redacted',
    [tx.scope.storeId, orderId, customerId],
  );
  return rows.length > 0;
}

export type VariantDetail = {
  id: bigint;
  productId: bigint;
  productTitle: string;
  title: string;
  sku: string;
  barcode: string;
  image: string | null;
  priceMinor: bigint;
  stock: number;
  trackStock: boolean;
};

/** Variants as our mirror of the store knows them now, within the scope. */
export async function listVariants(tx: SqlTx, variantIds: readonly bigint[]): Promise<VariantDetail[]> {
  const filter = scopedSql(tx.scope, 'x', 2);
  return tx.query<VariantDetail>(
    prepared(`SELECT x.id, x.product_id AS "productId", p.title AS "productTitle", x.title, x.sku, x.barcode, p.image_url AS image,
       x.price_minor AS "priceMinor", x.stock, x.track_stock AS "trackStock"
     FROM variants x JOIN products p ON p.store_id = x.store_id AND p.id = x.product_id
     WHERE x.id = ANY($1::bigint[]) AND ${filter.text} ORDER BY x.id`),
    [[...variantIds], ...filter.values],
  );
}

/** When orders were first paid in full. Needs the marketplace's scope. */
export async function findPaidTimes(tx: SqlTx, orderIds: readonly bigint[]): Promise<Map<bigint, Date>> {
  const rows = await tx.query<{ id: bigint; at: Date }>(
    'SELECT id, paid_at AS at FROM orders WHERE store_id = $1 AND id = ANY($2::bigint[]) AND paid_at IS NOT NULL',
    [tx.scope.storeId, [...orderIds]],
  );
  return new Map(rows.map((row) => [row.id, row.at]));
}

/** Versions of orders that are known, by id: when the platform last changed what we hold, and how it was paid then. */
export async function listKnownVersions(
  tx: SqlTx,
  orderIds: readonly bigint[],
): Promise<Map<bigint, { at: Date; financialStatus: string }>> {
  const rows = await tx.query<{ id: bigint; at: Date; financialStatus: string }>(
    `SELECT id, platform_updated_at AS at, financial_status AS "financialStatus" FROM orders
     WHERE store_id = $1 AND id = ANY($2::bigint[])`,
    [tx.scope.storeId, [...orderIds]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Notes orders whose webhook never came. They are resolved by having been read; the row tells the admin. */
export async function insertMissedOrders(
  tx: SqlTx,
  missed: readonly { reference: string; detail: object }[],
  at: Date,
): Promise<void> {
  if (missed.length === 0) return;
  await tx.query(
    `INSERT INTO reconciliation_exceptions (store_id, kind, reference, detail, found_at, resolved_at, resolved_by)
     SELECT $1, 'webhook_missing', m.reference, m.detail::jsonb, $4, $4, 'reconciliation'
     FROM unnest($2::text[], $3::text[]) AS m (reference, detail)
     ON CONFLICT (store_id, kind, reference) DO NOTHING`,
    [tx.scope.storeId, missed.map((one) => one.reference), missed.map((one) => JSON.stringify(one.detail)), at],
  );
}

/** Lists orders that the store has and that cannot be read, for an admin. */
export async function insertUnreadableOrders(
  tx: SqlTx,
  orders: readonly { reference: string; detail: object }[],
  at: Date,
): Promise<void> {
  if (orders.length === 0) return;
  await tx.query(
    `INSERT INTO reconciliation_exceptions (store_id, kind, reference, detail, found_at)
     SELECT $1, 'order_unreadable', m.reference, m.detail::jsonb, $4
     FROM unnest($2::text[], $3::text[]) AS m (reference, detail)
     ON CONFLICT (store_id, kind, reference) DO NOTHING`,
    [tx.scope.storeId, orders.map((one) => one.reference), orders.map((one) => JSON.stringify(one.detail)), at],
  );
}
