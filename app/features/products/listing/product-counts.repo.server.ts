import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { ProductStatus } from '../product.ts';

export type Tally = { vendorId: bigint | null; status: ProductStatus; sentBack: boolean; count: number };

/** How many products each vendor has in each state, deleted ones left out; from the kept steps. */
export async function readTallies(tx: SqlTx, vendorId: bigint | undefined): Promise<Tally[]> {
  const filter = scopedSql(tx.scope, 'c', 2);
  return tx.query(
    `SELECT c.vendor_id AS "vendorId", c.status, c.sent_back AS "sentBack", sum(c.step)::int AS count FROM product_counts c
     WHERE ${filter.text} AND ($1::bigint IS NULL OR c.vendor_id = $1) GROUP BY 1, 2, 3 HAVING sum(c.step) <> 0`,
    [vendorId ?? null, ...filter.values],
  );
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
