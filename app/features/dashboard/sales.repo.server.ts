import type { SqlTx, SqlValue } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { Moments } from './dashboard.ts';

// What was sold, by vendor, day and currency, in two forms of the same columns: summed from the orders, and from the days that
// were summed before. Whatever reads either gets the same rows.

/** As the list of transactions counts an order as paid, so that its totals are the same. */
const PAID = `('paid', 'partially_refunded', 'refunded')`;
const IS_PAID = `v.financial_status IN ${PAID}`;
const IS_SOLD = `v.cancelled_at IS NULL AND ${IS_PAID}`;

/** The columns of a day's sales, after its vendor, day and currency. */
export const SALES_COLUMNS =
  'orders, units, sales_minor, refunds_minor, commission_minor, earnings_minor, due_minor, cancelled, refunded, shipped, shipped_ms';

/** The same columns, summed from vendor orders `v`. */
const SALES_SUMS = `count(*) FILTER (WHERE ${IS_SOLD})::int AS orders,
  coalesce(sum(v.item_count) FILTER (WHERE ${IS_SOLD}), 0)::int AS units,
  coalesce(sum(v.sold_minor) FILTER (WHERE ${IS_SOLD}), 0)::bigint AS sales_minor,
  coalesce(sum(v.sold_minor - v.total_minor) FILTER (WHERE ${IS_SOLD}), 0)::bigint AS refunds_minor,
  coalesce(sum(v.commission_minor) FILTER (WHERE ${IS_PAID}), 0)::bigint AS commission_minor,
  sum(v.posted_minor)::bigint AS earnings_minor,
  coalesce(sum(v.posted_minor - v.paid_out_minor) FILTER (WHERE v.posted_minor > v.paid_out_minor), 0)::bigint AS due_minor,
  count(*) FILTER (WHERE v.cancelled_at IS NOT NULL)::int AS cancelled,
  count(*) FILTER (WHERE ${IS_SOLD} AND v.sold_minor > v.total_minor)::int AS refunded,
  count(v.fulfilled_at) FILTER (WHERE ${IS_SOLD})::int AS shipped,
  coalesce(sum(extract(epoch FROM v.fulfilled_at - v.ordered_at) * 1000) FILTER (WHERE ${IS_SOLD}), 0)::bigint AS shipped_ms`;

/** Vendor orders `v` that a condition finds, and the expression of their day. */
export type FoundOrders = { from: string; where: string; day: string };

/** What each vendor sold of them on each day, by currency. */
export const salesOf = ({ from, where, day }: FoundOrders): string =>
  `SELECT v.vendor_id, ${day} AS day, v.currency, ${SALES_SUMS} FROM ${from} WHERE ${where} AND NOT v.historical GROUP BY 1, 2, 3`;

/** The items that were sold of them, at their prices. */
export const productsOf = ({ from, where, day }: FoundOrders): string =>
  `SELECT l.vendor_id, ${day} AS day, v.currency, l.product_id, l.title, l.current_quantity AS units, l.unit_price_minor * l.current_quantity AS sales_minor
   FROM ${from} JOIN order_lines l ON l.store_id = v.store_id AND l.order_id = v.order_id AND l.vendor_id = v.vendor_id
   WHERE ${where} AND NOT v.historical AND ${IS_SOLD} AND l.current_quantity > 0`;

/**
 * The vendor orders of days `s` of vendors, each day by a search of its own. Two hours around a day cover midnights that clocks show
 * twice or never; what belongs to another day is left out by its own.
 */
export const ordersOfDays = (o: { days: string; scope: string; zone: string }): FoundOrders => ({
  from: `${o.days} CROSS JOIN LATERAL (SELECT v.* FROM vendor_orders v WHERE ${o.scope} AND v.vendor_id = s.vendor_id
    AND v.ordered_at >= (s.day::timestamp AT TIME ZONE ${o.zone}) - interval '2 hours'
    AND v.ordered_at < ((s.day + 1)::timestamp AT TIME ZONE ${o.zone}) + interval '2 hours' AND (v.ordered_at AT TIME ZONE ${o.zone})::date = s.day OFFSET 0) v`,
  where: 'true',
  day: 's.day',
});

