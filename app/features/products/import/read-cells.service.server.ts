import { isIP } from 'node:net';
import { isPublicAddress } from '#app/adapters/web/ip-address.ts';
import { wordIssue } from '#app/core/errors.ts';
import type { Currency } from '#app/core/money/money.ts';
import { rule } from '#app/core/rules.ts';
import { LENGTH_UNITS, MAX_MEDIA } from '#app/features/products/product.ts';
import { readNumber } from './decimal-signs.ts';
import { plainHeader } from './import-headers.ts';
import {
  hasNameBox,
  OPTIONS,
  optionName,
  optionValue,
  SIDES,
  type ImportField,
  type Mapping,
  type NumberField,
  type RowIssue,
  type Signs,
} from './product-import.ts';
import type { RowCells } from './row-cells.ts';
import type { LengthUnit, Option, RowValues, WeightUnit } from './row-values.ts';

const UNITS: Readonly<Record<string, WeightUnit>> = {
  g: 'GRAMS',
  gr: 'GRAMS',
  gram: 'GRAMS',
  grams: 'GRAMS',
  kg: 'KILOGRAMS',
  kgs: 'KILOGRAMS',
  kilogram: 'KILOGRAMS',
  kilograms: 'KILOGRAMS',
  oz: 'OUNCES',
  ounce: 'OUNCES',
  ounces: 'OUNCES',
  lb: 'POUNDS',
  lbs: 'POUNDS',
  pound: 'POUNDS',
  pounds: 'POUNDS',
};
const MAX_ADDRESS = 2048;
const UNTRACKED = 'untracked';

export type RowReading = { mapping: Mapping; headers: readonly string[]; currency: Currency; signs: Signs };

export type Fail = (field: ImportField, message: string) => void;

export function toIssue(field: ImportField, message: string): RowIssue {
  const { rule: broken, message: words, params } = wordIssue({ path: field, rule: '', message });
  return { field, rule: broken, message: words, ...(params && Object.keys(params).length > 0 ? { params } : {}) };
}

/** The price and what it was before: where a sale price is given, the regular price is what it is compared with. */
export function readPrices(o: {
  price: string | undefined;
  salePrice: string | undefined;
  compareAt: string | undefined;
}): Pick<RowValues, 'price' | 'compareAt'> {
  const regular = o.price || undefined;
  if (o.salePrice) {
    const isBelow = regular !== undefined && Number(o.salePrice) < Number(regular);
    return { price: o.salePrice, compareAt: isBelow ? regular : o.compareAt || null };
  }
  const compareAt = o.compareAt === '' || (o.compareAt === undefined && o.salePrice === '') ? null : o.compareAt;
  return { price: regular, compareAt };
}

export function checkCurrency(cell: string | undefined, currency: Currency, fail: Fail): void {
  const named = cell?.trim().toUpperCase();
  if (named && named !== currency) fail('currency', rule('currency_differs', { currency }));
}

export function readPosition(cell: string | undefined): number | undefined {
  const position = Number(cell?.trim() || Number.NaN);
  return Number.isInteger(position) && position > 0 ? position : undefined;
}

/** Words by which tables say yes and no. WooCommerce taxes a product, its shipping alone, or nothing. */
const YES: ReadonlySet<string> = new Set('true 1 yes y taxable ja wahr oui vrai s\u00ed si verdadero waar'.split(' '));
const NO: ReadonlySet<string> = new Set('false 0 no n none shipping nein falsch non faux falso nee onwaar'.split(' '));

/** A cell that says yes or no; an empty one says nothing. */
export function readBoolean(cell: string | undefined, fail: () => void): boolean | undefined {
  const word = cell?.trim().toLowerCase();
  if (!word) return undefined;
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  fail();
  return undefined;
}

/** Stock, where it is tracked. Exports that know where it is tracked say so in a column of its own. */
export function readStock(row: RowCells, signs: Signs, fail: Fail): Pick<RowValues, 'stock' | 'isStockUnknown'> {
  const typed = row.cell('stock')?.trim();
  const tracker = row.cell('stockTracker')?.trim();
  if (tracker === '') return { stock: null, isStockUnknown: false };
  if (row.isStockUnknown || (tracker && !typed)) return { stock: undefined, isStockUnknown: true };
  if (typed === undefined) return { stock: undefined, isStockUnknown: false };
  if (typed === '' && row.cell('inStock')?.trim() === '0') return { stock: 0, isStockUnknown: false };
  if (typed === '' || typed.toLowerCase() === UNTRACKED) return { stock: null, isStockUnknown: false };
  const number = Number(readNumber(typed, signs.stock) ?? Number.NaN);
  if (Number.isInteger(number) && Math.abs(number) < 1_000_000_000) return { stock: number, isStockUnknown: false };
  fail('stock', rule('whole_number'));
  return { stock: undefined, isStockUnknown: false };
}

/** The unit that the header of a weight names: `Weight (lbs)`. */
const HEADER_UNITS: Readonly<Record<string, string>> = { weightlb: 'lb', weightlbs: 'lb', weightoz: 'oz' };

/** The column of a weight and its unit, which is said by the column itself, by another one, or not at all. */
function findWeight(row: RowCells, { mapping, headers }: RowReading): { field: NumberField; unit: string | undefined } {
  if (row.cell('weightGrams') !== undefined) return { field: 'weightGrams', unit: 'g' };
  if (row.cell('weightKg') !== undefined) return { field: 'weightKg', unit: 'kg' };
  const unit = row.cell('weightUnit')?.trim().toLowerCase();
  if (unit !== undefined) return { field: 'weight', unit };
  const header = plainHeader(headers[mapping.columns.indexOf('weight')] ?? '');
  return { field: 'weight', unit: HEADER_UNITS[header] };
}

