import { mergeFields, type Clash, type Merged } from '../../review/merge-edits.ts';
import type { Edited, EditedVariant } from './editor-values.ts';

const FIELDS = ['title', 'vendor', 'description', 'media', 'seoTitle', 'seoDescription'] as const;
/** What is compared of a variant; stock is told apart, because it is sold meanwhile. */
const VARIANT_FIELDS = [
  ...(['price', 'compareAt', 'sku', 'barcode', 'taxable', 'trackStock', 'requiresShipping', 'weight'] as const),
  ...(['weightUnit', 'width', 'height', 'length', 'dimUnit', 'localPickup', 'media', 'metafields'] as const),
] as const;

/** What the editor shows after somebody else saved: both changes, what was taken over, and what both changed. */
export function mergeEdited(base: Edited, mine: Edited, theirs: Edited): Merged<Edited> {
  const { value, taken, clashes } = mergeFields(base, mine, theirs, FIELDS);
  const fields = mergeFields(base.specifications, mine.specifications, theirs.specifications, [
    ...new Set([base, mine, theirs].flatMap(({ specifications }) => Object.keys(specifications))),
  ]);
  const inFields = (path: string): string => `specifications.${path}`;
  const shape = (edited: Edited): string =>
    JSON.stringify([
      edited.options.map(({ name, values }) => [name, values]),
      edited.variants.map((variant) => [variant.id, variant.options]),
    ]);
  const changedHere = shape(base) !== shape(mine);
  const changedThere = shape(base) !== shape(theirs);
  const clashing = changedHere && changedThere && shape(mine) !== shape(theirs);
  // Where the other built other variants, theirs are the rows, with what was typed here into the ones that stayed.
  const isTheirs = changedThere && !changedHere;
  const rows = isTheirs ? theirs.variants : mine.variants;
  const options = isTheirs ? theirs.options : mine.options;
  if (isTheirs) taken.push('options');
  if (clashing) clashes.push({ path: 'options', mine: mine.options, theirs: theirs.options });
  const merged = mergeRows(rows, { base: byId(base), mine: byId(mine), theirs: byId(theirs) });
  return {
    value: { ...value, options, variants: merged.value, specifications: fields.value },
    taken: [...taken, ...fields.taken.map(inFields), ...merged.taken],
    clashes: [
      ...clashes,
      ...fields.clashes.map((clash) => ({ ...clash, path: inFields(clash.path) })),
      ...merged.clashes,
    ],
  };
}

const byId = (edited: Edited): Map<string, EditedVariant> =>
  new Map(edited.variants.flatMap((variant) => (variant.id === undefined ? [] : [[variant.id, variant] as const])));

type Sides = Record<'base' | 'mine' | 'theirs', ReadonlyMap<string, EditedVariant>>;

function mergeRows(rows: readonly EditedVariant[], sides: Sides): Merged<EditedVariant[]> {
  const taken = new Set<string>();
  const clashes: Clash[] = [];
  const value = rows.map((row, index) => {
    const [base, mine, theirs] = [sides.base, sides.mine, sides.theirs].map((side) => side.get(row.id ?? ''));
    if (!base || !mine || !theirs) return row;
    const merged = mergeFields(base, mine, theirs, VARIANT_FIELDS);
    for (const field of merged.taken) taken.add(`variants.${field}`);
    clashes.push(...merged.clashes.map((clash) => ({ ...clash, path: `variants.${index}.${clash.path}` })));
    // Stock is a difference from what was shown: it is shown anew, and what was typed stays.
    const stock = mine.stock === mine.stockWas ? theirs.stock : mine.stock;
    return { ...merged.value, options: row.options, stock, stockWas: theirs.stock };
  });
  return { value, taken: [...taken], clashes };
}

/** The values with the other's side of a clash taken. */
export function takeTheirs(now: Edited, clash: Clash, theirs: Edited): Edited {
  const [field = '', index = '', cell = ''] = clash.path.split('.');
  if (field === 'options') return { ...now, options: theirs.options, variants: theirs.variants };
  if (field === 'specifications') {
    const value = typeof clash.theirs === 'string' ? clash.theirs : '';
    return { ...now, specifications: { ...now.specifications, [index]: value } };
  }
  if (field !== 'variants') return { ...now, [field]: clash.theirs };
  const variants = now.variants.map((variant, at) =>
    at === Number(index) ? { ...variant, [cell]: clash.theirs } : variant,
  );
  return { ...now, variants };
}
