import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { ProductStatus } from '../product.ts';

export type Tally = { status: ProductStatus; sentBack: boolean; count: number };

/** How many products of the scope (or of one vendor in it) are in each state, deleted ones left out; from the kept steps. */
export async function readTallies(tx: SqlTx, vendorId: bigint | undefined): Promise<Tally[]> {
  const filter = scopedSql(tx.scope, 'c', 2);
  return tx.query(
    `SELECT c.status, c.sent_back AS "sentBack", sum(c.step)::int AS count FROM product_counts c
     WHERE ${filter.text} AND ($1::bigint IS NULL OR c.vendor_id = $1) GROUP BY 1, 2 HAVING sum(c.step) <> 0`,
    [vendorId ?? null, ...filter.values],
  );
}

/** The same of each vendor of the scope. */
export async function readVendorTallies(tx: SqlTx): Promise<(Tally & { vendorId: bigint | null })[]> {
  const filter = scopedSql(tx.scope, 'c');
  return tx.query(
    `SELECT c.vendor_id AS "vendorId", c.status, c.sent_back AS "sentBack", sum(c.step)::int AS count FROM product_counts c
     WHERE ${filter.text} GROUP BY 1, 2, 3 HAVING sum(c.step) <> 0`,
    filter.values,
  );
}

/** 1 where a vendor that was made one, and is still there, has a live product, else 0. */
export async function countAnyOnSale(tx: SqlTx): Promise<number> {
  const filter = scopedSql(tx.scope, 'c');
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM product_counts c JOIN vendors v ON v.store_id = c.store_id AND v.id = c.vendor_id
       WHERE ${filter.text} AND c.status = 'ACTIVE' AND v.status <> 'known' AND v.deleted_at IS NULL
       GROUP BY v.id HAVING sum(c.step) > 0 LIMIT 1) n`,
    filter.values,
  );
  return row?.count ?? 0;
}

/** Makes one row of the many steps of each vendor and state. Steps that somebody else folds now are left to them. */
export async function foldCounts(tx: SqlTx): Promise<void> {
  await tx.query(
    `WITH taken AS (
       DELETE FROM product_counts WHERE id = ANY(ARRAY(SELECT id FROM product_counts WHERE store_id = $1 ORDER BY id FOR UPDATE SKIP LOCKED))
       RETURNING vendor_id, status, sent_back, step
     ) INSERT INTO product_counts (store_id, vendor_id, status, sent_back, step)
     SELECT $1, vendor_id, status, sent_back, sum(step)::int FROM taken GROUP BY 2, 3, 4 HAVING sum(step) <> 0`,
    [tx.scope.storeId],
  );
}
