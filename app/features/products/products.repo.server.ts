import { invariant } from '#app/core/invariant.ts';
import type { VendorId } from '#app/core/ids.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { MediaProblem, MediaType, ProductStatus, Submission } from './product.ts';

export type StoredMedium = {
  id: string;
  src: string | null;
  alt: string;
  contentType: MediaType;
  problem?: MediaProblem;
};
export type StoredMetafield = { namespace: string; key: string; value: string; type: string };
export type StoredProduct = {
  id: bigint;
  vendorId: VendorId | null;
  vendorName: string;
  title: string;
  handle: string;
  status: ProductStatus;
  submission: Submission;
  submittedAt: Date | null;
  bodyHtml: string;
  productType: string;
  media: StoredMedium[];
  options: { id: string; name: string; values: string[] }[];
  seo: { title?: string; description?: string };
  metafields: StoredMetafield[];
  platformUpdatedAt: Date;
};
export type StoredVariant = {
  id: bigint;
  title: string;
  options: { name: string; value: string }[];
  priceMinor: bigint;
  compareAtMinor: bigint | null;
  sku: string;
  barcode: string;
  taxable: boolean;
  trackStock: boolean;
  stock: number;
  requiresShipping: boolean;
  weight: string | null;
  weightUnit: string | null;
  dimensions: { width: number; height: number; length: number; dimUnit: string } | null;
  localPickup: boolean;
  mediaId: string | null;
  metafields: StoredMetafield[];
};

/** Whether the scope has a product, or had it before it was deleted. */
export async function wasEverThere(tx: SqlTx, id: bigint): Promise<boolean> {
  const filter = scopedSql(tx.scope, 'p', 2);
  const rows = await tx.query(`SELECT 1 FROM products p WHERE p.id = $1 AND ${filter.text}`, [id, ...filter.values]);
  return rows.length > 0;
}

/** One product of the scope, deleted ones left out. */
export async function findProduct(
  tx: SqlTx,
  id: bigint,
  o: { lock?: boolean } = {},
): Promise<StoredProduct | undefined> {
  const filter = scopedSql(tx.scope, 'p', 2);
  const [row] = await tx.query<StoredProduct>(
    `SELECT p.id, p.vendor_id AS "vendorId", p.vendor_name AS "vendorName", p.title, p.handle, p.status, p.submission,
       p.submitted_at AS "submittedAt", p.body_html AS "bodyHtml", p.product_type AS "productType", p.media, p.options, p.seo,
       p.metafields, p.platform_updated_at AS "platformUpdatedAt"
     FROM products p WHERE p.id = $1 AND ${filter.text} AND p.deleted_at IS NULL${o.lock ? ' FOR UPDATE' : ''}`,
    [id, ...filter.values],
  );
  return row;
}

export async function listVariants(tx: SqlTx, productId: bigint): Promise<StoredVariant[]> {
  const filter = scopedSql(tx.scope, 'v', 2);
  return tx.query<StoredVariant>(
    `SELECT v.id, v.title, v.options, v.price_minor AS "priceMinor", v.compare_at_minor AS "compareAtMinor", v.sku, v.barcode,
       v.taxable, v.track_stock AS "trackStock", v.stock, v.requires_shipping AS "requiresShipping", v.weight,
       v.weight_unit AS "weightUnit", v.dimensions, v.local_pickup AS "localPickup", v.media_id AS "mediaId", v.metafields
     FROM variants v WHERE v.product_id = $1 AND ${filter.text} ORDER BY v.position, v.id`,
    [productId, ...filter.values],
  );
}

/** The drafts that wait for a decision and have no scheduled one, oldest submission first: how many, and the neighbours of one of them. */
export async function findInQueue(
  tx: SqlTx,
  id: bigint,
): Promise<{ waiting: number; previous: bigint | null; next: bigint | null }> {
  const filter = scopedSql(tx.scope, 'p', 2);
  const [row] = await tx.query<{ waiting: number; previous: bigint | null; next: bigint | null }>(
    `WITH queue AS (
       SELECT p.id, coalesce(p.submitted_at, p.created_at) AS since FROM products p
       WHERE ${filter.text} AND p.deleted_at IS NULL AND p.status = 'DRAFT' AND p.submission <> 'sent_back'
         AND NOT EXISTS (
           SELECT 1 FROM scheduled_decisions d WHERE d.store_id = p.store_id AND d.product_id = p.id AND d.ended_at IS NULL)
     ), self AS (SELECT coalesce(p.submitted_at, p.created_at) AS since FROM products p WHERE p.id = $1 AND ${filter.text})
     SELECT (SELECT count(*)::int FROM queue) AS waiting,
       (SELECT q.id FROM queue q, self WHERE (q.since, q.id) < (self.since, $1::bigint) ORDER BY q.since DESC, q.id DESC LIMIT 1) AS previous,
       (SELECT q.id FROM queue q, self WHERE (q.since, q.id) > (self.since, $1::bigint) ORDER BY q.since, q.id LIMIT 1) AS next`,
    [id, ...filter.values],
  );
  return row ?? { waiting: 0, previous: null, next: null };
}

