import type { PayoutReason } from '#app/core/payout-reason.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';

/** Why the payouts of vendor orders within the scope did not arrive, or came back in part or whole; by payout. */
export async function listPayoutReasons(
  tx: SqlTx,
  vendorOrderIds: readonly bigint[],
): Promise<Map<bigint, PayoutReason>> {
  const filter = scopedSql(tx.scope, 'l', 2);
  // A part can be taken back only: it keeps no reason of its own while its payout stays paid.
  const rows = await tx.query<{ id: bigint; reason: PayoutReason }>(
    `SELECT DISTINCT p.id, CASE p.state WHEN 'paid' THEN 'reversed' ELSE p.reason END AS reason
     FROM payout_lines l JOIN payouts p ON p.store_id = l.store_id AND p.id = l.payout_id
     WHERE l.vendor_order_id = ANY($1::bigint[]) AND ${filter.text}
       AND ((p.state IN ('failed', 'reversed') AND p.reason IS NOT NULL) OR (p.state = 'paid' AND p.reversed_minor > 0))`,
    [[...vendorOrderIds], ...filter.values],
  );
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}
