import { stripTags } from '#app/core/text/markup.ts';
import { createHash } from 'node:crypto';
import type { ProductWrite } from '#app/adapters/shopify/products/product-input.server.ts';
import type { PlatformProduct } from '#app/adapters/shopify/products/products.server.ts';
import { isOptionless } from '../mirror/mirror.service.server.ts';

/**
 * A hash of what a write makes of a product, and the same of a product as it is: equal when the platform has taken the write
 * in and nobody changed the product since. What the platform words in its own way is compared by its text.
 */
export function markOfWrite(write: ProductWrite): string {
  return computeHash({
    title: write.title,
    vendor: write.vendor,
    text: formatText(write.bodyHtml),
    seo: [write.seo.title, write.seo.description],
    media: write.media.map((medium) => medium.alt),
    options: write.options.map((option) => [option.name, option.values.map((value) => value.name)]),
    variants: write.variants.map((variant) => [
      variant.options.map((choice) => choice.value),
      computeAmount(variant.price),
      variant.compareAt === null ? null : computeAmount(variant.compareAt),
      variant.sku,
      variant.barcode,
      variant.taxable,
      variant.trackStock,
      variant.requiresShipping,
      variant.weight === null || variant.weight.value === 0 ? null : [variant.weight.value, variant.weight.unit],
    ]),
  });
}

/** As markOfWrite, of a product that was read from the platform. */
export function markOfLive(live: PlatformProduct): string {
  const hasOptions = !isOptionless(live.options);
  return markOfWrite({
    ...live,
    media: live.media.map(({ id, alt }) => ({ id, alt })),
    options: hasOptions
      ? live.options.map((option) => ({ name: option.name, values: option.values.map((name) => ({ name })) }))
      : [],
    variants: live.variants.map(({ stock: _stock, ...variant }) => ({
      ...variant,
      options: hasOptions ? variant.options : [],
      metafields: [],
    })),
    metafields: [],
  });
}

const computeAmount = (decimal: string): number => Number(decimal);
const formatText = (html: string): string => stripTags(html, ' ').replace(/\s+/g, ' ').trim();

function computeHash(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url');
}
