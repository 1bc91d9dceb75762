import type { ProductMetafield } from '#app/features/commissions/commission.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

/** The metafields of a product that a line of a commission list may name. */
export async function readConstraintFields(tx: SqlTx, productId: bigint): Promise<ProductMetafield[]> {
  const filter = scopedSql(tx.scope, 'p', 2);
  const [row] = await tx.query<{
    metafields: (Omit<ProductMetafield, 'values'> & { value: string; values?: string[] })[];
  }>(`SELECT p.metafields FROM products p WHERE p.id = $1 AND ${filter.text}`, [productId, ...filter.values]);
  return (row?.metafields ?? []).map(({ namespace, key, value, values }) => ({
    namespace,
    key,
    values: values ?? [value],
  }));
}

/** The open changes beside one, oldest first. */
export async function findOpenBeside(
  tx: SqlTx,
  id: bigint,
): Promise<{ waiting: number; previous: bigint | null; next: bigint | null }> {
  const filter = scopedSql(tx.scope, 'c', 2);
  const [row] = await tx.query<{ waiting: number; previous: bigint | null; next: bigint | null }>(
    `SELECT count(*)::int AS waiting, max(c.id) FILTER (WHERE c.id < $1) AS previous, min(c.id) FILTER (WHERE c.id > $1) AS next
     FROM product_changes c JOIN products p ON p.store_id = c.store_id AND p.id = c.product_id AND p.deleted_at IS NULL
     WHERE c.state = 'open' AND ${filter.text}`,
    [id, ...filter.values],
  );
  return row ?? { waiting: 0, previous: null, next: null };
}