export function readWeight(row: RowCells, o: RowReading, fail: Fail): RowValues['weight'] {
  const { field, unit } = findWeight(row, o);
  const typed = row.cell(field)?.trim();
  if (typed === undefined) return undefined;
  const known = unit ? UNITS[unit] : undefined;
  if (unit && known === undefined) fail('weightUnit', rule('weight_unit'));
  if (typed === '') return { value: null, unit: known };
  const value = Number(readNumber(typed, o.signs[field]) ?? Number.NaN);
  if (Number.isFinite(value) && value >= 0 && value < 1_000_000) {
    // Exports write 0 where nobody weighed anything.
    return { value: field === 'weightGrams' && value === 0 ? null : value, unit: known };
  }
  fail(field, rule('number'));
  return undefined;
}

const LENGTHS: Readonly<Record<string, LengthUnit>> = {
  ...(Object.fromEntries(LENGTH_UNITS.map((unit) => [unit, unit])) as Record<LengthUnit, LengthUnit>),
  centimeter: 'cm',
  centimeters: 'cm',
  millimeter: 'mm',
  millimeters: 'mm',
  meter: 'm',
  meters: 'm',
  inch: 'in',
  inches: 'in',
  foot: 'ft',
  feet: 'ft',
  yard: 'yd',
  yards: 'yd',
};

/** The unit that the header of a side names: `Length (in)`. */
function findLengthUnit({ mapping, headers }: RowReading): LengthUnit | undefined {
  const header = headers[mapping.columns.indexOf('length')] ?? '';
  const [, unit = ''] = /[(\s]([a-z]{1,2})\)?\s*$/i.exec(header.slice(0, 255)) ?? [];
  return LENGTHS[unit.toLowerCase()];
}

/** Length, width and height, which are kept together only. */
export function readDimensions(
  row: RowCells,
  o: RowReading,
  fail: Fail,
): Pick<RowValues, 'dimensions' | 'isDimensionMissing'> {
  const typed = SIDES.map((side) => row.cell(side)?.trim());
  const isPartly = typed.some(Boolean);
  if (!typed.every(Boolean)) {
    const isCleared = !isPartly && typed.every((cell) => cell === '');
    return { dimensions: isCleared ? null : undefined, isDimensionMissing: isPartly };
  }
  const word = row.cell('lengthUnit')?.trim().toLowerCase();
  const unit = word ? LENGTHS[word] : findLengthUnit(o);
  if (word && unit === undefined) fail('lengthUnit', rule('length_unit'));
  const [length, width, height] = SIDES.map((side, index) => {
    const value = Number(readNumber(typed[index] ?? '', o.signs[side]) ?? Number.NaN);
    if (Number.isFinite(value) && value >= 0 && value < 1_000_000) return value;
    fail(side, rule('number'));
    return undefined;
  });
  if (length === undefined || width === undefined || height === undefined)
    return { dimensions: undefined, isDimensionMissing: false };
  return { dimensions: { length, width, height, unit }, isDimensionMissing: false };
}

const toAddresses = (cell: string): string[] => cell.split(/[,\s]+/).filter((address) => address !== '');
const isAddress = (address: string): boolean => address.length <= MAX_ADDRESS && isWebAddress(address);

export function readImages(cells: readonly string[], fail: Fail): string[] | undefined {
  if (cells.length === 0) return undefined;
  const addresses = [...new Set(cells.flatMap(toAddresses))];
  const isTooMany = addresses.length > MAX_MEDIA;
  if (isTooMany) fail('images', rule('max_at_once', { maximum: MAX_MEDIA }));
  else if (addresses.every(isAddress)) return addresses;
  else fail('images', rule('valid_url'));
  return undefined;
}

export function readImage(cell: string | undefined, fail: Fail): string | undefined {
  const [address] = toAddresses(cell ?? '');
  if (address === undefined || isAddress(address)) return address;
  fail('variantImage', rule('valid_url'));
  return undefined;
}

function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

/**
 * Whether an address may be one of the public internet as far as its letters say: the platform fetches pictures, and who
 * imports shall not send it to private machines.
 */
export function isPublicLink(address: string): boolean {
  const { hostname, username, password } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (username !== '' || password !== '') return false;
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !/\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host);
}

/** The options of a row: name and value come together, and each asks for the one before. */
export function readOptions(
  mapping: Mapping,
  raw: (field: ImportField) => string | undefined,
  fail: Fail,
): Option[] | undefined {
  if (!OPTIONS.some((number) => raw(optionValue(number)) !== undefined)) return undefined;
  const options: Option[] = [];
  for (const number of OPTIONS) {
    const value = raw(optionValue(number))?.trim() ?? '';
    const boxed = hasNameBox(mapping, number) && value !== '' ? mapping.optionNames[number - 1] : undefined;
    const name = (boxed ?? raw(optionName(number)) ?? '').trim();
    if (name === '' && value === '') continue;
    if (name === '') fail(optionName(number), rule('required_field'));
    else if (value === '') fail(optionValue(number), rule('required_field'));
    else if (options.length < number - 1) fail(optionValue(number), rule('option_before', { option: number - 1 }));
    for (const [field, typed] of [
      [optionName(number), name],
      [optionValue(number), value],
    ] as const)
      if (typed.length > 255) fail(field, rule('max_characters', { maximum: 255 }));
    options.push({ name, value });
  }
  return options;
}
