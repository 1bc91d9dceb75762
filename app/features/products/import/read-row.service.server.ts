import { isIP } from 'node:net';
import { z } from 'zod';
import { isPublicAddress } from '#app/adapters/web/ip-address.ts';
import { wordIssue } from '#app/core/errors.ts';
import { amountIssue, formatAmount, readAmount, type Currency } from '#app/core/money/money.ts';
import { refuse } from '#app/core/result.ts';
import { rule } from '#app/core/rules.ts';
import { MAX_MEDIA, WEIGHT_UNITS } from '#app/features/products/product.ts';
import {
  hasNameBox,
  MAX_VALUE,
  OPTIONS,
  optionName,
  optionValue,
  type ImportField,
  type Mapping,
  type NumberField,
  type RowIssue,
  type Signs,
} from './product-import.ts';
import { plainHeader, readMetafieldHeader, type NamedMetafield } from './import-headers.ts';
import { readNumber } from './decimal-signs.ts';
import type { RowCells } from './row-cells.ts';

type WeightUnit = (typeof WEIGHT_UNITS)[number];
export type ImportedMetafield = { namespace: string; key: string; type?: string | undefined; value: string };
type Option = { name: string; value: string };

/**
 * What a row says. A field is undefined where no column is mapped to it: then a product keeps what it has. An empty cell clears
 * what may be empty; an empty SKU, title, price or option says nothing.
 */
export type RowValues = {
  line: number;
  /** False for a row that is no variant: it adds pictures or texts to the product of its handle. */
  isVariant: boolean;
  /** What rows of one product share; undefined where a table has none. */
  handle: string | undefined;
  sku: string;
  /** Whether the table has no SKU and one was made of the handle and the options. */
  isSkuMade: boolean;
  title: string | undefined;
  vendor: string | undefined;
  price: string | undefined;
  compareAt: string | null | undefined;
  /** Null is untracked. */
  stock: number | null | undefined;
  /** Whether stock is tracked and the table does not say how much there is. */
  isStockUnknown: boolean;
  weight: { value: number | null; unit: WeightUnit | undefined } | undefined;
  barcode: string | undefined;
  taxable: boolean | undefined;
  requiresShipping: boolean | undefined;
  images: string[] | undefined;
  /** Where the row's pictures stand among those of its product. */
  imagePosition: number | undefined;
  /** The alternative text of the row's first picture. */
  imageAlt: string | undefined;
  variantImage: string | undefined;
  description: string | undefined;
  seoTitle: string | undefined;
  seoDescription: string | undefined;
  metafields: ImportedMetafield[] | undefined;
  variantMetafields: ImportedMetafield[] | undefined;
  /** Specifications that have a column each. */
  fieldColumns: (NamedMetafield & { value: string })[] | undefined;
  options: Option[] | undefined;
};
export type ReadRow = { values: RowValues; issues: RowIssue[] };

/** A row that says nothing of any field. */
export const NO_VALUES: Omit<RowValues, 'line' | 'sku'> = {
  isVariant: true,
  handle: undefined,
  isSkuMade: false,
  title: undefined,
  vendor: undefined,
  price: undefined,
  compareAt: undefined,
  stock: undefined,
  isStockUnknown: false,
  weight: undefined,
  barcode: undefined,
  taxable: undefined,
  requiresShipping: undefined,
  images: undefined,
  imagePosition: undefined,
  imageAlt: undefined,
  variantImage: undefined,
  description: undefined,
  seoTitle: undefined,
  seoDescription: undefined,
  metafields: undefined,
  variantMetafields: undefined,
  fieldColumns: undefined,
  options: undefined,
};

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
const MAX_TITLE = 255;
const MAX_DESCRIPTION = 100_000;
const MAX_ADDRESS = 2048;
const MAX_FIELDS = 100;
const MAX_FIELD = 65_000;
const MAX_ALT = 512;
const MAX_SEO_TITLE = 255;
const MAX_SEO_DESCRIPTION = 2_000;
const UNTRACKED = 'untracked';

const metafieldsCell = z
  .array(
    z.object({
      namespace: z.string().trim().min(2).max(255),
      key: z.string().trim().min(2).max(64),
      type: z.string().max(100).optional(),
      value: z.string().max(MAX_FIELD),
    }),
  )
  .max(MAX_FIELDS);

