import type { Currency } from '#app/core/money/money.ts';
import type { Cursor } from '#app/core/paging.ts';
import type { TimeRange } from '#app/core/calendar.ts';
import { prepared, type SqlTx, type SqlValue } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { OrderSums } from '#app/features/orders/sums/order-sums.ts';
import type { Payment } from './transaction.ts';

/** What narrows a list of transactions besides the scope. */
export type TransactionFilter = {
  range: TimeRange;
  q: string;
  payment: Payment;
  payoutState: string | undefined;
  vendorId: bigint | undefined;
};

export type TransactionRow = {
  id: bigint;
  orderId: bigint;
  orderName: string;
  vendor: string;
  vendorId: bigint;
  orderedAt: Date;
  currency: Currency;
  payment: string;
  fulfillment: string;
  payoutState: string;
  held: string | null;
  grossMinor: bigint;
  commissionMinor: bigint;
  payoutMinor: bigint;
  adjustedMinor: bigint;
  postedMinor: bigint;
  paidOutMinor: bigint;
};

/** The payments of orders that were paid, whatever was given back of them since. */
export const PAID_STATUSES = ['paid', 'partially_refunded', 'refunded'];
const PAID = `('${PAID_STATUSES.join("', '")}')`;

const NEWEST_FIRST = 'ORDER BY o.ordered_at DESC, o.id DESC';

/** The conditions over `vendor_orders o`, the scope first. Historical orders never reach the ledger, so they are no transactions. */
export function buildWhere(tx: SqlTx, filter: TransactionFilter): { text: string; values: SqlValue[] } {
  const scope = scopedSql(tx.scope, 'o', 1);
  const values: SqlValue[] = [...scope.values];
  const conditions = [scope.text, 'NOT o.historical'];
  const bind = (value: SqlValue): string => `$${values.push(value)}`;
  if (filter.vendorId !== undefined) conditions.push(`o.vendor_id = ${bind(filter.vendorId)}`);
  if (filter.range.from) conditions.push(`o.ordered_at >= ${bind(filter.range.from)}`);
  if (filter.range.to) conditions.push(`o.ordered_at < ${bind(filter.range.to)}`);
  if (filter.payoutState) conditions.push(`o.payout_state = ${bind(filter.payoutState)}`);
  if (filter.payment === 'paid') conditions.push(`o.financial_status IN ${PAID}`);
  if (filter.payment === 'unpaid') conditions.push(`o.financial_status NOT IN ${PAID}`);
  if (filter.q !== '') {
    const part = `souk_search_pattern(${bind(filter.q)})`;
    const vendors = `SELECT v.id FROM vendors v WHERE v.store_id = $1 AND souk_search_form(v.name) LIKE ${part}`;
    conditions.push(`(o.search_text LIKE ${part} OR o.vendor_id IN (${vendors}))`);
  }
  return { text: conditions.join(' AND '), values };
}

/**
 * One page of transactions, newest first; one row more than `limit` where there is more. Their vendors are looked up afterwards:
 * joined to the search for the page, the database reads everything that the filter lets through, one vendor after the other.
 */
export async function listTransactions(
  tx: SqlTx,
  filter: TransactionFilter,
  page: { limit: number; offset: number; after: Cursor | undefined },
): Promise<TransactionRow[]> {
  const where = buildWhere(tx, filter);
  const values = [...where.values];
  const bind = (value: SqlValue): string => `$${values.push(value)}`;
  const after = page.after
    ? `AND (o.ordered_at, o.id) < (${bind(page.after.at)}::timestamptz, ${bind(page.after.id)}::bigint)`
    : '';
  return tx.query<TransactionRow>(
    `SELECT o.id, o.order_id AS "orderId", o.name AS "orderName", v.name AS vendor, o.vendor_id AS "vendorId", o.ordered_at AS "orderedAt",
       o.currency, o.financial_status AS payment, o.fulfillment, o.payout_state AS "payoutState", o.on_hold_reason AS held, o.total_minor AS "grossMinor",
       o.commission_minor AS "commissionMinor", o.payout_minor AS "payoutMinor", o.adjusted_minor AS "adjustedMinor",
       o.posted_minor AS "postedMinor", o.paid_out_minor AS "paidOutMinor"
     FROM (SELECT * FROM vendor_orders o WHERE ${where.text} ${after} ${NEWEST_FIRST} LIMIT ${bind(page.limit + 1)} OFFSET ${bind(page.offset)}) o
     JOIN vendors v ON v.store_id = o.store_id AND v.id = o.vendor_id ${NEWEST_FIRST}`,
    values,
  );
}

