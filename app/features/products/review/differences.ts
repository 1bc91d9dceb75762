import { trimSignAtEnd } from '#app/core/text/markup.ts';
import type { MediaType, WEIGHT_UNITS, LENGTH_UNITS } from '../product.ts';
import { choiceKey, type OptionChoice } from '../editing/variants.ts';

type Medium = { id?: string | undefined; src?: string | undefined; alt: string; contentType: MediaType };
export type Metafield = { namespace: string; key: string; value: string; type: string };
type Dimensions = {
  width: number | null;
  height: number | null;
  length: number | null;
  dimUnit: (typeof LENGTH_UNITS)[number];
};
export type ContentVariant = {
  id?: bigint | undefined;
  options: OptionChoice[];
  /** Decimal strings in the store's currency. */
  price: string;
  compareAt: string | null;
  sku: string;
  barcode: string;
  taxable: boolean;
  trackStock: boolean;
  stock: number | null;
  stockWas: number | null;
  requiresShipping: boolean;
  weight: number | null;
  weightUnit: (typeof WEIGHT_UNITS)[number];
  dimensions?: Dimensions | null | undefined;
  localPickup?: { enabled: boolean } | null | undefined;
  media?: string | null | undefined;
  metafields: Metafield[];
};
/** What a product says, whether it is live or wanted: the shape in which the two are compared. */
export type Content = {
  title: string;
  bodyHtml: string;
  media: Medium[];
  options: { name: string; values: string[] }[];
  variants: ContentVariant[];
  metafields: Metafield[];
  seo: { title: string; description: string };
};

export const TEXT_FIELDS = ['title', 'description', 'seoTitle', 'seoDescription'] as const;
export const VARIANT_FIELDS = [
  'price',
  'compareAt',
  'sku',
  'barcode',
  'taxable',
  'trackStock',
  'shipping',
  'pickup',
  'variantMedia',
  'variantSpecifications',
] as const;
/** Every part of a product that is compared, held and decided on by itself, in the order in which people read them. */
export const CHANGE_FIELDS = [
  'title',
  'description',
  'media',
  'options',
  'price',
  'compareAt',
  'sku',
  'barcode',
  'taxable',
  'trackStock',
  'shipping',
  'pickup',
  'variantMedia',
  'variantSpecifications',
  'specifications',
  'seoTitle',
  'seoDescription',
] as const;
export type ChangeField = (typeof CHANGE_FIELDS)[number];
export type TextField = (typeof TEXT_FIELDS)[number];
export type VariantField = (typeof VARIANT_FIELDS)[number];

/** What a new variant brings along; one that exists already keeps its own. JSON-safe. */
export type NewVariant = Omit<ContentVariant, 'id' | 'options' | 'stockWas'>;
/** Options with the variants that they make; `id` is null for a new variant. */
export type Structure = {
  options: { name: string; values: string[] }[];
  variants: { id: string | null; options: OptionChoice[]; details?: NewVariant | undefined }[];
};
/** Values of one field by the ids of variants. JSON-safe. */
export type ByVariant = Record<string, unknown>;

/** One field in which a wanted product differs from the live one, with both values. JSON-safe. */
export type Difference =
  | { field: TextField; old: string; new: string }
  | { field: 'media'; old: Medium[]; new: Medium[] }
  | { field: 'options'; old: Structure; new: Structure }
  | { field: 'specifications'; old: Metafield[]; new: Metafield[] }
  | { field: VariantField; old: ByVariant; new: ByVariant };
export type OfField<Field extends ChangeField> = Extract<Difference, { field: Field }>;

const same = (one: unknown, other: unknown): boolean => stable(one) === stable(other);

