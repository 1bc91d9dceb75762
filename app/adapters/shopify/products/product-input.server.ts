import { buildGid } from '../client.server.ts';

/** A metafield to write, as the platform names it. */
export type MetafieldWrite = { namespace: string; key: string; value: string; type: string };
/** A product as it shall be. Lists replace the old lists; a medium has the id of an old one, or a source of a new one. */
export type ProductWrite = {
  title: string;
  bodyHtml: string;
  vendor: string;
  /** What kind of thing it is; left out, it stays. */
  productType?: string;
  /** The template of the theme that shows it; left out, it stays. */
  templateSuffix?: string;
  status?: 'DRAFT' | 'ACTIVE' | 'ARCHIVED' | 'UNLISTED';
  seo: { title: string; description: string };
  media: ({ id: string; alt: string } | { source: string; alt: string; contentType: string })[];
  options: OptionWrite[];
  variants: VariantWrite[];
  metafields: MetafieldWrite[];
};
/** An option as it shall be. With their ids, an old option and old values keep what hangs on them when their names change. */
export type OptionWrite = {
  id?: string;
  name: string;
  values: { id?: string; name: string }[];
  /** The metafield of the product that it takes its values from, and the entry that each value stands for. */
  link?: { namespace: string; key: string; entries: ReadonlyMap<string, string> };
};
export type VariantWrite = {
  id?: bigint;
  options: { name: string; value: string }[];
  price: string;
  compareAt: string | null;
  sku: string;
  barcode: string;
  taxable: boolean;
  trackStock: boolean;
  requiresShipping: boolean;
  weight: { value: number; unit: string } | null;
  /** The medium shown for this variant: one of the product's, by its id or its source. */
  mediaId?: string | null;
  /** Where a new variant's stock lies; the stock of an old one is changed by setStock. */
  stock?: { locationId: bigint; available: number };
  metafields: MetafieldWrite[];
};

const DEFAULT_OPTION: OptionWrite = { name: 'Title', values: [{ name: 'Default Title' }] };

/** A product as the platform's productSet takes it. */
export function toInput(write: ProductWrite) {
  const options = write.options.length > 0 ? write.options : [DEFAULT_OPTION];
  return {
    title: write.title,
    descriptionHtml: write.bodyHtml,
    vendor: write.vendor,
    ...(write.productType ? { productType: write.productType } : {}),
    ...(write.templateSuffix ? { templateSuffix: write.templateSuffix } : {}),
    ...(write.status ? { status: write.status } : {}),
    seo: write.seo,
    files: write.media.map((medium) => toFile(medium)),
    productOptions: options.map((option, index) => ({
      ...(option.id === undefined ? {} : { id: option.id }),
      name: option.name,
      position: index + 1,
      ...toValues(option),
    })),
    variants: write.variants.map((variant, index) => toVariantInput(variant, index, options, write.media)),
    ...(write.metafields.length > 0 ? { metafields: write.metafields } : {}),
  };
}

/** Values by name, or those of the linked metafield by their entries, which then have their names. */
function toValues({ link, values }: OptionWrite) {
  if (!link) return { values };
  const { namespace, key, entries } = link;
  return { linkedMetafield: { namespace, key, values: values.flatMap(({ name }) => entries.get(name) ?? []) } };
}

function toFile(medium: ProductWrite['media'][number]) {
  if ('id' in medium) return { id: medium.id, alt: medium.alt };
  return { originalSource: medium.source, alt: medium.alt, contentType: medium.contentType };
}

function toVariantInput(
  variant: VariantWrite,
  index: number,
  options: readonly OptionWrite[],
  media: ProductWrite['media'],
) {
  const chosen = options.map((option) => {
    const name = variant.options.find((choice) => choice.name === option.name)?.value ?? option.values[0]?.name ?? '';
    const entry = option.link?.entries.get(name);
    return { optionName: option.name, ...(entry === undefined ? { name } : { linkedMetafieldValue: entry }) };
  });
  const medium = media.find((one) => variant.mediaId === ('id' in one ? one.id : one.source));
  return {
    ...(variant.id ? { id: buildGid('ProductVariant', variant.id) } : {}),
    position: index + 1,
    optionValues: chosen,
    price: variant.price,
    compareAtPrice: variant.compareAt,
    sku: variant.sku,
    barcode: variant.barcode === '' ? null : variant.barcode,
    taxable: variant.taxable,
    inventoryItem: {
      tracked: variant.trackStock,
      requiresShipping: variant.requiresShipping,
      ...(variant.weight ? { measurement: { weight: variant.weight } } : {}),
    },
    ...(medium ? { file: toFile(medium) } : {}),
    ...(variant.stock
      ? {
          inventoryQuantities: [
            {
              locationId: buildGid('Location', variant.stock.locationId),
              name: 'available',
              quantity: variant.stock.available,
            },
          ],
        }
      : {}),
    ...(variant.metafields.length > 0 ? { metafields: variant.metafields } : {}),
  };
}
