import { describe, expect, it } from 'vitest';
import { findChromium } from '#scripts/find-chromium.ts';
import { DOCUMENT_LOOK } from '#app/features/mails/document-layout.ts';
import { hasDocumentFonts, withGlyphs } from './document-fonts.server.ts';
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

  it('embeds the letters of names that systems cannot draw', { timeout: 60_000 }, async ({ skip }) => {
    const chromium = findChromium();
    if (chromium === undefined) skip('no Chromium on this machine: the letters of PDF files were NOT looked at');
    const page = (text: string) =>
      `<!doctype html><html><head><style>${DOCUMENT_LOOK}</style></head><body><p>${text}</p></body></html>`;
    const printer = createPdfPrinter(chromium);
    const fontsOf = async (text: string) => {
      const file = (await printer.print(page(text))).toString('latin1');
      return [...file.matchAll(/\/FontName \/[A-Z]{6}\+([\w-]+)/g)].map(([, name]) => name ?? '');
    };
    expect((await fontsOf('王小明, こんにちは')).some((name) => /^NotoSansSC/.test(name))).toBe(true);
    expect((await fontsOf('김민준')).some((name) => /^NotoSansKR/.test(name))).toBe(true);
    expect((await fontsOf('Thank you 🎁')).some((name) => /^NotoEmoji/.test(name))).toBe(true);
    expect((await fontsOf('Ana Müller')).some((name) => /^Noto(SansSC|SansKR|Emoji)/.test(name))).toBe(false);
  });
});

describe('the fonts that come with the program', () => {
  it('are there, and a page is given the few files that its letters need', () => {
    expect(hasDocumentFonts()).toBe(true);
    const page = '<!doctype html><html><head></head><body>王小明</body></html>';
    const faces = withGlyphs(page).match(/@font-face/g) ?? [];
    expect(faces.length).toBeGreaterThan(0);
    expect(faces.length).toBeLessThan(6);
    expect(withGlyphs(page)).not.toContain('url(./');
    expect(withGlyphs('<p>Zoë Ødegård – 12,50 €</p>')).toBe('<p>Zoë Ødegård – 12,50 €</p>');
  });
});
