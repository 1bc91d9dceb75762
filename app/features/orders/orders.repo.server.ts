import type { TimeRange } from '#app/core/calendar.ts';
import type { Cursor } from '#app/core/paging.ts';
import { PAGE_ROW_LIMIT, PAGE_SIZE } from '#app/core/paging.ts';
import type { SqlTx, SqlValue } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { BuyerAddress } from './buyer.ts';
import type { PayoutState } from './order-view.ts';
import type { FulfilmentStatus, HoldReason } from './order.ts';

/** What narrows a list of vendor orders, resolved: statuses, states and moments. */
export type OrderQuery = {
  q: string;
  range: TimeRange;
  statuses?: readonly FulfilmentStatus[] | undefined;
  payout?: PayoutState | undefined;
  vendorId?: bigint | undefined;
  /** Only orders of which something is on hold, or nothing. */
  onHold?: boolean | undefined;
};

export type ListedOrder = {
  id: bigint;
  orderId: bigint;
  vendorId: bigint;
  vendorName: string;
  name: string;
  currency: string;
  orderedAt: Date;
  fulfilment: FulfilmentStatus;
  payoutState: PayoutState;
  held: HoldReason | null;
  onHold: boolean;
  historical: boolean;
  itemCount: number;
  totalMinor: bigint;
  payoutMinor: bigint;
  postedMinor: bigint;
  paidOutMinor: bigint;
  buyerName: string | null;
  buyerCity: string | null;
  buyerCountry: string | null;
  lineCount: number | null;
  lineTitle: string | null;
  lineVariant: string | null;
  lineImage: string | null;
};

/**
 * A page of vendor orders in the scope, newest first: by its number, or after a cursor. One row more than a page tells whether
 * there is more, unless `limit` says how many rows are wanted.
 */
export async function listVendorOrders(
  tx: SqlTx,
  query: OrderQuery,
  place: { page: number; after: Cursor | undefined; limit?: number },
): Promise<ListedOrder[]> {
  const limit = place.limit ?? PAGE_SIZE + 1;
  const offset = place.after ? 0 : (place.page - 1) * PAGE_SIZE;
  const where = buildWhere(tx, query, offset + limit, place.after && { from: place.after, direction: 'older' });
  return tx.query<ListedOrder>(
    `SELECT v.id, v.order_id AS "orderId", v.vendor_id AS "vendorId", d.name AS "vendorName", v.name, v.currency, v.ordered_at AS "orderedAt",
       v.fulfilment, v.payout_state AS "payoutState", v.held, ${IS_ON_HOLD} AS "onHold", v.historical, v.item_count AS "itemCount", v.total_minor AS "totalMinor",
       v.payout_minor AS "payoutMinor", v.posted_minor AS "postedMinor", v.paid_out_minor AS "paidOutMinor", b.name AS "buyerName",
       b.shipping_address->>'city' AS "buyerCity", b.shipping_address->>'country' AS "buyerCountry",
       l.lines AS "lineCount", l.title AS "lineTitle", l.variant_title AS "lineVariant", l.image_url AS "lineImage"
     FROM (SELECT * FROM vendor_orders v WHERE ${where.text()} ORDER BY v.ordered_at DESC, v.id DESC LIMIT ${limit} OFFSET ${offset}) v
     JOIN vendors d ON d.store_id = v.store_id AND d.id = v.vendor_id
     LEFT JOIN order_buyers b ON b.store_id = v.store_id AND b.order_id = v.order_id
     LEFT JOIN LATERAL (
       SELECT l.title, l.variant_title, p.image_url, (count(*) OVER ())::int AS lines
       FROM order_lines l LEFT JOIN products p ON p.store_id = l.store_id AND p.id = l.product_id
       WHERE l.store_id = v.store_id AND l.order_id = v.order_id AND l.vendor_id = v.vendor_id ORDER BY l.position LIMIT 1
     ) l ON true
     ORDER BY v.ordered_at DESC, v.id DESC`,
    where.values,
  );
}

/** How many vendor orders stand in each pair of states. */
export type Tally = { fulfilment: FulfilmentStatus; payoutState: PayoutState; count: number };

