import type { SqlTx } from '#app/server/db.server.ts';
import { listedSql, type ListedOrder } from '../read-models/order-list.repo.server.ts';

export type ChangedOrder = ListedOrder & { changedIn: bigint };

/**
 * A vendor's orders that changed after a place, in the order of the transactions that changed them last. One that was written by a
 * transaction that began after the oldest one that still runs is left for later: another with a smaller number may still come.
 */
export function listChangedOrders(
  tx: SqlTx,
  o: { vendorId: bigint; after: { changedIn: bigint; id: bigint }; limit: number },
): Promise<ChangedOrder[]> {
  return tx.query<ChangedOrder>(
    listedSql({
      page: `SELECT * FROM vendor_orders v WHERE v.store_id = $1 AND v.vendor_id = $2 AND (v.changed_in, v.id) > ($3, $4)
        AND v.changed_in < pg_snapshot_xmin(pg_current_snapshot())::text::bigint ORDER BY v.changed_in, v.id LIMIT $5`,
      by: 'v.changed_in',
      direction: 'ASC',
      more: ', v.changed_in AS "changedIn"',
    }),
    [tx.scope.storeId, o.vendorId, o.after.changedIn, o.after.id, o.limit],
  );
}

/** Marks orders of the scope's store as changed by what is no row of theirs. */
export async function markChanged(tx: SqlTx, orderIds: readonly bigint[]): Promise<void> {
  await tx.query(
    'UPDATE vendor_orders SET updated_at = updated_at WHERE store_id = $1 AND order_id = ANY($2::bigint[])',
    [tx.scope.storeId, [...orderIds]],
  );
}

/** Forgets when each order of the scope's store changed: the numbers are of the database that the rows came from. */
export async function forgetChanges(tx: SqlTx): Promise<void> {
  await tx.query('UPDATE vendor_orders SET changed_in = 0 WHERE store_id = $1 AND changed_in <> 0', [tx.scope.storeId]);
}
