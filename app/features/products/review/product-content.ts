import { asCurrency, formatAmount } from '#app/core/money/money.ts';
import type { Content } from './differences.ts';
import { WEIGHT_UNITS, type MediaType, type LENGTH_UNITS } from '../product.ts';

type Metafield = { namespace: string; key: string; value: string; type: string };
type KeptProduct = {
  title: string;
  bodyHtml: string;
  media: { id: string; alt: string; contentType: MediaType }[];
  options: { name: string; values: string[] }[];
  metafields: Metafield[];
  seo: { title?: string; description?: string };
};
type KeptVariant = {
  id: bigint;
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
  metafields: Metafield[];
};

const plain = ({ namespace, key, value, type }: Metafield): Metafield => ({ namespace, key, value, type });

/** A product as we hold it, in the shape in which products are compared; amounts are decimals of the currency. */
export function toContent(product: KeptProduct, variants: readonly KeptVariant[], currencyCode: string): Content {
  const currency = asCurrency(currencyCode);
  return {
    title: product.title,
    bodyHtml: product.bodyHtml,
    media: product.media.map(({ id, alt, contentType }) => ({ id, alt, contentType })),
    options: product.options.map(({ name, values }) => ({ name, values })),
    metafields: product.metafields.map(plain),
    seo: { title: product.seo.title ?? '', description: product.seo.description ?? '' },
    variants: variants.map((variant) => ({
      id: variant.id,
      options: variant.options.map(({ name, value }) => ({ name, value })),
      price: formatAmount(variant.priceMinor, currency),
      compareAt: variant.compareAtMinor === null ? null : formatAmount(variant.compareAtMinor, currency),
      sku: variant.sku,
      barcode: variant.barcode,
      taxable: variant.taxable,
      trackStock: variant.trackStock,
      stock: variant.stock,
      stockWas: variant.stock,
      requiresShipping: variant.requiresShipping,
      weight: variant.weight === null ? null : Number(variant.weight),
      weightUnit: WEIGHT_UNITS.find((unit) => unit === variant.weightUnit) ?? 'KILOGRAMS',
      dimensions: variant.dimensions && {
        ...variant.dimensions,
        dimUnit: variant.dimensions.dimUnit as (typeof LENGTH_UNITS)[number],
      },
      localPickup: { enabled: variant.localPickup },
      media: variant.mediaId,
      metafields: variant.metafields.map(plain),
    })),
  };
}

/** A metafield as the API shows it; what tells it apart within its product or variant is its name. */
export function toMetafieldDto({ namespace, key, value, type }: Metafield): Metafield & { id: string } {
  return { id: `${namespace}.${key}`, namespace, key, value, type };
}
