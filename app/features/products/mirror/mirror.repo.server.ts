import { DAY_MS } from '#app/core/durations.ts';
import type { VendorId } from '#app/core/ids.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { MediaProblem } from '../product.ts';

/** A product as it was read or told; what the source does not know is undefined, and what we hold of it stays. */
export type MirrorProduct = {
  id: bigint;
  vendorId: VendorId | null;
  vendorName: string;
  title: string;
  handle: string;
  status: string;
  bodyHtml: string;
  productType: string;
  imageUrl: string | null;
  /** Undefined where the source does not tell them. */
  tags?: string[];
  media: { id: string; src: string | null; alt: string; contentType: string; problem?: MediaProblem }[];
  options: { id: string; name: string; values: string[] }[];
  seo?: { title: string; description: string };
  metafields?: object[];
  createdAt: Date;
  platformUpdatedAt: Date;
  variants: MirrorVariant[];
  /** Variants that the source names without telling of them: what we hold of them stays. */
  untoldVariants?: bigint[];
};
/** By location. One that was taken away stays as `isGone` for a while, so that older words do not bring it back. */
export type Levels = Record<string, { available: number; at: string; isGone?: true }>;
export type MirrorVariant = {
  id: bigint;
  position: number;
  title: string;
  sku: string;
  barcode: string;
  priceMinor: bigint;
  compareAtMinor: bigint | null;
  inventoryItemId: bigint | null;
  stock: number;
  levels?: Levels;
  trackStock?: boolean;
  requiresShipping?: boolean;
  weight?: string | null;
  weightUnit?: string | null;
  mediaId?: string | null;
  taxable: boolean;
  options: { name: string; value: string }[];
  metafields?: object[];
  /** What only we hold: it comes with a save in the app, never from the platform. */
  own?: { dimensions: object | null; localPickup: boolean };
};

/** The platform tells times in whole seconds in webhooks; all times of the mirror are cut to them so that they compare. */
export function wholeSecond(at: Date): Date {
  return new Date(Math.floor(at.getTime() / 1000) * 1000);
}

/** Values as JSON, ids as digits. */
export const json = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? String(item) : item));

/**
 * Writes products that are at least as new as what we hold; a deleted one stays deleted. Returns the ids that were written.
 * A word of the platform (`isTold`) that contradicts our state of the same second may be the older of the two, because its
 * times have whole seconds: it is left out, and listContradicted() names it. So is a row that was read before
 * `unlessHeardSince` where we heard of the product since and it is not newer. The tables are locked in the order of ids, so that two batches cannot wait for each other.
 */
export async function saveProducts(
  tx: SqlTx,
  products: readonly MirrorProduct[],
  o: { readAt: Date; isTold: boolean; settledAt?: Date | undefined; unlessReportedSince?: Date | undefined },
): Promise<bigint[]> {
  if (products.length === 0) return [];
  const rows = products.map(({ variants: _variants, untoldVariants: _untold, ...product }) => ({
    ...product,
    platformUpdatedAt: wholeSecond(product.platformUpdatedAt),
    seo: product.seo ?? null,
    metafields: product.metafields ?? null,
    tags: product.tags ?? null,
  }));
  const written = await tx.query<{ id: bigint }>(SAVE_PRODUCTS, [
    tx.scope.storeId,
    json(rows),
    o.readAt,
    o.isTold,
    o.settledAt ?? null,
    o.unlessReportedSince ?? null,
  ]);
  const ids = written.map((row) => row.id);
  const accepted = new Set(ids);
  await saveVariants(
    tx,
    products.filter((product) => accepted.has(product.id)),
    o,
  );
  return ids;
}

async function saveVariants(tx: SqlTx, products: readonly MirrorProduct[], read: ReadAt): Promise<void> {
  if (products.length === 0) return;
  const known = await lockLevels(tx, products);
  const rows = products.flatMap((product) =>
    product.variants.map((variant) => {
      const levels = variant.levels ? mergeLevels(known.get(variant.id) ?? {}, variant.levels, read) : null;
      return {
        ...variant,
        productId: product.id,
        vendorId: product.vendorId,
        levels,
        // Only levels that were read make a stock; the total that a webhook tells is used while there are none.
        stock: levels && Object.keys(levels).length > 0 ? sumLevels(levels) : variant.stock,
        ownDimensions: variant.own?.dimensions ?? null,
        ownPickup: variant.own?.localPickup ?? null,
        metafields: variant.metafields ?? null,
        isOwn: variant.own !== undefined,
        weightKnown: variant.weight !== undefined,
        mediaKnown: variant.mediaId !== undefined,
      };
    }),
  );
  const productIds = products.map((product) => product.id);
  const remaining = products.flatMap((product) => product.untoldVariants ?? []);
  await tx.query(DROP_VARIANTS, [tx.scope.storeId, productIds, [...rows.map((row) => row.id), ...remaining]]);
  await tx.query(SAVE_VARIANTS, [tx.scope.storeId, json(rows)]);
  await refreshTotals(tx, productIds);
}