/** Numbers that a spreadsheet shortened: their last digits are gone. */
const SHORTENED = /^\d(?:[.,]\d{1,20})?E\+\d{2,3}$/i;

export type RowReading = { mapping: Mapping; headers: readonly string[]; currency: Currency; signs: Signs };

/** Reads the cells of a row as values; numbers by the decimal signs of their columns. */
export function readRow(row: RowCells, o: RowReading): ReadRow {
  const issues: RowIssue[] = row.issues.map(({ field, message }) => toIssue(field, message));
  const fail: Fail = (field, message) => {
    issues.push(toIssue(field, message));
  };
  const raw = (field: ImportField): string | undefined => row.cell(field);
  const text = (field: ImportField, maximum: number): string | undefined => {
    const cell = raw(field)?.trim();
    if (cell === undefined || cell.length <= maximum) return cell;
    fail(field, rule('max_characters', { maximum }));
    return undefined;
  };
  const code = (field: 'sku' | 'barcode' | 'handle'): string | undefined => {
    const cell = text(field, 255);
    if (cell === undefined || !SHORTENED.test(cell)) return cell;
    fail(field, rule('code_as_number'));
    return undefined;
  };
  const amount = (field: 'price' | 'salePrice' | 'compareAt'): string | undefined => {
    const cell = raw(field)?.trim();
    if (!cell) return cell;
    const number = readNumber(cell, o.signs[field]);
    const read = number === undefined ? refuse({ rule: 'not_a_number' as const }) : readAmount(number, o.currency);
    if (read.ok && read.value >= 0n) return formatAmount(read.value, o.currency);
    if (read.ok) {
      fail(field, rule('min_amount', { minimum: 0 }));
      return undefined;
    }
    const { rule: broken, message, params = {} } = amountIssue(field, read.refusal);
    issues.push({ field, rule: broken, message, params });
    return undefined;
  };
  const list = (field: 'metafields' | 'variantMetafields'): ImportedMetafield[] | undefined => {
    const cell = raw(field)?.trim();
    if (!cell) return cell === undefined ? undefined : [];
    const parsed = metafieldsCell.safeParse(parseJson(cell));
    if (parsed.success) return parsed.data;
    fail(field, rule('metafields_format'));
    return undefined;
  };
  failErrorCells(row, o.mapping, issues);
  const handle = row.handle ?? (code('handle') || undefined);
  const { isVariant } = row;
  const sku = isVariant ? (row.madeSku ?? code('sku') ?? '') : '';
  if (isVariant && sku === '' && issues.every(({ field }) => field !== 'sku')) fail('sku', rule('required_field'));
  const title = text('title', MAX_TITLE);
  if (title && Array.from(title).length < 3) fail('title', rule('min_characters', { minimum: 3 }));
  const images = readImages(row.cells('images'), fail);
  const product = {
    ...NO_VALUES,
    line: row.line,
    isVariant,
    handle,
    sku,
    isSkuMade: row.madeSku !== undefined,
    title: title || undefined,
    vendor: text('vendor', 255) || undefined,
    images,
    imagePosition: readPosition(raw('imagePosition')),
    imageAlt: text('imageAlt', MAX_ALT),
    description: text('description', MAX_DESCRIPTION),
    seoTitle: text('seoTitle', MAX_SEO_TITLE),
    seoDescription: text('seoDescription', MAX_SEO_DESCRIPTION),
    metafields: list('metafields'),
    fieldColumns: readFieldColumns(row, o, fail),
  };
  const withValues = (values: RowValues): ReadRow => ({
    values,
    issues: issues.map((issue) => withValue(issue, raw(issue.field))),
  });
  if (!isVariant) return withValues(product);
  checkCurrency(raw('currency'), o.currency, fail);
  const variant = {
    ...product,
    ...readPrices({ price: amount('price'), salePrice: amount('salePrice'), compareAt: amount('compareAt') }),
    ...readStock(row, o.signs, fail),
    weight: readWeight(row, o, fail),
    barcode: code('barcode'),
    taxable: readBoolean(raw('taxable'), () => {
      fail('taxable', rule('true_or_false'));
    }),
    requiresShipping: readBoolean(raw('requiresShipping'), () => {
      fail('requiresShipping', rule('true_or_false'));
    }),
    variantImage: readImage(raw('variantImage'), fail),
    variantMetafields: list('variantMetafields'),
    options: readOptions(o.mapping, raw, fail),
  };
  return withValues(variant);
}

