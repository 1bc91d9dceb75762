import { createHash } from 'node:crypto';
import { AppError } from '#app/core/errors.ts';
import { asCurrency, formatAmount } from '#app/core/money/money.ts';
import { can, scopeOf, type Viewer } from '#app/core/viewer.ts';
import { isOfferField } from '#app/features/catalog/catalog.ts';
import { getLinkedEntry } from '#app/features/catalog/offer-links.service.server.ts';
import { readCurated, readKept } from '#app/features/specifications/specifications.service.server.ts';
import type { Curated } from '#app/features/specifications/specification.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { toMetafieldDto } from './review/product-content.ts';
import { listLogs } from './log/product-log.service.server.ts';
import { listAllowedActions, WEIGHT_UNITS } from './product.ts';
import { readableFields, specificationMark } from './editing/product-specifications.service.server.ts';
import type { ProductDetail, ProductDto } from './products.contract.ts';
import * as repo from './products.repo.server.ts';
import { asWanted, computeContentHash, readWaiting } from './review/pending-change.server.ts';

const ABILITY = (viewer: Viewer) => ({ isAdmin: viewer.isAdmin, mayWrite: can(viewer, 'write_products') });

/** One product of the scope with its comments, its timeline, and its neighbours among the waiting drafts. */
export async function readProduct(ctx: Ctx, productId: bigint): Promise<ProductDetail> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const product = await requireProduct(tx, productId);
    const variants = await repo.listVariants(tx, productId);
    const { comments, auditLogs } = await readSwitches(tx);
    const notes = comments ? await repo.listNotes(tx, productId) : [];
    const { logs, next: logsNext } = auditLogs ? await listLogs(tx, ctx.viewer, productId) : { logs: [], next: null };
    const queue = await repo.findInQueue(tx, productId);
    const { open, summary } = await readWaiting(tx, productId);
    const version = await shownVersion(tx, ctx.viewer, product, variants);
    const live = { ...toProductDto(ctx.viewer, product, variants, await readKept(tx)), version };
    return {
      product: open && !ctx.viewer.isAdmin ? asWanted(live, open) : live,
      change: summary,
      entry: await getLinkedEntry(tx, productId),
      notes: notes.map((note) => ({
        id: String(note.id),
        author: note.author,
        role: note.role,
        text: note.text,
        createdAt: note.createdAt.toISOString(),
      })),
      logs,
      logsNext,
      queue: {
        waiting: queue.waiting,
        previous: queue.previous === null ? null : String(queue.previous),
        next: queue.next === null ? null : String(queue.next),
      },
    };
  });
}

/** The product of an id within the scope. Another vendor's or an unknown id is not_found (404). */
export async function requireProduct(tx: SqlTx, id: bigint, o: { lock?: boolean } = {}): Promise<repo.StoredProduct> {
  const product = await repo.findProduct(tx, id, o);
  if (!product) throw new AppError('not_found');
  return product;
}

/** Adds a comment between vendor and admin. Comments are never changed. Throws feature_disabled (404) while they are off. */
export async function commentOnProduct(ctx: Ctx, productId: bigint, text: string): Promise<void> {
  const { viewer } = ctx;
  const at = ctx.clock.now();
  await ctx.db.fast(scopeOf(viewer), async (tx) => {
    if (!(await readSwitches(tx)).comments) throw new AppError('feature_disabled');
    const product = await requireProduct(tx, productId);
    const { vendorId } = product;
    await repo.insertNote(tx, { productId, vendorId, author: viewer.actor.name, role: viewer.actor.role, text, at });
    await recordAudit(tx, [
      {
        subject: 'product',
        subjectId: String(productId),
        vendorId,
        action: 'commented',
        actor: viewer.actor,
        note: text,
        at,
      },
    ]);
  });
}

/** A product as the API shows it. */
function toProductDto(
  viewer: Viewer,
  product: repo.StoredProduct,
  variants: readonly repo.StoredVariant[],
  curated: Curated,
): Omit<ProductDto, 'version'> {
  const currency = asCurrency(viewer.store.currency);
  return {
    id: String(product.id),
    handle: product.handle,
    title: product.title,
    vendor: product.vendorName,
    status: product.status,
    submission: product.submission,
    submittedAt: product.submittedAt?.toISOString() ?? null,
    bodyHtml: product.bodyHtml,
    productType: product.productType,
    media: product.media.map(({ problem = null, ...medium }) => ({ ...medium, problem })),
    options: product.options,
    variants: variants.map((variant) => ({
      id: String(variant.id),
      title: variant.title,
      options: variant.options,
      price: formatAmount(variant.priceMinor, currency),
      compareAt: variant.compareAtMinor === null ? null : formatAmount(variant.compareAtMinor, currency),
      sku: variant.sku,
      barcode: variant.barcode,
      taxable: variant.taxable,
      trackStock: variant.trackStock,
      stock: variant.stock,
      requiresShipping: variant.requiresShipping,
      weight: variant.weight === null ? null : Number(variant.weight),
      weightUnit: WEIGHT_UNITS.find((unit) => unit === variant.weightUnit) ?? 'KILOGRAMS',
      dimensions: variant.dimensions as ProductDto['variants'][number]['dimensions'],
      localPickup: { enabled: variant.localPickup },
      media: variant.mediaId,
      metafields: readableFields(viewer, curated, 'PRODUCTVARIANT', variant.metafields).map(toMetafieldDto),
    })),
    metafields: readableFields(viewer, curated, 'PRODUCT', product.metafields)
      .filter((field) => !isOfferField(field))
      .map(toMetafieldDto),
    seo: { title: product.seo.title ?? '', description: product.seo.description ?? '' },
    currency,
    updatedAt: product.platformUpdatedAt.toISOString(),
    allowedActions: listAllowedActions(product, ABILITY(viewer)),
  };
}

/** The version of a product as it is shown to a viewer; a save that names another is a conflict. */
export async function shownVersion(
  tx: SqlTx,
  viewer: Viewer,
  product: repo.StoredProduct,
  variants: readonly repo.StoredVariant[],
): Promise<string> {
  const mark = specificationMark(await readCurated(tx), product, variants);
  return versionOf(product, variants) + (await computeContentHash(tx, viewer, product.id)) + mark;
}

/** The part of a shown version that does not say what waits and what specifications are. */
export const contentVersion = (version: string): string => version.split(/[.~]/, 1)[0] ?? '';

/** A mark of what people write about a product. Sales, approval and the platform's own touches do not change it. */
export function versionOf(product: repo.StoredProduct, variants: readonly repo.StoredVariant[]): string {
  const content = [
    product.title,
    product.bodyHtml,
    product.vendorName,
    product.media.map((medium) => [formatNumber(medium.id), medium.alt]),
    product.options.map((option) => [option.name, option.values]),
    [product.seo.title ?? '', product.seo.description ?? ''],
    variants.map((variant) => [
      String(variant.id),
      variant.options.map((choice) => choice.value),
      String(variant.priceMinor),
      String(variant.compareAtMinor),
      variant.sku,
      variant.barcode,
      variant.taxable,
      variant.trackStock,
      variant.requiresShipping,
      variant.weight,
      variant.weightUnit,
      variant.dimensions,
      variant.localPickup,
      variant.mediaId === null ? null : formatNumber(variant.mediaId),
    ]),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
}

/** The number in a platform's id: webhooks and readings name the kind of the same medium differently. */
const formatNumber = (gid: string): string => gid.replace(/^.*\//, '');
