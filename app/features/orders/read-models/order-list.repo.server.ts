import type { TimeRange } from '#app/core/calendar.ts';
import type { Cursor } from '#app/core/paging.ts';
import { PAGE_ROW_LIMIT, PAGE_SIZE } from '#app/core/paging.ts';
import type { SqlTx, SqlValue } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { OrderSort, PayoutState } from '../order-view.ts';
import type { HoldReason } from '../order.ts';
import type { FulfillmentStatus } from '../money/units-left.ts';
import { orderPageFunction } from './order-page-function.repo.server.ts';

/** What narrows a list of vendor orders, resolved: statuses, states and moments. */
export type OrderQuery = {
  q: string;
  range: TimeRange;
  statuses?: readonly FulfillmentStatus[] | undefined;
  payout?: PayoutState | undefined;
  vendorId?: bigint | undefined;
  /** Only orders of which something is on hold, or nothing. */
  onHold?: boolean | undefined;
  /** Only orders that count as sales. */
  isSold?: true | undefined;
};

export type ListedOrder = {
  id: bigint;
  orderId: bigint;
  vendorId: bigint;
  vendorName: string;
  name: string;
  currency: string;
  orderedAt: Date;
  fulfillment: FulfillmentStatus;
  payoutState: PayoutState;
  held: HoldReason | null;
  onHold: boolean;
  historical: boolean;
  isTest: boolean;
  itemCount: number;
  totalMinor: bigint;
  payoutMinor: bigint;
  adjustedMinor: bigint;
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
 * A page of vendor orders in the scope, newest first unless `sort` says oldest: by its number, or after a cursor. One row more than a page tells whether
 * there is more, unless `limit` says how many rows are wanted.
 */
export async function listVendorOrders(
  tx: SqlTx,
  query: OrderQuery,
  place: { page: number; after: Cursor | undefined; limit?: number; sort?: OrderSort; lead?: number },
): Promise<ListedOrder[]> {
  // A page by its number begins `lead` rows before its first one, where there are any.
  const lead = place.after || place.page === 1 ? 0 : (place.lead ?? 0);
  const limit = (place.limit ?? PAGE_SIZE + 1) + lead;
  const offset = place.after ? 0 : (place.page - 1) * PAGE_SIZE - lead;
  const isOldest = place.sort === 'oldest';
  const direction = isOldest ? 'newer' : 'older';
  const where = buildWhere(tx, query, offset + limit, { from: place.after, direction });
  const order = isOldest ? 'ASC' : 'DESC';
  return tx.query<ListedOrder>(
    listedSql({
      page: `SELECT * FROM vendor_orders v WHERE ${where.text()} ORDER BY v.ordered_at ${order}, v.id ${order} LIMIT ${limit} OFFSET ${offset}`,
      by: 'v.ordered_at',
      direction: order,
    }),
    where.values,
  );
}

/** The statement that reads what lists show of the vendor orders that `page` finds, by a column and then the id; `more` names further columns of `v`. */
export const listedSql = (o: { page: string; by: string; direction: 'ASC' | 'DESC'; more?: string }): string => {
  const { page, by, direction, more = '' } = o;
  return `
  SELECT v.id, v.order_id AS "orderId", v.vendor_id AS "vendorId", d.name AS "vendorName", v.name, v.currency, v.ordered_at AS "orderedAt",
    v.fulfillment, v.payout_state AS "payoutState", v.on_hold_reason AS held, ${isOnHold()} AS "onHold", v.historical, v.is_test AS "isTest",
    v.item_count AS "itemCount", v.total_minor AS "totalMinor", v.payout_minor AS "payoutMinor", v.adjusted_minor AS "adjustedMinor",
    v.posted_minor AS "postedMinor", v.paid_out_minor AS "paidOutMinor", b.name AS "buyerName", b.shipping_address->>'city' AS "buyerCity",
    b.shipping_address->>'country' AS "buyerCountry", l.lines AS "lineCount", l.title AS "lineTitle", l.variant_title AS "lineVariant",
    l.image_url AS "lineImage"${more}
  FROM (${page}) v
  JOIN vendors d ON d.store_id = v.store_id AND d.id = v.vendor_id
  LEFT JOIN order_buyers b ON b.store_id = v.store_id AND b.order_id = v.order_id
  LEFT JOIN LATERAL (
    SELECT l.title, l.variant_title, p.image_url, (count(*) OVER ())::int AS lines
    FROM order_lines l LEFT JOIN products p ON p.store_id = l.store_id AND p.id = l.product_id
    WHERE l.store_id = v.store_id AND l.order_id = v.order_id AND l.vendor_id = v.vendor_id ORDER BY l.position LIMIT 1
  ) l ON true
  ORDER BY ${by} ${direction}, v.id ${direction}`;
};

/** How many vendor orders stand in each pair of states. */
export type Tally = { fulfillment: FulfillmentStatus; payoutState: PayoutState; count: number };

/** The kept counters of the scope, or of one vendor in it: exact at any size. */
export async function readTallies(tx: SqlTx, vendorId: bigint | undefined): Promise<Tally[]> {
  const filter = scopedSql(tx.scope, 'c');
  const rows = await tx.query<Omit<Tally, 'count'> & { count: bigint }>(
    `SELECT c.fulfillment, c.payout_state AS "payoutState", sum(c.count)::bigint AS count FROM order_counters c
     WHERE ${filter.text} ${vendorId === undefined ? '' : `AND c.vendor_id = $${filter.values.length + 1}`} GROUP BY 1, 2`,
    [...filter.values, ...(vendorId === undefined ? [] : [vendorId])],
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Counts what a query finds, by states, and stops after one row more than pages reach. */
export async function countVendorOrders(tx: SqlTx, query: OrderQuery): Promise<Tally[]> {
  const where = buildWhere(tx, query, PAGE_ROW_LIMIT + 1);
  const rows = await tx.query<Omit<Tally, 'count'> & { count: bigint }>(
    `SELECT f.fulfillment, f.payout_state AS "payoutState", count(*) AS count
     FROM (SELECT v.fulfillment, v.payout_state FROM vendor_orders v WHERE ${where.text()} LIMIT ${PAGE_ROW_LIMIT + 1}) f GROUP BY 1, 2`,
    where.values,
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** The order before or after a place in a narrowed list, another one than the order itself. `older` goes down the list. */
export async function findNeighbour(
  tx: SqlTx,
  query: OrderQuery,
  from: { orderId: bigint; at: Cursor; direction: 'newer' | 'older' },
): Promise<{ id: bigint; name: string } | undefined> {
  const { at, direction, orderId } = from;
  const where = buildWhere(tx, query, MAX_PARTS + 1, { from: at, direction });
  where.add((n) => `v.order_id <> $${n}`, [orderId]);
  const order = direction === 'older' ? 'DESC' : 'ASC';
  const [row] = await tx.query<{ id: bigint; name: string }>(
    `SELECT v.order_id AS id, v.name FROM vendor_orders v WHERE ${where.text()} ORDER BY v.ordered_at ${order}, v.id ${order} LIMIT 1`,
    where.values,
  );
  return row;
}

/** The orders beside a place in a narrowed list, other ones than the order itself: up the list and down the list. */
export async function findNeighbours(
  tx: SqlTx,
  query: OrderQuery,
  { orderId, at }: { orderId: bigint; at: Cursor },
): Promise<{ newer: bigint | null; older: bigint | null }> {
  if (query.q !== '') {
    // Where a text is looked for, the function of the database finds one side at a time.
    const newer = await findNeighbour(tx, query, { orderId, at, direction: 'newer' });
    const older = await findNeighbour(tx, query, { orderId, at, direction: 'older' });
    return { newer: newer?.id ?? null, older: older?.id ?? null };
  }
  const where = buildWhere(tx, query, MAX_PARTS + 1);
  where.add((n) => `v.order_id <> $${n}`, [orderId]);
  const place = `($${where.values.push(at.at)}, $${where.values.push(at.id)})`;
  const [row] = await tx.query<{ newer: bigint | null; older: bigint | null }>(
    `SELECT
       (SELECT v.order_id FROM vendor_orders v WHERE ${where.text()} AND (v.ordered_at, v.id) > ${place} ORDER BY v.ordered_at, v.id LIMIT 1) AS newer,
       (SELECT v.order_id FROM vendor_orders v WHERE ${where.text()} AND (v.ordered_at, v.id) < ${place} ORDER BY v.ordered_at DESC, v.id DESC LIMIT 1) AS older`,
    where.values,
  );
  return row ?? { newer: null, older: null };
}

type Where = {
  add(condition: (from: number) => string, values: readonly SqlValue[]): void;
  text(): string;
  values: SqlValue[];
};

/** More parts than an order of the platform can have: it has at most so many lines. */
const MAX_PARTS = 1_000;

/** A place in a list, and which way from it. */
type Place = { from: Cursor | undefined; direction: 'older' | 'newer' };

/**
 * The conditions of a list over `vendor_orders v`, the scope first, from a place where one is given. A text is looked for by
 * a function of the database (decision 12), which answers with the first `reach` rows that all the conditions hold for.
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
  const { q, range, statuses, payout, vendorId, onHold, isSold } = query;
  if (q !== '') {
    const isNewer = place?.direction === 'newer';
    where.add(
      (n) =>
        `v.id = ANY(ARRAY(SELECT ${orderPageFunction.name}($${n}, $${n + 1}, $${n + 2}, $${n + 3}, $${n + 4}, $${n + 5}, souk_search_pattern($${n + 6}), $${n + 7}, $${n + 8}, $${n + 9}, $${n + 10}, $${n + 11})))`,
      [
        vendorId ?? null,
        statuses ? [...statuses] : null,
        payout ?? null,
        onHold ?? null,
        range.from ?? null,
        range.to ?? null,
        q,
        place?.from?.at ?? null,
        place?.from?.id ?? null,
        isNewer,
        reach,
        isSold ?? null,
      ],
    );
    return where;
  }
  if (vendorId !== undefined) where.add((n) => `v.vendor_id = $${n}`, [vendorId]);
  if (statuses) where.add((n) => `v.fulfillment = ANY($${n}::text[])`, [[...statuses]]);
  if (onHold !== undefined) where.add(() => (onHold ? isOnHold() : `NOT ${isOnHold()}`), []);
  if (isSold) where.add(() => IS_SOLD, []);
  if (payout) where.add((n) => `v.payout_state = $${n}`, [payout]);
  if (range.from) where.add((n) => `v.ordered_at >= $${n}`, [range.from]);
  if (range.to) where.add((n) => `v.ordered_at < $${n}`, [range.to]);
  if (place?.from) {
    const { from } = place;
    const sign = place.direction === 'older' ? '<' : '>';
    where.add((n) => `(v.ordered_at, v.id) ${sign} ($${n}, $${n + 1})`, [from.at, from.id]);
  }
  return where;
}

/** As the dashboard counts orders; the function of `order-page-function.repo.server.ts` looks for the same. */
const IS_SOLD = `NOT v.historical AND v.cancelled_at IS NULL AND v.financial_status IN ('paid', 'partially_refunded', 'refunded')`;

const isOnHold = (): string =>
  'EXISTS (SELECT 1 FROM order_holds h WHERE h.store_id = v.store_id AND h.order_id = v.order_id AND h.vendor_id = v.vendor_id)';
