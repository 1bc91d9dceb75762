import type { SqlTx } from '#app/server/db.server.ts';
import type { ProductStatus, Submission } from '../product.ts';

export type LapsedProduct = { productId: bigint; status: ProductStatus; submission: Submission };

const COLUMNS = `l.product_id AS "productId", l.status, l.submission`;

/**
 * Marks live products of a vendor as leaving and returns them with what they were, those that began to leave too; at most `limit`. One
 * that somebody put on sale again since it left stays. Needs the marketplace's scope.
 */
export async function markLeaving(
  tx: SqlTx,
  vendorId: bigint,
  o: { limit: number; at: Date },
): Promise<LapsedProduct[]> {
  await tx.query(
    `INSERT INTO lapsed_products (store_id, vendor_id, product_id, state, status, submission, since)
     SELECT p.store_id, p.vendor_id, p.id, 'leaving', p.status, p.submission, $4 FROM products p
     WHERE p.store_id = $1 AND p.vendor_id = $2 AND p.deleted_at IS NULL AND p.status IN ('ACTIVE', 'UNLISTED')
       AND NOT EXISTS (SELECT 1 FROM lapsed_products o WHERE o.store_id = p.store_id AND o.product_id = p.id AND o.state = 'off')
     ORDER BY p.id LIMIT $3
     ON CONFLICT (store_id, product_id) DO UPDATE SET state = 'leaving', since = excluded.since WHERE lapsed_products.state = 'returning'`,
    [tx.scope.storeId, vendorId, o.limit, o.at],
  );
  return tx.query(
    `SELECT ${COLUMNS} FROM lapsed_products l WHERE l.store_id = $1 AND l.vendor_id = $2 AND l.state = 'leaving'
     ORDER BY l.product_id LIMIT $3`,
    [tx.scope.storeId, vendorId, o.limit],
  );
}

/** Marks a product as off that was leaving; false where it came back since. Its log until now is ours. */
export async function markOff(tx: SqlTx, productId: bigint): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE lapsed_products l SET state = 'off', after_event = (SELECT coalesce(max(a.id), 0) FROM audit_events a
       WHERE a.store_id = l.store_id AND a.subject = 'product' AND a.subject_id = l.product_id::text)
     WHERE l.store_id = $1 AND l.product_id = $2 AND l.state = 'leaving' RETURNING l.product_id`,
    [tx.scope.storeId, productId],
  );
  return rows.length > 0;
}

/**
 * Marks products of a vendor as returning and returns them, at most `limit`: drafts that nobody did anything with since they left. Others
 * stay as somebody made them, and are forgotten. Needs the marketplace's scope.
 */
export async function markReturning(tx: SqlTx, vendorId: bigint, limit: number): Promise<LapsedProduct[]> {
  await tx.query(
    `DELETE FROM lapsed_products l WHERE l.store_id = $1 AND l.vendor_id = $2 AND l.state = 'off' AND (
       NOT EXISTS (SELECT 1 FROM products p WHERE p.store_id = l.store_id AND p.id = l.product_id AND p.vendor_id = l.vendor_id
         AND p.deleted_at IS NULL AND p.status = 'DRAFT')
       OR EXISTS (SELECT 1 FROM audit_events a WHERE a.store_id = l.store_id AND a.subject = 'product'
         AND a.subject_id = l.product_id::text AND a.id > l.after_event))`,
    [tx.scope.storeId, vendorId],
  );
  return tx.query(
    `UPDATE lapsed_products l SET state = 'returning' WHERE l.store_id = $1 AND l.product_id = ANY(ARRAY(
       SELECT o.product_id FROM lapsed_products o WHERE o.store_id = $1 AND o.vendor_id = $2 ORDER BY o.product_id LIMIT $3))
     RETURNING ${COLUMNS}`,
    [tx.scope.storeId, vendorId, limit],
  );
}

/** Forgets a product that has come back; false where it was forgotten before, or leaves again. */
export async function deleteReturned(tx: SqlTx, productId: bigint): Promise<boolean> {
  const rows = await tx.query(
    `DELETE FROM lapsed_products WHERE store_id = $1 AND product_id = $2 AND state = 'returning' RETURNING product_id`,
    [tx.scope.storeId, productId],
  );
  return rows.length > 0;
}

/** The vendors of the store that have products off sale. */
export async function listVendors(tx: SqlTx): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    'SELECT DISTINCT vendor_id AS id FROM lapsed_products WHERE store_id = $1 ORDER BY vendor_id',
    [tx.scope.storeId],
  );
  return rows.map(({ id }) => id);
}
