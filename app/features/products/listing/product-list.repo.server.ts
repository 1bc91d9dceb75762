import type { VendorId } from '#app/core/ids.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { StoredMedium, StoredMetafield } from '../products.repo.server.ts';
import { productPageFunction } from './product-page-function.repo.server.ts';
import type { ListStatus, ProductSort, ProductStatus, SourceFilter, StockFilter, Submission } from '../product.ts';

export type ListedProduct = {
  id: bigint;
  handle: string;
  title: string;
  vendorName: string;
  status: ProductStatus;
  submission: Submission;
  imageUrl: string | null;
  priceMinor: bigint | null;
  inventoryTotal: number;
  inStock: boolean;
  variantCount: number;
  tags: string[];
  productType: string;
  createdAt: Date;
  platformUpdatedAt: Date;
  sortKey: string;
};

/** A place in a sorted list: the value sorted by, as text, and the id that breaks ties. */
export type Place = { key: string; id: bigint };

/** Which products a list shows, and in which order. */
export type ListFilter = {
  status: ListStatus;
  stock: StockFilter;
  source: SourceFilter;
  /** ID is the order of exports, in which nothing that changes meanwhile moves. */
  sort: ProductSort | 'ID';
  reverse: boolean;
  /** Folded to small letters; a product has every one of them. */
  words: readonly string[];
  tag?: string | undefined;
  /** In the marketplace's scope, the products of this vendor only. */
  vendorId?: VendorId | undefined;
};
export type ListRequest = ListFilter & {
  from?: { place: Place; towards: 'after' | 'before' } | undefined;
  limit: number;
};

/** Sorts that begin at their greatest. */
const DESCENDING: ReadonlySet<string> = new Set(['UPDATED_AT', 'RELEVANCE']);

/** Up to `limit` rows beyond a place, in the order of the list; rows before a place come back in the list's order too. */
export async function listProducts(tx: SqlTx, o: ListRequest): Promise<ListedProduct[]> {
  const backwards = o.from?.towards === 'before';
  const descending = (DESCENDING.has(o.sort) !== o.reverse) !== backwards;
  const filter = scopedSql(tx.scope, 'p', 13);
  const rows = await tx.query<ListedProduct>(
    `SELECT p.id, p.handle, p.title, p.vendor_name AS "vendorName", p.status, p.submission, p.image_url AS "imageUrl",
       p.price_minor AS "priceMinor", p.inventory_total AS "inventoryTotal", p.in_stock AS "inStock",
       p.variant_count AS "variantCount", p.tags, p.product_type AS "productType", p.created_at AS "createdAt", p.platform_updated_at AS "platformUpdatedAt",
       f.sort_key AS "sortKey"
     FROM ${productPageFunction.name}($1, $2, $3, ARRAY(SELECT souk_search_pattern(w) FROM unnest($4::text[]) w), souk_search_form($5), $6, $7, $8, $9, $10, $11, $12) WITH ORDINALITY AS f (id, sort_key, place)
     JOIN products p ON p.id = f.id AND ${filter.text} ORDER BY f.place`,
    [
      o.vendorId ?? null,
      o.status === 'ALL' ? null : o.status,
      o.stock === 'any' ? null : o.stock === 'in-stock',
      [...o.words],
      o.words.join(' '),
      o.tag ?? null,
      o.sort,
      descending,
      o.from?.place.key ?? null,
      o.from?.place.id ?? null,
      o.limit,
      o.source === 'any' ? null : o.source,
      ...filter.values,
    ],
  );
  return backwards ? rows.reverse() : rows;
}

export type ExportedVariant = {
  id: bigint;
  title: string;
  sku: string;
  barcode: string;
  priceMinor: bigint;
  compareAtMinor: bigint | null;
  stock: number;
  trackStock: boolean;
  weight: string | null;
  weightUnit: string | null;
  dimensions: { width: number; height: number; length: number; dimUnit: string } | null;
  localPickup: boolean;
  options: { name: string; value: string }[];
  metafields: StoredMetafield[];
};

export type ExportedContent = {
  id: bigint;
  bodyHtml: string;
  media: StoredMedium[];
  metafields: StoredMetafield[];
};

/** What products of the scope say, for their export, by product. */
export async function listContentOf(tx: SqlTx, productIds: readonly bigint[]): Promise<Map<bigint, ExportedContent>> {
  const filter = scopedSql(tx.scope, 'p', 2);
  const rows = await tx.query<ExportedContent>(
    `SELECT p.id, p.body_html AS "bodyHtml", p.media, p.metafields FROM products p WHERE p.id = ANY($1::bigint[]) AND ${filter.text}`,
    [[...productIds], ...filter.values],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The variants of products of the scope in their order, by product. */
export async function listVariantsOf(
  tx: SqlTx,
  productIds: readonly bigint[],
): Promise<Map<bigint, ExportedVariant[]>> {
  const filter = scopedSql(tx.scope, 'v', 2);
  const rows = await tx.query<ExportedVariant & { productId: bigint }>(
    `SELECT v.product_id AS "productId", v.id, v.title, v.sku, v.barcode, v.price_minor AS "priceMinor",
       v.compare_at_minor AS "compareAtMinor", v.stock, v.track_stock AS "trackStock", v.weight::text, v.weight_unit AS "weightUnit",
       v.dimensions, v.local_pickup AS "localPickup", v.options, v.metafields
     FROM variants v WHERE v.product_id = ANY($1::bigint[]) AND ${filter.text} ORDER BY v.product_id, v.position, v.id`,
    [[...productIds], ...filter.values],
  );
  const found = new Map<bigint, ExportedVariant[]>();
  for (const { productId, ...variant } of rows) {
    const known = found.get(productId);
    if (known) known.push(variant);
    else found.set(productId, [variant]);
  }
  return found;
}
