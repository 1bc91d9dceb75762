import { readOds } from 'hucre/ods';
import { readXlsx } from 'hucre/xlsx';
import { refuse, type Result } from '#app/core/result.ts';
import { rule } from '#app/core/rules.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { MAX_LINES_ABOVE, MAX_ROWS } from './product-import.ts';
import { findHeaders, toTable, type Table } from './read-table.service.server.ts';
import { inspectPacked, MAX_UNPACKED_BYTES } from './unpacked-size.server.ts';

const PACKED = [0x50, 0x4b, 0x03, 0x04];
/** Workbooks of older programs, and those that ask for a password. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte);

export const isWorkbook = (bytes: Uint8Array): boolean => startsWith(bytes, PACKED) || startsWith(bytes, COMPOUND);

/** Sheets that are looked through for headers. */
const MAX_SHEETS = 20;
const ENTRY_OF = { XLSX: 'xl/workbook.xml', ODS: 'content.xml' } as const;
/** Where a workbook keeps programs that it brings. */
const MACRO_PLACES = ['xl/vbaproject', 'basic/', 'scripts/'] as const;

const isMacro = (entry: string): boolean => MACRO_PLACES.some((place) => entry.toLowerCase().startsWith(place));

/**
 * Reads the sheet of a workbook that has product headers, formulas as the values that were stored with them. Refuses what comes to
 * more than the limits before it is read, workbooks with programs in them, and what is no workbook.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Result<Table, string>> {
  if (startsWith(bytes, COMPOUND)) return refuse(rule('table_old_workbook'));
  const unpacked = inspectPacked(bytes);
  if (unpacked === 'too_large') {
    return refuse(rule('table_unpacked', { megabytes: MAX_UNPACKED_BYTES / 1024 / 1024 }));
  }
  if (unpacked === 'broken') return refuse(rule('not_a_table'));
  if (unpacked.names.some(isMacro)) return refuse(rule('table_macros'));
  const encoding = (['XLSX', 'ODS'] as const).find((one) => unpacked.names.includes(ENTRY_OF[one]));
  if (!encoding) return refuse(rule('not_a_table'));
  const sheets = await listSheets(bytes, encoding);
  if (!sheets) return refuse(rule('not_a_table'));
  const found = sheets.map((lines) => ({ lines, ...findHeaders(lines) }));
  const [first, ...others] = found;
  if (!first) return refuse(rule('table_empty'));
  const best = others.reduce((one, other) => (other.known > one.known ? other : one), first);
  const lines = best.lines.map((cells) => cells.map(storedText));
  return toTable(lines, { encoding, above: best.above });
}

/** The visible sheets of a workbook as lines of texts; undefined for a workbook that cannot be read. */
async function listSheets(bytes: Uint8Array, encoding: 'XLSX' | 'ODS'): Promise<string[][][] | undefined> {
  const read = encoding === 'XLSX' ? readXlsx : readOds;
  try {
    const { sheets } = await read(bytes, {
      maxRows: MAX_LINES_ABOVE + MAX_ROWS + 2,
      sheets: ({ index, hidden, veryHidden }) => index < MAX_SHEETS && !hidden && !veryHidden,
    });
    return sheets.map(({ rows }) => rows.map((cells) => cells.map(toText)));
  } catch {
    // A library that reads foreign files says in many ways that one is broken.
    return undefined;
  }
}

/** Whole numbers above have lost digits. */
const MAX_EXACT = 1e15;

/** A cell as a table of text would hold it. */
function toText(cell: string | number | boolean | Date | null | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  if (typeof cell === 'number') return formatNumber(cell);
  return Number.isNaN(cell.getTime()) ? '' : cell.toISOString().slice(0, 10);
}

/** A number in 15 digits, as spreadsheets keep it, with a point that no reading takes for a sign between thousands. */
function formatNumber(number: number): string {
  if (!Number.isFinite(number)) return '';
  if (Math.abs(number) >= MAX_EXACT) return number.toExponential(5).toUpperCase();
  const text = String(Number(number.toPrecision(15)));
  return /^-?\d+\.\d{3}$/.test(text) ? `${text}0` : text;
}
