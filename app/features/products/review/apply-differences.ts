import {
  differencesBetween,
  inOrder,
  isVariantField,
  buildKey,
  stable,
  withIds,
  type ByVariant,
  type Content,
  type ContentVariant,
  type Difference,
  type Metafield,
  type OfField,
  type Structure,
  type TextField,
  type VariantField,
} from './differences.ts';
import { choiceKey } from '../editing/variants.ts';

/** The wanted product with the named differences taken back, so that these fields stay as they are live. */
export function putBack<C extends Content>(live: Content, wanted: C, pending: readonly Difference[]): C {
  const result = { ...wanted, seo: { ...wanted.seo } };
  const options = pending.find((one) => one.field === 'options');
  if (options) {
    const byId = new Map(wanted.variants.map((variant) => [variant.id, variant]));
    result.options = live.options;
    // A live variant that was left out stays too; the stock of both ways is the same, so none of it moves.
    result.variants = live.variants.map((variant) => {
      const other = byId.get(variant.id);
      return other ? { ...other, options: variant.options } : variant;
    });
  }
  for (const one of pending) {
    if (one.field === 'options') continue;
    if (one.field === 'specifications') {
      result.metafields = backTo(result.metafields, one.old);
    } else if (one.field === 'media') result.media = live.media;
    else if (isVariantField(one)) result.variants = putBackVariants(live, result.variants, one);
    else writeText(result, one.field, one.old);
  }
  return result;
}

function putBackVariants(live: Content, variants: ContentVariant[], pending: OfField<VariantField>): ContentVariant[] {
  const known = new Map(live.variants.map((variant) => [variant.id, variant]));
  return variants.map((variant) => {
    const old = variant.id === undefined ? undefined : known.get(variant.id);
    return old && String(variant.id) in pending.new ? copyField(variant, old, pending) : variant;
  });
}

function copyField(to: ContentVariant, from: ContentVariant, pending: OfField<VariantField>): ContentVariant {
  switch (pending.field) {
    case 'shipping': {
      const { requiresShipping, weight, weightUnit, dimensions } = from;
      return { ...to, requiresShipping, weight, weightUnit, dimensions };
    }
    case 'pickup':
      return { ...to, localPickup: from.localPickup };
    case 'variantMedia':
      return { ...to, media: from.media };
    case 'variantSpecifications': {
      return { ...to, metafields: backTo(to.metafields, pending.old[String(to.id)] as Metafield[]) };
    }
    default:
      return { ...to, [pending.field]: from[pending.field] };
  }
}

/** Fields with the old values of held ones: leaving these out would leave what an earlier write made of them. */
function backTo(fields: readonly Metafield[], old: readonly Metafield[]): Metafield[] {
  const values = new Map(old.map((field) => [buildKey(field), field.value]));
  return fields.map((field) => ({ ...field, value: values.get(buildKey(field)) ?? field.value }));
}

function writeText(content: Content, field: TextField, text: string): void {
  if (field === 'title') content.title = text;
  else if (field === 'description') content.bodyHtml = text;
  else if (field === 'seoTitle') content.seo = { ...content.seo, title: text };
  else content.seo = { ...content.seo, description: text };
}

/**
 * The live product with differences written into it. What belongs to a variant that is gone is left out; a new variant that
 * is there already, because it was applied before, is the one that is there.
 */
export function applyDifferences<C extends Content>(live: C, differences: readonly Difference[]): C {
  const result = { ...live, seo: { ...live.seo } };
  for (const one of inOrder(differences)) {
    if (one.field === 'options') {
      result.options = one.new.options;
      result.variants = buildVariants(live, one.new);
    } else if (one.field === 'media') result.media = one.new;
    else if (one.field === 'specifications') {
      const names = new Set(one.new.map(buildKey));
      result.metafields = [...live.metafields.filter((field) => !names.has(buildKey(field))), ...one.new];
    } else if (isVariantField(one)) result.variants = result.variants.map((variant) => writeVariant(variant, one));
    else writeText(result, one.field, one.new);
  }
  return result;
}

function buildVariants(live: Content, wanted: Structure): ContentVariant[] {
  const byId = new Map(live.variants.map((variant) => [String(variant.id), variant]));
  const named = new Set(wanted.variants.map((variant) => variant.id));
  const byKey = new Map(
    live.variants
      .filter((variant) => !named.has(String(variant.id)))
      .map((variant) => [choiceKey(wanted.options, variant.options), variant]),
  );
  return wanted.variants.flatMap(({ id, options, details }) => {
    const known = id === null ? byKey.get(choiceKey(wanted.options, options)) : byId.get(id);
    if (known) return [{ ...known, options }];
    return details ? [{ ...details, stockWas: null, options }] : [];
  });
}

function writeVariant(variant: ContentVariant, one: OfField<VariantField>): ContentVariant {
  const id = String(variant.id);
  if (!(id in one.new)) return variant;
  const value = one.new[id];
  switch (one.field) {
    case 'shipping': {
      const { weightUnit, ...rest } = value as Pick<ContentVariant, 'requiresShipping' | 'weight' | 'dimensions'> & {
        weightUnit: ContentVariant['weightUnit'] | null;
      };
      return { ...variant, ...rest, weightUnit: weightUnit ?? variant.weightUnit };
    }
    case 'pickup':
      return { ...variant, localPickup: { enabled: value === true } };
    case 'variantMedia':
      return { ...variant, media: value as string | null };
    case 'variantSpecifications': {
      const fields = value as Metafield[];
      const names = new Set(fields.map(buildKey));
      return {
        ...variant,
        metafields: [...variant.metafields.filter((field) => !names.has(buildKey(field))), ...fields],
      };
    }
    default:
      return { ...variant, [one.field]: value };
  }
}

/** Whether a field is live already as a difference wants it, or still as it was when the difference was made. */
export function compareWithLive(live: Content, one: Difference): 'untouched' | 'reached' | 'moved' {
  const ahead = differencesBetween(live, withIds(live, applyDifferences(live, [one])));
  const now = ahead.find((other) => other.field === one.field);
  if (!now) return isGone(live, one) ? 'moved' : 'reached';
  return stable(shown(now.old, now, one)) === stable(shown(one.old, now, one)) ? 'untouched' : 'moved';
}

/** Of a difference by variants, only those variants are compared that are still ahead of what is live. */
function shown(old: unknown, now: Difference, one: Difference): unknown {
  if (!isVariantField(one) || !isVariantField(now)) return old;
  return Object.fromEntries(Object.keys(now.new).map((id) => [id, (old as ByVariant)[id]]));
}

/** Whether none of the variants that a difference speaks of is there any more. */
function isGone(live: Content, one: Difference): boolean {
  return isVariantField(one) && !live.variants.some((variant) => String(variant.id) in one.new);
}
