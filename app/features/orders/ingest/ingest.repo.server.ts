import { normaliseEmail } from '#app/core/text/email-address.ts';
import { decodeExact, encodeExact, type JsonValue } from '#app/core/exact-json.ts';
import type { ProductMetafield } from '#app/features/commissions/commission.ts';
import { prepared, type SqlTx } from '#app/server/db.server.ts';
import type { Buyer } from '../buyer.ts';
import type { OrderDecisions } from '../money/split-order.ts';
import { decodeKnown, writeKnown } from './order-history-json.ts';
import type { FoundOrder, LineRow, OrderRow, VendorOrderRow } from '../rows.ts';
import type { OrderTerms } from '../money/order-terms.ts';

/** One writer at a time for each of these orders, in one order of ids, until the transaction ends. */
export async function lockOrders(tx: SqlTx, orderIds: readonly bigint[]): Promise<void> {
  await tx.query(
    `SELECT count(pg_advisory_xact_lock(key)) FROM (SELECT hashint8($1::bigint)::bigint << 32 | (hashint8(o)::bigint & 4294967295) AS key FROM unnest($2::bigint[]) o ORDER BY key) locks`,
    [tx.scope.storeId, [...orderIds]],
  );
}

type StoredRow = {
  id: bigint;
  facts: JsonValue;
  orderTerms: JsonValue;
  decisions: JsonValue;
  historical: boolean;
  paid_at: Date | null;
  recorded_at: Date;
};

export async function findOrders(tx: SqlTx, orderIds: readonly bigint[]): Promise<Map<bigint, FoundOrder>> {
  const rows = await tx.query<StoredRow>(
    prepared(
      'SELECT id, facts, terms AS "orderTerms", decisions, historical, paid_at, recorded_at FROM orders WHERE store_id = $1 AND id = ANY($2::bigint[])',
    ),
    [tx.scope.storeId, [...orderIds]],
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        known: decodeKnown(row.facts),
        orderTerms: decodeExact(row.orderTerms) as OrderTerms,
        decisions: decodeExact(row.decisions) as OrderDecisions,
        historical: row.historical,
        paidAt: row.paid_at,
        recordedAt: row.recorded_at,
      },
    ]),
  );
}

/** The metafields of products that commission constraints may name, as the mirror holds them. */
export async function readMetafields(
  tx: SqlTx,
  productIds: readonly bigint[],
): Promise<Record<string, ProductMetafield[]>> {
  const rows = await tx.query<{ id: bigint; metafields: ProductMetafield[] }>(
    'SELECT id, metafields FROM products WHERE store_id = $1 AND id = ANY($2::bigint[])',
    [tx.scope.storeId, [...productIds]],
  );
  return Object.fromEntries(rows.map((row) => [String(row.id), row.metafields]));
}

export async function upsertOrders(tx: SqlTx, orders: readonly OrderRow[], recordedAt: Date): Promise<void> {
  if (orders.length === 0) return;
  await tx.query(UPSERT_ORDERS, [
    tx.scope.storeId,
    orders.map((order) => order.id),
    orders.map((order) => order.name),
    orders.map((order) => order.currency),
    orders.map((order) => order.taxesIncluded),
    orders.map((order) => order.financialStatus),
    orders.map((order) => order.totalMinor),
    joinLines(orders.map((order) => order.written ?? writeKnown(order.known))),
    joinLines(orders.map((order) => JSON.stringify(encodeExact(order.orderTerms)))),
    joinLines(orders.map((order) => JSON.stringify(encodeExact(order.decisions)))),
    orders.map((order) => order.historical),
    orders.map((order) => order.orderedAt),
    orders.map((order) => order.paidAt),
    orders.map((order) => order.cancelledAt),
    orders.map((order) => order.platformUpdatedAt),
    recordedAt,
  ]);
}

/** Documents as one text, a line for each: as an array of texts every quote in them would be escaped, and read back. */
export const joinLines = (documents: readonly string[]): string => documents.join('\n');

