/** A value as JSON holds it, for a `jsonb` column. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

const TAG = '$int';

/** Turns a plain value with bigints into JSON that keeps them exact: 12n becomes `{"$int":"12"}`. */
export function encodeExact(value: unknown): JsonValue {
  if (typeof value === 'bigint') return { [TAG]: value.toString() };
  if (Array.isArray(value)) return value.map(encodeExact);
  if (typeof value === 'object' && value !== null) {
    const encoded: { [key: string]: JsonValue } = {};
    // Each order is written like this: no list of pairs is made of each object.
    for (const key of Object.keys(value)) {
      const entry = (value as Record<string, unknown>)[key];
      if (entry !== undefined) encoded[key] = encodeExact(entry);
    }
    return encoded;
  }
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new TypeError(`A ${typeof value} cannot be kept as JSON`);
}

/** The reverse of `encodeExact`. The caller names the type; only what `encodeExact` wrote may be read with it. */
export function decodeExact(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(decodeExact);
  if (typeof value === 'object' && value !== null) {
    const tagged = value[TAG];
    if (typeof tagged === 'string') return BigInt(tagged);
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, decodeExact(entry)]));
  }
  return value;
}
