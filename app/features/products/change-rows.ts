import { differencesBetween, isVariantField, withIds } from './differences.ts';
import type { ByVariant, Content, Difference, Metafield, Structure } from './differences.ts';
import { applyDifferences } from './apply-differences.ts';
import { variantTitle } from './variants.ts';

/** One value before and after, as people read it; null is nothing. */
export type ChangeRowValue = { label: string; old: string | null; new: string | null; live: string | null };

/** A difference in rows: one for a plain field, one for each variant, option or specification that changes. */
export function rowsOf(one: Difference, live: Content): ChangeRowValue[] {
  switch (one.field) {
    case 'media':
      return [];
    case 'options':
      return structureRows(one.old, one.new);
    case 'specifications':
      return fieldRows(one.old, one.new, live.metafields, '');
    case 'title':
    case 'description':
    case 'seoTitle':
    case 'seoDescription':
      return [withLive({ label: '', old: one.old, new: one.new }, liveText(live, one))];
    default:
      return isVariantField(one) ? variantRows(one.old, one.new, one.field, live) : [];
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

function variantRows(old: ByVariant, wanted: ByVariant, field: string, live: Content): ChangeRowValue[] {
  const known = new Map(live.variants.map((variant) => [String(variant.id), variant]));
  return Object.keys(wanted).flatMap((id): ChangeRowValue[] => {
    const variant = known.get(id);
    const label = variant ? variantTitle(variant.options) : `#${id}`;
    if (field === 'variantSpecifications')
      return fieldRows(old[id] as Metafield[], wanted[id] as Metafield[], variant?.metafields ?? [], label);
    return [{ label, old: wordOf(old[id]), new: wordOf(wanted[id]), live: null }];
  });
}

/** A value as a word: the screens know what yes, no and nothing are called. */
export function wordOf(value: unknown): string | null {
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

function fieldRows(
  old: readonly Metafield[],
  wanted: readonly Metafield[],
  live: readonly Metafield[],
  of: string,
): ChangeRowValue[] {
  return wanted.map((field, index) => {
    const now = live.find((one) => one.namespace === field.namespace && one.key === field.key)?.value ?? '';
    const label = [of, field.key].filter(Boolean).join(': ');
    return withLive({ label, old: wordOf(old[index]?.value), new: wordOf(field.value) }, wordOf(now));
  });
}

function structureRows(old: Structure, wanted: Structure): ChangeRowValue[] {
  const most = Math.max(old.options.length, wanted.options.length);
  const rows = Array.from({ length: most }, (_, index): ChangeRowValue => {
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
