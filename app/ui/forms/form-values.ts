/** Reading and writing values by a path with dots, `lines.0.quantity`, as issues name them. */
export type FormValues = Record<string, unknown>;

export function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((node, key) => (isBranch(node) ? node[key] : undefined), values);
}

/** A copy with one value changed; everything beside the path is the same object as before. */
export function withValueAt<Values>(values: Values, path: string, value: unknown): Values {
  return setAt(values, path.split('.'), value) as Values;
}

function setAt(node: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(node)) {
    const copy = [...(node as unknown[])];
    copy[Number(key)] = setAt(copy[Number(key)], rest, value);
    return copy;
  }
  const branch = isBranch(node) ? node : {};
  return { ...branch, [key]: setAt(branch[key], rest, value) };
}

/** Whether two values are the same as JSON; the order of keys does not matter. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, index) => sameValue(value, other[index]))
    );
  }
  if (!isBranch(one) || !isBranch(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => sameValue(one[key], other[key]));
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