async function lockLevels(tx: SqlTx, products: readonly MirrorProduct[]): Promise<Map<bigint, Levels>> {
  const rows = await tx.query<{ id: bigint; levels: Levels }>(
    `SELECT id, levels FROM variants WHERE store_id = $1 AND product_id = ANY($2::bigint[]) ORDER BY id FOR UPDATE`,
    [tx.scope.storeId, products.map((product) => product.id)],
  );
  return new Map(rows.map((row) => [row.id, row.levels]));
}

/** Longer than the platform goes on sending a word that nobody took. */
const GONE_MS = 7 * DAY_MS;
/** How far the platform's clock may be from ours. */
const SKEW_MS = 10_000;

type ReadAt = { readAt: Date; settledAt?: Date | undefined };

/**
 * Of each location the newer figure; a location that was not read is gone, unless it was told after the reading began. That
 * it is gone stays noted for a while, because a word from before may still come.
 */
function mergeLevels(known: Levels, read: Levels, { readAt, settledAt }: ReadAt): Levels {
  const newestRead = Object.values(read).reduce((newest, level) => (level.at > newest ? level.at : newest), '');
  const began = settledAt && new Date(settledAt.getTime() - SKEW_MS).toISOString();
  const oldest = new Date(readAt.getTime() - GONE_MS).toISOString();
  const merged: Levels = { ...read };
  for (const [location, level] of Object.entries(known)) {
    const other = read[location];
    const isLater = level.at > (other?.at ?? began ?? newestRead);
    if (other ? isLater : isLater && !level.isGone) merged[location] = level;
    if (other || (isLater && !level.isGone)) continue;
    const at = level.isGone || !began ? level.at : began;
    if (at > oldest) merged[location] = { available: 0, at, isGone: true };
  }
  return merged;
}

/** What is available at all locations together. */
export const sumLevels = (levels: Levels): number =>
  Object.values(levels).reduce((sum, level) => sum + level.available, 0);

/** Makes totals, prices and search texts of products follow their variants. */
export async function refreshTotals(tx: SqlTx, productIds: readonly bigint[]): Promise<void> {
  await tx.query(REFRESH_TOTALS, [tx.scope.storeId, [...productIds]]);
}

/** Of these products, the ones with variants of which webhooks alone told us: their tracking, weight and levels were never read. */
export async function listUnreadProducts(tx: SqlTx, productIds: readonly bigint[]): Promise<bigint[]> {
  const rows = await tx.query<{ product_id: bigint }>(
    `SELECT DISTINCT product_id FROM variants WHERE store_id = $1 AND product_id = ANY($2::bigint[]) AND weight_unit IS NULL ORDER BY product_id`,
    [tx.scope.storeId, [...productIds]],
  );
  return rows.map((row) => row.product_id);
}

/**
 * Of products that the platform told of, the ones of which we hold something else since the same second: its words have
 * whole seconds, so that either may be the older, and only a reading settles it. Asked before they are written.
 */
export async function listContradicted(tx: SqlTx, reported: readonly MirrorProduct[]): Promise<bigint[]> {
  const rows = reported.map(
    ({ id, title, vendorName, status, handle, bodyHtml, platformUpdatedAt, variants, tags }) => ({
      id,
      at: wholeSecond(platformUpdatedAt),
      texts: [title, vendorName, status, handle, bodyHtml],
      tags: tags ?? null,
      variants: variants
        .map(({ id: variantId, priceMinor, sku }) => [String(variantId), String(priceMinor), sku])
        .sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
    }),
  );
  const found = await tx.query<{ id: bigint }>(CONTRADICTED, [tx.scope.storeId, json(rows)]);
  return found.map((row) => row.id);
}

