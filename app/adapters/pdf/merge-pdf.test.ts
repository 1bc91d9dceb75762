import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countPages, mergePdfs, UnreadablePdf } from './merge-pdf.ts';
import { readPdf, resolve } from './read-pdf.ts';

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
function buildPackedPdf(words: string): Buffer {
  const packed = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'];
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 288 432] /Contents 4 0 R >>';
  const all = [...packed, page];
  let at = 0;
  const header = all.map((text, index) => {
    const entry = `${String(index + 1)} ${String(at)}`;
    at += text.length + 1;
    return entry;
  });
  const first = `${header.join(' ')} `;
  const body = deflateSync(Buffer.from(first + all.join(' '), 'latin1'));
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.5\n4 0 obj\n<< /Length 6 0 R >>\nstream\n${words}\nendstream\nendobj\n6 0 obj\n${String(words.length)}\nendobj\n` +
        `7 0 obj\n<< /Type /ObjStm /N 3 /First ${String(first.length)} /Filter /FlateDecode /Length ${String(body.length)} >>\nstream\n`,
      'latin1',
    ),
    body,
    Buffer.from('\nendstream\nendobj\n8 0 obj\n<< /Type /XRef /Root 1 0 R /Length 0 >>\nstream\n\nendstream\nendobj\n'),
  ]);
}

/** What each page draws, in order. */
function listDrawn(bytes: Buffer): string[] {
  const file = readPdf(bytes);
  const tree = resolve(file, file.root.get('/Pages'));
  const kids = tree instanceof Map ? (tree.get('/Kids') as unknown as { id: number }[]) : [];
  return kids.map(({ id }) => {
    const page = file.objects.get(id)?.value;
    const contents = page instanceof Map ? (page.get('/Contents') as { id: number }) : { id: 0 };
    return (file.objects.get(contents.id)?.stream ?? Buffer.alloc(0)).toString('latin1').trimEnd();
  });
}

describe('several files in one', () => {
  test('any pages of any files: all are there once, in order, at the places that the file names', () => {
    const words = fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom('B', 'T', ' ', '1', '(', 'obj ') });
    const page = words.map((text) => `q ${text.replaceAll(/[()]/g, 'x')}Q`);
    fc.assert(
      fc.property(fc.array(fc.array(page, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }), (files) => {
        const merged = mergePdfs(files.map((pages) => buildPdf(pages)));
        expect(listDrawn(merged)).toEqual(files.flat());
        expect(countPages(merged)).toBe(files.flat().length);
        const text = merged.toString('latin1');
        const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
        const rows = [...text.slice(start).matchAll(/^(\d{10}) 00000 n /gm)].map(([, at]) => Number(at));
        rows.forEach((at, index) => {
          expect(text.slice(at, at + 12)).toMatch(new RegExp(`^${String(index + 1)} 0 obj`));
        });
      }),
      { numRuns: 60 },
    );
  });

  test('packed objects, sizes and fonts of the nodes above, and texts with brackets are taken over; scripts are not', () => {
    const merged = mergePdfs([buildPackedPdf('BT packed ET'), buildPdf(['BT plain ET'])]);
    expect(listDrawn(merged)).toEqual(['BT packed ET', 'BT plain ET']);
    const text = merged.toString('latin1');
    expect(text).toContain('/Note (a \\) b (c) 5 0 R)');
    expect(text.match(/\/MediaBox \[ 0 0 288 432 \]/g)).toHaveLength(2);
    expect(text).not.toContain('evil');
  });

  test('what is no PDF, encrypted, nested without end, or goes round is refused', () => {
    const odd = [
      Buffer.from('%PDF-1.4 nothing'),
      buildPdf(['q'], { trailer: '/Encrypt 9 0 R' }),
      Buffer.from(`1 0 obj\n${'['.repeat(10_000)}`),
      Buffer.from('1 0 obj\n(never ends'),
      Buffer.from('1 0 obj\n2 0 R\nendobj\n2 0 obj\n1 0 R\nendobj\ntrailer << /Root 1 0 R >>'),
      Buffer.from(
        '1 0 obj\n<< /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Kids [2 0 R] >>\nendobj\ntrailer << /Root 1 0 R >>',
      ),
    ];
    for (const bytes of odd) expect(() => mergePdfs([bytes])).toThrow(UnreadablePdf);
  });
});
