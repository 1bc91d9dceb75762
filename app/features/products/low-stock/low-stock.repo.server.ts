import type { SqlTx } from '#app/server/db.server.ts';

/** The vendors' products on sale among those of some variants whose stock is tracked, by their ids. */
export function listTrackedOnSale(
  tx: SqlTx,
  variantIds: readonly bigint[],
): Promise<{ id: bigint; vendorId: bigint }[]> {
  return tx.query<{ id: bigint; vendorId: bigint }>(
    `SELECT p.id, p.vendor_id AS "vendorId" FROM products p
     WHERE p.store_id = $1 AND p.status = 'ACTIVE' AND p.deleted_at IS NULL AND p.vendor_id IS NOT NULL
       AND p.id IN (SELECT v.product_id FROM variants v WHERE v.store_id = $1 AND v.id = ANY($2::bigint[]) AND v.track_stock)
     ORDER BY p.id`,
    [tx.scope.storeId, [...variantIds]],
  );
}