/** What a spreadsheet shows instead of a value. */
const ERROR_CELL = /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!)$/;

function failErrorCells(row: RowCells, { columns }: Mapping, issues: RowIssue[]): void {
  for (const field of new Set(columns)) {
    const cell = field === null ? '' : (row.cell(field)?.trim() ?? '');
    if (field !== null && cell.startsWith('#') && ERROR_CELL.test(cell)) {
      issues.push(toIssue(field, rule('error_cell', { value: cell })));
    }
  }
}

/** The price and what it was before: where a sale price is given, the regular price is what it is compared with. */
function readPrices(o: {
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

function checkCurrency(cell: string | undefined, currency: Currency, fail: Fail): void {
  const named = cell?.trim().toUpperCase();
  if (named && named !== currency) fail('currency', rule('currency_differs', { currency }));
}

function readPosition(cell: string | undefined): number | undefined {
  const position = Number(cell?.trim() || Number.NaN);
  return Number.isInteger(position) && position > 0 ? position : undefined;
}

/** Words by which tables say yes and no. WooCommerce taxes a product, its shipping alone, or nothing. */
const YES: ReadonlySet<string> = new Set('true 1 yes y taxable ja wahr oui vrai s\u00ed si verdadero waar'.split(' '));
const NO: ReadonlySet<string> = new Set('false 0 no n none shipping nein falsch non faux falso nee onwaar'.split(' '));

/** A cell that says yes or no; an empty one says nothing. */
function readBoolean(cell: string | undefined, fail: () => void): boolean | undefined {
  const word = cell?.trim().toLowerCase();
  if (!word) return undefined;
  if (YES.has(word)) return true;
  if (NO.has(word)) return false;
  fail();
  return undefined;
}

function readFieldColumns(row: RowCells, { mapping, headers }: RowReading, fail: Fail): RowValues['fieldColumns'] {
  const named = mapping.columns.flatMap((field, column) => {
    const one = field === 'metafield' ? readMetafieldHeader(headers[column] ?? '') : undefined;
    if (!one || (one.owner === 'PRODUCTVARIANT' && !row.isVariant)) return [];
    // Only the first row of a product says what the product's specifications are.
    if (one.owner === 'PRODUCT' && !row.isFirst) return [];
    return [{ ...one, value: row.column(column).trim() }];
  });
  if (named.some(({ value }) => value.length > MAX_FIELD)) {
    fail('metafield', rule('max_characters', { maximum: MAX_FIELD }));
    return undefined;
  }
  return named.length === 0 ? undefined : named;
}

/** An issue with what its cell says, so that nobody has to look it up in the table. */
function withValue(issue: RowIssue, cell: string | undefined): RowIssue {
  const value = cell?.trim().slice(0, MAX_VALUE);
  return value ? { ...issue, value } : issue;
}

type Fail = (field: ImportField, message: string) => void;

export function toIssue(field: ImportField, message: string): RowIssue {
  const { rule: broken, message: words, params } = wordIssue({ path: field, rule: '', message });
  return { field, rule: broken, message: words, ...(params && Object.keys(params).length > 0 ? { params } : {}) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stock, where it is tracked. Exports that know where it is tracked say so in a column of its own. */
function readStock(row: RowCells, signs: Signs, fail: Fail): Pick<RowValues, 'stock' | 'isStockUnknown'> {
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

function readWeight(row: RowCells, o: RowReading, fail: Fail): RowValues['weight'] {
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

const toAddresses = (cell: string): string[] => cell.split(/[,\s]+/).filter((address) => address !== '');
const isAddress = (address: string): boolean => address.length <= MAX_ADDRESS && isWebAddress(address);

function readImages(cells: readonly string[], fail: Fail): string[] | undefined {
  if (cells.length === 0) return undefined;
  const addresses = [...new Set(cells.flatMap(toAddresses))];
  const isTooMany = addresses.length > MAX_MEDIA;
  if (isTooMany) fail('images', rule('max_at_once', { maximum: MAX_MEDIA }));
  else if (addresses.every(isAddress)) return addresses;
  else fail('images', rule('valid_url'));
  return undefined;
}

function readImage(cell: string | undefined, fail: Fail): string | undefined {
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
function readOptions(
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
