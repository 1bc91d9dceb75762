import type { SqlTx } from '#app/server/db.server.ts';
import { variantsBySkuFunction } from '../listing/variants-by-sku-function.repo.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { Levels } from '../mirror/mirror.repo.server.ts';
import type { ProductStatus } from '../product.ts';

/** A page of the scope's variants that have stock to sell, from an id on; SKUs in small letters. */
export async function listStocked(
  tx: SqlTx,
  o: { after: bigint; limit: number },
): Promise<{ id: bigint; sku: string }[]> {
  const filter = scopedSql(tx.scope, 'p', 3);
  return tx.query(
    `SELECT v.id, lower(trim(v.sku)) AS sku FROM variants v JOIN products p ON p.store_id = v.store_id AND p.id = v.product_id
     WHERE v.id > $1 AND v.track_stock AND v.stock > 0 AND p.status <> 'ARCHIVED' AND p.deleted_at IS NULL AND ${filter.text}
     ORDER BY v.id LIMIT $2`,
    [o.after, o.limit, ...filter.values],
  );
}

/** A variant that is there, as far as its stock and price go. */
export type FoundVariant = {
  id: bigint;
  productId: bigint;
  vendorId: bigint | null;
  /** In small letters, as SKUs are compared. */
  sku: string;
  status: ProductStatus;
  trackStock: boolean;
  stock: number;
  levels: Levels;
  inventoryItemId: bigint | null;
  priceMinor: bigint;
  compareAtMinor: bigint | null;
  /** Whether a change of its product waits for the marketplace. */
  isWaiting: boolean;
};

/** The variants of the scope that have these SKUs, which are in small letters, or these ids. */
export async function listVariants(
  tx: SqlTx,
  o: { skus: readonly string[]; ids: readonly bigint[] },
): Promise<FoundVariant[]> {
  const filter = scopedSql(tx.scope, 'p', 3);
  return tx.query<FoundVariant>(
    `SELECT v.id, v.product_id AS "productId", p.vendor_id AS "vendorId", lower(trim(v.sku)) AS sku, p.status,
       v.track_stock AS "trackStock", v.stock, v.levels, v.inventory_item_id AS "inventoryItemId",
       v.price_minor AS "priceMinor", v.compare_at_minor AS "compareAtMinor",
       EXISTS (SELECT 1 FROM product_changes c
         WHERE c.store_id = v.store_id AND c.product_id = v.product_id AND c.state = 'open') AS "isWaiting"
     FROM variants v JOIN products p ON p.store_id = v.store_id AND p.id = v.product_id
     WHERE v.id = ANY($2::bigint[] || ARRAY(SELECT ${variantsBySkuFunction.name}($1))) AND p.deleted_at IS NULL AND ${filter.text}
     ORDER BY v.id`,
    [[...o.skus], [...o.ids], ...filter.values],
  );
}
