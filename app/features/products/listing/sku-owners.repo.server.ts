import type { SqlTx } from '#app/server/db.server.ts';
import { variantsBySkuFunction } from './variants-by-sku-function.repo.server.ts';

/** A variant that has a SKU, whose it is, and of which product. */
export type SkuOwner = {
  /** In small letters, as SKUs are compared. */
  sku: string;
  variantId: bigint;
  productId: bigint;
  vendorId: bigint | null;
  vendorName: string;
};

/** Every variant of the store that has one of these SKUs, which are in small letters. Needs the marketplace's scope. */
export async function listSkuOwners(tx: SqlTx, skus: readonly string[]): Promise<SkuOwner[]> {
  return tx.query(
    `SELECT lower(trim(v.sku)) AS sku, v.id AS "variantId", v.product_id AS "productId", p.vendor_id AS "vendorId", p.vendor_name AS "vendorName"
     FROM variants v JOIN products p ON p.store_id = v.store_id AND p.id = v.product_id
     WHERE v.store_id = $1 AND v.id = ANY(ARRAY(SELECT ${variantsBySkuFunction.name}($2))) AND p.deleted_at IS NULL
     ORDER BY v.id`,
    [tx.scope.storeId, [...skus]],
  );
}

/** A product that has a handle, and whose it is. */
export type HandleOwner = { handle: string; productId: bigint; vendorId: bigint | null };

/** The products of some vendors that have these handles, which are in small letters. Needs the marketplace's scope. */
export async function listHandleOwners(
  tx: SqlTx,
  o: { handles: readonly string[]; vendorIds: readonly bigint[] },
): Promise<HandleOwner[]> {
  return tx.query(
    `SELECT lower(p.handle) AS handle, p.id AS "productId", p.vendor_id AS "vendorId"
     FROM products p
     WHERE p.store_id = $1 AND p.vendor_id = ANY($3::bigint[]) AND lower(p.handle) = ANY($2) AND p.deleted_at IS NULL
     ORDER BY p.id`,
    [tx.scope.storeId, [...o.handles], [...o.vendorIds]],
  );
}

/** Where the pictures of products of the scope lie. */
export async function listPictureAddresses(tx: SqlTx, productIds: readonly bigint[]): Promise<string[]> {
  const rows = await tx.query<{ src: string }>(
    `SELECT DISTINCT m->>'src' AS src FROM products p CROSS JOIN jsonb_array_elements(p.media) m
     WHERE p.store_id = $1 AND p.id = ANY($2::bigint[]) AND m->>'src' IS NOT NULL`,
    [tx.scope.storeId, [...productIds]],
  );
  return rows.map(({ src }) => src);
}
