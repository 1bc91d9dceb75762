/** A vendor's spreadsheet: its tabs, its columns, and how its cells become rows. */
import type { Locale, Permission } from '#app/core/viewer.ts';

/** Where addresses of spreadsheets begin. */
export const SHEETS_ADDRESS = 'https://docs.google.com/spreadsheets/d/';
export const MAX_ADDRESS = 500;

export const SHEET_TABS = ['Products', 'Orders', 'Tracking'] as const;
export type SheetTab = (typeof SHEET_TABS)[number];

/** The column that results are written to. */
export const STATUS_COLUMN = 'souk_status';
export const LINE_COLUMN = 'line_id';

/** The columns of each tab as the template has them. */
export const TAB_COLUMNS: Readonly<Record<SheetTab, readonly string[]>> = {
  Products: [
    ...['sku', 'title', 'price', 'compare_at_price', 'stock', 'weight (kg)', 'barcode', 'images', 'description'],
    ...['option1_name', 'option1_value', 'option2_name', 'option2_value', 'option3_name', 'option3_value'],
    STATUS_COLUMN,
  ],
  Orders: [
    ...[LINE_COLUMN, 'order', 'ordered_at', 'sku', 'title', 'variant', 'quantity', 'unit_price', 'currency'],
    ...['ship_to', 'ship_company', 'ship_street1', 'ship_street2', 'ship_city', 'ship_state', 'ship_zip'],
    ...['ship_country', 'customer_phone', 'note'],
  ],
  Tracking: ['order', 'sku', 'tracking', 'carrier', 'tracking_url', STATUS_COLUMN],
};
/** The product columns that a sheet needs. */
export const REQUIRED_COLUMNS = ['sku', 'title', 'price'] as const;
/** Rows of tracking and of orders that are read. */
export const MAX_TRACKING_ROWS = 5_000;
/** The last column that is read of any tab. */
export const LAST_COLUMN = 'CV';

/** What the sync of each tab needs of whoever connected the sheet. */
export const TAB_PERMISSIONS: Readonly<Record<SheetTab, readonly Permission[]>> = {
  Products: ['read_products', 'write_products'],
  Orders: ['read_orders'],
  Tracking: ['read_orders', 'write_orders'],
};
export const SHEET_PERMISSIONS: ReadonlySet<Permission> = new Set(Object.values(TAB_PERMISSIONS).flat());

/** The tabs that a sync reads or writes with some permissions. */
export const allowedTabs = (permissions: ReadonlySet<Permission>): SheetTab[] =>
  SHEET_TABS.filter((tab) => TAB_PERMISSIONS[tab].every((permission) => permissions.has(permission)));

/** Where a seller types the code that proves who may edit the spreadsheet: the first cell of a tab of its own. */
export const PROOF_TAB = 'Souk';
export const PROOF_CELL = 'A1';

/**
 * Why a sync did not come to its end. `access`, `missing`, `maker` (whoever connected it left) and `vanished` (most rows are gone at
 * once) pause it until somebody connects again; `rights` (that person may do nothing of it now), `membership` and `error_cells` (SKUs
 * are errors of formulas) last until they pass.
 */
export const SHEET_PROBLEMS = [
  'access',
  'missing',
  'tab',
  'columns',
  'order_columns',
  'rows',
  'busy',
  'account',
  'disabled',
  'unanswered',
  'error',
  'maker',
  'rights',
  'membership',
  'error_cells',
  'vanished',
] as const;
export type SheetProblem = (typeof SHEET_PROBLEMS)[number];
/** Problems that no later try mends by itself. */
export const PAUSING: ReadonlySet<SheetProblem> = new Set<SheetProblem>(['access', 'missing', 'maker', 'vanished']);
/** Problems that pass: the sync is tried again sooner than in an hour. */
export const PASSING: ReadonlySet<SheetProblem> = new Set<SheetProblem>(['busy', 'unanswered', 'error']);