/** Writes buyers; a redacted one stays empty. An order that was read again does not name the customer: the known id stays. */
export async function upsertBuyers(tx: SqlTx, buyers: readonly { orderId: bigint; buyer: Buyer }[]): Promise<void> {
  if (buyers.length === 0) return;
  await tx.query(UPSERT_BUYERS, [
    tx.scope.storeId,
    buyers.map(({ orderId }) => orderId),
    buyers.map(({ buyer }) => buyer.customerId),
    buyers.map(({ buyer }) => (buyer.email ? normaliseEmail(buyer.email) : null)),
    buyers.map(({ buyer }) => buyer.phone),
    buyers.map(({ buyer }) => buyer.name),
    joinLines(buyers.map(({ buyer }) => JSON.stringify(buyer.shippingAddress))),
    joinLines(buyers.map(({ buyer }) => JSON.stringify(buyer.billingAddress))),
    buyers.map(({ buyer }) => buyer.note),
    joinLines(buyers.map(({ buyer }) => JSON.stringify(buyer.attributes))),
  ]);
}

export async function upsertLines(tx: SqlTx, lines: readonly LineRow[]): Promise<void> {
  await tx.query(UPSERT_LINES, [
    tx.scope.storeId,
    lines.map((line) => line.id),
    lines.map((line) => line.orderId),
    lines.map((line) => line.vendorId),
    lines.map((line) => line.position),
    lines.map((line) => line.productId),
    lines.map((line) => line.variantId),
    lines.map((line) => line.sku),
    lines.map((line) => line.title),
    lines.map((line) => line.variantTitle),
    lines.map((line) => line.quantity),
    lines.map((line) => line.remainingQuantity),
    lines.map((line) => line.fulfilledQuantity),
    lines.map((line) => line.unitPriceMinor),
    lines.map((line) => line.requiresShipping),
    lines.map((line) => line.giftCard),
    lines.map((line) => line.returnedQuantity),
    lines.map((line) => line.leftQuantity),
    joinLines(lines.map((line) => JSON.stringify(line.discounts))),
  ]);
}

/** Writes vendor orders; what was paid out stays, and the payout state follows from both. */
export async function upsertVendorOrders(tx: SqlTx, rows: readonly VendorOrderRow[], updatedAt: Date): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(UPSERT_VENDOR_ORDERS, [
    tx.scope.storeId,
    rows.map((row) => row.orderId),
    rows.map((row) => row.vendorId),
    rows.map((row) => row.name),
    rows.map((row) => row.currency),
    rows.map((row) => row.orderedAt),
    rows.map((row) => row.financialStatus),
    rows.map((row) => row.fulfillment),
    rows.map((row) => row.isPaid),
    rows.map((row) => row.itemCount),
    rows.map((row) => row.goodsMinor),
    rows.map((row) => row.discountMinor),
    rows.map((row) => row.shippingMinor),
    rows.map((row) => row.taxMinor),
    rows.map((row) => row.totalMinor),
    rows.map((row) => row.commissionMinor),
    rows.map((row) => row.payoutMinor),
    rows.map((row) => row.overridePercent),
    rows.map((row) => row.overrideFlatMinor),
    rows.map((row) => row.held),
    rows.map((row) => row.historical),
    rows.map((row) => row.searchText),
    rows.map((row) => row.fulfilledAt),
    rows.map((row) => row.cancelledAt),
    updatedAt,
    rows.map((row) => row.isTest),
    rows.map((row) => row.soldMinor),
  ]);
}

export async function upsertExceptions(
  tx: SqlTx,
  exceptions: readonly { vendorId: string | null; kind: string; reference: string; detail: object }[],
  foundAt: Date,
): Promise<void> {
  if (exceptions.length === 0) return;
  await tx.query(
    `INSERT INTO reconciliation_exceptions (store_id, vendor_id, kind, reference, detail, found_at)
     SELECT $1, e.vendor_id, e.kind, e.reference, e.detail::jsonb, $6
     FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) AS e (vendor_id, kind, reference, detail)
     ON CONFLICT (store_id, kind, reference) DO NOTHING`,
    [
      tx.scope.storeId,
      exceptions.map((one) => one.vendorId),
      exceptions.map((one) => one.kind),
      exceptions.map((one) => one.reference),
      exceptions.map((one) => JSON.stringify(one.detail)),
      foundAt,
    ],
  );
}

