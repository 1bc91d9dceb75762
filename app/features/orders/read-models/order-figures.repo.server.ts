import type { TimeRange } from '#app/core/calendar.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

/** Test orders that the settings do not count stand in the lists, and in no figure. */
const COUNTS = 'NOT (v.is_test AND v.historical)';

export type DueRow = { currency: string; dueMinor: bigint; vendors: number; orders: number; oldestAt: Date };

/** What is due to vendors of the scope, by currency, most first. */
export async function sumDue(tx: SqlTx): Promise<DueRow[]> {
  const filter = scopedSql(tx.scope, 'v', 1);
  return tx.query<DueRow>(
    `SELECT v.currency, sum(v.posted_minor - v.paid_out_minor)::bigint AS "dueMinor", count(DISTINCT v.vendor_id)::int AS vendors,
       count(*)::int AS orders, min(v.ordered_at) AS "oldestAt"
     FROM vendor_orders v WHERE ${filter.text} AND v.payout_state = 'due' GROUP BY v.currency ORDER BY 2 DESC, v.currency`,
    filter.values,
  );
}

/**
 * To how many vendors of the marketplace something is due, those in several currencies once for each. Steps from one vendor and
 * currency to the next in the index of what is due, so that it reads a row for each of them and not one for each order.
 */
export async function countDueVendors(tx: SqlTx): Promise<number> {
  const next = (after: string) =>
    `(SELECT v.vendor_id, v.currency FROM vendor_orders v WHERE v.store_id = $1 AND v.payout_state = 'due' ${after} ORDER BY v.vendor_id, v.currency LIMIT 1)`;
  const [row] = await tx.query<{ count: number }>(
    `WITH RECURSIVE due AS (SELECT n.* FROM ${next('')} n
       UNION ALL SELECT n.* FROM due d CROSS JOIN LATERAL ${next('AND (v.vendor_id, v.currency) > (d.vendor_id, d.currency)')} n)
     SELECT count(*)::int AS count FROM due`,
    [tx.scope.storeId],
  );
  return row?.count ?? 0;
}

export type SalesRow = {
  currency: string;
  totalMinor: bigint;
  commissionMinor: bigint;
  earningsMinor: bigint;
  orders: number;
};

/** What vendors of the scope sold in [from, to), cancelled and unpaid orders left out. */
export async function sumSales(tx: SqlTx, o: { from: Date; to: Date }): Promise<SalesRow[]> {
  const filter = scopedSql(tx.scope, 'v', 3);
  return tx.query<SalesRow>(
    `SELECT v.currency, sum(v.total_minor)::bigint AS "totalMinor", sum(v.commission_minor)::bigint AS "commissionMinor",
       sum(v.payout_minor)::bigint AS "earningsMinor", count(*)::int AS orders
     FROM vendor_orders v
     WHERE v.ordered_at >= $1 AND v.ordered_at < $2 AND ${filter.text} AND v.cancelled_at IS NULL AND ${COUNTS} AND v.payout_state <> 'unpaid'
     GROUP BY v.currency ORDER BY 2 DESC, v.currency`,
    [o.from, o.to, ...filter.values],
  );
}

/** How many orders each day of a time zone saw since a moment, by ISO date. */
export async function countByDay(tx: SqlTx, o: { from: Date; timezone: string }): Promise<Map<string, number>> {
  const filter = scopedSql(tx.scope, 'v', 3);
  const rows = await tx.query<{ day: string; orders: number }>(
    `SELECT to_char(v.ordered_at AT TIME ZONE $2, 'YYYY-MM-DD') AS day, count(*)::int AS orders
     FROM vendor_orders v WHERE v.ordered_at >= $1 AND ${filter.text} AND v.cancelled_at IS NULL AND ${COUNTS} GROUP BY 1`,
    [o.from, o.timezone, ...filter.values],
  );
  return new Map(rows.map((row) => [row.day, row.orders]));
}

export type TopVendor = { vendorId: bigint; vendor: string; currency: string; totalMinor: bigint; orders: number };

/** The vendors that sold most since a moment. */
export async function listTopVendors(tx: SqlTx, o: { from: Date; limit: number }): Promise<TopVendor[]> {
  const filter = scopedSql(tx.scope, 'v', 3);
  return tx.query<TopVendor>(
    `SELECT v.vendor_id AS "vendorId", d.name AS vendor, v.currency, sum(v.total_minor)::bigint AS "totalMinor", count(*)::int AS orders
     FROM vendor_orders v JOIN vendors d ON d.store_id = v.store_id AND d.id = v.vendor_id
     WHERE v.ordered_at >= $1 AND ${filter.text} AND v.cancelled_at IS NULL AND ${COUNTS} AND v.payout_state <> 'unpaid'
     GROUP BY 1, 2, 3 ORDER BY 4 DESC, d.name, v.currency, v.vendor_id LIMIT $2`,
    [o.from, o.limit, ...filter.values],
  );
}

