import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export type Mine = { entryId: bigint; productId: bigint; status: string; priceMinor: bigint | null };

/** The products by which vendors of the scope offer some entries. */
export async function listMine(tx: SqlTx, entryIds: readonly bigint[]): Promise<Mine[]> {
  // Whose an offer is, its product says: somebody may have given it to another vendor.
  const filter = scopedSql(tx.scope, 'p', 2);
  return tx.query(
    `SELECT o.entry_id AS "entryId", p.id AS "productId", p.status, p.price_minor AS "priceMinor"
     FROM catalog_listings o JOIN products p ON p.store_id = o.store_id AND p.id = o.product_id
     WHERE o.entry_id = ANY($1::bigint[]) AND ${filter.text} AND p.deleted_at IS NULL AND p.status <> 'ARCHIVED'`,
    [[...entryIds], ...filter.values],
  );
}

export type Live = { entryId: bigint; productId: bigint; priceMinor: bigint; inStock: boolean };

/** What buyers can see of the offers of some entries. Needs the marketplace's scope. */
export async function listLive(tx: SqlTx, entryIds: readonly bigint[]): Promise<Live[]> {
  return tx.query(
    `SELECT o.entry_id AS "entryId", p.id AS "productId", p.price_minor AS "priceMinor", p.in_stock AS "inStock"
     FROM catalog_listings o JOIN products p ON p.store_id = o.store_id AND p.id = o.product_id
     WHERE o.store_id = $1 AND o.entry_id = ANY($2::bigint[]) AND p.deleted_at IS NULL AND p.status = 'ACTIVE'
       AND p.price_minor IS NOT NULL`,
    [tx.scope.storeId, [...entryIds]],
  );
}

export type ShownListing = Live & {
  title: string;
  handle: string;
  vendor: string;
  imageUrl: string | null;
  variants: number;
  variantId: bigint;
  compareAtMinor: bigint | null;
  dearestMinor: bigint;
};

/** The same with what a buyer reads; the cheapest variant, of equal ones the first, says the price. Needs the marketplace's scope. */
export async function listShown(tx: SqlTx, entryId: bigint, limit: number): Promise<ShownListing[]> {
  return tx.query(
    `SELECT o.entry_id AS "entryId", p.id AS "productId", p.price_minor AS "priceMinor", p.in_stock AS "inStock", p.title, p.handle,
       p.vendor_name AS vendor, p.image_url AS "imageUrl", p.variant_count AS variants, v.id AS "variantId",
       v.compare_at_minor AS "compareAtMinor", (SELECT max(w.price_minor) FROM variants w WHERE w.store_id = p.store_id AND w.product_id = p.id) AS "dearestMinor"
     FROM catalog_listings o JOIN products p ON p.store_id = o.store_id AND p.id = o.product_id
     JOIN LATERAL (SELECT v.id, v.compare_at_minor FROM variants v WHERE v.store_id = p.store_id AND v.product_id = p.id
       ORDER BY v.price_minor, v.position LIMIT 1) v ON true
     WHERE o.store_id = $1 AND o.entry_id = $2 AND p.deleted_at IS NULL AND p.status = 'ACTIVE' AND p.price_minor IS NOT NULL
     ORDER BY p.in_stock DESC, p.price_minor, p.id LIMIT $3`,
    [tx.scope.storeId, entryId, limit],
  );
}

/** The entry that an id means: that of a product which offers one, else the entry of the id itself. Needs the marketplace's scope. */
export async function resolveEntry(tx: SqlTx, id: bigint): Promise<bigint | undefined> {
  const [row] = await tx.query<{ entryId: bigint }>(
    `SELECT coalesce((SELECT o.entry_id FROM catalog_listings o WHERE o.store_id = $1 AND o.product_id = $2),
       (SELECT e.id FROM catalog_entries e WHERE e.store_id = $1 AND e.id = $2)) AS "entryId"`,
    [tx.scope.storeId, id],
  );
  return row?.entryId ?? undefined;
}

/** The product by which a vendor offers an entry; undefined where there is none. Needs the marketplace's scope. */
export async function findListing(tx: SqlTx, o: { entryId: bigint; vendorId: bigint }): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    `SELECT p.id FROM catalog_listings o JOIN products p ON p.store_id = o.store_id AND p.id = o.product_id
     WHERE o.store_id = $1 AND o.entry_id = $2 AND p.vendor_id = $3 AND p.deleted_at IS NULL AND p.status <> 'ARCHIVED'
     ORDER BY p.id LIMIT 1`,
    [tx.scope.storeId, o.entryId, o.vendorId],
  );
  return row?.id;
}