/**
 * The SKUs among these that another product uses, folded: of the store, or (`within`) of one vendor, null for products without one.
 * Asked in the marketplace's scope.
 */
export async function listTakenSkus(
  tx: SqlTx,
  skus: readonly string[],
  exceptProductId: bigint | null,
  within?: { vendorId: bigint | null },
): Promise<string[]> {
  const rows = await tx.query<{ sku: string }>(
    `SELECT DISTINCT lower(v.sku) AS sku FROM variants v JOIN products p ON p.store_id = v.store_id AND p.id = v.product_id
     WHERE v.store_id = $1 AND lower(v.sku) = ANY($2) AND p.deleted_at IS NULL AND ($3::bigint IS NULL OR v.product_id <> $3)
       AND ($4::boolean IS FALSE OR p.vendor_id IS NOT DISTINCT FROM $5::bigint)`,
    [tx.scope.storeId, [...skus], exceptProductId, within !== undefined, within?.vendorId ?? null],
  );
  return rows.map((row) => row.sku);
}

/** Whether lines of orders that are still to be fulfilled name the product; then it is archived instead of deleted. */
export async function hasOpenOrders(tx: SqlTx, productId: bigint): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM order_lines l JOIN vendor_orders o ON o.store_id = l.store_id AND o.order_id = l.order_id AND o.vendor_id = l.vendor_id
     WHERE l.store_id = $1 AND l.product_id = $2 AND l.left_quantity > 0 AND o.cancelled_at IS NULL LIMIT 1`,
    [tx.scope.storeId, productId],
  );
  return rows.length > 0;
}

/** Whether a product of the scope shows the medium. */
export async function showsMedium(tx: SqlTx, gid: string): Promise<boolean> {
  const filter = scopedSql(tx.scope, 'p', 2);
  const rows = await tx.query(
    `SELECT 1 FROM products p WHERE ${filter.text} AND p.deleted_at IS NULL AND p.media @> jsonb_build_array(jsonb_build_object('id', $1::text)) LIMIT 1`,
    [gid, ...filter.values],
  );
  return rows.length > 0;
}

export type Note = { id: bigint; author: string; role: string; text: string; createdAt: Date };

export async function insertNote(
  tx: SqlTx,
  o: { productId: bigint; vendorId: bigint | null; author: string; role: string; text: string; at: Date },
): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO product_notes (store_id, product_id, vendor_id, author, role, text, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [tx.scope.storeId, o.productId, o.vendorId, o.author, o.role, o.text, o.at],
  );
  invariant(row, 'an inserted row returns its id');
  return row.id;
}

/** The comments on a product, newest first, at most 100. */
export async function listNotes(tx: SqlTx, productId: bigint): Promise<Note[]> {
  const filter = scopedSql(tx.scope, 'n', 2);
  return tx.query<Note>(
    `SELECT n.id, n.author, n.role, n.text, n.created_at AS "createdAt" FROM product_notes n
     WHERE n.product_id = $1 AND ${filter.text} ORDER BY n.id DESC LIMIT 100`,
    [productId, ...filter.values],
  );
}

/** Notes a decision or a submission on a product of the scope. */
export async function markSubmission(
  tx: SqlTx,
  id: bigint,
  o: { submission: Submission; status: ProductStatus; submittedAt?: Date; changedAt?: Date | undefined },
): Promise<void> {
  const filter = scopedSql(tx.scope, 'p', 6);
  await tx.query(
    `UPDATE products p SET submission = $2, status = $3, submitted_at = coalesce($4::timestamptz, p.submitted_at),
       platform_updated_at = greatest(p.platform_updated_at, date_trunc('second', $5::timestamptz))
     WHERE p.id = $1 AND ${filter.text}`,
    [id, o.submission, o.status, o.submittedAt ?? null, o.changedAt ?? null, ...filter.values],
  );
}
