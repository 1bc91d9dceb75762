import type { TimeRange } from '#app/core/calendar.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export type DueRow = { currency: string; dueMinor: bigint; vendors: number; orders: number; oldestAt: Date };

/** The vendors whose payouts the marketplace holds: few, if any. */
const ON_HOLD = 'SELECT h.id FROM vendors h WHERE h.store_id = $1 AND h.payouts_on_hold_since IS NOT NULL';

/** What is due to vendors of the scope whose payouts are not on hold, by currency, most first. */
export async function sumDue(tx: SqlTx): Promise<DueRow[]> {
  const filter = scopedSql(tx.scope, 'v', 1);
  return tx.query<DueRow>(
    `SELECT v.currency, sum(v.posted_minor - v.paid_out_minor)::bigint AS "dueMinor", count(DISTINCT v.vendor_id)::int AS vendors,
       count(*)::int AS orders, min(v.ordered_at) AS "oldestAt"
     FROM vendor_orders v WHERE ${filter.text} AND v.payout_state = 'due' AND v.vendor_id NOT IN (${ON_HOLD}) GROUP BY v.currency ORDER BY 2 DESC, v.currency`,
    filter.values,
  );
}

/**
 * To how many vendors of the marketplace something is due that is not on hold, those in several currencies once for each: from the
 * kept sums once every order is in them. Until then it steps from one vendor and currency to the next in the index of what is due.
 */
export async function countDueVendors(tx: SqlTx): Promise<number> {
  const next = (after: string) =>
    `(SELECT v.vendor_id, v.currency FROM vendor_orders v WHERE v.store_id = $1 AND v.payout_state = 'due' ${after} ORDER BY v.vendor_id, v.currency LIMIT 1)`;
  const [row] = await tx.query<{ count: number }>(
    `SELECT CASE WHEN (SELECT r.orders_summed FROM sales_roll_ups r WHERE r.store_id = $1) THEN
       (SELECT count(*)::int FROM (SELECT 1 FROM order_sums s WHERE s.store_id = $1 AND s.payout_state = 'due' AND s.vendor_id NOT IN (${ON_HOLD})
          GROUP BY s.vendor_id, s.currency HAVING sum(s.count) > 0) n)
     ELSE
       (WITH RECURSIVE due AS (SELECT n.* FROM ${next('')} n
          UNION ALL SELECT n.* FROM due d CROSS JOIN LATERAL ${next('AND (v.vendor_id, v.currency) > (d.vendor_id, d.currency)')} n)
        SELECT count(*)::int FROM due WHERE vendor_id NOT IN (${ON_HOLD}))
     END AS count`,
    [tx.scope.storeId],
  );
  return row?.count ?? 0;
}

export type ToShip = {
  orderId: bigint;
  name: string;
  orderedAt: Date;
  fulfillment: string;
  payoutState: string;
  currency: string;
  payoutMinor: bigint;
  itemCount: number;
  title: string | null;
  imageUrl: string | null;
};

/** The vendor orders of the scope that wait to be sent, each with its first item: paid ones first, then the oldest. */
export async function listToShip(tx: SqlTx, limit: number): Promise<ToShip[]> {
  const filter = scopedSql(tx.scope, 'v', 2);
  return tx.query<ToShip>(
    `SELECT v.order_id AS "orderId", v.name, v.ordered_at AS "orderedAt", v.fulfillment, v.payout_state AS "payoutState", v.currency,
       v.payout_minor AS "payoutMinor", v.item_count AS "itemCount", l.title, l.image_url AS "imageUrl"
     FROM (SELECT v.* FROM vendor_orders v WHERE ${filter.text} AND v.fulfillment IN ('unfulfilled', 'partially_fulfilled')
       ORDER BY (v.payout_state = 'unpaid'), v.ordered_at, v.id LIMIT $1) v
     LEFT JOIN LATERAL (
       SELECT l.title, p.image_url FROM order_lines l LEFT JOIN products p ON p.store_id = l.store_id AND p.id = l.product_id
       WHERE l.store_id = v.store_id AND l.order_id = v.order_id AND l.vendor_id = v.vendor_id ORDER BY l.position LIMIT 1
     ) l ON true
     ORDER BY (v.payout_state = 'unpaid'), v.ordered_at, v.id`,
    [limit, ...filter.values],
  );
}

export type NewestSale = { name: string; vendor: string; currency: string; totalMinor: bigint };

/** The newest vendor order of the scope that somebody paid something for. */
export async function findNewestSale(tx: SqlTx): Promise<NewestSale | undefined> {
  const filter = scopedSql(tx.scope, 'v', 1);
  const [row] = await tx.query<NewestSale>(
    `SELECT v.name, d.name AS vendor, v.currency, v.total_minor AS "totalMinor"
     FROM vendor_orders v JOIN vendors d ON d.store_id = v.store_id AND d.id = v.vendor_id
     WHERE ${filter.text} AND v.total_minor > 0 AND v.cancelled_at IS NULL ORDER BY v.ordered_at DESC, v.id DESC LIMIT 1`,
    filter.values,
  );
  return row;
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
