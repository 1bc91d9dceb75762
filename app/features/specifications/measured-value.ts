import { trimSignAtEnd } from '#app/core/text/markup.ts';
import { asCurrency, parseAmount } from '#app/core/money/money.ts';
import { rule } from '#app/core/rules.ts';
import { bad, good, type CheckedValue, type Rules, type ValueContext } from './checked-value.ts';
import { isDecimal, plainDecimal, scaled } from './number-value.ts';

/** The units of the platform by what they measure, each with its size in the first one's thousandths (of a gram, millimetre, millilitre). */
export const UNITS = {
  weight: { kg: 1_000_000, g: 1_000, lb: 453_592.37, oz: 28_349.523_125 },
  dimension: { cm: 10_000, mm: 1_000, m: 1_000_000, in: 25_400, ft: 304_800, yd: 914_400 },
  volume: {
    l: 1_000_000,
    cl: 10_000,
    ml: 1_000,
    m3: 1_000_000_000,
    us_fl_oz: 29_573.529_562_5,
    us_pt: 473_176.473,
    us_qt: 946_352.946,
    us_gal: 3_785_411.784,
    imp_fl_oz: 28_413.062_5,
    imp_pt: 568_261.25,
    imp_qt: 1_136_522.5,
    imp_gal: 4_546_090,
  },
} as const;
export type Measure = keyof typeof UNITS;
export const isMeasure = (type: string): type is Measure => type in UNITS;
export const toUnits = (measure: Measure): string[] => Object.keys(UNITS[measure]);

/** A value of the platform that is an object of plain values; undefined for anything else. */
export function readParts(raw: string | undefined): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(raw ?? '');
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const parts = Object.entries(value as Record<string, unknown>).map(([name, one]): [string, unknown] => [
      name,
      typeof one === 'number' ? toDecimal(one) : one,
    ]);
    return parts.every(([, one]) => typeof one === 'string')
      ? (Object.fromEntries(parts) as Record<string, string>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A number as a decimal, without an exponent. */
const toDecimal = (value: number): string =>
  /e/i.test(String(value)) ? trimSignAtEnd(trimSignAtEnd(value.toFixed(9), '0'), '.') : String(value);

/** A weight, a length or a volume that is not below nothing, within the bounds of its definition in whichever unit they are. */
export function checkMeasure(measure: Measure, raw: string, rules: Rules): CheckedValue {
  const { value = '', unit = '' } = readParts(raw) ?? {};
  if (!isDecimal(value) || value.startsWith('-')) return bad('decimal', rule('number'));
  const factor = computeFactor(measure, unit);
  if (factor === undefined) return bad('unit', 'must have a unit of the list');
  for (const [name, rule, word] of [
    ['min', 'too_low', 'least'],
    ['max', 'too_high', 'most'],
  ] as const) {
    const bound = readParts(rules.get(name));
    const size = bound && computeFactor(measure, bound.unit ?? '');
    if (!bound || size === undefined) continue;
    const difference = Number(value) * factor - Number(bound.value) * size;
    const shown = `${bound.value ?? ''} ${bound.unit ?? ''}`;
    // A part in a billion is what is lost by turning one unit into another.
    const slack = Math.abs(Number(bound.value) * size) * 1e-9;
    if (name === 'min' ? difference < -slack : difference > slack) {
      return bad(rule, `must be at ${word} ${shown}`, name === 'min' ? { minimum: shown } : { maximum: shown });
    }
  }
  return good(JSON.stringify({ value: Number(plainDecimal(value)), unit }));
}

function computeFactor(measure: Measure, unit: string): number | undefined {
  const known: Readonly<Record<string, number>> = UNITS[measure];
  return Object.hasOwn(known, unit) ? known[unit] : undefined;
}

/** An amount in the store's currency, not below nothing. */
export function checkMoney(raw: string, { currency }: ValueContext): CheckedValue {
  const { amount = '', currency_code: code = currency } = readParts(raw) ?? {};
  if (code !== currency) return bad('currency', `must be an amount in ${currency}`, { currency });
  const parsed = parseAmount(amount, asCurrency(currency));
  if (!parsed.ok || amount.startsWith('-')) return bad('amount', 'must be an amount of at least 0');
  return good(JSON.stringify({ amount: plainDecimal(amount), currency_code: currency }));
}

/** A rating on the scale of its definition. */
export function checkRating(raw: string, rules: Rules): CheckedValue {
  const { value = '' } = readParts(raw) ?? {};
  const [from, to] = [rules.get('scale_min') ?? '1', rules.get('scale_max') ?? '5'];
  const [amount, lower, upper] = [value, from, to].map((text) => scaled(text));
  if (!isDecimal(value) || amount === undefined) return bad('decimal', rule('number'));
  if (lower !== undefined && amount < lower) return bad('too_low', `must be at least ${from}`, { minimum: from });
  if (upper !== undefined && amount > upper) return bad('too_high', `must be at most ${to}`, { maximum: to });
  return good(JSON.stringify({ value: plainDecimal(value), scale_min: from, scale_max: to }));
}