/** JSON with its keys in order, so that the same value reads the same wherever it was made or kept. */
export function stable(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

/** An amount without needless zeros, so that "12" and "12.00" are the same price. */
export function plainAmount(amount: string | null): string | null {
  if (amount === null) return null;
  const [whole = '0', fraction = ''] = amount.split('.');
  const digits = trimSignAtEnd(fraction, '0');
  const units = whole.replace(/^0+(?=\d)/, '');
  return digits === '' ? units : `${units}.${digits}`;
}

/** Dimensions count only when all three are there. */
function toDimensions(dimensions: ContentVariant['dimensions']): Dimensions | null {
  if (!dimensions) return null;
  const { width, height, length, dimUnit } = dimensions;
  return width === null || height === null || length === null ? null : { width, height, length, dimUnit };
}

type Reader = (variant: ContentVariant) => unknown;
const READ: Record<Exclude<VariantField, 'variantSpecifications'>, Reader> = {
  price: (variant) => plainAmount(variant.price),
  compareAt: (variant) => plainAmount(variant.compareAt),
  sku: (variant) => variant.sku,
  barcode: (variant) => variant.barcode,
  taxable: (variant) => variant.taxable,
  trackStock: (variant) => variant.trackStock,
  shipping: ({ requiresShipping, weight, weightUnit, dimensions }) => ({
    requiresShipping,
    weight: weight === 0 ? null : weight,
    weightUnit: weight === null || weight === 0 ? null : weightUnit,
    dimensions: toDimensions(dimensions),
  }),
  pickup: (variant) => variant.localPickup?.enabled ?? false,
  variantMedia: (variant) => variant.media ?? null,
};

/**
 * The wanted variants with the ids of the live ones that they are: what names no variant, but has a live one's values, is
 * that one. So a variant that is deleted and made anew in one save is compared with what it was.
 */
export function withIds<C extends Content>(live: Content, wanted: C): C {
  const named = new Set(wanted.variants.map((variant) => variant.id));
  const free = new Map(
    live.variants
      .filter((variant) => !named.has(variant.id))
      .map((variant) => [choiceKey(live.options, variant.options), variant]),
  );
  const isSameShape = live.options.length === wanted.options.length;
  const variants = wanted.variants.map((variant) => {
    if (variant.id !== undefined || !isSameShape) return variant;
    const twin = free.get(choiceKey(live.options, variant.options));
    return twin ? { ...variant, id: twin.id } : variant;
  });
  return { ...wanted, variants };
}

/**
 * Everything in which a wanted product differs from the live one, field by field. Call `withIds` on the wanted one first.
 * `isWhole`: it names all specifications that it has, so that others were taken away; a save leaves out what it does not touch.
 */
export function differencesBetween(live: Content, wanted: Content, o: { isWhole?: boolean } = {}): Difference[] {
  const found: Difference[] = [];
  for (const field of TEXT_FIELDS) {
    const [before, after] = [readText(live, field), readText(wanted, field)];
    if (before !== after) found.push({ field, old: before, new: after });
  }
  const [oldMedia, newMedia] = [toMedia(live), toMedia(wanted)];
  if (!same(oldMedia, newMedia)) found.push({ field: 'media', old: oldMedia, new: newMedia });
  const options = structureDifference(live, wanted);
  if (options) found.push(options);
  const fields = metafieldDifference(live.metafields, wanted.metafields, o);
  if (fields) found.push({ field: 'specifications', ...fields });
  for (const field of VARIANT_FIELDS) {
    const difference = variantDifference(live, wanted, field, o);
    if (difference) found.push(difference);
  }
  return inOrder(found);
}

/** Differences in the order in which they are written: options before what their variants say. */
export const inOrder = (differences: readonly Difference[]): Difference[] =>
  [...differences].sort((a, b) => CHANGE_FIELDS.indexOf(a.field) - CHANGE_FIELDS.indexOf(b.field));

function readText(content: Content, field: TextField): string {
  if (field === 'title') return content.title;
  if (field === 'description') return content.bodyHtml;
  return field === 'seoTitle' ? content.seo.title : content.seo.description;
}

/** Media as they are told apart: an old one by its id, a new one by its source. */
function toMedia(content: Content): Medium[] {
  return content.media.map(({ id, src, alt, contentType }) =>
    id === undefined ? { src: src ?? '', alt, contentType } : { id, alt, contentType },
  );
}

function toStructure(content: Content): Structure {
  return {
    options: content.options.map(({ name, values }) => ({ name, values })),
    variants: content.variants.map((variant) => {
      const { id, options } = variant;
      return id === undefined ? { id: null, options, details: toDetails(variant) } : { id: String(id), options };
    }),
  };
}

/** What a new variant says, in one form however it was sent. */
function toDetails(variant: ContentVariant): NewVariant {
  const { id: _id, options: _options, stockWas: _was, ...rest } = variant;
  return {
    ...rest,
    price: plainAmount(variant.price) ?? variant.price,
    compareAt: plainAmount(variant.compareAt),
    dimensions: toDimensions(variant.dimensions),
    localPickup: { enabled: variant.localPickup?.enabled ?? false },
    media: variant.media ?? null,
  };
}

function structureDifference(live: Content, wanted: Content): OfField<'options'> | undefined {
  const [before, after] = [toStructure(live), toStructure(wanted)];
  const shape = ({ options, variants }: Structure) => [
    options,
    variants.map(({ id, options: choices }) => [id, choices.map((choice) => [choice.name, choice.value])]),
  ];
  return same(shape(before), shape(after)) ? undefined : { field: 'options', old: before, new: after };
}

/** What tells metafields apart. */
export const buildKey = ({ namespace, key }: Metafield): string => JSON.stringify([namespace, key]);

/** Metafields with another value than the live one. What is not named stays as it is, or is empty where everything is named. */
function metafieldDifference(
  live: readonly Metafield[],
  wanted: readonly Metafield[],
  { isWhole = false }: { isWhole?: boolean },
): { old: Metafield[]; new: Metafield[] } | undefined {
  const known = new Map(live.map((field) => [buildKey(field), field]));
  const named = new Set(wanted.map(buildKey));
  const gone = isWhole ? live.filter((field) => !named.has(buildKey(field))) : [];
  const changed = [...wanted, ...gone.map((field) => ({ ...field, value: '' }))].filter(
    (field) => (known.get(buildKey(field))?.value ?? '') !== field.value,
  );
  if (changed.length === 0) return undefined;
  const plain = ({ namespace, key, value, type }: Metafield): Metafield => ({ namespace, key, value, type });
  return {
    old: changed.map((field) => ({ ...plain(field), value: known.get(buildKey(field))?.value ?? '' })),
    new: changed.map(plain),
  };
}

function variantDifference(
  live: Content,
  wanted: Content,
  field: VariantField,
  o: { isWhole?: boolean },
): OfField<VariantField> | undefined {
  const known = new Map(live.variants.map((variant) => [variant.id, variant]));
  const before: ByVariant = {};
  const after: ByVariant = {};
  for (const variant of wanted.variants) {
    const old = variant.id === undefined ? undefined : known.get(variant.id);
    if (!old) continue;
    const id = String(variant.id);
    if (field === 'variantSpecifications') {
      const changed = metafieldDifference(old.metafields, variant.metafields, o);
      if (!changed) continue;
      [before[id], after[id]] = [changed.old, changed.new];
    } else if (!same(READ[field](old), READ[field](variant))) {
      [before[id], after[id]] = [READ[field](old), READ[field](variant)];
    }
  }
  return Object.keys(after).length > 0 ? { field, old: before, new: after } : undefined;
}

/** Whether a difference speaks of variants one by one. */
export function isVariantField(one: Difference): one is OfField<VariantField> {
  return (VARIANT_FIELDS as readonly string[]).includes(one.field);
}
