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

/** Micrograms in a unit of weight. */
const MICROGRAMS: Readonly<Record<string, bigint>> = {
  GRAMS: 1_000_000n,
  KILOGRAMS: 1_000_000_000n,
  OUNCES: 28_349_523n,
  POUNDS: 453_592_370n,
};

/** A product's weight in whole grams, half-up, as the platform tells it to carriers; 0 for one that has none. */
export function toGrams(weight: string | null, unit: string | null): bigint {
  const match = /^(\d{1,9})(?:\.(\d{1,12}))?$/.exec(weight ?? '');
  const micrograms = MICROGRAMS[unit ?? ''];
  if (!match || micrograms === undefined) return 0n;
  const fraction = match[2] ?? '';
  const scale = 10n ** BigInt(fraction.length) * 1_000_000n;
  const exact = BigInt((match[1] ?? '') + fraction) * micrograms;
  return (2n * exact + scale) / (2n * scale);
}
