import type { Adapters } from '../adapters.server.ts';
import { csvHeaders } from '../csv.server.ts';
import { documentHeaders } from './file-headers.server.ts';
import { Reply } from './reply.server.ts';

/** Answers a table as a file that a browser keeps. */
export function replyCsv(stream: ReadableStream<Uint8Array>, filename: string): Reply<string> {
  return new Reply('', { stream, headers: csvHeaders(filename) });
}

/** Answers a PDF file that a browser shows and keeps nowhere. */
export function replyPdf({ bytes, filename }: { bytes: Buffer; filename: string }): Reply<string> {
  return new Reply('', {
    stream: new Blob([new Uint8Array(bytes)]).stream(),
    headers: documentHeaders({ type: 'application/pdf', length: bytes.length, filename, policy: FILE_POLICY }),
  });
}

/** Answers a page to print as it is, or as a PDF file. */
export async function replyPrinted(
  printer: Adapters['pdf'],
  o: { html: string; format: 'html' | 'pdf'; filename: string },
): Promise<Reply<string>> {
  const isPdf = o.format === 'pdf';
  const bytes = isPdf ? await printer.print(o.html) : Buffer.from(o.html);
  return new Reply('', {
    stream: new Blob([new Uint8Array(bytes)]).stream(),
    headers: documentHeaders({
      type: isPdf ? 'application/pdf' : 'text/html; charset=utf-8',
      length: bytes.length,
      filename: o.filename,
      policy: PAGE_POLICY,
    }),
  });
}

const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * A page to print is nobody's: no script whatever an admin wrote into its template, no origin, no form, no frame; styles of
 * its own, and pictures that are part of it.
 */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
