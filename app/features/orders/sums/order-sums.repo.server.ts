import { prepared, type SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { OrderSums, SumFilter } from './order-sums.ts';

/** The sums that triggers keep, by vendor, currency, payment and payout state. */
const KEYS = 'vendor_id, currency, financial_status, payout_state';
const SUMS = [
  ...['count', 'total_minor', 'commission_minor', 'payout_minor', 'adjusted_minor', 'posted_minor', 'paid_out_minor'],
  'overpaid_minor',
];
const list = (columns: readonly string[], write = (name: string) => name): string => columns.map(write).join(', ');

const IS_SUMMED = prepared('SELECT orders_summed AS "isSummed" FROM sales_roll_ups WHERE store_id = $1');

/** Whether every order of the scope's store is in the sums. */
export async function isSummed(tx: SqlTx): Promise<boolean> {
  const [row] = await tx.query<{ isSummed: boolean }>(IS_SUMMED, [tx.scope.storeId]);
  return row?.isSummed ?? false;
}

/** The sums of all time, by currency; currencies without an order are left out. */
export async function readSums(tx: SqlTx, o: SumFilter): Promise<OrderSums[]> {
  const filter = scopedSql(tx.scope, 's', 5);
  return tx.query<OrderSums>(
    `SELECT s.currency, sum(s.count)::bigint AS count, sum(s.total_minor)::bigint AS "grossMinor", sum(s.commission_minor)::bigint AS "commissionMinor",
       sum(s.payout_minor)::bigint AS "payoutMinor", sum(s.adjusted_minor)::bigint AS "adjustedMinor",
       sum(s.posted_minor)::bigint AS "postedMinor", sum(s.paid_out_minor)::bigint AS "paidOutMinor",
       coalesce(sum(s.payout_minor) FILTER (WHERE s.payout_state = 'unpaid' AND s.financial_status NOT IN ('voided', 'expired')), 0)::bigint AS "notDueMinor",
       sum(s.overpaid_minor)::bigint AS "overpaidMinor"
     FROM order_sums s
     WHERE ${filter.text} AND ($1::bigint IS NULL OR s.vendor_id = $1) AND ($2::text IS NULL OR s.payout_state = $2)
       AND ($3::text[] IS NULL OR (s.financial_status = ANY($3)) <> $4)
     GROUP BY s.currency HAVING sum(s.count) <> 0 ORDER BY s.currency`,
    [
      o.vendorId ?? null,
      o.payoutState ?? null,
      o.payment ? [...o.payment.of] : null,
      o.payment?.isOthers ?? false,
      ...filter.values,
    ],
  );
}

/**
 * Brings the sums of the scope's store to what all its orders come to. One statement sees the orders and what triggers wrote of
 * them at one moment; what they write later adds to it.
 */
export async function sumAllOrders(tx: SqlTx): Promise<void> {
  await tx.query(
    `INSERT INTO order_sums (store_id, ${KEYS}, ${list(SUMS)})
     SELECT $1, ${KEYS}, ${list(SUMS, (name) => `sum(${name})`)} FROM (
       SELECT ${KEYS}, 1 AS count, total_minor, commission_minor, payout_minor, adjusted_minor, posted_minor, paid_out_minor,
         greatest(paid_out_minor - posted_minor, 0) AS overpaid_minor
       FROM vendor_orders WHERE store_id = $1 AND NOT historical
       UNION ALL SELECT ${KEYS}, ${list(SUMS, (name) => `-${name}`)} FROM order_sums WHERE store_id = $1) t
     GROUP BY ${KEYS} HAVING (${list(SUMS, (name) => `sum(${name})`)}) <> (${list(SUMS, () => '0')})`,
    [tx.scope.storeId],
  );
  await tx.query('UPDATE sales_roll_ups SET orders_summed = true WHERE store_id = $1', [tx.scope.storeId]);
}

/** Makes one row of the steps of each key that has several. Steps that somebody else folds now are left to them. */
export async function foldSums(tx: SqlTx): Promise<void> {
  await tx.query(
    `WITH taken AS (
       DELETE FROM order_sums WHERE id = ANY(ARRAY(
         SELECT s.id FROM order_sums s JOIN (SELECT ${KEYS} FROM order_sums WHERE store_id = $1 GROUP BY ${KEYS} HAVING count(*) > 1) k USING (${KEYS})
         WHERE s.store_id = $1 ORDER BY s.id FOR UPDATE OF s SKIP LOCKED))
       RETURNING ${KEYS}, ${list(SUMS)}
     ) INSERT INTO order_sums (store_id, ${KEYS}, ${list(SUMS)})
     SELECT $1, ${KEYS}, ${list(SUMS, (name) => `sum(${name})`)} FROM taken
     GROUP BY ${KEYS} HAVING (${list(SUMS, (name) => `sum(${name})`)}) <> (${list(SUMS, () => '0')})`,
    [tx.scope.storeId],
  );
}
