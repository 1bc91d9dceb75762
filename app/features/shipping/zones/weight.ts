/** A weight in kilograms with at most three places as grams; undefined for anything else. */
export function parseGrams(kilograms: string): bigint | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,3})0{0,20})?$/.exec(kilograms);
  return match ? BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(3, '0')) : undefined;
}

/** Grams as kilograms without needless places: 1500n is "1.5". */
export function formatKilograms(grams: bigint): string {
  const fraction = String(grams % 1000n)
    .padStart(3, '0')
    .replace(/0{1,3}$/, '');
  return fraction === '' ? String(grams / 1000n) : `${String(grams / 1000n)}.${fraction}`;
}
