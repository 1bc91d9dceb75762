import Papa from 'papaparse';
import { ok, refuse, type Result } from '#app/core/result.ts';
import { rule } from '#app/core/rules.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { countKnownHeaders } from './import-headers.ts';
import { MAX_CELL_CHARACTERS, MAX_COLUMNS, MAX_FILE_BYTES, MAX_LINES_ABOVE, MAX_ROWS } from './product-import.ts';

/** How the bytes of a file became letters; windows-1252 is a guess that the screen shows. */
export type Encoding = 'UTF-8' | 'UTF-16' | 'windows-1252' | 'XLSX' | 'ODS';
/** Rows by their line in a spreadsheet, where the headers are line 1; empty rows are left out. */
export type Table = { encoding: Encoding; headers: string[]; rows: { line: number; cells: string[] }[] };

/**
 * Reads a table of comma-, semicolon- or tab-separated values. Refuses, as the message of a rule, what is larger than the
 * limits, what is no such table, and one without a row. The limits of size are checked before anything is parsed.
 */
export function readTable(bytes: Uint8Array): Result<Table, string> {
  if (bytes.length > MAX_FILE_BYTES) {
    return refuse(rule('table_bytes', { megabytes: MAX_FILE_BYTES / 1024 / 1024 }));
  }
  const decoded = decode(bytes);
  if (decoded === undefined) return refuse(rule('not_a_table'));
  const { encoding } = decoded;
  // Spreadsheets write their separator so, for themselves.
  const text = storedText(decoded.text).replace(/^sep=[^\r\n]\r?\n/i, '');
  const { delimiter, above } = findHeaderLine(text);
  // Two rows more than may be: the headers, and one that shows that there are too many.
  const { data } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: false, preview: above + MAX_ROWS + 2 });
  return toTable(data, { encoding, above });
}

/** Lines of cells, as the database can keep them, as a table under one of them. Refuses what is larger than the limits, and what has no headers or no rows. */
export function toTable(
  data: readonly (readonly string[])[],
  { encoding, above }: { encoding: Encoding; above: number },
): Result<Table, string> {
  const head = data[above] ?? [];
  if (head.length > MAX_COLUMNS) return refuse(rule('table_columns', { maximum: MAX_COLUMNS }));
  const headers = head.map((header) => header.trim().slice(0, 255));
  if (headers.every((header) => header === '')) return refuse(rule('table_empty'));
  if (data.length > above + MAX_ROWS + 1 && data.at(-1)?.some((cell) => cell !== '')) {
    return refuse(rule('table_rows', { maximum: MAX_ROWS }));
  }
  const rows: Table['rows'] = [];
  for (const [index, cells] of data.entries()) {
    if (index <= above || cells.every((cell) => cell.trim() === '')) continue;
    if (cells.some((cell) => cell.length > MAX_CELL_CHARACTERS)) {
      return refuse(rule('table_cell', { maximum: MAX_CELL_CHARACTERS, line: index + 1 }));
    }
    rows.push({ line: index + 1, cells: headers.map((_header, column) => cells[column] ?? '') });
  }
  return rows.length === 0 ? refuse(rule('table_empty')) : ok({ encoding, headers, rows });
}

/** The text of a file by its mark, else UTF-8, else the encoding of older spreadsheets. Undefined for what is no text. */
function decode(bytes: Uint8Array): { text: string; encoding: Encoding } | undefined {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return { text: new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes), encoding: 'UTF-16' };
  }
  // A workbook is a packed file, and a text has no NUL.
  if ((first === 0x50 && second === 0x4b) || bytes.includes(0)) return undefined;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Lines that are looked through hold at most so much. */
const MAX_HEAD_CHARACTERS = 200_000;

/** The separator of a table, and how many lines stand above its headers: where most headers are known. */
function findHeaderLine(text: string): { delimiter: string; above: number } {
  const head = text.slice(0, MAX_HEAD_CHARACTERS);
  const tried = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(head, { delimiter, preview: MAX_LINES_ABOVE + 1 });
    return { delimiter, ...findHeaders(data), columns: data[0]?.length ?? 0 };
  });
  const [first, ...others] = tried;
  const best = others.reduce((one, other) => (other.known > (one?.known ?? 0) ? other : one), first);
  if (best && best.known > 0) return best;
  // No header is known: the separator that stands most often in the first line.
  const widest = tried.reduce((one, other) => (other.columns > one.columns ? other : one));
  return { delimiter: widest.delimiter, above: 0 };
}

/** The line of headers among the first lines: the first one, unless more headers are known in one below. */
export function findHeaders(lines: readonly (readonly string[])[]): { above: number; known: number } {
  const counts = lines.slice(0, MAX_LINES_ABOVE + 1).map((cells) => countKnownHeaders(cells.slice(0, MAX_COLUMNS)));
  const most = Math.max(0, ...counts.slice(1));
  const first = counts[0] ?? 0;
  return most > 1 && most > first ? { above: counts.indexOf(most), known: most } : { above: 0, known: first };
}
