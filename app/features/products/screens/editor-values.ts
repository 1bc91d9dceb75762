import type { ProductWire } from '../products.contract.ts';
import { descriptionOfText, textOfDescription } from '../description.ts';
import { generateVariants, type OptionChoice } from '../variants.ts';

export type EditedVariant = {
  id?: string;
  options: OptionChoice[];
  price: string;
  compareAt: string;
  stock: string;
  stockWas: string;
  sku: string;
  barcode: string;
  taxable: boolean;
  trackStock: boolean;
  requiresShipping: boolean;
  rest: Pick<ProductWire['variants'][number], 'weight' | 'weightUnit' | 'dimensions' | 'localPickup' | 'media'> | null;
};
export type EditedMedium = {
  id?: string;
  src: string | null;
  preview: string | null;
  alt: string;
  contentType: ProductWire['media'][number]['contentType'];
};
export type EditedOption = { name: string; values: string[] };
/** What stands in the fields of the editor. */
export type Edited = {
  title: string;
  vendor: string;
  description: string;
  media: EditedMedium[];
  options: EditedOption[];
  variants: EditedVariant[];
  seoTitle: string;
  seoDescription: string;
};

/** A variant as nobody has filled it in yet; the price is taken over from a relative, the SKU never. */
export function blankVariant(options: OptionChoice[], template?: EditedVariant): EditedVariant {
  return {
    options,
    price: template?.price ?? '',
    compareAt: '',
    stock: '',
    stockWas: '',
    sku: '',
    barcode: '',
    taxable: template?.taxable ?? true,
    trackStock: template?.trackStock ?? true,
    requiresShipping: template?.requiresShipping ?? true,
    rest: null,
  };
}

/** The variants that the options make, with what was typed into the ones that stay. */
export function variantsFor(options: readonly EditedOption[], variants: readonly EditedVariant[]): EditedVariant[] {
  return generateVariants(options, variants, blankVariant);
}

/** The editor's fields of a product, or of a new one. */
export function editedOf(product: ProductWire | undefined): Edited {
  if (!product) {
    return {
      title: '',
      vendor: '',
      description: '',
      media: [],
      options: [],
      variants: [blankVariant([])],
      seoTitle: '',
      seoDescription: '',
    };
  }
  return {
    title: product.title,
    vendor: product.vendor,
    description: textOfDescription(product.bodyHtml) ?? product.bodyHtml,
    media: product.media.map((medium) => ({ ...medium, preview: medium.src })),
    options: product.options.map(({ name, values }) => ({ name, values })),
    variants: product.variants.map((variant) => {
      const { weight, weightUnit, dimensions, localPickup, media } = variant;
      return {
        ...(variant.id === '' ? {} : { id: variant.id }),
        options: variant.options,
        price: variant.price,
        compareAt: variant.compareAt ?? '',
        stock: String(variant.stock),
        stockWas: String(variant.stock),
        sku: variant.sku,
        barcode: variant.barcode,
        taxable: variant.taxable,
        trackStock: variant.trackStock,
        requiresShipping: variant.requiresShipping,
        rest: { weight, weightUnit, dimensions, localPickup, media },
      };
    }),
    seoTitle: product.seo.title,
    seoDescription: product.seo.description,
  };
}

/** What the fields say, as the call takes it. An untouched description is sent as it was, byte for byte. */
export function payloadOf(values: Edited, product: ProductWire | undefined): object {
  return {
    ...(product ? { id: product.id, version: product.version } : {}),
    ...(values.vendor === '' ? {} : { vendor: values.vendor }),
    title: values.title,
    bodyHtml: bodyOf(values.description, product),
    media: values.media.map(({ id, src, alt, contentType }) =>
      id === undefined ? { src: src ?? '', alt, contentType } : { id, alt, contentType },
    ),
    options: values.options,
    variants: values.variants.map(({ rest, stockWas, ...variant }) => ({
      ...variant,
      ...(stockWas === '' ? {} : { stockWas }),
      ...(rest ?? {}),
    })),
    seo: { title: values.seoTitle, description: values.seoDescription },
  };
}

function bodyOf(description: string, product: ProductWire | undefined): string {
  const before = product?.bodyHtml ?? '';
  const text = textOfDescription(before);
  if (description === (text ?? before)) return before;
  return text === undefined ? description : descriptionOfText(description);
}

/** The fields in which a newer version differs from what stands in the editor. */
export function differencesOf(
  mine: Edited,
  theirs: Edited,
): { field: 'title' | 'description' | 'media' | 'options' | 'variants'; theirs?: string }[] {
  const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  const found: ReturnType<typeof differencesOf> = [];
  if (mine.title !== theirs.title) found.push({ field: 'title', theirs: theirs.title });
  if (mine.description !== theirs.description) found.push({ field: 'description' });
  if (
    !same(
      mine.media.map((one) => [one.id, one.alt]),
      theirs.media.map((one) => [one.id, one.alt]),
    )
  )
    found.push({ field: 'media' });
  if (!same(mine.options, theirs.options)) found.push({ field: 'options' });
  const facts = (edited: Edited) => edited.variants.map(({ price, compareAt, sku }) => [price, compareAt, sku]);
  if (!same(facts(mine), facts(theirs))) found.push({ field: 'variants' });
  return found;
}
