import { z } from 'zod';
import { amountIssue, formatAmount, readAmount } from '#app/core/money/money.ts';
import { refuse } from '#app/core/result.ts';
import { rule } from '#app/core/rules.ts';
import { readNumber } from './decimal-signs.ts';
import { readMetafieldHeader } from './import-headers.ts';
import { MAX_VALUE, type ImportField, type RowIssue } from './product-import.ts';
import {
  checkCurrency,
  readBoolean,
  readDimensions,
  readImage,
  readImages,
  readOptions,
  readPosition,
  readPrices,
  readStock,
  readWeight,
  toIssue,
  type Fail,
  type RowReading,
} from './read-cells.service.server.ts';
import type { RowCells } from './row-cells.ts';
import { NO_VALUES, type ImportedMetafield, type ReadRow, type RowValues } from './row-values.ts';

const MAX_TITLE = 255;
const MAX_DESCRIPTION = 100_000;
const MAX_FIELDS = 100;
const MAX_FIELD = 65_000;
const MAX_ALT = 512;
const MAX_SEO_TITLE = 255;
const MAX_SEO_DESCRIPTION = 2_000;
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
  failErrorCells(row, issues);
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
    ...readDimensions(row, o, fail),
    barcode: code('barcode'),
    taxable: readBoolean(raw('taxable'), () => {
      fail('taxable', rule('true_or_false'));
    }),
    requiresShipping: readBoolean(raw('requiresShipping'), () => {
      fail('requiresShipping', rule('true_or_false'));
    }),
    localPickup: readBoolean(raw('localPickup'), () => {
      fail('localPickup', rule('true_or_false'));
    }),
    variantImage: readImage(raw('variantImage'), fail),
    variantMetafields: list('variantMetafields'),
    options: readOptions(o.mapping, raw, fail),
  };
  return withValues(variant);
}

/** What a spreadsheet shows instead of a value. */
const ERROR_CELL = /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!)$/;

function failErrorCells(row: RowCells, issues: RowIssue[]): void {
  for (const field of row.fields()) {
    if (!row.cell(field)?.includes('#')) continue;
    const cell = row.cell(field)?.trim() ?? '';
    if (ERROR_CELL.test(cell)) issues.push(toIssue(field, rule('error_cell', { value: cell })));
  }
}

function readFieldColumns(row: RowCells, { mapping, headers }: RowReading, fail: Fail): RowValues['fieldColumns'] {
  if (!mapping.columns.includes('metafield')) return undefined;
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
