import { isIP } from 'node:net';
import { z } from 'zod';
import { isPublicAddress } from '#app/adapters/web/ip-address.ts';
import { wordIssue } from '#app/core/errors.ts';
import { amountIssue, formatAmount, readAmount, type Currency } from '#app/core/money/money.ts';
import { readTypedNumber } from '#app/core/money/typed-number.ts';
import { rule } from '#app/core/rules.ts';
import type { Locale } from '#app/core/viewer.ts';
import { MAX_MEDIA, WEIGHT_UNITS } from '#app/features/products/product.ts';
import {
  hasNameBox,
  MAX_VALUE,
  OPTIONS,
  optionName,
  optionValue,
  type ImportField,
  type Mapping,
  type RowIssue,
} from './product-import.ts';

type WeightUnit = (typeof WEIGHT_UNITS)[number];
export type ImportedMetafield = { namespace: string; key: string; type?: string | undefined; value: string };
type Option = { name: string; value: string };

/**
 * What a row says. A field is undefined where no column is mapped to it: then a product keeps what it has. An empty cell clears
 * what may be empty; an empty SKU, title, price or option says nothing.
 */
export type RowValues = {
  line: number;
  sku: string;
  title: string | undefined;
  vendor: string | undefined;
  price: string | undefined;
  compareAt: string | null | undefined;
  /** Null is untracked. */
  stock: number | null | undefined;
  weight: { value: number | null; unit: WeightUnit | undefined } | undefined;
  barcode: string | undefined;
  images: string[] | undefined;
  description: string | undefined;
  metafields: ImportedMetafield[] | undefined;
  variantMetafields: ImportedMetafield[] | undefined;
  options: Option[] | undefined;
};
export type ReadRow = { values: RowValues; issues: RowIssue[] };

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
const UNTRACKED = 'untracked';

const metafieldsCell = z
  .array(
    z.object({
      namespace: z.string().trim().min(2).max(255),
      key: z.string().trim().min(2).max(64),
      type: z.string().max(100).optional(),
      value: z.string().max(65_000),
    }),
  )
  .max(MAX_FIELDS);

/** Reads rows by one mapping; numbers and amounts as people of the viewer's language type them. */
export function rowReader(mapping: Mapping, o: { currency: Currency; locale: Locale }) {
  const columnOf = new Map<ImportField, number>();
  mapping.columns.forEach((field, index) => {
    if (field !== null) columnOf.set(field, index);
  });
  return ({ line, cells }: { line: number; cells: readonly string[] }): ReadRow => {
    const issues: RowIssue[] = [];
    const fail: Fail = (field, message) => {
      issues.push(toIssue(field, message));
    };
    const raw = (field: ImportField): string | undefined => {
      const column = columnOf.get(field);
      return column === undefined ? undefined : withoutGuard(cells[column] ?? '');
    };
    const text = (field: ImportField, maximum: number): string | undefined => {
      const cell = raw(field)?.trim();
      if (cell === undefined || cell.length <= maximum) return cell;
      fail(field, rule('max_characters', { maximum }));
      return undefined;
    };
    const amount = (field: 'price' | 'compareAt'): string | undefined => {
      const cell = raw(field)?.trim();
      if (!cell) return cell;
      const read = readAmount(cell, o.currency, o.locale);
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
    const sku = text('sku', 255) ?? '';
    if (sku === '' && issues.length === 0) fail('sku', rule('required_field'));
    const title = text('title', MAX_TITLE);
    if (title && Array.from(title).length < 3) fail('title', rule('min_characters', { minimum: 3 }));
    const compareAt = amount('compareAt');
    const values: RowValues = {
      line,
      sku,
      title: title || undefined,
      vendor: text('vendor', 255) || undefined,
      price: amount('price') || undefined,
      compareAt: compareAt === '' ? null : compareAt,
      stock: readStock(raw('stock'), o.locale, fail),
      weight: readWeight(raw, o.locale, fail),
      barcode: text('barcode', 255),
      images: readImages(raw('images'), fail),
      description: text('description', MAX_DESCRIPTION),
      metafields: list('metafields'),
      variantMetafields: list('variantMetafields'),
      options: readOptions(mapping, raw, fail),
    };
    return { values, issues: issues.map((issue) => withValue(issue, raw(issue.field))) };
  };
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

/** A cell without the apostrophe by which exports keep spreadsheets from taking a text for a formula. */
const withoutGuard = (cell: string): string => (/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readStock(cell: string | undefined, locale: Locale, fail: Fail): number | null | undefined {
  const typed = cell?.trim();
  if (typed === undefined) return undefined;
  if (typed === '' || typed.toLowerCase() === UNTRACKED) return null;
  const number = Number(readTypedNumber(typed, locale) ?? Number.NaN);
  if (Number.isInteger(number) && Math.abs(number) < 1_000_000_000) return number;
  fail('stock', rule('whole_number'));
  return undefined;
}

function readWeight(raw: (field: ImportField) => string | undefined, locale: Locale, fail: Fail): RowValues['weight'] {
  const inKilograms = raw('weightKg')?.trim();
  const typed = inKilograms ?? raw('weight')?.trim();
  if (typed === undefined) return undefined;
  const unit = inKilograms === undefined ? raw('weightUnit')?.trim().toLowerCase() : 'kg';
  const known = unit ? UNITS[unit] : undefined;
  if (unit && known === undefined) fail('weightUnit', rule('weight_unit'));
  if (typed === '') return { value: null, unit: known };
  const value = Number(readTypedNumber(typed, locale) ?? Number.NaN);
  if (Number.isFinite(value) && value >= 0 && value < 1_000_000) return { value, unit: known };
  fail(inKilograms === undefined ? 'weight' : 'weightKg', rule('number'));
  return undefined;
}

function readImages(cell: string | undefined, fail: Fail): string[] | undefined {
  if (cell === undefined) return undefined;
  const addresses = [...new Set(cell.split(/[,\s]+/).filter((address) => address !== ''))];
  const isTooMany = addresses.length > MAX_MEDIA;
  if (isTooMany) fail('images', rule('max_at_once', { maximum: MAX_MEDIA }));
  else if (addresses.every((address) => address.length <= MAX_ADDRESS && isWebAddress(address))) return addresses;
  else fail('images', rule('valid_url'));
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
