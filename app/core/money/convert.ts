import { placesOf, type Currency } from './money.ts';

/** Decimals that a rate may have. */
export const MAX_RATE_DECIMALS = 10;
const MAX_RATE_DIGITS = 9;
const RATE = /^(\d{1,9})(?:\.(\d{1,10}))?$/;

/** A rate as an exact fraction of a power of ten; undefined where a text is no rate above zero. */
function readRate(text: string): { numerator: bigint; decimals: number } | undefined {
  const [, whole, fraction = ''] = RATE.exec(text.slice(0, MAX_RATE_DIGITS + MAX_RATE_DECIMALS + 2)) ?? [];
  if (whole === undefined) return undefined;
  const numerator = BigInt(whole + fraction);
  return numerator === 0n ? undefined : { numerator, decimals: fraction.length };
}

/** Whether a text is a rate: a plain decimal above zero with at most nine digits before the point and ten after it. */
export const isRate = (text: string): boolean => text.length <= 20 && readRate(text) !== undefined;

/**
 * An amount in minor units of one currency as about so much of another; `rate` is what one unit costs of the other. Rounded to the
 * nearest minor unit, halves away from zero. For display alone: nothing that is booked or paid is ever converted. Undefined for a text
 * that is no rate.
 */
export function convertForDisplay(amountMinor: bigint, from: Currency, to: Currency, rate: string): bigint | undefined {
  const read = readRate(rate);
  if (!read) return undefined;
  const size = amountMinor < 0n ? -amountMinor : amountMinor;
  const shift = placesOf(to) - placesOf(from) - read.decimals;
  const product = size * read.numerator;
  const converted = shift >= 0 ? product * 10n ** BigInt(shift) : divideHalfUp(product, 10n ** BigInt(-shift));
  return amountMinor < 0n ? -converted : converted;
}

const divideHalfUp = (value: bigint, by: bigint): bigint => (value * 2n + by) / (by * 2n);
