/** A field that two people touched: where it is, and what each of them made of it. */
export type Clash<Path extends string = string> = { path: Path; mine: unknown; theirs: unknown };
/** What comes of two changes of the same thing. */
export type Merged<Value> = {
  value: Value;
  /** Fields that only the other changed; theirs were taken. */
  taken: string[];
  /** Fields that both changed in different ways; mine stand until somebody decides. */
  clashes: Clash[];
};

/** Whether two values are the same as JSON. */
const same = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other);

/**
 * Brings two changes of one record together, field by field: `base` is what both began with. A field that only one of them
 * changed is as that one wants it; one that both changed stays mine and is named.
 */
export function mergeFields<Value extends object>(
  base: Value,
  mine: Value,
  theirs: Value,
  fields: readonly (keyof Value & string)[],
): Merged<Value> {
  const merged: Merged<Value> = { value: { ...mine }, taken: [], clashes: [] };
  for (const field of fields) {
    if (same(mine[field], theirs[field])) {
      merged.value[field] = theirs[field];
    } else if (same(base[field], mine[field])) {
      merged.value[field] = theirs[field];
      merged.taken.push(field);
    } else if (!same(base[field], theirs[field])) {
      merged.clashes.push({ path: field, mine: mine[field], theirs: theirs[field] });
    }
  }
  return merged;
}