/** How many transactions of kind `order` each order has. */
export async function countOrderTransactions(tx: SqlTx, orderIds: readonly bigint[]): Promise<Map<bigint, number>> {
  if (orderIds.length === 0) return new Map();
  const rows = await tx.query<{ order_id: bigint; count: bigint }>(
    `SELECT order_id, count(*) AS count FROM ledger_transactions WHERE store_id = $1 AND order_id = ANY($2::bigint[]) AND kind = 'order' GROUP BY 1`,
    [tx.scope.storeId, [...orderIds]],
  );
  return new Map(rows.map((row) => [row.order_id, Number(row.count)]));
}

const UPSERT_ORDERS = `
  INSERT INTO orders (store_id, id, name, currency, taxes_included, financial_status, total_minor, facts, terms, decisions, historical,
    ordered_at, paid_at, cancelled_at, platform_updated_at, recorded_at)
  SELECT $1, o.id, o.name, o.currency, o.taxes_included, o.financial_status, o.total_minor, o.facts::json, o.terms::json, o.decisions::json,
    o.historical, o.ordered_at, o.paid_at, o.cancelled_at, o.platform_updated_at, $16
  FROM unnest($2::bigint[], $3::text[], $4::text[], $5::boolean[], $6::text[], $7::bigint[], string_to_array($8, E'\\n'), string_to_array($9, E'\\n'),
    string_to_array($10, E'\\n'), $11::boolean[],
    $12::timestamptz[], $13::timestamptz[], $14::timestamptz[], $15::timestamptz[])
    AS o (id, name, currency, taxes_included, financial_status, total_minor, facts, terms, decisions, historical, ordered_at, paid_at, cancelled_at, platform_updated_at)
  ON CONFLICT (store_id, id) DO UPDATE SET name = excluded.name, financial_status = excluded.financial_status, total_minor = excluded.total_minor,
    facts = excluded.facts, terms = excluded.terms, decisions = excluded.decisions, paid_at = excluded.paid_at,
    cancelled_at = excluded.cancelled_at, platform_updated_at = excluded.platform_updated_at`;
const UPSERT_BUYERS = `
  INSERT INTO order_buyers (store_id, order_id, customer_id, email, phone, name, shipping_address, billing_address, note, attributes)
  SELECT $1, b.order_id, b.customer_id, b.email, b.phone, b.name, b.shipping_address::jsonb, b.billing_address::jsonb, b.note, b.attributes::jsonb
  FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], string_to_array($7, E'\\n', 'null'),
    string_to_array($8, E'\\n', 'null'), $9::text[], string_to_array($10, E'\\n'))
    AS b (order_id, customer_id, email, phone, name, shipping_address, billing_address, note, attributes)
  ON CONFLICT (store_id, order_id) DO UPDATE SET customer_id = coalesce(excluded.customer_id, order_buyers.customer_id), email = excluded.email, phone = excluded.phone, name = excluded.name,
    shipping_address = excluded.shipping_address, billing_address = excluded.billing_address, note = excluded.note, attributes = excluded.attributes
  WHERE NOT order_buyers.redacted`;
const UPSERT_LINES = `
  INSERT INTO order_lines (store_id, id, order_id, vendor_id, position, product_id, variant_id, sku, title, variant_title, quantity, current_quantity,
    fulfilled_quantity, unit_price_minor, requires_shipping, gift_card, returned_quantity, left_quantity, discounts)
  SELECT $1, l.id, l.order_id, l.vendor_id, l.position, l.product_id, l.variant_id, l.sku, l.title, l.variant_title, l.quantity, l.current_quantity,
    l.fulfilled_quantity, l.unit_price_minor, l.requires_shipping, l.gift_card, l.returned_quantity, l.left_quantity, l.discounts::jsonb
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::int[], $6::bigint[], $7::bigint[], $8::text[], $9::text[], $10::text[], $11::int[],
    $12::int[], $13::int[], $14::bigint[], $15::boolean[], $16::boolean[], $17::int[], $18::int[],
    string_to_array($19, E'\\n', 'null')) AS l (id, order_id, vendor_id, position, product_id, variant_id, sku, title, variant_title, quantity, current_quantity,
    fulfilled_quantity, unit_price_minor, requires_shipping, gift_card, returned_quantity, left_quantity, discounts)
  ON CONFLICT (store_id, id) DO UPDATE SET quantity = excluded.quantity, current_quantity = excluded.current_quantity,
    fulfilled_quantity = excluded.fulfilled_quantity,
    returned_quantity = excluded.returned_quantity, left_quantity = excluded.left_quantity, discounts = excluded.discounts, unit_price_minor = excluded.unit_price_minor, position = excluded.position,
    vendor_id = excluded.vendor_id`;
