import { z } from 'zod';
import { LENGTH_UNITS, MEDIA_TYPES, WEIGHT_UNITS } from '#app/features/products/product.ts';
import { nameVariant } from '../preview-changes.ts';
import { PREVIEW_FIELDS, type PreviewField } from '../product-import.ts';
import type { Metafield, Sent, SentMedium, SentVariant } from '../sent-product.ts';

/**
 * What an import changed of a product, as it is kept to put it back: each field before and after it, of the product (`variant` is
 * null) or of a variant by its id, specifications by their key; and the variants that it added, by the values of their options.
 */
export const undoRecordSchema = z.object({
  fields: z.array(
    z.object({
      field: z.enum(PREVIEW_FIELDS),
      variant: z.string().nullable(),
      key: z.string().nullable(),
      before: z.unknown(),
      after: z.unknown(),
    }),
  ),
  added: z.array(z.string()),
});
export type UndoRecord = z.output<typeof undoRecordSchema>;
type FieldRecord = UndoRecord['fields'][number];

/** Why something of an import stays: somebody changed it since, it was sold, it is gone, or nothing was kept of what was before. */
export const KEPT_REASONS = ['changed', 'sold', 'gone', 'unknown'] as const;
/** What stays, by the field (null is the whole variant, or the whole product) and the variant's name. */
export const keptSchema = z.object({
  field: z.enum(PREVIEW_FIELDS).nullable(),
  variant: z.string().nullable(),
  reason: z.enum(KEPT_REASONS),
});
export type Kept = z.output<typeof keptSchema>;

/** What became of a product of an import that was undone: all of it is as before, some of it, nothing; it is archived, or gone. */
export const UNDO_OUTCOMES = ['restored', 'partly', 'kept', 'archived', 'gone'] as const;
export type UndoOutcome = (typeof UNDO_OUTCOMES)[number];

/** A product whose pictures have their address beside their id, so that one that was taken off can be fetched again. */
export type Snapshot = Sent;

/** How a field is read off a thing, written back to it, and compared. */
type Field<Thing> = {
  read: (thing: Thing) => unknown;
  write: (thing: Thing, value: unknown) => Thing;
  isSame: (one: unknown, other: unknown) => boolean;
};

function defineField<Thing, Value>(
  schema: z.ZodType<Value>,
  read: (thing: Thing) => Value,
  write: (thing: Thing, value: Value) => Thing,
  toKey: (value: Value) => unknown = (value) => value,
): Field<Thing> {
  const keyOf = (value: unknown): string => JSON.stringify(toKey(schema.parse(value)));
  return {
    read,
    write: (thing, value) => write(thing, schema.parse(value)),
    isSame: (one, other) => keyOf(one) === keyOf(other),
  };
}

const text = z.string();
const dimensionsSchema = z.object({
  width: z.number(),
  height: z.number(),
  length: z.number(),
  dimUnit: z.enum(LENGTH_UNITS),
});
const mediaSchema = z.array(
  z.object({ id: text.optional(), src: text.optional(), alt: text, contentType: z.enum(MEDIA_TYPES) }),
);
const optionsSchema = z.array(z.object({ name: text, value: text }));
const metafieldSchema = z.object({ type: text, value: text });

const OF_PRODUCT: Partial<Record<PreviewField, Field<Snapshot>>> = {
  title: defineField(
    text,
    (product) => product.title,
    (product, title) => ({ ...product, title }),
  ),
  description: defineField(
    text,
    (product) => product.bodyHtml,
    (product, bodyHtml) => ({ ...product, bodyHtml }),
  ),
  images: defineField(
    mediaSchema,
    (product) => product.media,
    (product, media) => ({ ...product, media: media.map((medium) => ({ id: undefined, src: undefined, ...medium })) }),
    (media) => media.map(({ id, src, alt }) => [id ?? src, alt]),
  ),
  seoTitle: defineField(
    text,
    (product) => product.seo.title,
    (product, title) => ({ ...product, seo: { ...product.seo, title } }),
  ),
  seoDescription: defineField(
    text,
    (product) => product.seo.description,
    (product, description) => ({ ...product, seo: { ...product.seo, description } }),
  ),
};

