import { describe, expect, it } from 'vitest';
import { findChromium } from '#scripts/find-chromium.ts';
import { createPdfPrinter } from './pdf-printer.server.ts';

describe('a printer of PDF files', () => {
  it('says that it cannot, where there is no Chromium', async () => {
    await expect(createPdfPrinter('/nowhere/chromium').print('<p>')).rejects.toMatchObject({
      code: 'pdf_unavailable',
      status: 503,
    });
  });

  it('says the same of a program that is none', async () => {
    await expect(createPdfPrinter('/bin/false').print('<p>')).rejects.toMatchObject({ code: 'pdf_unavailable' });
  });

  it('draws pages with their pictures, runs no script, and goes nowhere', { timeout: 60_000 }, async () => {
    const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
    const page = `<!doctype html><title>Three</title><style>section{break-after:page}</style>
      <section>One<img src="data:image/png;base64,${dot}"></section><section>Two</section><section>Three</section>
      <script>document.body.innerHTML = ''</script>
      <iframe src="file:///etc/passwd"></iframe><meta http-equiv="refresh" content="0;url=file:///etc/passwd">`;
    const file = (await createPdfPrinter(findChromium()).print(page)).toString('latin1');
    expect(file.startsWith('%PDF-')).toBe(true);
    // Three sections and the end: had the script run, or had the page gone elsewhere, there would be one.
    expect(Number(/\/Count (\d+)/.exec(file)?.[1])).toBeGreaterThanOrEqual(3);
    expect(file).toContain('/Subtype /Image');
  });
});