const PAYOUT_STATE = (posted: string, paidOut: string) => `
  CASE WHEN excluded.historical THEN 'none' WHEN excluded.payout_state = 'unpaid' AND ${paidOut} = 0 THEN 'unpaid'
    WHEN ${posted} - ${paidOut} > 0 THEN 'due' WHEN ${posted} - ${paidOut} < 0 THEN 'overpaid' WHEN ${paidOut} > 0 THEN 'paid' ELSE 'none' END`;
const UPSERT_VENDOR_ORDERS = `
  INSERT INTO vendor_orders AS v (store_id, order_id, vendor_id, name, currency, ordered_at, financial_status, fulfillment, payout_state, item_count, goods_minor,
    discount_minor, shipping_minor, tax_minor, total_minor, commission_minor, payout_minor, posted_minor, override_percent, override_flat_minor, on_hold_reason, historical,
    search_text, fulfilled_at, cancelled_at, updated_at, is_test, sold_minor)
  SELECT $1, r.order_id, r.vendor_id, r.name, r.currency, r.ordered_at, r.financial_status, r.fulfillment,
    CASE WHEN r.historical THEN 'none' WHEN NOT r.is_paid THEN 'unpaid' WHEN r.payout_minor > 0 THEN 'due' WHEN r.payout_minor < 0 THEN 'overpaid' ELSE 'none' END,
    r.item_count, r.goods_minor, r.discount_minor, r.shipping_minor, r.tax_minor, r.total_minor, r.commission_minor, r.payout_minor,
    CASE WHEN r.is_paid AND NOT r.historical THEN r.payout_minor ELSE 0 END, r.override_percent, r.override_flat_minor, r.on_hold_reason, r.historical, souk_search_form(r.search_text),
    r.fulfilled_at, r.cancelled_at, $25, r.is_test, r.sold_minor
  FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[], $7::text[], $8::text[], $9::boolean[], $10::int[], $11::bigint[], $12::bigint[],
    $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[], $18::bigint[], $19::bigint[], $20::text[], $21::boolean[], $22::text[],
    $23::timestamptz[], $24::timestamptz[], $26::boolean[], $27::bigint[])
    AS r (order_id, vendor_id, name, currency, ordered_at, financial_status, fulfillment, is_paid, item_count, goods_minor, discount_minor, shipping_minor, tax_minor,
      total_minor, commission_minor, payout_minor, override_percent, override_flat_minor, on_hold_reason, historical, search_text, fulfilled_at, cancelled_at, is_test, sold_minor)
  ORDER BY r.order_id, r.vendor_id
  ON CONFLICT (store_id, order_id, vendor_id) DO UPDATE SET name = excluded.name, financial_status = excluded.financial_status, fulfillment = excluded.fulfillment,
    payout_state = ${PAYOUT_STATE('(excluded.posted_minor + v.adjusted_minor)', 'v.paid_out_minor')},
    item_count = excluded.item_count, goods_minor = excluded.goods_minor, discount_minor = excluded.discount_minor, shipping_minor = excluded.shipping_minor,
    tax_minor = excluded.tax_minor, total_minor = excluded.total_minor, sold_minor = excluded.sold_minor, commission_minor = excluded.commission_minor, payout_minor = excluded.payout_minor,
    posted_minor = excluded.posted_minor + v.adjusted_minor, override_percent = excluded.override_percent, override_flat_minor = excluded.override_flat_minor,
    on_hold_reason = excluded.on_hold_reason, search_text = excluded.search_text, fulfilled_at = excluded.fulfilled_at, cancelled_at = excluded.cancelled_at, updated_at = excluded.updated_at`;
