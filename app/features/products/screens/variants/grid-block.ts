import type { Locale } from '#app/core/viewer.ts';
import { readTypedNumber } from '#app/core/money/typed-number.ts';
import { writeNumber } from '#app/ui/money/format.ts';

/** The columns of the grid, in their order. */
export const GRID_FIELDS = ['price', 'compareAt', 'stock', 'sku', 'barcode', 'weight'] as const;
export type GridField = (typeof GRID_FIELDS)[number];
/** What a row of the grid has in its cells; all of them are texts. */
export type GridRow = Record<GridField, string> & { trackStock: boolean };
/** One cell that a paste or a fill wrote, with what stood there. */
export type CellChange = { index: number; field: GridField; before: string; after: string };

const MAX_CHARACTERS = { price: 20, compareAt: 20, stock: 20, sku: 255, barcode: 255, weight: 20 } as const;

/** Whether a column holds words; the others hold numbers. */
export const isWord = (field: GridField): boolean => field === 'sku' || field === 'barcode';

/** The longest text that a cell takes. */
export const maxLengthOf = (field: GridField): number => MAX_CHARACTERS[field];

/** The rows and cells of a block as spreadsheets copy it: tabs between cells, quotes round what holds tabs or line breaks. */
export function readBlock(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const endCell = (): void => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  const plain = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  for (let at = 0; at < plain.length; at++) {
    const sign = plain[at] ?? '';
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (plain[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === '\t') endCell();
    else if (sign === '\n') {
      endCell();
      rows.push([]);
    } else cell += sign;
  }
  endCell();
  return rows;
}

/** A typed or pasted text as its cell keeps it: numbers as plain decimals, whatever separators the viewer writes. */
export function cellText(field: GridField, text: string, locale: Locale): string {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  const kept = isWord(field) ? trimmed : (readTypedNumber(trimmed, locale) ?? trimmed);
  return kept.slice(0, maxLengthOf(field));
}

/** A cell's plain decimal as the viewer writes it: `12.5` is `12,5` in German. */
export function shownText(field: GridField, value: string, locale: Locale): string {
  return isWord(field) ? value : writeNumber(value, locale);
}

type Place = { index: number; field: GridField };

/** What a block writes from a cell on to the right and down, and how many of its rows found no variant. */
export function pasteBlock(
  rows: readonly GridRow[],
  block: readonly (readonly string[])[],
  o: { at: Place; fields: readonly GridField[]; locale: Locale },
): { changes: CellChange[]; left: number } {
  const first = o.fields.indexOf(o.at.field);
  const changes = block.flatMap((cells, down) =>
    cells.flatMap((text, right) => {
      const field = o.fields[first + right];
      return field ? computeChange(rows, { index: o.at.index + down, field }, cellText(field, text, o.locale)) : [];
    }),
  );
  return { changes, left: Math.max(0, o.at.index + block.length - rows.length) };
}

/** What filling a column from one row down to another writes. */
export function fillDown(rows: readonly GridRow[], field: GridField, o: { from: number; to: number }): CellChange[] {
  const value = rows[o.from]?.[field] ?? '';
  const last = Math.min(o.to, rows.length - 1);
  return Array.from({ length: Math.max(0, last - o.from) }, (_, step) => ({ index: o.from + 1 + step, field })).flatMap(
    (place) => computeChange(rows, place, value),
  );
}

function computeChange(rows: readonly GridRow[], place: Place, after: string): CellChange[] {
  const row = rows[place.index];
  if (!row || (place.field === 'stock' && !row.trackStock)) return [];
  const before = row[place.field];
  return before === after ? [] : [{ ...place, before, after }];
}

/** The rows with changes written; rows without a change stay the same objects. */
export function applyChanges<Row extends GridRow>(rows: readonly Row[], changes: readonly CellChange[]): Row[] {
  const next = [...rows];
  for (const { index, field, after } of changes) {
    const row = next[index];
    if (row) next[index] = { ...row, [field]: after };
  }
  return next;
}

/** The rows with changes taken back, where nothing else was typed since. */
export function revertChanges<Row extends GridRow>(rows: readonly Row[], changes: readonly CellChange[]): Row[] {
  const still = changes.filter(({ index, field, after }) => rows[index]?.[field] === after);
  return applyChanges(
    rows,
    still.map((change) => ({ ...change, after: change.before })),
  );
}
