import type { Currency } from '#app/core/money/money.ts';
import type { Locale } from '#app/core/viewer.ts';
import { computeSigns, type Reading } from './decimal-signs.ts';
import { detectFormat, hasCommaHeaders, isLost } from './import-headers.ts';
import { MAX_VALUE, type DecimalSign, type Mapping, type Signs } from './product-import.ts';
import type { RowReading } from './read-cells.service.server.ts';
import { readRow } from './read-row.service.server.ts';
import type { ReadRow } from './row-values.ts';
import { joinRows, type RowCells, type TableRow } from './row-cells.ts';

/** A column of which something is not imported: how many rows say something there, and what the first one says. */
export type LostColumn = { column: number; header: string; rows: number; example: string };
export type TableReading = { signs: Signs; readings: Reading[]; lost: LostColumn[] };
export type RowsToRead = {
  rows: readonly TableRow[];
  mapping: Mapping;
  headers: readonly string[];
  currency: Currency;
  locale: Locale;
};

/** Reads the rows of a table by a mapping, and says how its numbers were read and what of it is lost. */
export function readRows(o: RowsToRead): TableReading & { read: ReadRow[] } {
  const { read, ...found } = prepareRows(o);
  return { ...found, read: [...read] };
}

/** The same, with rows that are read one by one as they are asked for. */
export function prepareRows(o: RowsToRead): TableReading & { read: Iterable<ReadRow> } {
  const { rows, mapping, headers, currency } = o;
  const { signs, readings } = mapping.signs
    ? { signs: mapping.signs, readings: [] }
    : computeSigns(rows, mapping, usualSign(headers, o.locale));
  const reading = { mapping, headers, currency, signs };
  return {
    signs,
    readings,
    lost: listLost(o),
    read: readEach(joinRows(rows, mapping), reading),
  };
}

function* readEach(rows: readonly RowCells[], reading: RowReading): Generator<ReadRow> {
  for (const row of rows) yield readRow(row, reading);
}

/** The decimal sign of a file of which no number shows it: that of the program that wrote it, else of its headers, else of its reader. */
function usualSign(headers: readonly string[], locale: Locale): DecimalSign {
  if (hasCommaHeaders(headers)) return 'comma';
  if (detectFormat(headers) !== 'other') return 'point';
  return locale === 'en' ? 'point' : 'comma';
}

/** Columns that no field is mapped to although their cells say something. */
function listLost({ rows, mapping, headers }: RowsToRead): LostColumn[] {
  const format = detectFormat(headers);
  return mapping.columns.flatMap((field, column) => {
    const header = headers[column] ?? '';
    if (field !== null) return [];
    const lost = rows.filter(({ cells }) => isLost(header, format, cells[column] ?? ''));
    const example = lost[0]?.cells[column]?.trim().slice(0, MAX_VALUE) ?? '';
    return lost.length === 0 ? [] : [{ column, header, rows: lost.length, example }];
  });
}
