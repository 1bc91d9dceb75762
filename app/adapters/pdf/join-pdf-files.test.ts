import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countPages, mergePdfs, UnreadablePdf } from '#app/adapters/pdf/join-pdf-files.ts';

/** A file of the older kind: objects one after the other and a trailer. */
function buildPdf(pages: readonly string[], o: { trailer?: string } = {}): Buffer {
  const kids = pages.map((_, index) => `${String(10 + index * 2)} 0 R`).join(' ');
  const drawn = pages.map(
    (words, index) =>
      `${String(10 + index * 2)} 0 obj\n<< /Type /Page /Parent 2 0 R /Contents ${String(11 + index * 2)} 0 R /AA << /O << /S /JavaScript /JS (evil) >> >> >>\nendobj\n` +
      `${String(11 + index * 2)} 0 obj\n<< /Length ${String(words.length)} >>\nstream\n${words}\nendstream\nendobj\n`,
  );
  return Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n` +
      `2 0 obj\n<< /Type /Pages /Kids [ ${kids} ] /Count ${String(pages.length)} /MediaBox [0 0 288 432] /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n` +
      `5 0 obj\n<< /Type /Font /BaseFont /Helvetica /Note (a \\) b (c) 5 0 R) >>\nendobj\n${drawn.join('')}trailer\n<< /Root 1 0 R ${o.trailer ?? ''} >>\n%%EOF`,
    'latin1',
  );
}

/** A file of the newer kind: its objects are packed in a stream, and another stream stands for the trailer. */
async function buildPackedPdf(words: string): Promise<Buffer> {
  const file = await PDFDocument.create();
  const { node } = file.addPage([288, 432]);
  node.set(PDFName.of('Contents'), file.context.register(file.context.stream(words)));
  return Buffer.from(await file.save({ useObjectStreams: true }));
}

/** What each page draws, in order. */
async function listDrawn(bytes: Buffer): Promise<string[]> {
  const file = await PDFDocument.load(bytes);
  return file.getPages().map(({ node }) => {
    const contents = node.Contents();
    expect(contents).toBeInstanceOf(PDFRawStream);
    return Buffer.from((contents as PDFRawStream).contents)
      .toString('latin1')
      .trimEnd();
  });
}

describe('several files in one', () => {
  test('any pages of any files: all are there once, in order', async () => {
    const words = fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom('B', 'T', ' ', '1', '(', 'obj ') });
    const page = words.map((text) => `q ${text.replaceAll(/[()]/g, 'x')}Q`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(page, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        async (files) => {
          const merged = await mergePdfs(files.map((pages) => buildPdf(pages)));
          expect(await listDrawn(merged)).toEqual(files.flat());
          expect(await countPages(merged)).toBe(files.flat().length);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('packed objects, sizes and fonts of the nodes above, and texts with brackets are taken over; scripts are not', async () => {
    const merged = await mergePdfs([await buildPackedPdf('BT packed ET'), buildPdf(['BT plain ET'])]);
    expect(await listDrawn(merged)).toEqual(['BT packed ET', 'BT plain ET']);
    const text = merged.toString('latin1');
    expect(text).toContain('(a \\) b (c) 5 0 R)');
    expect(text.match(/\/MediaBox \[ 0 0 288 432 \]/g)).toHaveLength(2);
    expect(text).not.toContain('evil');
  });

  test('what is no PDF, encrypted, nested without end, or goes round is refused', async () => {
    const odd = [
      Buffer.from('%PDF-1.4 nothing'),
      buildPdf(['q'], { trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 /O (o) /U (u) /P -4 >>' }),
      Buffer.from(`1 0 obj\n${'['.repeat(10_000)}`),
      Buffer.from('1 0 obj\n(never ends'),
      Buffer.from('1 0 obj\n2 0 R\nendobj\n2 0 obj\n1 0 R\nendobj\ntrailer << /Root 1 0 R >>'),
      Buffer.from(
        '1 0 obj\n<< /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Kids [2 0 R] >>\nendobj\ntrailer << /Root 1 0 R >>',
      ),
      buildPdf(Array.from({ length: 51 }, () => 'q')),
    ];
    const outcomes = [];
    for (const bytes of odd) {
      outcomes.push(await mergePdfs([bytes]).then(String, (error: unknown) => error instanceof UnreadablePdf));
    }
    expect(outcomes).toEqual(odd.map(() => true));
  });
});
