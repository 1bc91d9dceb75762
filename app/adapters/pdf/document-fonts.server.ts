import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/**
 * The fonts that come with the program, in the order in which they are asked for a letter. A document is drawn with them alone, so
 * that it looks the same on every machine, whatever fonts that has. The look of documents names their families first.
 */
const PACKAGES = [
  '@fontsource-variable/figtree',
  '@fontsource-variable/noto-sans',
  '@fontsource-variable/noto-emoji',
  '@fontsource-variable/noto-sans-thai',
  '@fontsource-variable/noto-sans-hebrew',
  '@fontsource-variable/noto-sans-arabic',
  '@fontsource-variable/noto-sans-sc',
  '@fontsource-variable/noto-sans-kr',
] as const;

/** Letters that change the one before them: they come with every font that has them, so that both are drawn as one. */
const JOINERS: ReadonlySet<number> = new Set([0x200c, 0x200d, 0x20e3, 0xfe0e, 0xfe0f]);
const isSkinTone = (code: number): boolean => code >= 0x1f3fb && code <= 0x1f3ff;
const isCombining = (code: number): boolean =>
  JOINERS.has(code) || isSkinTone(code) || (code >= 0x300 && code <= 0x36f);

/** One file of a font: its rule, where it lies, and the ranges of code points that it draws. */
type Face = { rule: string; file: string; ranges: readonly (readonly [number, number])[] };
let fonts: readonly (readonly Face[])[] | undefined;

/** Whether the fonts are there; said at start, so that nobody finds it out by an invoice. */
export function hasDocumentFonts(): boolean {
  try {
    return listFonts().every((font) => font.length > 0);
  } catch {
    return false;
  }
}

/**
 * The page with the parts of our fonts that its letters need, as part of it: each file draws some hundreds of letters, and a page
 * may load nothing. Every rule is narrowed to the letters that it is there for.
 */
export function withGlyphs(html: string): string {
  if (!hasDocumentFonts()) return html;
  const style = `<style>${chooseFaces(html).map(writeRule).join('\n')}</style>`;
  const head = html.indexOf('<head>');
  return head < 0 ? html.replace(/^(<!doctype html>)?/i, `$1${style}`) : html.replace('<head>', `<head>${style}`);
}

type ChosenFace = { face: Face; codes: number[] };

/** A font's ranges name a few letters that it has no shape for: a second font stands behind the first. */
const FONTS_PER_LETTER = 2;

/** The faces that a page needs, each with its letters. A joiner goes to all faces that are needed and have it. */
function chooseFaces(html: string): ChosenFace[] {
  const codes = listCodes(html);
  const chosen = new Map<Face, number[]>();
  for (const code of codes.filter((one) => !isCombining(one))) {
    const candidates = listFonts().flatMap((font) => font.find((face) => draws(face, code)) ?? []);
    for (const face of candidates.slice(0, FONTS_PER_LETTER)) {
      const letters = chosen.get(face);
      if (letters) letters.push(code);
      else chosen.set(face, [code]);
    }
  }
  for (const code of codes.filter(isCombining)) {
    for (const [face, letters] of chosen) if (draws(face, code)) letters.push(code);
  }
  return [...chosen].map(([face, letters]) => ({ face, codes: letters }));
}

const draws = ({ ranges }: Face, code: number): boolean => ranges.some(([from, to]) => code >= from && code <= to);

function listCodes(html: string): number[] {
  const codes = new Set<number>();
  for (const letter of html) codes.add(letter.codePointAt(0) ?? 0);
  return [...codes].filter((code) => code >= 0x20);
}

function writeRule({ face, codes }: ChosenFace): string {
  const data = readFileSync(face.file).toString('base64');
  return face.rule
    .replace('font-display: swap', 'font-display: block')
    .replace(/unicode-range: [^;]+;/, `unicode-range: ${codes.map((code) => `U+${code.toString(16)}`).join(',')};`)
    .replace(`./files/${basename(face.file)}`, `data:font/woff2;base64,${data}`);
}

/** The faces of each font. */
function listFonts(): readonly (readonly Face[])[] {
  fonts ??= PACKAGES.map(readFaces);
  return fonts;
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
