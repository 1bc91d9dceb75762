import type { Currency } from '#app/core/money/money.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { PayoutState } from '../payout.ts';
import type { FreedOrder } from './payout-issue.ts';
import type { PayoutReason } from '#app/core/payout-reason.ts';

/**
 * The vendor orders of a payout of the scope as they stand now, with the live payout that took each since: all of one that came to
 * nothing; of one that is paid those of which something came back, and what is due of that.
 */
export function listFreedOrders(tx: SqlTx, payoutId: bigint): Promise<(FreedOrder & { vendorOrderId: bigint })[]> {
  const filter = scopedSql(tx.scope, 'l', 2);
  return tx.query(
    `SELECT l.vendor_order_id AS "vendorOrderId", o.payout_state AS "payoutState", 
       CASE WHEN y.state = 'paid' THEN least(o.posted_minor - o.paid_out_minor, l.reversed_minor) ELSE o.posted_minor - o.paid_out_minor END AS "dueMinor",
       (SELECT max(m.payout_id) FROM payout_lines m JOIN payouts p ON p.store_id = m.store_id AND p.id = m.payout_id
        WHERE m.store_id = l.store_id AND m.vendor_order_id = l.vendor_order_id AND m.payout_id > l.payout_id AND p.deleted_at IS NULL
          AND p.state IN ('processing', 'unknown', 'unclaimed', 'paid')) AS "laterId"
     FROM payout_lines l JOIN payouts y ON y.store_id = l.store_id AND y.id = l.payout_id
       JOIN vendor_orders o ON o.store_id = l.store_id AND o.id = l.vendor_order_id
     WHERE l.payout_id = $1 AND (y.state <> 'paid' OR l.reversed_minor > 0) AND ${filter.text} ORDER BY o.ordered_at, o.id`,
    [payoutId, ...filter.values],
  );
}

export type PayoutIssueRow = {
  id: bigint;
  vendorId: bigint;
  vendor: string;
  currency: Currency;
  amountMinor: bigint;
  state: PayoutState;
  reason: PayoutReason | null;
};

const MAX_ISSUES = 500;

/**
 * The payouts of the scope that did not arrive and that somebody has to see to, newest first, at most 500: those that came to
 * nothing, or of which a part came back, while such an order of theirs is due and in no later payout, those that nobody claims, and
 * those whose answer has been lost since before `lostBefore`. Of a part the amount is what came back.
 */
export function listPayoutIssues(tx: SqlTx, unconfirmedBefore: Date): Promise<PayoutIssueRow[]> {
  const filter = scopedSql(tx.scope, 'p', 2);
  return tx.query<PayoutIssueRow>(
    `SELECT p.id, p.vendor_id AS "vendorId", v.name AS vendor, p.currency,
       CASE p.state WHEN 'paid' THEN p.reversed_minor ELSE p.amount_minor END AS "amountMinor", p.state,
       CASE p.state WHEN 'paid' THEN 'reversed' ELSE p.reason END AS reason
     FROM payouts p JOIN vendors v ON v.store_id = p.store_id AND v.id = p.vendor_id
     WHERE ${filter.text} AND p.deleted_at IS NULL AND (p.state IN ('unknown', 'unclaimed', 'failed', 'reversed') OR (p.state = 'paid' AND p.reversed_minor > 0))
       AND (p.state = 'unclaimed' OR (p.state = 'unknown' AND p.changed_at < $1) OR (p.state IN ('failed', 'reversed', 'paid') AND EXISTS (
         SELECT 1 FROM payout_lines l JOIN vendor_orders o ON o.store_id = l.store_id AND o.id = l.vendor_order_id
         WHERE l.store_id = p.store_id AND l.payout_id = p.id AND o.payout_state = 'due' AND (p.state <> 'paid' OR l.reversed_minor > 0) AND NOT EXISTS (
           SELECT 1 FROM payout_lines m WHERE m.store_id = l.store_id AND m.vendor_order_id = l.vendor_order_id AND m.payout_id > l.payout_id))))
     ORDER BY p.id DESC LIMIT ${MAX_ISSUES}`,
    [unconfirmedBefore, ...filter.values],
  );
}

/** Takes a payout until the transaction ends, so that two who remind of it remind once. */
export async function lockPayout(tx: SqlTx, id: bigint): Promise<void> {
  await tx.query('SELECT id FROM payouts WHERE store_id = $1 AND id = $2 FOR UPDATE', [tx.scope.storeId, id]);
}