/**
 * Totals of everything the filter lets through, by currency. Vendors are not joined: with them the database expects a handful of
 * rows, and reads and sorts a million one vendor after the other instead of summing them side by side.
 */
export async function sumTransactions(tx: SqlTx, filter: TransactionFilter): Promise<OrderSums[]> {
  const where = buildWhere(tx, filter);
  return tx.query<OrderSums>(
    `SELECT o.currency, count(*) AS count, sum(o.total_minor)::bigint AS "grossMinor", sum(o.commission_minor)::bigint AS "commissionMinor",
       sum(o.payout_minor)::bigint AS "payoutMinor", sum(o.adjusted_minor)::bigint AS "adjustedMinor",
       sum(o.posted_minor)::bigint AS "postedMinor", sum(o.paid_out_minor)::bigint AS "paidOutMinor",
       coalesce(sum(o.payout_minor) FILTER (WHERE o.payout_state = 'unpaid' AND o.financial_status NOT IN ('voided', 'expired')), 0)::bigint AS "notDueMinor",
       coalesce(sum(o.paid_out_minor - o.posted_minor) FILTER (WHERE o.paid_out_minor > o.posted_minor), 0)::bigint AS "overpaidMinor"
     FROM vendor_orders o WHERE ${where.text} GROUP BY o.currency ORDER BY o.currency`,
    where.values,
  );
}

/** When the first transaction of the scope (or of a vendor in it) was ordered: asked of each vendor, past the orders before Souk. */
export async function findFirstAt(tx: SqlTx, vendorId: bigint | undefined): Promise<Date | null> {
  const scope = scopedSql(tx.scope, 'o', 2);
  const firstAt = prepared(
    `SELECT min(first.at) AS at FROM vendors v CROSS JOIN LATERAL (
       SELECT o.ordered_at AS at FROM vendor_orders o WHERE ${scope.text} AND o.vendor_id = v.id AND NOT o.historical
       ORDER BY o.ordered_at, o.id LIMIT 1) first
     WHERE v.store_id = $2 AND ($1::bigint IS NULL OR v.id = $1)`,
  );
  const [row] = await tx.query<{ at: Date | null }>(firstAt, [vendorId ?? null, ...scope.values]);
  return row?.at ?? null;
}

export type PayoutOfRow = {
  vendorOrderId: bigint;
  payoutId: bigint;
  method: string;
  state: string;
  paidAt: Date | null;
  amountMinor: bigint;
  /** What of it came back while the payout stays paid. */
  reversedMinor: bigint;
};

/** The payouts that hold vendor orders; those that came to nothing are left out. */
export async function listPayouts(tx: SqlTx, vendorOrderIds: readonly bigint[]): Promise<PayoutOfRow[]> {
  if (vendorOrderIds.length === 0) return [];
  const scope = scopedSql(tx.scope, 'l', 2);
  const ofOrders = prepared(
    `SELECT l.vendor_order_id AS "vendorOrderId", p.id AS "payoutId", p.method, p.state, p.paid_at AS "paidAt", l.amount_minor AS "amountMinor", l.reversed_minor AS "reversedMinor"
     FROM payout_lines l JOIN payouts p ON p.store_id = l.store_id AND p.id = l.payout_id
     WHERE l.vendor_order_id = ANY($1::bigint[]) AND p.state IN ('processing', 'unknown', 'unclaimed', 'paid') AND ${scope.text} ORDER BY p.id`,
  );
  return tx.query<PayoutOfRow>(ofOrders, [[...vendorOrderIds], ...scope.values]);
}