export type ToShip = {
  orderId: bigint;
  name: string;
  orderedAt: Date;
  fulfillment: string;
  currency: string;
  payoutMinor: bigint;
  buyer: string | null;
  city: string | null;
};

/** The oldest paid vendor orders of the scope that wait to be sent, and how many there are. */
export async function listToShip(tx: SqlTx, limit: number): Promise<{ rows: ToShip[]; count: number }> {
  const filter = scopedSql(tx.scope, 'v', 2);
  const rows = await tx.query<ToShip & { total: number }>(
    `SELECT v.order_id AS "orderId", v.name, v.ordered_at AS "orderedAt", v.fulfillment, v.currency, v.payout_minor AS "payoutMinor",
       b.name AS buyer, b.shipping_address->>'city' AS city, (count(*) OVER ())::int AS total
     FROM vendor_orders v LEFT JOIN order_buyers b ON b.store_id = v.store_id AND b.order_id = v.order_id
     WHERE ${filter.text} AND v.fulfillment IN ('unfulfilled', 'partially_fulfilled') AND v.payout_state <> 'unpaid' AND v.cancelled_at IS NULL AND ${COUNTS}
     ORDER BY v.ordered_at, v.id LIMIT $1`,
    [limit, ...filter.values],
  );
  return { rows, count: rows[0]?.total ?? 0 };
}

/** Money of the scope by how far it is: due and sent, due but not sent yet, and paid since a moment. */
export async function splitMoney(
  tx: SqlTx,
  paidSince: Date,
): Promise<{ currency: string; dueMinor: bigint; sentMinor: bigint; paidMinor: bigint; orders: number }[]> {
  const filter = scopedSql(tx.scope, 'v', 1);
  const due = await tx.query<{ currency: string; dueMinor: bigint; sentMinor: bigint; orders: number }>(
    `SELECT v.currency, sum(v.posted_minor - v.paid_out_minor)::bigint AS "dueMinor",
       coalesce(sum(v.posted_minor - v.paid_out_minor) FILTER (WHERE v.fulfillment = 'fulfilled'), 0)::bigint AS "sentMinor", count(*)::int AS orders
     FROM vendor_orders v WHERE ${filter.text} AND v.payout_state IN ('due', 'overpaid') GROUP BY 1 ORDER BY 2 DESC, v.currency`,
    filter.values,
  );
  const paidFilter = scopedSql(tx.scope, 'p', 2);
  const paid = await tx.query<{ currency: string; paidMinor: bigint }>(
    `SELECT p.currency, sum(p.amount_minor - p.reversed_minor)::bigint AS "paidMinor" FROM payouts p
     WHERE p.paid_at >= $1 AND p.state = 'paid' AND ${paidFilter.text} GROUP BY 1`,
    [paidSince, ...paidFilter.values],
  );
  const paidOf = new Map(paid.map((row) => [row.currency, row.paidMinor]));
  const rows = due.map((row) => ({ ...row, paidMinor: paidOf.get(row.currency) ?? 0n }));
  const missing = paid.filter((row) => !due.some((one) => one.currency === row.currency));
  return [...rows, ...missing.map((row) => ({ ...row, dueMinor: 0n, sentMinor: 0n, orders: 0 }))];
}

export type EarnedRow = { currency: string; earnedMinor: bigint; dueMinor: bigint };

/** What vendors of the scope (or one of them) earned in a range, and what of it is due to them, by currency. */
export async function sumEarned(
  tx: SqlTx,
  o: { vendorId: bigint | undefined; range: TimeRange },
): Promise<EarnedRow[]> {
  const filter = scopedSql(tx.scope, 'v', 4);
  return tx.query<EarnedRow>(
    `SELECT v.currency, sum(v.posted_minor)::bigint AS "earnedMinor",
       coalesce(sum(v.posted_minor - v.paid_out_minor) FILTER (WHERE v.posted_minor > v.paid_out_minor), 0)::bigint AS "dueMinor"
     FROM vendor_orders v WHERE ($1::bigint IS NULL OR v.vendor_id = $1) AND ($2::timestamptz IS NULL OR v.ordered_at >= $2)
       AND ($3::timestamptz IS NULL OR v.ordered_at < $3) AND NOT v.historical AND ${filter.text} GROUP BY v.currency ORDER BY v.currency`,
    [o.vendorId ?? null, o.range.from ?? null, o.range.to ?? null, ...filter.values],
  );
}
