import { readTypedNumber } from '#app/core/money/typed-number.ts';
import { NUMBER_FIELDS, type DecimalSign, type Mapping, type NumberField, type Signs } from './product-import.ts';

/** A number as a plain decimal, where its column writes fractions after this sign; undefined for no number. */
export const readNumber = (cell: string, sign: DecimalSign | undefined): string | undefined =>
  readTypedNumber(cell, sign === 'comma' ? 'de' : 'en');

/** Longer cells hold no number. */
const MAX_CHARACTERS = 60;

/** Most prices: `19.50`. */
const PLAIN_POINT = /^\d+\.\d{1,2}$/;

/**
 * The sign before the fraction of a number, where the number itself shows it; `open` where the sign could stand between
 * thousands as well (`1.234`), undefined where it has none.
 */
export function findSign(cell: string): DecimalSign | 'open' | undefined {
  if (cell.length > MAX_CHARACTERS || !/[.,]/.test(cell)) return undefined;
  if (PLAIN_POINT.test(cell)) return 'point';
  const number = cell.replace(/[^\d.,]/g, '');
  const [comma, point] = [number.lastIndexOf(','), number.lastIndexOf('.')];
  if (comma < 0 && point < 0) return undefined;
  if (comma >= 0 && point >= 0) return comma > point ? 'comma' : 'point';
  const sign = comma >= 0 ? ',' : '.';
  const parts = number.split(sign);
  const [whole = '', fraction = ''] = parts;
  // One that repeats stands between thousands, so that the other one is before fractions.
  if (parts.length > 2) return sign === ',' ? 'point' : 'comma';
  if (fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)) return 'open';
  return sign === ',' ? 'comma' : 'point';
}

/** How a column of numbers is read, with a cell that could be read otherwise. */
export type Reading = { field: NumberField; sign: DecimalSign; example: string; value: string };
type Votes = { comma: number; point: number; open: string | undefined };

const isNumberField = (field: string | null): field is NumberField =>
  (NUMBER_FIELDS as readonly (string | null)[]).includes(field);

/**
 * The decimal sign of each column of numbers: what somebody chose, else what most of its own cells show, else those of the other
 * columns, else the file's language. Columns with cells that could be read otherwise are named.
 */
export function computeSigns(
  rows: readonly { cells: readonly string[] }[],
  mapping: Mapping,
  fallback: DecimalSign,
): { signs: Signs; readings: Reading[] } {
  const votes = new Map<NumberField, Votes>();
  mapping.columns.forEach((field, column) => {
    if (!isNumberField(field)) return;
    const count: Votes = { comma: 0, point: 0, open: undefined };
    for (const { cells } of rows) {
      const cell = cells[column] ?? '';
      const sign = findSign(cell);
      if (sign === 'open') count.open ??= cell.trim();
      else if (sign !== undefined) count[sign] += 1;
    }
    votes.set(field, count);
  });
  const whole = toSign([...votes.values()]) ?? fallback;
  const signs: Partial<Record<NumberField, DecimalSign>> = {};
  const readings: Reading[] = [];
  for (const [field, count] of votes) {
    const sign = mapping.decimalSign ?? toSign([count]) ?? whole;
    signs[field] = sign;
    if (count.open === undefined) continue;
    readings.push({ field, sign, example: count.open, value: readNumber(count.open, sign) ?? '' });
  }
  return { signs, readings };
}

/** The sign that most cells show; undefined where none does. */
function toSign(votes: readonly Votes[]): DecimalSign | undefined {
  const sum = (sign: DecimalSign): number => votes.reduce((total, count) => total + count[sign], 0);
  const [comma, point] = [sum('comma'), sum('point')];
  if (comma + point === 0) return undefined;
  return comma > point ? 'comma' : 'point';
}
