import { EARNING_ACCOUNTS, type PostedSum } from './from-sale.ts';
import type { PayoutGroup } from './money-calendar.ts';
import type { OpenGroup } from './open-money.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

/**
 * Open vendor orders of a vendor, summed by how they stand. `cuts` part the shipped ones by when they were shipped. One scan of
 * the vendor's orders; those in payouts that have not arrived come from the index of open payouts.
 */
export function sumOpenOrders(tx: SqlTx, o: { vendorId: bigint; cuts: readonly Date[] }): Promise<OpenGroup[]> {
  const scope = scopedSql(tx.scope, 'o', 3);
  return tx.query<OpenGroup>(
    `WITH in_flight AS MATERIALIZED (
       SELECT l.vendor_order_id AS id FROM payouts p JOIN payout_lines l ON l.store_id = p.store_id AND l.payout_id = p.id
       WHERE p.store_id = $3 AND p.state IN ('processing', 'unknown', 'unclaimed') AND p.vendor_id = $1 AND l.live)
     SELECT o.currency, o.is_test AS "isTest",
       CASE WHEN o.payout_state = 'unpaid' THEN 'unpaid' WHEN o.posted_minor < o.paid_out_minor THEN 'overpaid'
         WHEN o.fulfillment = 'cancelled' THEN 'cancelled'
         WHEN o.fulfillment <> 'fulfilled' OR o.fulfilled_at IS NULL THEN 'unshipped' ELSE 'shipped' END AS stage,
       o.on_hold_reason AS hold, f.id IS NOT NULL AS "isInFlight",
       CASE WHEN o.fulfillment = 'fulfilled' AND o.payout_state = 'due' THEN coalesce(width_bucket(o.fulfilled_at, $2::timestamptz[]), 0) ELSE 0 END AS bucket,
       sum(o.posted_minor - o.paid_out_minor)::bigint AS "dueMinor",
       coalesce(sum(o.payout_minor) FILTER (WHERE o.payout_state = 'unpaid' AND o.financial_status NOT IN ('voided', 'expired')), 0)::bigint AS "notDueMinor",
       count(*)::int AS count
     FROM vendor_orders o LEFT JOIN in_flight f ON f.id = o.id
     WHERE o.vendor_id = $1 AND o.payout_state IN ('due', 'overpaid', 'unpaid') AND NOT o.historical AND ${scope.text}
     GROUP BY 1, 2, 3, 4, 5, 6`,
    [o.vendorId, [...o.cuts], ...scope.values],
  );
}

/**
 * Payouts of a vendor that are on their way, and those that arrived or came back in a time, by day of a time zone. Of one that came
 * back in part the rest arrived when it did, and the part came back on the day on which the last of it did.
 */
export function sumPayouts(
  tx: SqlTx,
  o: { vendorId: bigint; from: Date; to: Date; timezone: string },
): Promise<PayoutGroup[]> {
  const scope = scopedSql(tx.scope, 'p', 5);
  return tx.query<PayoutGroup>(
    `SELECT d.state, d.reason AS problem, to_char(d.at AT TIME ZONE $4, 'YYYY-MM-DD') AS day, d.currency, d.is_test AS "isTest",
       sum(d.amount_minor)::bigint AS "amountMinor", count(*)::int AS count,
       CASE WHEN count(*) = 1 THEN min(d.id) END AS "payoutId"
     FROM (SELECT p.id, p.state, p.reason, p.currency, p.is_test, p.amount_minor - CASE p.state WHEN 'paid' THEN p.reversed_minor ELSE 0 END AS amount_minor,
         CASE p.state WHEN 'paid' THEN p.paid_at WHEN 'failed' THEN p.changed_at WHEN 'reversed' THEN p.changed_at ELSE p.created_at END AS at
       FROM payouts p WHERE p.vendor_id = $1 AND p.deleted_at IS NULL AND ${scope.text}
       UNION ALL
       SELECT p.id, 'reversed', 'reversed', p.currency, p.is_test, p.reversed_minor, p.changed_at
       FROM payouts p WHERE p.vendor_id = $1 AND p.deleted_at IS NULL AND p.state = 'paid' AND p.reversed_minor > 0 AND ${scope.text}) d
     WHERE d.state IN ('processing', 'unknown', 'unclaimed') OR (d.at >= $2 AND d.at < $3)
     GROUP BY 1, 2, 3, 4, 5`,
    [o.vendorId, o.from, o.to, o.timezone, ...scope.values],
  );
}

/** What the ledger posted for a vendor's orders in a time, by account and sign: an index-only look. */
export function sumPosted(tx: SqlTx, o: { vendorId: bigint; from: Date; to: Date }): Promise<PostedSum[]> {
  const scope = scopedSql(tx.scope, 'p', 5);
  return tx.query<PostedSum>(
    `SELECT p.currency, p.account, coalesce(sum(p.amount_minor) FILTER (WHERE p.amount_minor < 0), 0)::bigint AS "minusMinor",
       coalesce(sum(p.amount_minor) FILTER (WHERE p.amount_minor > 0), 0)::bigint AS "plusMinor"
     FROM ledger_postings p
     WHERE p.vendor_id = $1 AND p.account = ANY($4::text[]) AND p.recorded_at >= $2 AND p.recorded_at < $3 AND ${scope.text}
     GROUP BY 1, 2 ORDER BY p.account, p.currency`,
    [o.vendorId, o.from, o.to, [...EARNING_ACCOUNTS], ...scope.values],
  );
}
