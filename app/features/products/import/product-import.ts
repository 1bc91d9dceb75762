/** A table of products that somebody uploads: its limits, its fields, and how its columns become fields. */

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_ROWS = 20_000;
/** Exports of shops have a column for each specification, and several for each market. */
export const MAX_COLUMNS = 300;
/** Lines above the line of headers that are looked through for it. */
export const MAX_LINES_ABOVE = 20;
export const MAX_CELL_CHARACTERS = 100_000;
export const PREVIEW_ROWS = 5;
/** Characters of a cell that an issue names, and cells that a group of issues names. */
export const MAX_VALUE = 60;
export const MAX_VALUES = 3;
/** Why a product of a stopped import was not imported. */
export const STOPPED = 'import_stopped';
/** How often a product is read again that somebody else changes at the same moment. */
export const MAX_CONFLICTS = 3;
/** How long rows and results are kept after an import was started, and it can be undone. */
export const KEEP_DAYS = 30;
/** How long a table is kept that was uploaded and never imported. */
export const UNSTARTED_HOURS = 24;

export const IMPORT_FIELDS = [
  'handle',
  'rowId',
  'rowType',
  'parent',
  'sku',
  'title',
  'vendor',
  'price',
  'salePrice',
  'compareAt',
  'currency',
  'stock',
  'stockTracker',
  'inStock',
  'weight',
  'weightKg',
  'weightGrams',
  'weightUnit',
  'length',
  'width',
  'height',
  'lengthUnit',
  'barcode',
  'taxable',
  'requiresShipping',
  'localPickup',
  'images',
  'imagePosition',
  'imageAlt',
  'variantImage',
  'description',
  'seoTitle',
  'seoDescription',
  'metafields',
  'variantMetafields',
  'metafield',
  'option1Name',
  'option1Value',
  'option1Values',
  'option2Name',
  'option2Value',
  'option2Values',
  'option3Name',
  'option3Value',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

export const OUTCOMES = ['created', 'updated', 'unchanged'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Fields of which a preview says what changes. */
export const PREVIEW_FIELDS = [
  'title',
  'description',
  'images',
  'seoTitle',
  'seoDescription',
  'metafields',
  'price',
  'compareAt',
  'stock',
  'weight',
  'dimensions',
  'barcode',
  'taxable',
  'requiresShipping',
  'localPickup',
  'options',
  'variantImage',
  'variantMetafields',
] as const;
export type PreviewField = (typeof PREVIEW_FIELDS)[number];
/** Which products a preview shows: all, those that would be made, or those that are there. */
export const PREVIEW_KINDS = ['all', 'new', 'known'] as const;
export type PreviewKind = (typeof PREVIEW_KINDS)[number];

/** Programs whose exports are known by their headers; `own` is the marketplace's own export and sample. */
export const IMPORT_FORMATS = ['platform', 'woocommerce', 'etsy', 'own', 'other'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Signs between whole numbers and their fractions. */
export const DECIMAL_SIGNS = ['point', 'comma'] as const;
export type DecimalSign = (typeof DECIMAL_SIGNS)[number];
/** Fields that hold numbers, each of which is read by one decimal sign in the whole file. */
export const NUMBER_FIELDS = [
  'price',
  'salePrice',
  'compareAt',
  'stock',
  'weight',
  'weightKg',
  'weightGrams',
  'length',
  'width',
  'height',
] as const;
export type NumberField = (typeof NUMBER_FIELDS)[number];
export type Signs = Readonly<Partial<Record<NumberField, DecimalSign>>>;

/** Which field each column is (null is not imported), and the names of options whose values alone have a column. */
export type Mapping = {
  columns: readonly (ImportField | null)[];
  optionNames: readonly string[];
  /** The decimal sign that somebody chose for the file; otherwise each column's own cells say it. */
  decimalSign?: DecimalSign | null | undefined;
  /** The sign of each column, once an import was started. */
  signs?: Signs | undefined;
};

/** Fields of which one may be imported only: a weight comes with a unit, in kilograms or in grams. */
export function toSlot(field: ImportField): string {
  if (field === 'weightKg' || field === 'weightGrams') return 'weight';
  if (field === 'option1Values') return 'option1Value';
  return field === 'option2Values' ? 'option2Value' : field;
}

/** Fields that are imported together only. */
export const SIDES = ['length', 'width', 'height'] as const satisfies readonly NumberField[];

/** Whether several columns may be this field: pictures, and specifications, each of which its header names. */
export const isRepeatable = (field: ImportField): boolean => field === 'images' || field === 'metafield';

/** Numbers of options, from 1. */
export const OPTIONS = [1, 2, 3] as const;
type OptionNumber = (typeof OPTIONS)[number];
export const optionName = (number: OptionNumber) => `option${number}Name` as const;
export const optionValue = (number: OptionNumber) => `option${number}Value` as const;

/** The mapping after a column was given another field: whoever had the field before has none, and an option gets a name. */
export function remap(
  mapping: Mapping,
  headers: readonly string[],
  o: { column: number; field: ImportField | null },
): Mapping {
  const columns = mapping.columns.map((field, index) => {
    if (index === o.column) return o.field;
    const isTaken = field !== null && o.field !== null && toSlot(field) === toSlot(o.field);
    return isTaken && !isRepeatable(field) ? null : field;
  });
  const optionNames = OPTIONS.map((number, index) => {
    const kept = mapping.optionNames[index] ?? '';
    return kept === '' && o.field === optionValue(number) ? (headers[o.column] ?? '').slice(0, 255) : kept;
  });
  return { ...mapping, columns, optionNames };
}

/** Whether the name of an option is typed in a box: its values have a column, its name has none. */
export const hasNameBox = ({ columns }: Mapping, number: OptionNumber): boolean =>
  columns.includes(optionValue(number)) && !columns.includes(optionName(number));

/** A field of which two columns are, or undefined. */
export function findRepeated({ columns }: Mapping): ImportField | undefined {
  const used = new Set<string>();
  for (const field of columns) {
    if (field === null) continue;
    if (used.has(toSlot(field)) && !isRepeatable(field)) return field;
    used.add(toSlot(field));
  }
  return undefined;
}

/** Lines in the shortest writing: 2, 3, 4, 5, 7, 8 is `2-5,7-8`. */
export function compressLines(lines: Iterable<number>): string {
  const sorted = [...new Set(lines)].sort((one, other) => one - other);
  const ranges: { from: number; to: number }[] = [];
  for (const line of sorted) {
    const last = ranges.at(-1);
    if (last?.to === line - 1) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  return ranges.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}

/** What is wrong with a field of a row. */
export type RowIssue = {
  field: ImportField;
  rule: string;
  message: string;
  params?: Readonly<Record<string, string | number>>;
  /** What the cell says, cut to MAX_VALUE characters; missing where it is empty. */
  value?: string;
};
/** `values` are the first few that differ. */
export type IssueGroup = Omit<RowIssue, 'value'> & { lines: string; count: number; values: string[] };

/** Issues of rows by field and rule, with the lines of each; fields in their order, the commonest rule first. */
export function groupIssues(rows: Iterable<{ line: number; issues: readonly RowIssue[] }>): IssueGroup[] {
  const groups = new Map<string, { issue: Omit<RowIssue, 'value'>; lines: Set<number>; values: Set<string> }>();
  for (const { line, issues } of rows) {
    for (const { value, ...issue } of issues) {
      const key = JSON.stringify([issue.field, issue.rule, issue.params ?? {}]);
      const group = groups.get(key) ?? { issue, lines: new Set(), values: new Set() };
      group.lines.add(line);
      if (value !== undefined && group.values.size < MAX_VALUES) group.values.add(value);
      groups.set(key, group);
    }
  }
  return [...groups.values()]
    .map(({ issue, lines, values }) => ({
      ...issue,
      lines: compressLines(lines),
      count: lines.size,
      values: [...values],
    }))
    .sort(
      (one, other) =>
        IMPORT_FIELDS.indexOf(one.field) - IMPORT_FIELDS.indexOf(other.field) ||
        other.count - one.count ||
        (one.rule < other.rule ? -1 : 1),
    );
}
