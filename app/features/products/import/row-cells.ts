import { createHash } from 'node:crypto';
import { appendTo } from '#app/core/append-to.ts';
import { rule } from '#app/core/rules.ts';
import { MAX_VARIANTS } from '#app/features/products/product.ts';
import { OPTIONS, optionName, optionValue, SIDES, type ImportField, type Mapping } from './product-import.ts';

export type TableRow = { line: number; cells: readonly string[] };

/**
 * A cell as it was meant: without the apostrophe by which exports keep spreadsheets from taking a text for a formula, and without
 * the formula by which people keep spreadsheets from taking a code for a number (`="0018"`).
 */
function plainCell(cell: string): string {
  // Nearly all cells begin with neither of the two.
  if (!cell.startsWith("'") && !cell.startsWith('=')) return cell;
  if (/^'[=+\-@\t\r]/.test(cell)) return cell.slice(1);
  const isQuoted = cell.length > 2 && cell.startsWith('="') && cell.endsWith('"');
  return isQuoted ? cell.slice(2, -1).replaceAll('""', '"') : cell;
}

/** The cells of a row by field, with what the row takes from the other rows of its product. */
export class RowCells {
  readonly line: number;
  /** False for a row that only adds to its product. */
  isVariant = true;
  /** Whether it is the first row of its product: what the product says stands there. */
  isFirst = true;
  handle: string | undefined = undefined;
  madeSku: string | undefined = undefined;
  isStockUnknown = false;
  readonly issues: { field: ImportField; message: string }[] = [];
  private readonly source: readonly string[];
  private readonly columns: ReadonlyMap<ImportField, number[]>;
  private replaced: Map<ImportField, string | undefined> | undefined = undefined;

  constructor(row: TableRow, columns: ReadonlyMap<ImportField, number[]>) {
    this.line = row.line;
    this.source = row.cells;
    this.columns = columns;
  }

  /** The cell of a field; undefined where no column is mapped to it. */
  cell(field: ImportField): string | undefined {
    if (this.replaced?.has(field)) return this.replaced.get(field);
    const [column] = this.columns.get(field) ?? [];
    return column === undefined ? undefined : this.column(column);
  }

  /** The cells of a field that several columns may be. */
  cells(field: ImportField): string[] {
    if (this.replaced?.has(field)) return [this.replaced.get(field) ?? []].flat();
    return (this.columns.get(field) ?? []).map((column) => this.column(column));
  }

  /** The fields that columns are mapped to. */
  fields(): Iterable<ImportField> {
    return this.columns.keys();
  }

  column(column: number): string {
    return plainCell(this.source[column] ?? '');
  }

  has(field: ImportField): boolean {
    return (this.cell(field)?.trim() ?? '') !== '';
  }

  /** Says another text for a field; undefined as if no column was mapped to it. */
  replace(field: ImportField, cell: string | undefined): void {
    this.replaced ??= new Map();
    this.replaced.set(field, cell);
  }

  copy(): RowCells {
    const copy = new RowCells({ line: this.line, cells: this.source }, this.columns);
    for (const [field, cell] of this.replaced ?? []) copy.replace(field, cell);
    copy.handle = this.handle;
    return copy;
  }
}

/**
 * The rows of a table as variants of products: rows of one handle belong together, variations to their parent, and a listing of
 * several values stands for several variants. A table that says nothing of this has a variant in each row.
 */
export function joinRows(rows: readonly TableRow[], mapping: Mapping): RowCells[] {
  const columns = new Map<ImportField, number[]>();
  mapping.columns.forEach((field, column) => {
    if (field !== null) appendTo(columns, field, column);
  });
  const all = rows.map((row) => new RowCells(row, columns));
  if (columns.has('rowType') || columns.has('parent')) joinVariations(all);
  else if (columns.has('handle')) joinHandles(all);
  else if (columns.has('option1Values') || columns.has('option2Values')) return all.flatMap(expandListing).map(fillSku);
  return all.map(fillSku);
}

const OPTION_FIELDS = OPTIONS.flatMap((number) => [optionName(number), optionValue(number)]);

/** Rows of one handle: the first has what the product says, the others are variants, or pictures alone. */
function joinHandles(rows: readonly RowCells[]): void {
  const firstOf = new Map<string, RowCells>();
  for (const row of rows) {
    dropDefaultOption(row);
    const handle = row.cell('handle')?.trim() ?? '';
    if (handle === '' || handle.length > 255) continue;
    row.handle = handle;
    const key = handle.toLowerCase();
    const first = firstOf.get(key);
    if (!first) {
      firstOf.set(key, row);
      continue;
    }
    row.isFirst = false;
    row.isVariant = ['sku', 'price', ...OPTIONS.map(optionValue)].some((field) => row.has(field as ImportField));
    inherit(row, first, ['title', 'vendor']);
    for (const number of OPTIONS) {
      if (row.has(optionValue(number))) inherit(row, first, [optionName(number)]);
    }
    // What is empty in a row below says nothing of the product.
    for (const field of ['description', 'seoTitle', 'seoDescription', 'metafields'] as const) {
      if (!row.has(field)) row.replace(field, undefined);
    }
  }
}

/** The one option that the platform gives a product without options. */
function dropDefaultOption(row: RowCells): void {
  if (row.cell('option1Value')?.trim() !== 'Default Title' || row.has('option2Value')) return;
  row.replace('option1Name', '');
  row.replace('option1Value', '');
}

function inherit(row: RowCells, first: RowCells, fields: readonly ImportField[]): void {
  for (const field of fields) if (!row.has(field) && first.has(field)) row.replace(field, first.cell(field));
}

/** WooCommerce's rows: a variable product says what its variations have in common, and is no variant itself. */
function joinVariations(rows: readonly RowCells[]): void {
  const parents = new Map<string, RowCells>();
  const typeOf = (row: RowCells): string => row.cell('rowType')?.trim().toLowerCase() ?? '';
  const isVariation = (row: RowCells): boolean =>
    typeOf(row).includes('variation') || (typeOf(row) === '' && row.has('parent'));
  for (const row of rows) {
    if (isVariation(row)) continue;
    const [sku, id] = [row.cell('sku')?.trim() ?? '', row.cell('rowId')?.trim() ?? ''];
    row.handle = (sku || (id === '' ? '' : `id-${id}`) || toSlug(row.cell('title') ?? '')).slice(0, 255) || undefined;
    if (sku !== '') parents.set(sku.toLowerCase(), row);
    if (id !== '') parents.set(`id:${id}`, row);
    // What it has of attributes are all values of its variations, or facts of a product without any.
    for (const field of OPTION_FIELDS) row.replace(field, '');
    if (typeOf(row).includes('variable')) row.isVariant = false;
    else if (/grouped|external/.test(typeOf(row))) {
      row.issues.push({ field: 'rowType', message: rule('row_type_not_taken') });
    }
  }
  for (const row of rows) {
    if (!isVariation(row)) continue;
    const named = row.cell('parent')?.trim() ?? '';
    const parent = parents.get(named.toLowerCase());
    row.isFirst = false;
    row.handle = parent?.handle ?? (named.slice(0, 255) || undefined);
    if (!parent || parent.isVariant) row.issues.push({ field: 'parent', message: rule('parent_not_in_file') });
    row.replace('title', parent?.cell('title'));
    const [image] = (row.cell('images') ?? '').split(/[,\s]+/).filter((address) => address !== '');
    row.replace('variantImage', image);
    for (const field of ['description', 'images', 'seoTitle', 'seoDescription', 'metafields'] as const) {
      row.replace(field, undefined);
    }
    if (parent) inherit(row, parent, ['vendor', 'price', 'salePrice', 'weight', 'weightKg', 'weightGrams', 'taxable']);
    // A variation without any side of its own is as large as its product.
    if (parent && !SIDES.some((side) => row.has(side))) inherit(row, parent, SIDES);
  }
}

const toList = (cell: string | undefined): string[] =>
  (cell ?? '')
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');

/** A listing of Etsy: one row for all its variants, whose values and SKUs stand in lists. */
function expandListing(row: RowCells): RowCells[] {
  const lists = [toList(row.cell('option1Values')), toList(row.cell('option2Values'))];
  const skus = toList(row.cell('sku'));
  row.handle = (skus[0] ?? toSlug(row.cell('title') ?? '')).slice(0, 255) || undefined;
  if (lists.every((values) => values.length === 0)) {
    row.replace('option1Name', '');
    row.replace('option2Name', '');
    return [row];
  }
  const [first = [], second = []] = lists.map((values) => (values.length === 0 ? [''] : values));
  const choices = first.flatMap((one) => second.map((two) => [one, two])).slice(0, MAX_VARIANTS + 1);
  if (choices.length > MAX_VARIANTS) {
    row.issues.push({ field: 'option1Values', message: rule('too_many_variants', { maximum: MAX_VARIANTS }) });
    return [row];
  }
  const isNamed = skus.length === choices.length;
  return choices.map(([one = '', two = ''], index) => {
    const variant = row.copy();
    variant.isFirst = index === 0;
    variant.isStockUnknown = true;
    variant.replace('option1Value', one);
    variant.replace('option2Value', two);
    if (one === '') variant.replace('option1Name', '');
    if (two === '') variant.replace('option2Name', '');
    variant.replace('sku', isNamed ? skus[index] : '');
    if (index > 0) for (const field of ['description', 'images'] as const) variant.replace(field, undefined);
    return variant;
  });
}

/** Gives a variant without a SKU one that the next import of the same file finds again. */
function fillSku(row: RowCells): RowCells {
  if (!row.isVariant || row.handle === undefined || row.has('sku')) return row;
  const values = OPTIONS.map((number) => row.cell(optionValue(number))?.trim() ?? '').filter((value) => value !== '');
  row.madeSku = makeSku(row.handle, values);
  return row;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/** A short name of a text, in letters, digits and hyphens. */
const toSlug = (text: string): string =>
  text
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

/**
 * The SKU of a variant that has none: its handle and its options. It is the same at each import, and another one for other values:
 * where signs are left out, a hash of the value stands behind it.
 */
export function makeSku(handle: string, values: readonly string[]): string {
  const parts = values.map((value) => {
    const slug = toSlug(value);
    return /^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*$/u.test(value) && value.length <= 200
      ? slug
      : `${slug}-${hash(value.toLowerCase())}`;
  });
  const sku = [handle.toLowerCase(), ...parts].join('/');
  return sku.length <= 255 ? sku : `${sku.slice(0, 240)}-${hash(sku)}`;
}
