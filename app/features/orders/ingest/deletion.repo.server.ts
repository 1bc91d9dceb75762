import type { SqlTx } from '#app/server/db.server.ts';

/** Orders since a moment of which something is owed, or will be once they are paid, by id. Needs the marketplace's scope. */
export async function listOwing(tx: SqlTx, o: { after: bigint; since: Date; limit: number }): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    `SELECT DISTINCT v.order_id AS id FROM vendor_orders v
     WHERE v.store_id = $1 AND v.payout_state IN ('unpaid', 'due') AND v.on_hold_reason IS DISTINCT FROM 'order_deleted'
       AND NOT v.historical AND v.ordered_at > $2 AND v.order_id > $3 ORDER BY v.order_id LIMIT $4`,
    [tx.scope.storeId, o.since, o.after, o.limit],
  );
  return rows.map(({ id }) => id);
}
