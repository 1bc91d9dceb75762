/** ISO 4217 exponents that are not 2. */
const EXPONENTS: Record<string, number> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
};

/** The number of decimal places of a currency. */
export function exponentOf(currency: string): number {
  return EXPONENTS[currency] ?? 2;
}

/** `1234` of EUR as `12.34`, of JPY as `1234`, of KWD as `1.234`. */
export function formatMinor(amountMinor: number, currency: string): string {
  const exponent = exponentOf(currency);
  const sign = amountMinor < 0 ? '-' : '';
  const digits = String(Math.abs(amountMinor)).padStart(exponent + 1, '0');
  return exponent === 0 ? sign + digits : `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** A decimal string or number as minor units; null when it is no amount of this currency (too many places, no number). */
export function parseMinor(value: string | number, currency: string): number | null {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,6}))?$/.exec(String(value).trim());
  if (!match) return null;
  const exponent = exponentOf(currency);
  const decimals = (match[3] ?? '').replace(/0+$/, '');
  if (decimals.length > exponent) return null;
  const minor = Number((match[2] ?? '') + decimals.padEnd(exponent, '0'));
  return Number.isSafeInteger(minor) ? (match[1] ? -minor : minor) : null;
}

/** `amount × numerator / denominator`, half up, exactly. All three are whole numbers and none is negative. */
export function scaleHalfUp(amountMinor: number, numerator: number, denominator: number): number {
  if (denominator === 0) return 0;
  const twice = 2n * BigInt(amountMinor) * BigInt(numerator) + BigInt(denominator);
  return Number(twice / (2n * BigInt(denominator)));
}

/** Splits an amount by weights with the largest remainder; ties go to the earlier. The parts sum to the amount. */
export function splitByWeights(amountMinor: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (weights.length === 0) return [];
  const usable = total === 0n ? weights.map(() => 1n) : weights.map((weight) => BigInt(weight));
  const whole = total === 0n ? BigInt(weights.length) : total;
  const exact = usable.map((weight) => BigInt(amountMinor) * weight);
  const parts = exact.map((value) => value / whole);
  let rest = BigInt(amountMinor) - parts.reduce((sum, part) => sum + part, 0n);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder) {
    if (rest === 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    rest -= 1n;
  }
  return parts.map(Number);
}

/** A tax or discount rate such as 0.21 as millionths, so that products are exact. */
export function rateToMillionths(rate: number): number {
  return Math.round(rate * 1_000_000);
}
