import { trimSignAtEnd } from '../text/markup.ts';
import { invariant } from '../invariant.ts';
import { ok, refuse, type Result } from '../result.ts';

/** An exact percentage in ten-thousandths of a percent: 12.5 % is 125000n. */
export type Percent = bigint;

export type PercentRefusal = { rule: 'not_a_number' } | { rule: 'too_many_places'; places: number };

const PLACES = 4;
const ONE_PERCENT = 10_000n;
const WHOLE = 100n * ONE_PERCENT;
const DECIMAL = /^(-?)(\d{1,9})(?:\.(\d*))?$/;

/** Reads "12.5" or 12.5 as an exact percentage with at most four places. */
export function parsePercent(input: string | number): Result<Percent, PercentRefusal> {
  const match = DECIMAL.exec(typeof input === 'number' ? String(input) : input.trim());
  if (!match) return refuse({ rule: 'not_a_number' });
  const [, sign = '', integer = '', fraction = ''] = match;
  if (/[1-9]/.test(fraction.slice(PLACES))) return refuse({ rule: 'too_many_places', places: PLACES });
  const value = BigInt(integer + fraction.slice(0, PLACES).padEnd(PLACES, '0'));
  return ok(sign === '-' ? -value : value);
}

/** The shortest decimal of a percentage: 125000n is "12.5", 100000n is "10". */
export function formatPercent(percent: Percent): string {
  const absolute = percent < 0n ? -percent : percent;
  const fraction = trimSignAtEnd((absolute % ONE_PERCENT).toString().padStart(PLACES, '0'), '0');
  return `${percent < 0n ? '-' : ''}${absolute / ONE_PERCENT}${fraction === '' ? '' : `.${fraction}`}`;
}

/** `percent` of an amount, rounded half-up to the minor unit. The amount is never negative (money rule M37). */
export function computePercent(baseMinor: bigint, percent: Percent): bigint {
  return divideHalfUp(baseMinor * percent, WHOLE);
}

/** A fraction of non-negative integers, rounded half-up. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  invariant(numerator >= 0n && denominator > 0n, 'only non-negative amounts are rounded');
  return (2n * numerator + denominator) / (2n * denominator);
}