/** The kept counters of the scope, or of one vendor in it: exact at any size. */
export async function readTallies(tx: SqlTx, vendorId: bigint | undefined): Promise<Tally[]> {
  const filter = scopedSql(tx.scope, 'c');
  const rows = await tx.query<Omit<Tally, 'count'> & { count: bigint }>(
    `SELECT c.fulfilment, c.payout_state AS "payoutState", sum(c.count)::bigint AS count FROM order_counters c
     WHERE ${filter.text} ${vendorId === undefined ? '' : `AND c.vendor_id = $${filter.values.length + 1}`} GROUP BY 1, 2`,
    [...filter.values, ...(vendorId === undefined ? [] : [vendorId])],
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Counts what a query finds, by states, and stops after one row more than pages reach. */
export async function countVendorOrders(tx: SqlTx, query: OrderQuery): Promise<Tally[]> {
  const where = buildWhere(tx, query, PAGE_ROW_LIMIT + 1);
  const rows = await tx.query<Omit<Tally, 'count'> & { count: bigint }>(
    `SELECT f.fulfilment, f.payout_state AS "payoutState", count(*) AS count
     FROM (SELECT v.fulfilment, v.payout_state FROM vendor_orders v WHERE ${where.text()} LIMIT ${PAGE_ROW_LIMIT + 1}) f GROUP BY 1, 2`,
    where.values,
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

export type Part = {
  id: bigint;
  vendorId: bigint;
  vendorName: string;
  name: string;
  currency: string;
  orderedAt: Date;
  fulfilment: FulfilmentStatus;
  payoutState: PayoutState;
  held: HoldReason | null;
  historical: boolean;
  totalMinor: bigint;
  postedMinor: bigint;
  paidOutMinor: bigint;
};

/** The parts of an order within the scope: one for a vendor, all in the marketplace view. */
export async function findParts(tx: SqlTx, orderId: bigint): Promise<Part[]> {
  const filter = scopedSql(tx.scope, 'v', 2);
  return tx.query<Part>(
    `SELECT v.id, v.vendor_id AS "vendorId", d.name AS "vendorName", v.name, v.currency, v.ordered_at AS "orderedAt", v.fulfilment,
       v.payout_state AS "payoutState", v.held, v.historical, v.total_minor AS "totalMinor", v.posted_minor AS "postedMinor",
       v.paid_out_minor AS "paidOutMinor"
     FROM vendor_orders v JOIN vendors d ON d.store_id = v.store_id AND d.id = v.vendor_id
     WHERE v.order_id = $1 AND ${filter.text} ORDER BY d.name, v.id`,
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
  unitPriceMinor: bigint;
  requiresShipping: boolean;
};

/** The lines of an order within the scope, in the order of the store. */
export async function listLines(tx: SqlTx, orderId: bigint): Promise<Line[]> {
  const filter = scopedSql(tx.scope, 'l', 2);
  return tx.query<Line>(
    `SELECT l.id, l.vendor_id AS "vendorId", l.product_id AS "productId", l.variant_id AS "variantId", l.sku, l.title,
       l.variant_title AS "variantTitle", p.image_url AS image, l.quantity, l.current_quantity AS remaining,
       l.fulfilled_quantity AS fulfilled, l.unit_price_minor AS "unitPriceMinor", l.requires_shipping AS "requiresShipping"
     FROM order_lines l LEFT JOIN products p ON p.store_id = l.store_id AND p.id = l.product_id
     WHERE l.order_id = $1 AND ${filter.text} ORDER BY l.position, l.id`,
    [orderId, ...filter.values],
  );
}

export type Parcel = {
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

export async function listParcels(tx: SqlTx, orderId: bigint): Promise<Parcel[]> {
  const filter = scopedSql(tx.scope, 'f', 2);
  return tx.query<Parcel>(
    `SELECT f.id, f.vendor_id AS "vendorId", f.status, f.carrier, f.tracking, f.url, f.created_at AS "createdAt", f.by_app AS "byApp", f.lines
     FROM fulfilments f WHERE f.order_id = $1 AND ${filter.text} ORDER BY f.created_at DESC, f.id DESC`,
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
    `SELECT b.email, b.phone, b.name, b.shipping_address AS "shippingAddress", b.billing_address AS "billingAddress", b.note, b.attributes,
       b.redacted FROM order_buyers b WHERE b.store_id = $1 AND b.order_id = $2`,
    [tx.scope.storeId, orderId],
  );
  return row;
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
    `SELECT x.id, x.product_id AS "productId", p.title AS "productTitle", x.title, x.sku, x.barcode, p.image_url AS image,
       x.price_minor AS "priceMinor", x.stock, x.track_stock AS "trackStock"
     FROM variants x JOIN products p ON p.store_id = x.store_id AND p.id = x.product_id
     WHERE x.id = ANY($1::bigint[]) AND ${filter.text} ORDER BY x.id`,
    [[...variantIds], ...filter.values],
  );
}

/** The order before or after a place in a narrowed list, another one than the order itself. `older` goes down the list. */
export async function findNeighbour(
  tx: SqlTx,
  query: OrderQuery,
  from: { orderId: bigint; at: Cursor; direction: 'newer' | 'older' },
): Promise<{ id: bigint; name: string } | undefined> {
  const { at, direction, orderId } = from;
  const where = buildWhere(tx, query, MOST_PARTS + 1, { from: at, direction });
  where.add((n) => `v.order_id <> $${n}`, [orderId]);
  const order = direction === 'older' ? 'DESC' : 'ASC';
  const [row] = await tx.query<{ id: bigint; name: string }>(
    `SELECT v.order_id AS id, v.name FROM vendor_orders v WHERE ${where.text()} ORDER BY v.ordered_at ${order}, v.id ${order} LIMIT 1`,
    where.values,
  );
  return row;
}

/** When orders were first paid in full. Needs the marketplace's scope. */
export async function findPaidTimes(tx: SqlTx, orderIds: readonly bigint[]): Promise<Map<bigint, Date>> {
  const rows = await tx.query<{ id: bigint; at: Date }>(
    'SELECT id, paid_at AS at FROM orders WHERE store_id = $1 AND id = ANY($2::bigint[]) AND paid_at IS NOT NULL',
    [tx.scope.storeId, [...orderIds]],
  );
  return new Map(rows.map((row) => [row.id, row.at]));
}

/** Versions of orders that are known, by id: when the platform last changed what we hold. */
export async function listKnownVersions(tx: SqlTx, orderIds: readonly bigint[]): Promise<Map<bigint, Date>> {
  const rows = await tx.query<{ id: bigint; at: Date }>(
    'SELECT id, platform_updated_at AS at FROM orders WHERE store_id = $1 AND id = ANY($2::bigint[])',
    [tx.scope.storeId, [...orderIds]],
  );
  return new Map(rows.map((row) => [row.id, row.at]));
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

type Where = {
  add(condition: (from: number) => string, values: readonly SqlValue[]): void;
  text(): string;
  values: SqlValue[];
};

/** More parts than an order of the platform can have: it has at most so many lines. */
const MOST_PARTS = 1_000;

/** A place in a list, and which way from it. */
type Place = { from: Cursor; direction: 'older' | 'newer' };

/**
 * The conditions of a list over `vendor_orders v`, the scope first, from a place where one is given. A text is looked for by
 * a function of the database (decision 066), which answers with the first `reach` rows that all the conditions hold for.
 */
function buildWhere(tx: SqlTx, query: OrderQuery, reach: number, place?: Place): Where {
  const filter = scopedSql(tx.scope, 'v');
  const conditions = [filter.text];
  const values: SqlValue[] = [...filter.values];
  const where: Where = {
    values,
    add(condition, more) {
      conditions.push(condition(values.length + 1));
      values.push(...more);
    },
    text: () => conditions.join(' AND '),
  };
  const { q, range, statuses, payout, vendorId, onHold } = query;
  if (q !== '') {
    const pattern = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    const isNewer = place?.direction === 'newer';
    where.add(
      (n) =>
        `v.id = ANY(ARRAY(SELECT souk_order_page(${['', '::text[]', '', '', '', '', '', '', '', '', ''].map((cast, at) => `$${n + at}${cast}`).join(', ')})))`,
      [
        vendorId ?? null,
        statuses ? [...statuses] : null,
        payout ?? null,
        onHold ?? null,
        range.from ?? null,
        range.to ?? null,
        pattern,
        place?.from.at ?? null,
        place?.from.id ?? null,
        isNewer,
        reach,
      ],
    );
    return where;
  }
  if (vendorId !== undefined) where.add((n) => `v.vendor_id = $${n}`, [vendorId]);
  if (statuses) where.add((n) => `v.fulfilment = ANY($${n}::text[])`, [[...statuses]]);
  if (onHold !== undefined) where.add(() => (onHold ? IS_ON_HOLD : `NOT ${IS_ON_HOLD}`), []);
  if (payout) where.add((n) => `v.payout_state = $${n}`, [payout]);
  if (range.from) where.add((n) => `v.ordered_at >= $${n}`, [range.from]);
  if (range.to) where.add((n) => `v.ordered_at < $${n}`, [range.to]);
  if (place) {
    const sign = place.direction === 'older' ? '<' : '>';
    where.add((n) => `(v.ordered_at, v.id) ${sign} ($${n}, $${n + 1})`, [place.from.at, place.from.id]);
  }
  return where;
}

const IS_ON_HOLD =
  'EXISTS (SELECT 1 FROM order_holds h WHERE h.store_id = v.store_id AND h.order_id = v.order_id AND h.vendor_id = v.vendor_id)';
