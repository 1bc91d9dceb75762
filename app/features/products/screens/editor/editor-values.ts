import { descriptionOfText, textOfDescription } from '../../editing/description.ts';
import type { ProductDto } from '../../products.contract.ts';
import { fieldsToSend, toValues, type EditorSpecifications, type SpecificationValues } from './specification-values.ts';
import { generateVariants, renameChoices, type OptionChoice } from '../../editing/variants.ts';

type VariantDto = ProductDto['variants'][number];

/** A variant as it stands in the fields; numbers are texts as they were typed. */
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
  weight: string;
  weightUnit: VariantDto['weightUnit'];
  width: string;
  height: string;
  length: string;
  dimUnit: NonNullable<VariantDto['dimensions']>['dimUnit'];
  localPickup: boolean;
  /** The medium shown for this variant: its reference, or the source of one that is new. */
  media: string;
  metafields: VariantDto['metafields'];
};
export type EditedMedium = {
  id?: string;
  src: string | null;
  preview: string | null;
  alt: string;
  contentType: ProductDto['media'][number]['contentType'];
};
export type EditedOption = { id?: string; name: string; values: string[] };
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
  specifications: SpecificationValues;
};

export type Units = { weight: EditedVariant['weightUnit']; length: EditedVariant['dimUnit'] };
const COMMON_UNITS: Units = { weight: 'KILOGRAMS', length: 'cm' };

/** A variant as nobody has filled it in yet; what its relatives have in common is taken over, the SKU never. */
export function blankVariant(options: OptionChoice[], template?: EditedVariant, units = COMMON_UNITS): EditedVariant {
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
    weight: template?.weight ?? '',
    weightUnit: template?.weightUnit ?? units.weight,
    width: template?.width ?? '',
    height: template?.height ?? '',
    length: template?.length ?? '',
    dimUnit: template?.dimUnit ?? units.length,
    localPickup: template?.localPickup ?? false,
    media: '',
    metafields: [],
  };
}

/** The options as they make variants: one whose name is being typed keeps its variants under a name of its place. */
const named = (options: readonly EditedOption[]): EditedOption[] =>
  options.map((option, index) => (option.name.trim() === '' ? { ...option, name: `#${index + 1}` } : option));

/** The values after options were changed: variants that stay keep what was typed into them, renamed ones too. */
export function withOptions(now: Edited, options: EditedOption[]): Edited {
  const renamed = renameChoices(named(now.options), named(options), now.variants);
  const variants = generateVariants(named(options), renamed, (choices, template) => blankVariant(choices, template));
  return { ...now, options, variants };
}

/** The editor's fields of a product, or of a new one. The description is HTML, or its text where `isPlain`. */
export function computeEdited(product: ProductDto | undefined, units: Units = COMMON_UNITS, isPlain = false): Edited {
  if (!product) {
    return {
      title: '',
      vendor: '',
      description: '',
      media: [],
      options: [],
      variants: [blankVariant([], undefined, units)],
      seoTitle: '',
      seoDescription: '',
      specifications: {},
    };
  }
  return {
    title: product.title,
    vendor: product.vendor,
    description: buildDescription(product, isPlain),
    media: product.media.map(({ problem: _problem, ...medium }) => ({ ...medium, preview: medium.src })),
    options: product.options.map(({ id, name, values }) => ({ id, name, values })),
    variants: product.variants.map((variant) => editedVariant(variant, units)),
    seoTitle: product.seo.title,
    seoDescription: product.seo.description,
    specifications: toValues(product.metafields),
  };
}

function editedVariant(variant: VariantDto, units: Units): EditedVariant {
  const { id, options, price, compareAt, stock, sku, barcode, taxable, trackStock, requiresShipping } = variant;
  const { weight, weightUnit, dimensions, localPickup, media, metafields } = variant;
  return {
    // A variant of a change that waits has no id yet.
    ...(id === '' ? {} : { id }),
    options,
    price,
    sku,
    barcode,
    taxable,
    trackStock,
    requiresShipping,
    metafields,
    compareAt: compareAt ?? '',
    stock: String(stock),
    stockWas: String(stock),
    weight: weight === null ? '' : String(weight),
    weightUnit: weight === null ? units.weight : weightUnit,
    width: dimensions ? String(dimensions.width) : '',
    height: dimensions ? String(dimensions.height) : '',
    length: dimensions ? String(dimensions.length) : '',
    dimUnit: dimensions?.dimUnit ?? units.length,
    localPickup: localPickup.enabled,
    media: media ?? '',
  };
}

/** What the fields say, as the call takes it. An untouched description is sent as it was, byte for byte. */
export function buildPayload(
  values: Edited,
  product: ProductDto | undefined,
  specifications: EditorSpecifications,
  isPlain = false,
): object {
  const productType = product?.productType ?? '';
  return {
    ...(product ? { id: product.id, version: product.version } : {}),
    ...(values.vendor === '' ? {} : { vendor: values.vendor }),
    title: values.title,
    bodyHtml: buildBody(values.description, product, isPlain),
    media: values.media.map(({ id, src, alt, contentType }) =>
      id === undefined ? { src: src ?? '', alt, contentType } : { id, alt, contentType },
    ),
    options: values.options,
    variants: values.variants.map((variant) => ({
      ...variantPayload(variant),
      metafields: fieldsToSend(specifications, 'PRODUCTVARIANT', {
        values: toValues(variant.metafields),
        around: values.specifications,
        productType,
      }),
    })),
    seo: { title: values.seoTitle, description: values.seoDescription },
    metafields: fieldsToSend(specifications, 'PRODUCT', { values: values.specifications, productType }),
  };
}

function variantPayload(variant: EditedVariant): object {
  const { stockWas, width, height, length, dimUnit, localPickup, media, metafields: _metafields, ...rest } = variant;
  return {
    ...rest,
    ...(stockWas === '' ? {} : { stockWas }),
    dimensions: { width, height, length, dimUnit },
    localPickup: { enabled: localPickup },
    media: media === '' ? null : media,
  };
}

/** The editor's field of a path of the payload, as issues name it. */
export function fieldOfIssue(path: string): string {
  return (
    path
      .replace(/^product\./, '')
      .replace(/^seo\.title$/, 'seoTitle')
      .replace(/^seo\.description$/, 'seoDescription')
      .replace(/^bodyHtml$/, 'description')
      // What is said of the whole belongs to no field.
      .replace(/^(variants\.\d+\.)?metafields$/, '')
      .replace(/^metafields\.([^.]{3,})\.([^.]+)$/, 'specifications.$1/$2')
      .replace(/^(variants\.\d+)\.dimensions\./, '$1.')
  );
}

function buildDescription(product: ProductDto, isPlain: boolean): string {
  return (isPlain ? textOfDescription(product.bodyHtml) : undefined) ?? product.bodyHtml;
}

function buildBody(description: string, product: ProductDto | undefined, isPlain: boolean): string {
  const before = product?.bodyHtml ?? '';
  if (product && description === buildDescription(product, isPlain)) return before;
  return isPlain && textOfDescription(before) !== undefined ? descriptionOfText(description) : description;
}