export const ROW_OUTCOMES = ['created', 'updated', 'unchanged', 'refused', 'missing'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

/** The id in a spreadsheet's address; undefined for every other address. The rest of the address is never asked. */
export function parseSheetAddress(address: string): string | undefined {
  if (!address.startsWith(SHEETS_ADDRESS)) return undefined;
  const [id = ''] = address.slice(SHEETS_ADDRESS.length).split(/[/?#]/, 1);
  return /^[\w-]{20,200}$/.test(id) ? id : undefined;
}

export const toSheetAddress = (id: string): string => `${SHEETS_ADDRESS}${id}/edit`;

type Cell = string | number | boolean | null;

/** A number of a sheet has so many digits that are right; what formulas add behind them is noise. */
const RIGHT_DIGITS = 15;

/** A cell as somebody of that language would have typed it. Numbers come as numbers, whatever the sheet shows. */
export function toCellText(cell: Cell | undefined, locale: Locale): string {
  if (cell === undefined || cell === null) return '';
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  if (typeof cell === 'string') return cell;
  const text = String(Number(cell.toPrecision(RIGHT_DIGITS)));
  return locale === 'en' ? text : text.replace('.', ',');
}

/** What a formula shows that has no value, and a cell whose value is still on its way. */
const ERROR_CELL = /^(?:#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|ERROR!)|Loading\.\.\.|Loading…)$/;

/**
 * What makes a cell say something else than its writer meant: an error instead of a value; a whole number (a code that is one may have
 * lost its zeros in front), and any other number, which as a code is not what was typed.
 */
export type CellFault = 'error' | 'number' | 'inexact';

function findFault(cell: Cell | undefined): CellFault | undefined {
  if (typeof cell === 'string') return ERROR_CELL.test(cell.trim()) ? 'error' : undefined;
  if (typeof cell !== 'number') return undefined;
  return Number.isInteger(cell) && Math.abs(cell) < 10 ** RIGHT_DIGITS ? 'number' : 'inexact';
}

/** A header without spaces and signs, as columns are known by. */
export const plainHeader = (header: string): string =>
  header
    .slice(0, 255)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** The place of a column by its name; undefined where the tab has none. */
export function findColumn(headers: readonly string[], name: string): number | undefined {
  const index = headers.findIndex((header) => plainHeader(header) === plainHeader(name));
  return index === -1 ? undefined : index;
}

/** The letters of a column, from 0: A, Z, AA. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** A row by its line, its cells as texts, and what is wrong with some of them by their column. */
export type SheetRow = { line: number; cells: string[]; faults: ReadonlyMap<number, CellFault> };
export type SheetTable = { headers: string[]; rows: SheetRow[] };

/** A tab as headers and rows by their line; empty rows are left out. */
export function toTable(values: readonly (readonly Cell[])[], locale: Locale): SheetTable {
  const [head = [], ...body] = values;
  const headers = head.map((cell) => toCellText(cell, locale).trim().slice(0, 255));
  const rows = body.flatMap((row, index) => {
    const cells = headers.map((_header, column) => toCellText(row[column], locale));
    const faults = new Map(
      headers.flatMap((_header, column): [number, CellFault][] => {
        const fault = findFault(row[column]);
        return fault ? [[column, fault]] : [];
      }),
    );
    return cells.some((cell) => cell.trim() !== '') ? [{ line: index + 2, cells, faults }] : [];
  });
  return { headers, rows };
}

export type KnownRow = { sku: string; contentHash: string | null; outcome: RowOutcome };

/** The rows whose cells are not what was taken over last. */
export function findChanged<Row extends { sku: string; hash: string }>(
  rows: readonly Row[],
  known: ReadonlyMap<string, KnownRow>,
): Row[] {
  return rows.filter(({ sku, hash }) => {
    const before = known.get(sku.toLowerCase());
    return before === undefined || before.outcome === 'missing' || before.contentHash !== hash;
  });
}

/** The SKUs that a sheet had and no longer has. */
export function findDisappeared(skus: Iterable<string>, known: ReadonlyMap<string, KnownRow>): string[] {
  const present = new Set([...skus].map((sku) => sku.trim().toLowerCase()));
  return [...known.values()].flatMap(({ sku, outcome }) => (outcome !== 'missing' && !present.has(sku) ? [sku] : []));
}

/** How many rows have to be gone at once before a sync asks: a few are taken out of every sheet. */
const MIN_VANISHED = 3;

/** Whether so many rows are gone at once that somebody should be asked: most of them, and not just a few. */
export function hasVanished(skus: Iterable<string>, known: ReadonlyMap<string, KnownRow>): boolean {
  const gone = findDisappeared(skus, known).length;
  const there = [...known.values()].filter(({ outcome }) => outcome !== 'missing').length;
  return gone >= MIN_VANISHED && gone * 2 > there;
}

export type TrackingRow = {
  line: number;
  order: string;
  sku: string;
  tracking: string;
  carrier: string;
  url: string;
  /** The tracking number is none that can be sent. */
  fault: CellFault | undefined;
};

/** The rows of tracking that say something, without the sign before an order's number; of one order and SKU the last counts. */
export function readTracking({ headers, rows }: SheetTable): TrackingRow[] {
  const at = (cells: readonly string[], name: string): string => {
    const column = findColumn(headers, name);
    return column === undefined ? '' : (cells[column] ?? '').trim();
  };
  const found = new Map<string, TrackingRow>();
  const trackingColumn = findColumn(headers, 'tracking') ?? -1;
  for (const { line, cells, faults } of rows) {
    const row = {
      line,
      order: at(cells, 'order').replace(/^#/, ''),
      sku: at(cells, 'sku'),
      tracking: at(cells, 'tracking'),
      carrier: at(cells, 'carrier'),
      url: at(cells, 'tracking_url'),
      fault: faults.get(trackingColumn),
    };
    if (row.order === '' || row.sku === '' || row.tracking === '') continue;
    found.set(`${row.order.toLowerCase()}\n${row.sku.toLowerCase()}`, row);
  }
  return [...found.values()];
}

/** Things by a key, in the order in which the keys first come. */
export function groupBy<Thing, Key>(things: Iterable<Thing>, keyOf: (thing: Thing) => Key): Map<Key, Thing[]> {
  const groups = new Map<Key, Thing[]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}
