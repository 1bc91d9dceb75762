import type { PreviewField } from './product-import.ts';
import type { Sent, SentVariant } from './sent-product.ts';

/** A field of a product, or of one of its variants, before and after an import; null is empty. */
export type Change = { field: PreviewField; variant: string | null; before: string | null; after: string | null };

/** Fields whose values are true or false, which people read as a word. */
const YES_NO: ReadonlySet<PreviewField> = new Set(['taxable', 'requiresShipping', 'localPickup']);

/** The word for a value of a field that is true or false; undefined for other fields, and where it is empty. */
export function readYesNo(field: PreviewField, value: string | null): 'yes' | 'no' | undefined {
  if (value === null || !YES_NO.has(field)) return undefined;
  return value === 'true' ? 'yes' : 'no';
}

/** Characters of a value that a change shows. */
const MAX_SHOWN = 200;

const shown = (value: string | number | boolean | null | undefined): string | null => {
  const text = value === null || value === undefined ? '' : String(value);
  return text === '' ? null : text.slice(0, MAX_SHOWN);
};

const plain = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const formatWeight = ({ weight, weightUnit }: SentVariant): string =>
  weight === null ? '' : `${weight} ${weightUnit.toLowerCase()}`;
const formatDimensions = ({ dimensions: sides }: SentVariant): string =>
  sides === null ? '' : `${sides.length} × ${sides.width} × ${sides.height} ${sides.dimUnit}`;
const formatStock = ({ trackStock, stock }: SentVariant): string => (trackStock ? String(stock ?? 0) : '');
const formatOptions = ({ options }: SentVariant): string => options.map(({ value }) => value).join(' / ');

/** A variant by what a buyer chooses it by, or by its SKU. */
export const nameVariant = (variant: SentVariant): string => formatOptions(variant) || variant.sku;

const FIELDS_OF_VARIANT: readonly (readonly [PreviewField, (variant: SentVariant) => string | null])[] = [
  ['price', ({ price }) => price],
  ['compareAt', ({ compareAt }) => compareAt],
  ['stock', formatStock],
  ['weight', formatWeight],
  ['dimensions', formatDimensions],
  ['barcode', ({ barcode }) => barcode],
  ['taxable', ({ taxable }) => String(taxable)],
  ['requiresShipping', ({ requiresShipping }) => String(requiresShipping)],
  ['localPickup', ({ localPickup }) => String(localPickup.enabled)],
  ['options', formatOptions],
  ['variantImage', ({ media }) => media],
];

/** The fields in which a product after an import differs from the product before; everything where it is new. */
export function listChanges(before: Sent | undefined, after: Sent): Change[] {
  const ofProduct: readonly (readonly [PreviewField, (product: Sent) => string])[] = [
    ['title', ({ title }) => title],
    ['description', ({ bodyHtml }) => plain(bodyHtml)],
    ['images', ({ media }) => media.map(({ id, src, alt }) => `${id ?? src ?? ''} ${alt}`).join('\n')],
    ['seoTitle', ({ seo }) => seo.title],
    ['seoDescription', ({ seo }) => seo.description],
    ['metafields', ({ metafields }) => formatFields(metafields)],
  ];
  const changes = ofProduct.flatMap(([field, read]): Change[] => {
    const [old, now] = [before ? read(before) : '', read(after)];
    if (old === now) return [];
    // Pictures are told by their number: their addresses say nothing to people.
    if (field === 'images') {
      return [{ field, variant: null, before: shown(before?.media.length), after: shown(after.media.length) }];
    }
    return [{ field, variant: null, before: shown(old), after: shown(now) }];
  });
  const known = new Map(before?.variants.map((variant) => [variant.id, variant]));
  return [...changes, ...after.variants.flatMap((variant) => listVariantChanges(known.get(variant.id), variant))];
}

function listVariantChanges(before: SentVariant | undefined, after: SentVariant): Change[] {
  const name = nameVariant(after);
  const changes = FIELDS_OF_VARIANT.flatMap(([field, read]): Change[] => {
    const [old, now] = [before ? read(before) : null, read(after)];
    return shown(old) === shown(now) ? [] : [{ field, variant: name, before: shown(old), after: shown(now) }];
  });
  const [old, now] = [before ? formatFields(before.metafields) : '', formatFields(after.metafields)];
  if (old === now) return changes;
  return [...changes, { field: 'variantMetafields', variant: name, before: shown(old), after: shown(now) }];
}

const formatFields = (fields: Sent['metafields']): string =>
  fields
    .filter(({ value }) => value !== '')
    .map(({ key, value }) => `${key} ${value}`)
    .join(', ');
