import type { Currency } from '#app/core/money/money.ts';
import type { SqlTx, SqlValue } from '#app/server/db.server.ts';
import { buildWhere, type TransactionFilter } from './transactions.repo.server.ts';

/** Vendors of the store that come after one, by their ids; deleted ones, whose sales stay, too. */
export async function listVendorsAfter(
  tx: SqlTx,
  o: { after: bigint; only: bigint | undefined; limit: number },
): Promise<{ id: bigint; name: string }[]> {
  return tx.query<{ id: bigint; name: string }>(
    `SELECT v.id, v.name FROM vendors v WHERE v.store_id = $4 AND v.id > $1 AND ($2::bigint IS NULL OR v.id = $2) ORDER BY v.id LIMIT $3`,
    [o.after, o.only ?? null, o.limit, tx.scope.storeId],
  );
}

export type SalesRow = {
  vendorId: bigint;
  /** Of the store's calendar: `2026-11`. */
  month: string;
  currency: Currency;
  orders: bigint;
  items: bigint;
  grossMinor: bigint;
  commissionMinor: bigint;
  payoutMinor: bigint;
  adjustedMinor: bigint;
  paidOutMinor: bigint;
  dueMinor: bigint;
};

/** What vendors sold, summed by vendor, month of a time zone and currency, in this order. */
export async function sumSales(
  tx: SqlTx,
  filter: TransactionFilter,
  o: { vendorIds: readonly bigint[]; timezone: string },
): Promise<SalesRow[]> {
  const where = buildWhere(tx, filter);
  const values: SqlValue[] = [...where.values];
  const bind = (value: SqlValue): string => `$${values.push(value)}`;
  const month = `to_char(o.ordered_at AT TIME ZONE ${bind(o.timezone)}, 'YYYY-MM')`;
  const vendors = bind([...o.vendorIds]);
  return tx.query<SalesRow>(
    `SELECT o.vendor_id AS "vendorId", ${month} AS month, o.currency, count(*) AS orders, sum(o.item_count)::bigint AS items,
       sum(o.total_minor)::bigint AS "grossMinor", sum(o.commission_minor)::bigint AS "commissionMinor",
       sum(o.payout_minor)::bigint AS "payoutMinor", sum(o.adjusted_minor)::bigint AS "adjustedMinor",
       sum(o.paid_out_minor)::bigint AS "paidOutMinor", sum(o.posted_minor - o.paid_out_minor)::bigint AS "dueMinor"
     FROM vendor_orders o WHERE ${where.text} AND o.vendor_id = ANY(${vendors}::bigint[]) GROUP BY 1, 2, 3 ORDER BY "vendorId", month, o.currency`,
    values,
  );
}