const OF_VARIANT: Partial<Record<PreviewField, Field<SentVariant>>> = {
  price: defineField(
    text,
    (variant) => variant.price,
    (variant, price) => ({ ...variant, price }),
  ),
  compareAt: defineField(
    text.nullable(),
    (variant) => variant.compareAt,
    (variant, compareAt) => ({ ...variant, compareAt }),
  ),
  stock: defineField(
    z.object({ trackStock: z.boolean(), stock: z.number().nullable() }),
    ({ trackStock, stock }) => ({ trackStock, stock: trackStock ? (stock ?? 0) : null }),
    (variant, { trackStock, stock }) => ({ ...variant, trackStock, stock: stock ?? variant.stock }),
  ),
  weight: defineField(
    z.object({ weight: z.number().nullable(), weightUnit: z.enum(WEIGHT_UNITS) }),
    ({ weight, weightUnit }) => ({ weight, weightUnit }),
    (variant, weight) => ({ ...variant, ...weight }),
  ),
  dimensions: defineField(
    dimensionsSchema.nullable(),
    (variant) => variant.dimensions,
    (variant, dimensions) => ({ ...variant, dimensions }),
    (sides) => sides && [sides.width, sides.height, sides.length, sides.dimUnit],
  ),
  localPickup: defineField(
    z.boolean(),
    (variant) => variant.localPickup.enabled,
    (variant, enabled) => ({ ...variant, localPickup: { enabled } }),
  ),
  barcode: defineField(
    text,
    (variant) => variant.barcode,
    (variant, barcode) => ({ ...variant, barcode }),
  ),
  taxable: defineField(
    z.boolean(),
    (variant) => variant.taxable,
    (variant, taxable) => ({ ...variant, taxable }),
  ),
  requiresShipping: defineField(
    z.boolean(),
    (variant) => variant.requiresShipping,
    (variant, requiresShipping) => ({ ...variant, requiresShipping }),
  ),
  options: defineField(
    optionsSchema,
    (variant) => variant.options,
    (variant, options) => ({ ...variant, options }),
  ),
  variantImage: defineField(
    text.nullable(),
    (variant) => variant.media,
    (variant, media) => ({ ...variant, media }),
  ),
};

/** One specification of a product or of a variant; none and an empty one are the same. */
function defineMetafield<Thing extends { metafields: Metafield[] }>(id: string): Field<Thing> {
  const [namespace = '', key = ''] = splitKey(id);
  const find = (thing: Thing): Metafield | undefined =>
    thing.metafields.find((one) => one.namespace === namespace && one.key === key);
  return defineField(
    metafieldSchema,
    (thing: Thing) => ({ type: find(thing)?.type ?? '', value: find(thing)?.value ?? '' }),
    (thing, { type, value }) => {
      const known = find(thing);
      const metafields = known
        ? thing.metafields.map((one) => (one === known ? { ...one, value } : one))
        : [...thing.metafields, { namespace, key, type, value }];
      return { ...thing, metafields };
    },
    ({ value }) => value,
  );
}

const keyOfMetafield = ({ namespace, key }: Metafield): string => `${namespace}.${key}`;
const splitKey = (id: string): string[] => {
  const at = id.lastIndexOf('.');
  return [id.slice(0, at), id.slice(at + 1)];
};

/** The variant by what a buyer chooses it by: those that an import adds have no id yet. */
const formatChoice = ({ options }: SentVariant): string => JSON.stringify(options.map(({ value }) => value));

function recordFields<Thing extends { metafields: Metafield[] }>(
  fields: Partial<Record<PreviewField, Field<Thing>>>,
  metafields: 'metafields' | 'variantMetafields',
  { variant, before, after }: { variant: string | null; before: Thing; after: Thing },
): FieldRecord[] {
  const record = (field: PreviewField, key: string | null, access: Field<Thing>): FieldRecord[] => {
    const [was, is] = [access.read(before), access.read(after)];
    return access.isSame(was, is) ? [] : [{ field, variant, key, before: was, after: is }];
  };
  const own = PREVIEW_FIELDS.flatMap((field) => {
    const access = fields[field];
    return access ? record(field, null, access) : [];
  });
  const keys = new Set([...before.metafields, ...after.metafields].map(keyOfMetafield));
  return [...own, ...[...keys].flatMap((key) => record(metafields, key, defineMetafield<Thing>(key)))];
}

/** What an import changes of a product: each field before and after, and the variants that it adds. */
export function recordUndo(before: Snapshot, after: Snapshot): UndoRecord {
  const known = new Map(before.variants.map((variant) => [variant.id, variant]));
  const changed = after.variants.flatMap((variant) => {
    const was = known.get(variant.id);
    return variant.id === undefined || !was
      ? []
      : recordFields(OF_VARIANT, 'variantMetafields', { variant: variant.id, before: was, after: variant });
  });
  return {
    fields: [...recordFields(OF_PRODUCT, 'metafields', { variant: null, before, after }), ...changed],
    added: after.variants.filter(({ id }) => id === undefined || !known.has(id)).map(formatChoice),
  };
}

