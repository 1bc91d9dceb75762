import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The fonts that come with the program for what systems often cannot draw. The look of documents names their families. */
const PACKAGES = [
  '@fontsource-variable/noto-sans-sc',
  '@fontsource-variable/noto-sans-kr',
  '@fontsource-variable/noto-emoji',
] as const;

/** Below stands what every system has: Latin with its accents, Greek, Cyrillic. */
const FIRST_RARE = 0x0530;
const PLAIN = /^[\0-\u052f\u2000-\u206f\u20a0-\u20bf\u2100-\u214f]*$/;

/** One file of a font: its rule, where it lies, and the ranges of code points that it draws. */
type Face = { rule: string; file: string; ranges: readonly (readonly [number, number])[] };
let faces: readonly Face[] | undefined;

/** Whether the fonts are there; said at start, so that nobody finds it out by an invoice. */
export function hasDocumentFonts(): boolean {
  try {
    return listFaces().length > 0;
  } catch {
    return false;
  }
}

/**
 * The page with the parts of our fonts that its rare letters need, as part of it: each file draws some hundreds of letters, and
 * a page may load nothing. Unchanged where it has none.
 */
export function withGlyphs(html: string): string {
  const needed = rareLetters(html);
  if (needed.length === 0 || !hasDocumentFonts()) return html;
  const found = listFaces().filter(({ ranges }) =>
    needed.some((code) => ranges.some(([from, to]) => code >= from && code <= to)),
  );
  const rules = found.map(({ rule, file }) => {
    const data = readFileSync(file).toString('base64');
    return rule
      .replace('font-display: swap', 'font-display: block')
      .replace(`./files/${basename(file)}`, `data:font/woff2;base64,${data}`);
  });
  const style = `<style>${rules.join('\n')}</style>`;
  const head = html.indexOf('<head>');
  return head < 0 ? html.replace(/^(<!doctype html>)?/i, `$1${style}`) : html.replace('<head>', `<head>${style}`);
}

function rareLetters(html: string): number[] {
  if (PLAIN.test(html)) return [];
  const codes = new Set<number>();
  for (const letter of html) codes.add(letter.codePointAt(0) ?? 0);
  return [...codes].filter((code) => code >= FIRST_RARE && !PLAIN.test(String.fromCodePoint(code)));
}

function listFaces(): readonly Face[] {
  faces ??= PACKAGES.flatMap(readFaces);
  return faces;
}

/** The rules of a font package: the style sheet that it publishes for browsers, a rule for each of its files. */
function readFaces(name: string): Face[] {
  const sheet = createRequire(import.meta.url).resolve(`${name}/index.css`);
  const folder = dirname(sheet);
  const rules = readFileSync(sheet, 'utf8').match(/@font-face \{[^}]*\}/g) ?? [];
  return rules.flatMap((rule) => {
    const file = /url\(\.\/(files\/[\w.-]+)\)/.exec(rule)?.[1];
    const ranges = /unicode-range: ([^;]+);/.exec(rule)?.[1];
    return file === undefined || ranges === undefined
      ? []
      : [{ rule, file: join(folder, file), ranges: ranges.split(',').map(readRange) }];
  });
}

function readRange(text: string): [number, number] {
  const [from = '', to = from] = text.trim().replace(/^U\+/i, '').split('-');
  return [parseInt(from, 16), parseInt(to, 16)];
}
