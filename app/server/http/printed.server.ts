import type { Adapters } from '../adapters.server.ts';
import { Reply } from './reply.server.ts';

/** Answers a page to print as it is, or as a PDF file. */
export async function replyPrinted(
  printer: Adapters['pdf'],
  o: { html: string; format: 'html' | 'pdf'; filename: string },
): Promise<Reply<string>> {
  const isPdf = o.format === 'pdf';
  const bytes = isPdf ? await printer.print(o.html) : Buffer.from(o.html);
  return new Reply('', {
    stream: new Blob([new Uint8Array(bytes)]).stream(),
    headers: [
      ['content-type', isPdf ? 'application/pdf' : 'text/html; charset=utf-8'],
      ['content-length', String(bytes.length)],
      ['content-disposition', `inline; filename="${o.filename}"`],
      ['content-security-policy', POLICY],
      ['referrer-policy', 'no-referrer'],
      ['cache-control', 'no-store'],
    ],
  });
}

/**
 * A page to print is nobody's: no script whatever an admin wrote into its template, no origin, no form, no frame; styles of
 * its own, and pictures that are part of it.
 */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
