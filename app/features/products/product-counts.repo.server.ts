import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export async function productsByVendor(
  tx: SqlTx,
): Promise<{ vendorId: bigint | null; products: number; active: number; draft: number }[]> {
  const filter = scopedSql(tx.scope, 'p', 1);
  return tx.query(
    `SELECT p.vendor_id AS "vendorId", count(*)::int AS products,
       count(*) FILTER (WHERE p.status = 'ACTIVE')::int AS active, count(*) FILTER (WHERE p.status = 'DRAFT')::int AS draft
     FROM products p WHERE ${filter.text} AND p.deleted_at IS NULL GROUP BY p.vendor_id`,
    filter.values,
  );
}
