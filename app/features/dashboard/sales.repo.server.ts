import { prepared, type SqlTx, type SqlValue, type Statement } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { Moments } from './dashboard.ts';

// What was sold, by vendor, day and currency, in two forms of the same columns: summed from the orders, and from the days that
// were summed before with what changed since. Whatever reads either gets the same figures.

/** What is summed of a vendor's orders on a day, after its vendor, day and currency. */
export const SALES_COLUMNS = [
  ...['placed', 'orders', 'units', 'sales_minor', 'refunds_minor', 'commission_minor', 'earnings_minor', 'due_minor'],
  ...['cancelled', 'refunded', 'shipped', 'shipped_ms'],
];

/** What one vendor order `v` adds to them: `souk_sale` defines each figure, for the triggers too. */
const SALE = `souk_sale(v.financial_status, v.cancelled_at, v.ordered_at, v.fulfilled_at, v.item_count, v.sold_minor, v.total_minor,
  v.commission_minor, v.posted_minor, v.paid_out_minor)`;

/** Vendor orders `v` that a condition finds, and the expression of their day. */
export type FoundOrders = { where: string; day: string };

/** What each vendor sold of them on each day, by currency. */
export const formatSales = ({ where, day }: FoundOrders): string =>
  `SELECT v.vendor_id, ${day} AS day, v.currency, ${SALES_COLUMNS.map((name) => `sum(s.${name}) AS ${name}`).join(', ')}
   FROM vendor_orders v CROSS JOIN LATERAL ${SALE} s WHERE ${where} AND NOT v.historical GROUP BY 1, 2, 3`;

/** What of them was sold by product and title, at the prices of the items. */
export const formatProducts = ({ where, day }: FoundOrders): string =>
  `SELECT v.vendor_id, ${day} AS day, v.currency, l.product_id, l.title, sum(l.current_quantity) AS units,
     sum(l.unit_price_minor * l.current_quantity) AS sales_minor
   FROM vendor_orders v JOIN order_lines l ON l.store_id = v.store_id AND l.order_id = v.order_id AND l.vendor_id = v.vendor_id
   WHERE ${where} AND NOT v.historical AND souk_is_sold(v.financial_status, v.cancelled_at) AND l.current_quantity > 0 GROUP BY 1, 2, 3, 4, 5`;

/** The two things that are summed: their columns, where days and what changed since are kept, and the same from the orders. */
export const SUMMED = {
  sales: {
    keys: ['currency'],
    sums: SALES_COLUMNS,
    days: 'sales_days',
    changes: 'sales_changes',
    ofOrders: formatSales,
  },
  products: {
    keys: ['currency', 'product_id', 'title'],
    sums: ['units', 'sales_minor'],
    days: 'product_days',
    changes: 'product_sales_changes',
    ofOrders: formatProducts,
  },
} as const;
export type Summed = keyof typeof SUMMED;

/** What the store as a whole sold on a day, by currency: the days of its vendors, summed by triggers. */
export const STORE_DAYS = 'store_sales_days';

/**
 * The days that are read: from what was summed before or from the orders, and whether those of the store as a whole are summed, so
 * that a figure of all vendors needs no row of each.
 */
export type Period = {
  from: string;
  to: string;
  moments: Moments;
  timezone: string;
  isSummed: boolean;
  hasStoreDays: boolean;
};

type Figures = {
  /** Further values of the statement, which gets the numbers of their placeholders. */
  more?: readonly SqlValue[];
  /** For figures that ask for no vendor. */
  ofAllVendors?: boolean;
};

/**
 * A statement over the table `sales` or `products` of a period: what each vendor of the scope sold on each day, or all of them
 * together. A day may stand there several times, and less than nothing in a row: only its sum counts.
 */
export function readSummed(
  tx: SqlTx,
  name: Summed,
  period: Period,
  { more = [], ofAllVendors = false }: Figures,
  text: (...numbers: string[]) => string,
): { statement: Statement; values: SqlValue[] } {
  const { from, to, moments, timezone, isSummed, hasStoreDays } = period;
  const bounds = isSummed ? [moments.from, moments.to, timezone, from, to] : [moments.from, moments.to, timezone];
  const first = bounds.length + 1;
  const values = [...bounds, ...scopedSql(tx.scope, '', first).values, ...more];
  const within = (alias: string) =>
    `${alias}.ordered_at >= $1 AND ${alias}.ordered_at < $2 AND ${scopedSql(tx.scope, alias, first).text}`;
  const { keys, sums, days, changes, ofOrders } = SUMMED[name];
  const columns = (alias: string) => [...keys, ...sums].map((column) => `${alias}.${column}`).join(', ');
  const isWhole = ofAllVendors && hasStoreDays && tx.scope.vendor === '*';
  const source = isSummed
    ? `SELECT ${isWhole ? 'NULL::bigint AS vendor_id' : 'd.vendor_id'}, d.day, ${columns('d')} FROM ${isWhole ? STORE_DAYS : days} d WHERE d.day BETWEEN $4::date AND $5::date AND ${scopedSql(tx.scope, 'd', first).text}
       UNION ALL SELECT c.vendor_id, (c.ordered_at AT TIME ZONE $3)::date, ${columns('c')} FROM ${changes} c WHERE ${within('c')}`
    : ofOrders({ where: within('v'), day: '(v.ordered_at AT TIME ZONE $3)::date' });
  const numbers = more.map((_, index) => `$${values.length - more.length + index + 1}`);
  const whole = `WITH ${name} AS (${source}) ${text(...numbers)}`;
  // What is summed is read alike for every range; of orders it depends on their number how they are found best.
  return { statement: isSummed ? prepared(whole) : whole, values };
}