/** Marks products as deleted. One that we never heard of leaves a mark, so that a late word of its creation finds it gone. */
export async function markDeleted(tx: SqlTx, ids: readonly bigint[], at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO products AS p (store_id, id, vendor_name, title, handle, status, body_html, media, options, inventory_total, search_text,
       submission, created_at, platform_updated_at, read_at, deleted_at)
     SELECT $1, d.id, '', '', '', 'ARCHIVED', '', '[]', '[]', 0, '', 'none', $3, $3, $3, $3 FROM unnest($2::bigint[]) AS d (id) ORDER BY d.id
     ON CONFLICT (store_id, id) DO UPDATE SET deleted_at = coalesce(p.deleted_at, excluded.deleted_at), read_at = excluded.read_at`,
    [tx.scope.storeId, [...ids], at],
  );
}

/** Notes that products were met just now, also those of which we hold something newer. */
export async function touchProducts(tx: SqlTx, ids: readonly bigint[], at: Date): Promise<void> {
  await tx.query('UPDATE products SET read_at = $3 WHERE store_id = $1 AND id = ANY($2::bigint[])', [
    tx.scope.storeId,
    [...ids],
    at,
  ]);
}

// What a webhook does not know (SEO and metafields, told by an empty SEO) is kept as it stands in the locked row: a row that was
// joined to the statement may be older than what a save has written meanwhile.
const SAVE_PRODUCTS = `
  INSERT INTO products AS p (store_id, id, vendor_id, vendor_name, title, handle, status, body_html, product_type, image_url, media, options,
    inventory_total, seo, metafields, tags, search_text, submission, created_at, platform_updated_at, read_at, settled_at)
  SELECT $1, n.id, n."vendorId", n."vendorName", n.title, n.handle, n.status, n."bodyHtml", n."productType", n."imageUrl",
    CASE WHEN n.media IS NULL THEN '[]'::jsonb ELSE n.media END, n.options, 0,
    coalesce(nullif(n.seo, 'null'::jsonb), '{}'::jsonb), coalesce(nullif(n.metafields, 'null'::jsonb), '[]'::jsonb),
    coalesce(n.tags, old.tags, '{}'), '', CASE WHEN n.status = 'ACTIVE' THEN 'approved' ELSE 'none' END, n."createdAt", n."platformUpdatedAt", $3, $5::timestamptz
  FROM jsonb_to_recordset($2::text::jsonb) AS n (id bigint, "vendorId" bigint, "vendorName" text, title text, handle text, status text,
    "bodyHtml" text, "productType" text, "imageUrl" text, media jsonb, options jsonb, seo jsonb, metafields jsonb, tags text[], "createdAt" timestamptz,
    "platformUpdatedAt" timestamptz)
  LEFT JOIN products old ON old.store_id = $1 AND old.id = n.id
  ORDER BY n.id
  ON CONFLICT (store_id, id) DO UPDATE SET vendor_id = excluded.vendor_id, vendor_name = excluded.vendor_name, title = excluded.title,
    handle = excluded.handle, status = excluded.status, body_html = excluded.body_html, product_type = excluded.product_type,
    image_url = excluded.image_url, media = excluded.media, options = excluded.options, tags = excluded.tags,
    seo = CASE WHEN excluded.seo = '{}'::jsonb THEN p.seo ELSE excluded.seo END,
    metafields = CASE WHEN excluded.seo = '{}'::jsonb THEN p.metafields ELSE excluded.metafields END,
    submission = CASE WHEN excluded.status = p.status THEN p.submission WHEN excluded.status = 'ACTIVE' THEN 'approved'
      WHEN p.status = 'ACTIVE' THEN 'none' ELSE p.submission END,
    platform_updated_at = excluded.platform_updated_at, read_at = excluded.read_at, settled_at = coalesce(excluded.settled_at, p.settled_at)
  WHERE p.deleted_at IS NULL AND p.platform_updated_at <= excluded.platform_updated_at
    AND (NOT $4::boolean OR p.platform_updated_at < excluded.platform_updated_at OR p.status = excluded.status)
    AND ($6::timestamptz IS NULL OR p.platform_updated_at < excluded.platform_updated_at OR p.read_at < $6)
  RETURNING p.id`;
const CONTRADICTED = `
  SELECT p.id FROM products p
  JOIN jsonb_to_recordset($2::text::jsonb) AS n (id bigint, at timestamptz, texts jsonb, tags text[], variants jsonb) ON n.id = p.id
  WHERE p.store_id = $1 AND p.deleted_at IS NULL AND p.platform_updated_at = n.at
    AND (jsonb_build_array(p.title, p.vendor_name, p.status, p.handle, p.body_html) <> n.texts OR coalesce(n.tags, p.tags) <> p.tags
      OR n.variants <> (SELECT coalesce(jsonb_agg(jsonb_build_array(v.id::text, v.price_minor::text, v.sku) ORDER BY v.id::text COLLATE "C"), '[]'::jsonb)
        FROM variants v WHERE v.store_id = $1 AND v.product_id = p.id))
  ORDER BY p.id`;
const DROP_VARIANTS = `
  DELETE FROM variants WHERE store_id = $1 AND product_id = ANY($2::bigint[]) AND NOT (id = ANY($3::bigint[]))`;
const SAVE_VARIANTS = `
  INSERT INTO variants AS v (store_id, id, product_id, vendor_id, position, title, sku, barcode, price_minor, compare_at_minor, inventory_item_id,
    stock, track_stock, requires_shipping, taxable, options, levels, weight, weight_unit, dimensions, local_pickup, media_id, metafields)
  SELECT $1, n.id, n."productId", n."vendorId", n.position, n.title, n.sku, n.barcode, n."priceMinor", n."compareAtMinor", n."inventoryItemId",
    CASE WHEN nullif(n.levels, 'null'::jsonb) IS NULL AND old.levels <> '{}'::jsonb THEN old.stock ELSE n.stock END,
    coalesce(n."trackStock", old.track_stock, true), coalesce(n."requiresShipping", old.requires_shipping, true), n.taxable, n.options,
    coalesce(nullif(n.levels, 'null'::jsonb), old.levels, '{}'::jsonb),
    CASE WHEN n."weightKnown" THEN n.weight ELSE old.weight END, CASE WHEN n."weightKnown" THEN n."weightUnit" ELSE old.weight_unit END,
    CASE WHEN n."isOwn" THEN nullif(n."ownDimensions", 'null'::jsonb) ELSE old.dimensions END,
    coalesce(n."ownPickup", old.local_pickup, false), CASE WHEN n."mediaKnown" THEN n."mediaId" ELSE old.media_id END,
    coalesce(nullif(n.metafields, 'null'::jsonb), old.metafields, '[]'::jsonb)
  FROM jsonb_to_recordset($2::text::jsonb) AS n (id bigint, "productId" bigint, "vendorId" bigint, position int, title text, sku text, barcode text,
    "priceMinor" bigint, "compareAtMinor" bigint, "inventoryItemId" bigint, stock int, "trackStock" boolean, "requiresShipping" boolean,
    taxable boolean, options jsonb, levels jsonb, weight text, "weightUnit" text, "weightKnown" boolean, "mediaKnown" boolean, "mediaId" text,
    "isOwn" boolean, "ownDimensions" jsonb, "ownPickup" boolean, metafields jsonb)
  LEFT JOIN variants old ON old.store_id = $1 AND old.id = n.id
  ORDER BY n.id
  ON CONFLICT (store_id, id) DO UPDATE SET product_id = excluded.product_id, vendor_id = excluded.vendor_id, position = excluded.position,
    title = excluded.title, sku = excluded.sku, barcode = excluded.barcode, price_minor = excluded.price_minor,
    compare_at_minor = excluded.compare_at_minor, inventory_item_id = excluded.inventory_item_id, stock = excluded.stock,
    track_stock = excluded.track_stock, requires_shipping = excluded.requires_shipping, taxable = excluded.taxable, options = excluded.options,
    levels = excluded.levels, weight = excluded.weight, weight_unit = excluded.weight_unit, dimensions = excluded.dimensions,
    local_pickup = excluded.local_pickup, media_id = excluded.media_id, metafields = excluded.metafields`;
const REFRESH_TOTALS = `
  UPDATE products p SET inventory_total = t.total, in_stock = t.in_stock, price_minor = t.price, variant_count = t.variants,
    search_text = souk_search_form(left(concat_ws(' ', p.title, p.handle, p.vendor_name, p.product_type, t.codes), 20000))
  FROM (
    SELECT v.product_id, coalesce(sum(v.stock) FILTER (WHERE v.track_stock), 0)::int AS total,
      count(*)::int AS variants, bool_or(NOT v.track_stock OR v.stock > 0) AS in_stock, min(v.price_minor) AS price,
      string_agg(nullif(concat_ws(' ', nullif(v.sku, ''), nullif(v.barcode, '')), ''), ' ' ORDER BY v.position, v.id) AS codes
    FROM variants v WHERE v.store_id = $1 AND v.product_id = ANY($2::bigint[]) GROUP BY v.product_id
  ) t WHERE p.store_id = $1 AND p.id = t.product_id`;
