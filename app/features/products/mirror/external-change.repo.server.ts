import { appendTo } from '#app/core/append-to.ts';
import type { Actor } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { ProductStatus } from '../product.ts';
import type { StoredMedium, StoredMetafield, StoredVariant } from '../products.repo.server.ts';

/** Who deletes a product at the platform, and why. */
export type Deleting = { actor: Actor; note: string | null };

/** What we hold of a product before and after something was written over it. */
export type StoredState = {
  id: bigint;
  vendorId: bigint | null;
  vendorName: string;
  status: ProductStatus;
  title: string;
  bodyHtml: string;
  media: StoredMedium[];
  options: { id: string; name: string; values: string[] }[];
  metafields: StoredMetafield[];
  tags: string[];
  seo: { title?: string; description?: string };
  platformUpdatedAt: Date;
  /** Until when we change it at the platform ourselves. */
  actedUntil: Date | null;
  /** Who of us deletes it at the platform meanwhile. */
  actedAs: Deleting | null;
  /** The mark of a save of ours whose end is not known. */
  saveMark: string | null;
  /** When that save began. */
  saveStartedAt: Date | null;
  /** Whether anything of it is known from webhooks alone: the reading that follows changes nothing at the platform. */
  isUnread: boolean;
};

/** Locks products in the order of ids and returns what we hold of them, deleted ones left out. Needs the marketplace's scope. */
export async function lockStates(tx: SqlTx, ids: readonly bigint[]): Promise<StoredState[]> {
  if (ids.length === 0) return [];
  return tx.query<StoredState>(
    `SELECT p.id, p.vendor_id AS "vendorId", p.vendor_name AS "vendorName", p.status, p.title, p.body_html AS "bodyHtml", p.media, p.options, p.tags,
       p.metafields, p.seo, p.platform_updated_at AS "platformUpdatedAt", p.acted_until AS "actedUntil", p.acted_as AS "actedAs",
       s.content_hash AS "saveMark", s.started_at AS "saveStartedAt",
       EXISTS (SELECT 1 FROM variants v WHERE v.store_id = p.store_id AND v.product_id = p.id AND v.weight_unit IS NULL) AS "isUnread"
     FROM products p LEFT JOIN product_saves s ON s.store_id = p.store_id AND s.product_id = p.id
     WHERE p.store_id = $1 AND p.id = ANY($2::bigint[]) AND p.deleted_at IS NULL ORDER BY p.id FOR UPDATE OF p`,
    [tx.scope.storeId, [...ids]],
  );
}

/** Products as they stand, each with a word that changes with every change of it. Needs the marketplace's scope. */
export async function listVersions(tx: SqlTx, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
  const rows = await tx.query<{ id: bigint; version: string }>(
    'SELECT id, xmin::text AS version FROM products WHERE store_id = $1 AND id = ANY($2::bigint[])',
    [tx.scope.storeId, [...ids]],
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Locks products in the order of ids and returns those that changed since `versions` and have the very second they are given with. */
export async function lockOvertaken(
  tx: SqlTx,
  given: readonly { id: bigint; at: Date }[],
  versions: ReadonlyMap<bigint, string>,
): Promise<ReadonlySet<bigint>> {
  const rows = await tx.query<{ id: bigint; version: string; at: Date }>(
    `SELECT id, xmin::text AS version, platform_updated_at AS at FROM products
     WHERE store_id = $1 AND id = ANY($2::bigint[]) ORDER BY id FOR UPDATE`,
    [tx.scope.storeId, given.map(({ id }) => id)],
  );
  const atOf = new Map(given.map(({ id, at }) => [id, at.getTime()]));
  const overtaken = rows.filter(({ id, version, at }) => version !== versions.get(id) && at.getTime() === atOf.get(id));
  return new Set(overtaken.map(({ id }) => id));
}

/** The variants of products, in their order, by product. */
export async function listVariantsOf(
  tx: SqlTx,
  productIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, StoredVariant[]>> {
  const byProduct = new Map<bigint, StoredVariant[]>();
  if (productIds.length === 0) return byProduct;
  const rows = await tx.query<StoredVariant & { productId: bigint }>(
    `SELECT v.product_id AS "productId", v.id, v.title, v.options, v.price_minor AS "priceMinor", v.compare_at_minor AS "compareAtMinor",
       v.sku, v.barcode, v.taxable, v.track_stock AS "trackStock", v.stock, v.requires_shipping AS "requiresShipping", v.weight,
       v.weight_unit AS "weightUnit", v.dimensions, v.local_pickup AS "localPickup", v.media_id AS "mediaId", v.metafields
     FROM variants v WHERE v.store_id = $1 AND v.product_id = ANY($2::bigint[]) ORDER BY v.product_id, v.position, v.id`,
    [tx.scope.storeId, [...productIds]],
  );
  for (const row of rows) appendTo(byProduct, row.productId, row);
  return byProduct;
}

/** Notes that we change a product at the platform until a moment, who deletes it where that is the change, or that we have ended. */
export async function markActing(tx: SqlTx, id: bigint, until: Date | null, deleting?: Deleting): Promise<void> {
  await tx.query(
    'UPDATE products SET acted_until = $3::timestamptz, acted_as = $4::text::jsonb WHERE store_id = $1 AND id = $2',
    [tx.scope.storeId, id, until, deleting ? JSON.stringify(deleting) : null],
  );
}

/** Writes title and description that a product has since a moment. False where we know of a later one. */
export async function writeTexts(
  tx: SqlTx,
  id: bigint,
  o: { title: string; bodyHtml: string; changedAt: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE products SET title = $3, body_html = $4, platform_updated_at = $5
     WHERE store_id = $1 AND id = $2 AND platform_updated_at <= $5 RETURNING id`,
    [tx.scope.storeId, id, o.title, o.bodyHtml, o.changedAt],
  );
  return rows.length > 0;
}
