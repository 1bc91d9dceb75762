import { idOf, type Owner } from '#app/features/specifications/specification.ts';
import { readableValue } from '#app/features/specifications/value-text.ts';
import { differencesBetween, isVariantField, withIds } from './differences.ts';
import type { Content, Difference, Metafield, OfField, Structure, VariantField } from './differences.ts';
import { applyDifferences } from './apply-differences.ts';
import { variantTitle } from '../editing/variants.ts';

/** One value before and after, as people read it; null is nothing. */
export type ChangeRowValue = { label: string; old: string | null; new: string | null; live: string | null };

/** What specifications are called and of which type they are, by `idOf`. */
type Names = ReadonlyMap<string, { name: string; type: string }>;
const NAMELESS: Record<Owner, Names> = { PRODUCT: new Map(), PRODUCTVARIANT: new Map() };

/** A difference in rows: one for a plain field, one for each variant, option or specification that changes. */
export function toRows(one: Difference, live: Content, names: Record<Owner, Names> = NAMELESS): ChangeRowValue[] {
  switch (one.field) {
    case 'media':
      return [];
    case 'options':
      return structureRows(one.old, one.new);
    case 'specifications':
      return fieldRows(one, live.metafields, '', names.PRODUCT);
    case 'title':
    case 'description':
    case 'seoTitle':
    case 'seoDescription':
      return [withLive({ label: '', old: one.old, new: one.new }, liveText(live, one))];
    default:
      return isVariantField(one) ? variantRows(one, live, names.PRODUCTVARIANT) : [];
  }
}

function liveText(live: Content, one: Difference): string | null {
  const now = differencesBetween(live, withIds(live, applyDifferences(live, [one]))).find(
    (other) => other.field === one.field,
  );
  return typeof now?.old === 'string' ? now.old : null;
}

/** A row names the live value only where it is neither of the two. */
function withLive(row: Omit<ChangeRowValue, 'live'>, live: string | null): ChangeRowValue {
  return { ...row, live: live === row.old || live === row.new ? null : live };
}

function variantRows(one: OfField<VariantField>, live: Content, names: Names): ChangeRowValue[] {
  const { old, new: wanted, field } = one;
  const known = new Map(live.variants.map((variant) => [String(variant.id), variant]));
  return Object.keys(wanted).flatMap((id): ChangeRowValue[] => {
    const variant = known.get(id);
    const label = variant ? variantTitle(variant.options) : `#${id}`;
    if (field === 'variantSpecifications') return fieldRows(toFields(one, id), variant?.metafields ?? [], label, names);
    return [{ label, old: formatValue(old[id]), new: formatValue(wanted[id]), live: null }];
  });
}

/** A value as a word: the screens know what yes, no and nothing are called. */
export function formatValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'object') {
    const parts = value as { requiresShipping?: boolean; weight?: number | null; weightUnit?: string | null };
    const { width, height, length, dimUnit } = ((value as { dimensions?: object | null }).dimensions ?? {}) as {
      [key: string]: string | number | undefined;
    };
    // What is not shipped has no size that counts; of what is shipped the size says more than that it is.
    if (parts.requiresShipping === false) return 'false';
    const size = [
      parts.weight ? `${parts.weight} ${(parts.weightUnit ?? '').toLowerCase()}` : '',
      width === undefined ? '' : `${width} × ${height} × ${length} ${dimUnit}`,
    ]
      .filter(Boolean)
      .join(', ');
    return size === '' && parts.requiresShipping ? 'true' : size;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

type Fields = { old: readonly Metafield[]; new: readonly Metafield[] };
const toFields = (one: OfField<VariantField>, id: string): Fields => ({
  old: one.old[id] as Metafield[],
  new: one.new[id] as Metafield[],
});

/** Specifications by the names that they have for people, and their values as people read them. */
function fieldRows(one: Fields, live: readonly Metafield[], of: string, names: Names): ChangeRowValue[] {
  return one.new.map((field, index) => {
    const known = names.get(idOf(field));
    const word = (value: string | undefined): string | null =>
      formatValue(value === undefined ? value : readableValue(known?.type ?? field.type, value));
    const now = live.find((other) => idOf(other) === idOf(field))?.value ?? '';
    const label = [of, known?.name ?? field.key].filter(Boolean).join(': ');
    return withLive({ label, old: word(one.old[index]?.value), new: word(field.value) }, word(now));
  });
}

function structureRows(old: Structure, wanted: Structure): ChangeRowValue[] {
  const max = Math.max(old.options.length, wanted.options.length);
  const rows = Array.from({ length: max }, (_, index): ChangeRowValue => {
    const [before, after] = [old.options[index], wanted.options[index]];
    const text = (option: typeof before) => (option ? `${option.name}: ${option.values.join(', ')}` : null);
    return { label: '', old: text(before), new: text(after), live: null };
  }).filter((row) => row.old !== row.new);
  const kept = new Set(wanted.variants.map((variant) => variant.id));
  const gone = old.variants.filter((variant) => !kept.has(variant.id));
  const before = new Map(old.variants.map((variant) => [variant.id, variantTitle(variant.options)]));
  return [
    ...rows,
    ...gone.map(({ options }) => ({ label: '', old: variantTitle(options), new: null, live: null })),
    ...wanted.variants.flatMap(({ id, options, details }): ChangeRowValue[] => {
      const title = variantTitle(options);
      if (id === null)
        return [{ label: '', old: null, new: [title, details?.price].filter(Boolean).join(' · '), live: null }];
      const was = before.get(id);
      return was === undefined || was === title ? [] : [{ label: '', old: was, new: title, live: null }];
    }),
  ];
}
