import { extractText } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { findChromium } from '#scripts/find-chromium.ts';
import { DOCUMENT_LOOK } from '#app/platform/mails/document-layout.ts';
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

  it.for([
    { script: 'Latin', text: 'Ana Müller Łódź Ødegård İstanbul 12,50 €', font: 'Figtree' },
    { script: 'Vietnamese, Greek and Cyrillic', text: 'Nguyễn Αθήνα Київ', font: 'NotoSans' },
    { script: 'Chinese and Japanese', text: '王小明 東京都渋谷区 こんにちは', font: 'NotoSansSC' },
    { script: 'Korean', text: '김민준 서울특별시', font: 'NotoSansKR' },
    { script: 'Thai', text: 'สมชาย กรุงเทพ', font: 'NotoSansThai' },
    { script: 'Hebrew', text: 'שלום', font: 'NotoSansHebrew' },
    { script: 'Arabic', text: 'محمد', font: 'NotoSansArabic' },
    { script: 'emoji', text: 'Thank you 🎁 👍', font: 'NotoEmoji' },
  ])(
    'pdf printer: $script of a name is drawn with fonts of the program alone and can be read back',
    { timeout: 60_000 },
    async ({ text, font }, { skip }) => {
      const chromium = findChromium();
      if (chromium === undefined) skip('no Chromium on this machine: the letters of PDF files were NOT looked at');
      const page = `<!doctype html><html><head><style>${DOCUMENT_LOOK}</style></head><body><p>${text}</p></body></html>`;
      const file = await createPdfPrinter(chromium).print(page);
      const fonts = [...file.toString('latin1').matchAll(/\/FontName \/[A-Z]{6}\+([A-Za-z]+)/g)].map(
        ([, name]) => name,
      );
      // A letter that none of our fonts draws would come with a font of the system, as a letter or as a box.
      expect(fonts.filter((name) => !/^(?:Figtree|Noto)/.test(name ?? ''))).toEqual([]);
      expect(fonts).toContainEqual(expect.stringMatching(new RegExp(`^${font}(?:Thin|Light|Regular|$)`)));
      expect(await readLetters(file)).toEqual(listLetters(text));
    },
  );
});

/** The letters of a text, sorted: a PDF file writes right-to-left scripts in the order in which they are seen. */
const listLetters = (text: string): string[] => Array.from(text.normalize('NFKC').replaceAll(/\s/g, '')).sort();

async function readLetters(file: Buffer): Promise<string[]> {
  const { text } = await extractText(new Uint8Array(file), { mergePages: true });
  return listLetters(text);
}

describe('the fonts that come with the program', () => {
  it('are there, and a page is given the few files that its letters need', () => {
    expect(hasDocumentFonts()).toBe(true);
    const page = '<!doctype html><html><head></head><body>王小明</body></html>';
    const faces = withGlyphs(page).match(/@font-face/g) ?? [];
    expect(faces.length).toBeGreaterThan(0);
    expect(faces.length).toBeLessThan(10);
    expect(withGlyphs(page)).not.toContain('url(./');
    expect(withGlyphs('<p>Zoë – 12,50 €</p>').match(/@font-face/g)).toHaveLength(2);
  });
});
