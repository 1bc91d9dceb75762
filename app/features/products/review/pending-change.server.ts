import type { Viewer } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { applyDifferences } from './apply-differences.ts';
import type { Content } from './differences.ts';
import { toMetafieldDto } from './product-content.ts';
import { findNewestChange, findOpenChange, type StoredChange } from './product-changes.repo.server.ts';
import type { ProductDetail, ProductDto } from '../products.contract.ts';
import { variantTitle } from '../editing/variants.ts';

/** What waits for a product, or how the last change of it was decided, for whoever opens it. */
export async function readWaiting(
  tx: SqlTx,
  productId: bigint,
): Promise<{ open: StoredChange | undefined; summary: ProductDetail['change'] }> {
  const newest = await findNewestChange(tx, productId);
  if (!newest) return { open: undefined, summary: null };
  const last = newest.decided.at(-1);
  return {
    open: newest.state === 'open' ? newest : undefined,
    summary: {
      id: String(newest.id),
      waiting: newest.fields.map((one) => one.field),
      since: newest.openedAt.toISOString(),
      last: last
        ? {
            outcome: last.outcome,
            fields: newest.decided.filter((one) => one.decidedAt === last.decidedAt).map((one) => one.field),
            note: last.note,
            at: last.decidedAt,
          }
        : null,
    },
  };
}

/** What a vendor's version of a product has beside that of the live one: another's change that waits is another version. */
export async function computeContentHash(tx: SqlTx, viewer: Viewer, productId: bigint): Promise<string> {
  if (viewer.isAdmin) return '';
  const open = await findOpenChange(tx, productId);
  return open ? `.${open.id}-${open.revision}` : '';
}

/**
 * The product as its vendor goes on editing it: the live one with what waits written into it. So a save that changes
 * something else goes on wanting it, and a save that puts a live value back withdraws it. New variants have an empty id.
 */
export function asWanted(product: ProductDto, open: StoredChange): ProductDto {
  const live: Content = {
    ...product,
    media: product.media.map(({ id, alt, contentType }) => ({ id, alt, contentType })),
    variants: product.variants.map((variant) => ({ ...variant, id: BigInt(variant.id), stockWas: variant.stock })),
  };
  const wanted = applyDifferences(live, open.fields);
  const byId = new Map(product.variants.map((variant) => [variant.id, variant]));
  const media = new Map(product.media.map((medium) => [medium.id, medium]));
  const options = new Map(product.options.map((option) => [option.name, option.id]));
  return {
    ...product,
    title: wanted.title,
    bodyHtml: wanted.bodyHtml,
    seo: wanted.seo,
    metafields: wanted.metafields.map(toMetafieldDto),
    media: wanted.media.map(({ id = '', alt, contentType }) => ({
      id,
      src: media.get(id)?.src ?? null,
      alt,
      contentType,
      problem: media.get(id)?.problem ?? null,
    })),
    options: wanted.options.map(({ name, values }) => ({ id: options.get(name) ?? '', name, values })),
    variants: wanted.variants.map((variant) => {
      const { stockWas: _was, dimensions, ...rest } = variant;
      return {
        ...rest,
        id: variant.id === undefined ? '' : String(variant.id),
        title: variantTitle(variant.options),
        price: amountLike(variant.price, byId.get(String(variant.id))?.price),
        compareAt: variant.compareAt && amountLike(variant.compareAt, byId.get(String(variant.id))?.compareAt),
        stock: variant.stock ?? 0,
        dimensions: (dimensions ?? null) as ProductDto['variants'][number]['dimensions'],
        localPickup: { enabled: variant.localPickup?.enabled ?? false },
        media: variant.media ?? null,
        metafields: variant.metafields.map(toMetafieldDto),
      };
    }),
  };
}

/** An amount with as many places as the live one has, which has as many as its currency. */
function amountLike(amount: string, live: string | null | undefined): string {
  const places = live?.split('.')[1]?.length ?? 0;
  const [whole = '0', fraction = ''] = amount.split('.');
  return fraction.length < places ? `${whole}.${fraction.padEnd(places, '0')}` : amount;
}
