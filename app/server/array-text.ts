const SPECIAL = /["\\]/g;

/**
 * An array of plain values as PostgreSQL reads one: `{1,"a b",NULL}`. The driver builds the same in several steps a value, which
 * shows where orders come by the thousand. Undefined where a value is none of these: lists in lists, bytes and objects are the driver's.
 */
export function arrayText(values: readonly unknown[]): string | undefined {
  const items: string[] = [];
  for (const value of values) {
    const item = itemText(value);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return `{${items.join(',')}}`;
}

function itemText(value: unknown): string | undefined {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'string') return `"${value.replace(SPECIAL, '\\$&')}"`;
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value instanceof Date ? value.toISOString() : undefined;
}
