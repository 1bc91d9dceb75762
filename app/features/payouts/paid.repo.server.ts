import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export type PaidRow = { vendorId: bigint; currency: string; paidMinor: bigint };

/** What each vendor of the scope, or one of them, was paid in all, what has not arrived or came back left out. */
export async function sumPaid(tx: SqlTx, vendorId: bigint | undefined): Promise<PaidRow[]> {
  const filter = scopedSql(tx.scope, 'p', 2);
  return tx.query<PaidRow>(
    `SELECT p.vendor_id AS "vendorId", p.currency, sum(p.amount_minor - p.reversed_minor)::bigint AS "paidMinor"
     FROM payouts p WHERE ${filter.text} AND p.state = 'paid' AND ($1::bigint IS NULL OR p.vendor_id = $1) GROUP BY p.vendor_id, p.currency`,
    [vendorId ?? null, ...filter.values],
  );
}
