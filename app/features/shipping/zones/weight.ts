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

/** A decimal number as programs write it: `3.9000000000000004`, `1e-7`. */
const DECIMAL = /^(\d{1,30})(?:\.(\d{1,340}))?(?:e([+-]?\d{1,3}))?$/i;
const MAX_CHARACTERS = 400;
/** Floats of the platform end in places that nobody wrote. A weight is meant to the milligram. */
const MILLIGRAM = 1_000n;

/**
 * A product's weight in whole grams, half-up, as the platform tells it to carriers: first rounded to a milligram. 0 for a product
 * without a weight; undefined for what is no weight, which is never taken for 0.
 */
export function toGrams(weight: string | null, unit: string | null): bigint | undefined {
  if (weight === null || weight.trim() === '') return 0n;
  const match = weight.length <= MAX_CHARACTERS ? DECIMAL.exec(weight.trim()) : null;
  const micrograms = MICROGRAMS[unit ?? ''];
  if (!match || micrograms === undefined) return undefined;
  const fraction = match[2] ?? '';
  const places = fraction.length - Number(match[3] ?? 0);
  const digits = BigInt((match[1] ?? '') + fraction) * micrograms;
  const exact = places < 0 ? digits * 10n ** BigInt(-places) : digits;
  const scale = 10n ** BigInt(Math.max(0, places));
  const milligrams = roundHalfUp(exact, scale * MILLIGRAM);
  return roundHalfUp(milligrams, 1_000n);
}

const roundHalfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);