/** A vendor's day that changed since it was summed. */
export type OpenDay = { vendorId: bigint; day: string };

/** The days that are read; of days that were summed before, those that are open again. */
export type Period = {
  from: string;
  to: string;
  moments: Moments;
  timezone: string;
  rolledUp: { open: readonly OpenDay[] } | undefined;
};

/** The days of the scope between two moments that changed since they were summed. */
export async function listOpenDays(tx: SqlTx, { from, to }: Moments, timezone: string): Promise<OpenDay[]> {
  const scope = scopedSql(tx.scope, 'c', 4);
  return tx.query<OpenDay>(
    `SELECT DISTINCT c.vendor_id AS "vendorId", to_char(c.ordered_at AT TIME ZONE $3, 'YYYY-MM-DD') AS day FROM sales_changes c
     WHERE c.ordered_at >= $1 AND c.ordered_at < $2 AND ${scope.text}`,
    [from, to, timezone, ...scope.values],
  );
}

/** Statements that begin with the tables `sales` or `products` of a period; further values follow these. */
export type Source = { text: string; values: SqlValue[] };

/** `sales`: what each vendor of the scope sold on each day of a period, by currency. */
export function salesSource(tx: SqlTx, period: Period): Source {
  return period.rolledUp
    ? buildRolledUp(tx, period, period.rolledUp.open, {
        name: 'sales',
        kept: `SELECT d.vendor_id, d.day, d.currency, ${SALES_COLUMNS} FROM sales_days d`,
        open: salesOf,
      })
    : buildSummed(tx, period, 'sales', salesOf);
}

/** `products`: items that each vendor of the scope sold on each day of a period; an item may stand there several times. */
export function productsSource(tx: SqlTx, period: Period): Source {
  return period.rolledUp
    ? buildRolledUp(tx, period, period.rolledUp.open, {
        name: 'products',
        kept: 'SELECT d.vendor_id, d.day, d.currency, d.product_id, d.title, d.units, d.sales_minor FROM product_days d',
        open: productsOf,
      })
    : buildSummed(tx, period, 'products', productsOf);
}

/** Summed from the orders themselves. */
function buildSummed(
  tx: SqlTx,
  { moments, timezone }: Period,
  name: string,
  query: (orders: FoundOrders) => string,
): Source {
  const scope = scopedSql(tx.scope, 'v', 4);
  const where = `v.ordered_at >= $1 AND v.ordered_at < $2 AND ${scope.text}`;
  return {
    text: `WITH ${name} AS (${query({ from: 'vendor_orders v', where, day: '(v.ordered_at AT TIME ZONE $3)::date' })})`,
    values: [moments.from, moments.to, timezone, ...scope.values],
  };
}

/**
 * Days that were summed before, and the orders of those that are open. The open days are named by the caller, so that the statement
 * is planned for as many as there are.
 */
function buildRolledUp(
  tx: SqlTx,
  { from, to, timezone }: Period,
  open: readonly OpenDay[],
  o: { name: string; kept: string; open: (orders: FoundOrders) => string },
): Source {
  const inPeriod = open.filter(({ day }) => day >= from && day <= to);
  const kept = scopedSql(tx.scope, 'd', 3);
  const first = 3 + kept.values.length;
  const [vendors, days, zone] = [`$${first}::bigint[]`, `$${first + 1}::date[]`, `$${first + 2}`];
  const isOpen = `unnest(${vendors}, ${days}) AS s (vendor_id, day)`;
  const summed = `${o.kept} WHERE d.day BETWEEN $1::date AND $2::date AND ${kept.text}`;
  const values = [from, to, ...kept.values];
  if (inPeriod.length === 0) return { text: `WITH ${o.name} AS (${summed})`, values };
  const orders = o.open(ordersOfDays({ days: isOpen, scope: scopedSql(tx.scope, 'v', 3).text, zone }));
  return {
    text: `WITH ${o.name} AS (${summed} AND NOT EXISTS (SELECT 1 FROM ${isOpen} WHERE s.vendor_id = d.vendor_id AND s.day = d.day)
      UNION ALL ${orders})`,
    values: [...values, inPeriod.map(({ vendorId }) => vendorId), inPeriod.map(({ day }) => day), timezone],
  };
}
