import { trimSignAtEnd } from '#app/core/text/markup.ts';
import { rule } from '#app/core/rules.ts';
import { bad, good, type CheckedValue, type Rules } from './checked-value.ts';

const SAFE = 9_007_199_254_740_991n;
const PLACES = 9;

/** A whole number within what the platform keeps exactly. */
export function checkInteger(raw: string, rules: Rules): CheckedValue {
  const text = raw.trim();
  if (!/^-?\d{1,16}$/.test(text)) return bad('whole_number', rule('whole_number'));
  const value = BigInt(text);
  if (value > SAFE || value < -SAFE) return bad('whole_number', rule('whole_number'));
  return within(String(value), scaled(String(value)), rules);
}

/** A decimal of at most 13 places before and 9 behind its point. */
export function checkDecimal(raw: string, rules: Rules): CheckedValue {
  const text = raw.trim();
  if (!isDecimal(text)) return bad('decimal', rule('number'));
  const places = Number(rules.get('max_precision') ?? PLACES);
  const value = plainDecimal(text);
  if ((value.split('.')[1] ?? '').length > places) {
    return bad('places', `must have at most ${places} decimal places`, { places });
  }
  return within(value, scaled(value), rules);
}

export const isDecimal = (text: string): boolean => /^-?\d{1,13}(\.\d{1,9})?$/.test(text);

/** A decimal without needless zeros; never "-0". */
export function plainDecimal(text: string): string {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const digits = trimSignAtEnd(fraction, '0');
  const plain = whole.replace(/^0+(?=\d)/, '') + (digits === '' ? '' : `.${digits}`);
  return text.startsWith('-') && plain !== '0' ? `-${plain}` : plain;
}

/** A decimal in billionths, exactly; undefined for a text that is none. */
export function scaled(text: string): bigint | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole) * 10n ** BigInt(PLACES) + BigInt(fraction.slice(0, PLACES).padEnd(PLACES, '0'));
  return text.startsWith('-') ? -value : value;
}

function within(value: string, amount: bigint | undefined, rules: Rules): CheckedValue {
  const [minimum, maximum] = [rules.get('min'), rules.get('max')];
  const [lower, upper] = [minimum, maximum].map((bound) => (bound === undefined ? undefined : scaled(bound)));
  if (amount !== undefined && lower !== undefined && amount < lower)
    return bad('too_low', `must be at least ${minimum ?? ''}`, { minimum: minimum ?? '' });
  if (amount !== undefined && upper !== undefined && amount > upper)
    return bad('too_high', `must be at most ${maximum ?? ''}`, { maximum: maximum ?? '' });
  return good(value);
}
