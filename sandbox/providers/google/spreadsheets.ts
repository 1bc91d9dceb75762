import { randomBytes } from 'node:crypto';
import { Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { GoogleState, SheetValue, Spreadsheet } from '../../core/state-google.ts';

export const googleOf = (sandbox: Sandbox): GoogleState => (sandbox.state.google ??= { spreadsheets: {} });

/** A new spreadsheet, shared as said. */
export function createSpreadsheet(
  sandbox: Sandbox,
  o: Pick<Spreadsheet, 'title' | 'access'> & { tabs?: Spreadsheet['tabs'] },
): Spreadsheet {
  const id = randomBytes(33).toString('base64url');
  const made = { id, title: o.title, access: o.access, tabs: o.tabs ?? { Sheet1: [] } };
  googleOf(sandbox).spreadsheets[id] = made;
  return made;
}

export function requireSpreadsheet(sandbox: Sandbox, id: string | undefined): Spreadsheet {
  const found = googleOf(sandbox).spreadsheets[id ?? ''];
  if (!found) throw new Refusal('There is no such spreadsheet.', ['id'], 'NOT_FOUND');
  return found;
}

/** The address that a person copies out of the browser. */
export const addressOf = ({ id }: Spreadsheet): string => `https://docs.google.com/spreadsheets/d/${id}/edit#gid=0`;

type Range = { tab: string; top: number; left: number; bottom: number; right: number };

/** A range in A1 notation: `Products!A1:AZ`, `Orders!1:1`, `Products!C2`. Null for what is none. */
export function parseRange(text: string): Range | null {
  const [tab = '', cells = ''] = text.split('!');
  const [from = '', to = from] = cells.split(':');
  const start = parseCell(from);
  const end = parseCell(to);
  if (tab === '' || !start || !end) return null;
  return {
    tab: tab.replace(/^'|'$/g, ''),
    top: start.row ?? 0,
    left: start.column ?? 0,
    bottom: end.row ?? Infinity,
    right: end.column ?? Infinity,
  };
}

function parseCell(text: string): { column: number | undefined; row: number | undefined } | null {
  const found = /^([A-Z]{0,3})(\d{0,7})$/.exec(text);
  if (!found) return null;
  const [, letters = '', digits = ''] = found;
  const column = Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { column: letters === '' ? undefined : column, row: digits === '' ? undefined : Number(digits) - 1 };
}

const isEmpty = (value: SheetValue | undefined): boolean => value === undefined || value === null || value === '';

/** The cells of a range; empty ones at the end of rows, and empty rows at the end, are left out as Google does. */
export function readRange(sheet: Spreadsheet, range: Range): SheetValue[][] {
  const rows = (sheet.tabs[range.tab] ?? []).slice(range.top, range.bottom + 1).map((row) => {
    const cells = row.slice(range.left, range.right + 1).map((value) => value ?? '');
    while (cells.length > 0 && isEmpty(cells.at(-1))) cells.pop();
    return cells;
  });
  while (rows.length > 0 && rows.at(-1)?.length === 0) rows.pop();
  return rows;
}

/** Writes cells from the range's first one on; null leaves a cell as it is. */
export function writeRange(sheet: Spreadsheet, range: Range, values: readonly (readonly SheetValue[])[]): void {
  const rows = (sheet.tabs[range.tab] ??= []);
  values.forEach((cells, down) => {
    const row = (rows[range.top + down] ??= []);
    cells.forEach((value, across) => {
      if (value !== null) row[range.left + across] = value;
    });
    for (let at = 0; at < row.length; at += 1) row[at] ??= '';
  });
  for (let at = 0; at < rows.length; at += 1) rows[at] ??= [];
}

/** Adds rows below the last one that has a value. */
export function appendRows(sheet: Spreadsheet, tab: string, values: readonly (readonly SheetValue[])[]): void {
  const rows = (sheet.tabs[tab] ??= []);
  while (rows.length > 0 && (rows.at(-1) ?? []).every(isEmpty)) rows.pop();
  rows.push(...values.map((cells) => [...cells]));
}
