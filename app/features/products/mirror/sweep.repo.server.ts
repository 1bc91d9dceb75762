import type { SqlTx } from '#app/server/db.server.ts';

/** What we hold of a product, as far as it is compared. `stocks` are sums with and without what is not counted. */
export type StoredVersion = {
  id: bigint;
  platformUpdatedAt: Date;
  settledAt: Date | null;
  title: string;
  vendorName: string;
  status: string;
  variantCount: number;
  trackedStock: number;
  wholeStock: number;
};

/** What we hold of products, deleted ones left out. Needs the marketplace's scope. */
export async function listStored(tx: SqlTx, ids: readonly bigint[]): Promise<Map<bigint, StoredVersion>> {
  const rows = await tx.query<StoredVersion>(
    `SELECT p.id, p.platform_updated_at AS "platformUpdatedAt", p.settled_at AS "settledAt", p.title, p.vendor_name AS "vendorName", p.status,
       p.variant_count AS "variantCount", p.inventory_total AS "trackedStock",
       (SELECT coalesce(sum(v.stock), 0)::int FROM variants v WHERE v.store_id = p.store_id AND v.product_id = p.id) AS "wholeStock"
     FROM products p WHERE p.store_id = $1 AND p.id = ANY($2::bigint[]) AND p.deleted_at IS NULL`,
    [tx.scope.storeId, [...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The ids that we hold beyond one and up to another (both ends open without them), deleted ones left out. */
export async function listStoredIds(
  tx: SqlTx,
  range: { beyond: bigint | null; upTo: bigint | null },
  limit: number,
): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    `SELECT p.id FROM products p WHERE p.store_id = $1 AND ($2::bigint IS NULL OR p.id > $2) AND ($3::bigint IS NULL OR p.id <= $3)
       AND p.deleted_at IS NULL ORDER BY p.id LIMIT $4`,
    [tx.scope.storeId, range.beyond, range.upTo, limit],
  );
  return rows.map((row) => row.id);
}
