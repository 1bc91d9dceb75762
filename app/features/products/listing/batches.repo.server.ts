import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

/** The id and title of each product of the scope among these, deleted ones left out. */
export async function listNamed(tx: SqlTx, ids: readonly bigint[]): Promise<{ id: bigint; title: string }[]> {
  const filter = scopedSql(tx.scope, 'p', 2);
  return tx.query(
    `SELECT p.id, p.title FROM products p WHERE p.id = ANY($1::bigint[]) AND ${filter.text} AND p.deleted_at IS NULL`,
    [[...ids], ...filter.values],
  );
}

/** Writes the tags that the platform answered. Returns those that the product had. */
export async function writeTags(
  tx: SqlTx,
  productId: bigint,
  tags: readonly string[],
  changedAt: Date,
): Promise<string[]> {
  const values = [tx.scope.storeId, productId];
  const [before] = await tx.query<{ tags: string[] }>(
    'SELECT tags FROM products WHERE store_id = $1 AND id = $2 FOR UPDATE',
    values,
  );
  await tx.query(
    `UPDATE products SET tags = $3, platform_updated_at = greatest(platform_updated_at, date_trunc('second', $4::timestamptz))
     WHERE store_id = $1 AND id = $2`,
    [...values, [...tags], changedAt],
  );
  return before?.tags ?? [];
}
