import Papa from 'papaparse';
import { downloadHeaders } from './http/file-headers.server.ts';

/** A cell: numbers are written as they are, texts so that no spreadsheet takes them for a formula. */
export type Cell = string | number;

/**
 * How a formula begins for a spreadsheet, also where lines follow (the library's own pattern sees the first line only). A plain
 * number below zero is none: an amount that is owed back stays an amount.
 */
const FORMULA = /^(?!-\d{1,20}(?:\.\d{1,6})?$)[=+\-@\t\r]/;

const CSV_TYPE = 'text/csv';

/**
 * A table as bytes, written while it is read: `next` yields the following rows and undefined at the end, so that no number
 * of rows fills the memory. A sign at the start tells spreadsheets that it is UTF-8. Who stops reading stops the reading.
 */
export function streamCsv(
  head: readonly string[],
  next: () => Promise<readonly (readonly Cell[])[] | undefined>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const write = (rows: readonly (readonly Cell[])[]): Uint8Array =>
    encoder.encode(`${Papa.unparse(rows as Cell[][], { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`);
  let started = false;
  return new ReadableStream({
    async pull(controller) {
      if (!started) {
        started = true;
        controller.enqueue(encoder.encode('\uFEFF'));
        controller.enqueue(write([head]));
        return;
      }
      const rows = await next();
      if (rows === undefined) controller.close();
      // An empty array would be a blank line; the reader asks again by itself only after something came.
      else controller.enqueue(rows.length === 0 ? new Uint8Array() : write(rows));
    },
  });
}

/** What a table is answered with, so that a browser keeps it as a file. */
export function csvHeaders(filename: string): [string, string][] {
  return downloadHeaders({ type: `${CSV_TYPE}; charset=utf-8`, filename });
}
