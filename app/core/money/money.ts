import type { ErrorParams, Issue } from '../errors.ts';
import { invariant } from '../invariant.ts';
import { ok, refuse, type Result } from '../result.ts';
import { readTypedNumber } from './typed-number.ts';
import type { Locale } from '../viewer.ts';

/**
 * ISO 4217: the active currencies by the number of places of their minor unit. Two is by far the most common, so the lists
 * are grouped instead of repeating the number 170 times.
 */
const CURRENCIES_BY_PLACES: readonly (readonly [places: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY ' +
      'COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR ' +
      'IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN ' +
      'NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB ' +
      'TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

const PLACES: ReadonlyMap<string, number> = new Map(
  CURRENCIES_BY_PLACES.flatMap(([places, codes]) => codes.split(' ').map((code) => [code, places] as const)),
);

declare const currencyBrand: unique symbol;
/** An ISO 4217 code that this program knows the exponent of. */
export type Currency = string & { readonly [currencyBrand]: true };

/** An exact amount: an integer of the currency's own minor unit. */
export type Money = { readonly amountMinor: bigint; readonly currency: Currency };

/** Why a text is no amount. `places` is how many decimals the currency has. */
export type AmountRefusal =
  { rule: 'not_a_number' } | { rule: 'too_many_places'; places: number } | { rule: 'too_large'; digits: number };

/** Two currencies met in one sum. It is our own bug: amounts are never converted silently. */
export class MoneyError extends Error {
  constructor(left: string, right: string) {
    super(`Amounts in ${left} and ${right} never add`);
    this.name = 'MoneyError';
  }
}

const MAX_INTEGER_DIGITS = 13;
const DECIMAL = /^(-?)(\d+)(?:\.(\d*))?$/;

export function isCurrency(code: string): code is Currency {
  return PLACES.has(code);
}

/** The currency of a code; crashes for a code that ISO 4217 does not list. Check user input with `isCurrency` first. */
export function asCurrency(code: string): Currency {
  invariant(isCurrency(code), `"${code}" is not an ISO 4217 currency`);
  return code;
}

/** How many decimals a currency's amounts have: EUR 2, JPY 0, KWD 3. */
export function placesOf(currency: Currency): number {
  const places = PLACES.get(currency);
  invariant(places !== undefined, `"${currency}" is not an ISO 4217 currency`);
  return places;
}

export function money(amountMinor: bigint, currency: Currency): Money {
  return { amountMinor, currency };
}

/** Reads a decimal ("12.34", 12.34, "-3") as minor units. Places beyond the currency's own are accepted only when they are zeros. */
export function parseAmount(input: string | number, currency: Currency): Result<bigint, AmountRefusal> {
  const match = DECIMAL.exec(typeof input === 'number' ? String(input) : input.trim());
  if (!match) return refuse({ rule: 'not_a_number' });
  const [, sign = '', integer = '', fraction = ''] = match;
  const places = placesOf(currency);
  if (/[1-9]/.test(fraction.slice(places))) return refuse({ rule: 'too_many_places', places });
  if (integer.replace(/^0+/, '').length > MAX_INTEGER_DIGITS) {
    return refuse({ rule: 'too_large', digits: MAX_INTEGER_DIGITS });
  }
  const minor = BigInt(integer + fraction.slice(0, places).padEnd(places, '0'));
  return ok(sign === '-' ? -minor : minor);
}

/**
 * An amount as a call or a form sends it: a plain decimal is read as it stands, anything else as a person of the language typed
 * it (`€ 1.234,50`). Screens turn what is typed into a plain decimal before they send it, so `1.234` is never guessed here.
 */
export function readAmount(input: string | number, currency: Currency, locale?: Locale): Result<bigint, AmountRefusal> {
  if (typeof input === 'number' || DECIMAL.test(input.trim())) return parseAmount(input, currency);
  const plain = readTypedNumber(input, locale);
  return plain === undefined ? refuse({ rule: 'not_a_number' }) : parseAmount(plain, currency);
}

/** A typed amount as a plain decimal, by the viewer's language; what is no number stays as it is, to be refused with its field. */
export function plainAmount<Input extends string | number>(input: Input, locale: Locale): Input | string {
  if (typeof input === 'number' || DECIMAL.test(input.trim())) return input;
  return readTypedNumber(input, locale) ?? input;
}

/** A refused amount as an issue of its field, with the numbers that its text has in every language. */
export function amountIssue(path: string, refusal: AmountRefusal): Issue {
  const params: ErrorParams =
    refusal.rule === 'too_many_places'
      ? { places: refusal.places }
      : refusal.rule === 'too_large'
        ? { digits: refusal.digits }
        : {};
  return { path, rule: refusal.rule, message: describeAmountRefusal(refusal), params };
}

/** The English text of a refusal, to stand after a field's name. */
export function describeAmountRefusal(refusal: AmountRefusal): string {
  switch (refusal.rule) {
    case 'not_a_number':
      return 'must be a number';
    case 'too_many_places':
      return refusal.places === 0 ? 'must be a whole number' : `must have at most ${refusal.places} decimal places`;
    case 'too_large':
      return `must have at most ${refusal.digits} digits before the decimal point`;
  }
}

/** Minor units as a decimal with exactly the currency's places: 1234n EUR is "12.34". */
export function formatAmount(amountMinor: bigint, currency: Currency): string {
  const places = placesOf(currency);
  const digits = (amountMinor < 0n ? -amountMinor : amountMinor).toString().padStart(places + 1, '0');
  const cut = digits.length - places;
  const text = places === 0 ? digits : `${digits.slice(0, cut)}.${digits.slice(cut)}`;
  return amountMinor < 0n ? `-${text}` : text;
}

/** The wire shape of an amount: `{"amount":"12.34","currency":"EUR"}`. */
export function toDto(value: Money): { amount: string; currency: string } {
  return { amount: formatAmount(value.amountMinor, value.currency), currency: value.currency };
}

export function add(left: Money, right: Money): Money {
  assertSameCurrency(left, right);
  return { amountMinor: left.amountMinor + right.amountMinor, currency: left.currency };
}

export function subtract(left: Money, right: Money): Money {
  assertSameCurrency(left, right);
  return { amountMinor: left.amountMinor - right.amountMinor, currency: left.currency };
}

export function negate(value: Money): Money {
  return { amountMinor: -value.amountMinor, currency: value.currency };
}

/** The sum of amounts of one currency, which is named because the list may be empty. */
export function sumMoney(values: readonly Money[], currency: Currency): Money {
  return values.reduce(add, { amountMinor: 0n, currency });
}

/** −1, 0 or 1, as `sort` wants it. */
export function compareMoney(left: Money, right: Money): -1 | 0 | 1 {
  assertSameCurrency(left, right);
  return left.amountMinor < right.amountMinor ? -1 : left.amountMinor > right.amountMinor ? 1 : 0;
}

function assertSameCurrency(left: Money, right: Money): void {
  if (left.currency !== right.currency) throw new MoneyError(left.currency, right.currency);
}

/** Sums plain minor units. */
export function sumMinor(amounts: Iterable<bigint>): bigint {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}
