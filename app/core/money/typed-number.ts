import type { Locale } from '../viewer.ts';

/** Longer texts are no numbers that a person typed. */
const MAX_CHARACTERS = 60;
/** Groups of thousands; in India those further left have two digits. */
const GROUPED = { ',': /^\d{1,3}(?:,\d{2,3}){0,20},\d{3}$/, '.': /^\d{1,3}(?:\.\d{2,3}){0,20}\.\d{3}$/ } as const;
type Separator = keyof typeof GROUPED;

/**
 * Reads a number as a person types or pastes it (`€ 1.234,50`, `1 234,56`, `$12.50`) and answers a plain decimal, or undefined
 * for no number. Everything but digits, minus, comma and dot is dropped. Where both separators stand, the last is the decimal
 * one; one that repeats separates thousands. What could be either (`1,234`) is read by the language; without one, a comma before
 * three digits separates thousands, and a dot is a decimal point.
 */
export function readTypedNumber(typed: string, locale?: Locale): string | undefined {
  if (typed.length > MAX_CHARACTERS) return undefined;
  // Most numbers have nothing around them.
  if (/^[.,]*\d[\d.,]*$/.test(typed)) return readDigits(typed, locale);
  // A currency's name may end in a dot (`Rs. 500`, `12 kr.`). Letters between digits are no number (`1e5`, `3 x 4`).
  const parts = typed.replaceAll('\u2212', '-').split(/\p{L}+\.?/u);
  if (parts.filter((part) => /\d/.test(part)).length !== 1) return undefined;
  const kept = parts.join('').replace(/[^\d,.-]/g, '');
  const sign = kept.startsWith('-') ? '-' : '';
  const digits = kept.slice(sign.length);
  if (digits.includes('-')) return undefined;
  const plain = readDigits(digits, locale);
  return plain === undefined ? undefined : `${sign}${plain}`;
}

function readDigits(digits: string, locale: Locale | undefined): string | undefined {
  const last = digits.includes(',') && digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ',' : '.';
  const other = last === ',' ? '.' : ',';
  const at = digits.lastIndexOf(last);
  if (at < 0) return digits;
  const [whole, fraction] = [digits.slice(0, at), digits.slice(at + 1)];
  if (whole.includes(last)) return GROUPED[last].test(digits) ? digits.replaceAll(last, '') : undefined;
  if (whole.includes(other)) {
    return GROUPED[other].test(whole) ? join(whole.replaceAll(other, ''), fraction) : undefined;
  }
  return couldGroup(whole, fraction) && groups(last, locale) ? `${whole}${fraction}` : join(whole, fraction);
}

/** Whether one separator may stand between thousands: `1,234`, but neither `0,234` nor `1234,567`. */
const couldGroup = (whole: string, fraction: string): boolean => /^[1-9]\d{0,2}$/.test(whole) && fraction.length === 3;

/** Whether a language separates thousands by a separator: by a comma in English and where none is known, else by a dot. */
const groups = (separator: Separator, locale: Locale = 'en'): boolean => (separator === ',') === (locale === 'en');

const join = (whole: string, fraction: string): string => `${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`;