/** Two records of one product, of a save that broke off and of the one that goes on with it. */
export function joinRecords(first: UndoRecord, second: UndoRecord): UndoRecord {
  const isSame = (one: FieldRecord, other: FieldRecord): boolean =>
    one.field === other.field && one.variant === other.variant && one.key === other.key;
  // What the second has again was not saved by the first: what it found is what was before.
  const done = first.fields.filter((one) => !second.fields.some((other) => isSame(one, other)));
  return { fields: [...done, ...second.fields], added: [...new Set([...first.added, ...second.added])] };
}

/** A record with pictures as they stand after the save: new ones have their ids only then. */
export function settlePictures(record: UndoRecord, now: Snapshot): UndoRecord {
  const variants = new Map(now.variants.map((variant) => [variant.id, variant]));
  const fields = record.fields.map((one) => {
    if (one.field === 'images') return { ...one, after: now.media };
    const variant = variants.get(one.variant ?? '');
    return one.field === 'variantImage' && variant ? { ...one, after: variant.media } : one;
  });
  return { ...record, fields };
}

const isPicture = ({ field }: { field: PreviewField | null }): boolean =>
  field === 'images' || field === 'variantImage';

/** Whether a record names pictures, which are settled after the save. */
export const hasPictures = ({ fields }: UndoRecord): boolean => fields.some(isPicture);

/** What stays when a product is put back once more: a picture that was fetched again has another id now, and is no change. */
export const joinKept = (first: readonly Kept[], second: readonly Kept[]): Kept[] => [
  ...second.filter((one) => !isPicture(one)),
  ...first.filter(isPicture),
];

/** What became of a product of which this stays. */
export function decideUndoOutcome({ fields, added }: UndoRecord, kept: readonly Kept[]): UndoOutcome {
  if (kept.length === 0) return 'restored';
  return kept.length < fields.length + added.length ? 'partly' : 'kept';
}

/**
 * A product without what an import made of it. A field that is not as the import left it stays, and so does an added variant of
 * which `isSold` says that it was sold; `kept` names them. Put back once more, nothing changes.
 */
export function undoRecord(
  now: Snapshot,
  record: UndoRecord,
  isSold: (variantId: string) => boolean,
): { product: Snapshot; kept: Kept[] } {
  const kept: Kept[] = [];
  const added = new Set(record.added);
  const stays = now.variants.filter((variant) => !added.has(formatChoice(variant)) || isSold(variant.id ?? ''));
  for (const variant of stays) {
    if (added.has(formatChoice(variant))) kept.push({ field: null, variant: nameVariant(variant), reason: 'sold' });
  }
  let product: Snapshot = { ...now, variants: stays };
  const putBack = <Thing>(
    thing: Thing,
    one: FieldRecord,
    { access, name }: { access: Field<Thing>; name: string | null },
  ): Thing => {
    const value = access.read(thing);
    if (access.isSame(value, one.before)) return thing;
    if (access.isSame(value, one.after)) return access.write(thing, one.before);
    kept.push({ field: one.field, variant: name, reason: 'changed' });
    return thing;
  };
  for (const one of record.fields) {
    if (one.variant === null) {
      const access = one.key === null ? OF_PRODUCT[one.field] : defineMetafield<Snapshot>(one.key);
      if (access) product = putBack(product, one, { access, name: null });
      continue;
    }
    const access = one.key === null ? OF_VARIANT[one.field] : defineMetafield<SentVariant>(one.key);
    const variant = product.variants.find(({ id }) => id === one.variant);
    if (!variant) kept.push({ field: one.field, variant: null, reason: 'gone' });
    if (!variant || !access) continue;
    const back = putBack(variant, one, { access, name: nameVariant(variant) });
    product = { ...product, variants: product.variants.map((other) => (other === variant ? back : other)) };
  }
  return { product, kept };
}

/** A snapshot as it is sent: pictures that the product has go by their id, others are fetched again from their address. */
export function toSent(product: Snapshot, now: Snapshot): Sent {
  const own = new Set(now.media.map(({ id }) => id));
  const isOwn = ({ id }: SentMedium): boolean => id !== undefined && own.has(id);
  const addressOf = new Map(product.media.filter((one) => !isOwn(one)).map(({ id, src }) => [id, src]));
  const media = product.media
    .filter((one) => isOwn(one) || one.src !== undefined)
    .map((one) => (isOwn(one) ? { ...one, src: undefined } : { ...one, id: undefined }));
  const variants = product.variants.map((variant) =>
    variant.media === null || own.has(variant.media)
      ? variant
      : { ...variant, media: addressOf.get(variant.media) ?? null },
  );
  return { ...product, media, variants };
}
