import { findCode, nameCode } from '#app/ui/forms/template-code.ts';
import { HEADING_STYLE, PARAGRAPH_STYLE } from '../layout.ts';

/** A piece of a template: words, a mark (`<p style="…">`), or a code (`{{ … }}`, `{% … %}`). */
type Piece = { kind: 'text' | 'tag' | 'code'; source: string; name: string; isEnd: boolean };

/** Longer templates are edited as HTML. */
const MAX_FORMATTED = 50_000;
/** Blocks whose words are edited, and the marks that may stand in them. */
const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'ul', 'ol', 'blockquote']);
const INSIDE = new Set(['p', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'u', 's', 'a', 'br']);
const VOID = new Set(['br', 'hr', 'img']);
const STARTS = new Set(['if', 'unless', 'for', 'case', 'capture', 'tablerow', 'comment', 'raw']);
/** What a mark may carry in the editor. */
const ATTRIBUTES = new Set(['style', 'href']);
const NAME = /^<\/?([a-z][a-z0-9]{0,20})/i;
const KEYWORD = /^\{%-?\s{0,9}([a-z]{1,20})/;

/** The end of a mark: the first `>` that stands in no attribute. */
function findTagEnd(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at;
  }
  return -1;
}

/** Reads a template into its pieces; undefined where a mark or a code has no end. */
function readPieces(source: string): Piece[] | undefined {
  const pieces: Piece[] = [];
  let from = 0;
  while (from < source.length) {
    const code = findCode(source, from);
    const tag = source.indexOf('<', from);
    const next = Math.min(code?.from ?? source.length, tag === -1 ? source.length : tag);
    if (next > from) pieces.push({ kind: 'text', source: source.slice(from, next), name: '', isEnd: false });
    if (next === source.length) break;
    const end = next === code?.from ? code.to : findTagEnd(source, next) + 1;
    if (end === 0) return undefined;
    const piece = source.slice(next, end);
    pieces.push(next === code?.from ? toCode(piece) : toTag(piece));
    from = end;
  }
  return pieces;
}

function toCode(source: string): Piece {
  const keyword = KEYWORD.exec(source)?.[1] ?? '';
  const isEnd = keyword.startsWith('end');
  return { kind: 'code', source, name: isEnd ? keyword.slice(3) : keyword, isEnd };
}

const toTag = (source: string): Piece => ({
  kind: 'tag',
  source,
  name: (NAME.exec(source)?.[1] ?? '').toLowerCase(),
  isEnd: source.startsWith('</'),
});

const isOpening = ({ kind, name, isEnd }: Piece): boolean =>
  !isEnd && (kind === 'tag' ? !VOID.has(name) : kind === 'code' && STARTS.has(name));

/** How many pieces belong to the block that begins with the first one; undefined where it has no end. */
function measureBlock(pieces: readonly Piece[]): number | undefined {
  const open: Piece[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (isOpening(piece)) open.push(piece);
    else if (piece.isEnd && piece.kind !== 'text') {
      const opening = open.pop();
      if (opening?.kind !== piece.kind || opening.name !== piece.name) return undefined;
    }
    if (open.length === 0) return index + 1;
  }
  return undefined;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const unescape = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&');

/** The attributes of a mark, with their values as they stand between the quotes; undefined for what is written otherwise. */
function readAttributes(tag: Piece): [name: string, value: string][] | undefined {
  const attributes: [string, string][] = [];
  let rest = tag.source.slice(1 + tag.name.length, -1).trim();
  while (rest !== '' && rest !== '/') {
    const equals = rest.indexOf('="');
    const end = equals === -1 ? -1 : rest.indexOf('"', equals + 2);
    if (end === -1) return undefined;
    attributes.push([rest.slice(0, equals).trim().toLowerCase(), rest.slice(equals + 2, end)]);
    rest = rest.slice(end + 1).trim();
  }
  return attributes;
}

const isEditable = (pieces: readonly Piece[]): boolean =>
  pieces.every(
    (piece, index) =>
      piece.kind !== 'tag' ||
      piece.isEnd ||
      ((index === 0 ? BLOCKS : INSIDE).has(piece.name) &&
        readAttributes(piece)?.every(([name]) => ATTRIBUTES.has(name)) === true),
  );

/** A code as the editor holds it: a word that is moved and deleted as one. */
const toChip = (code: string): string => `<span data-code="${escape(code)}">${escape(nameCode(code))}</span>`;

function toEditorPiece(piece: Piece): string {
  if (piece.kind === 'text') return piece.source;
  if (piece.kind === 'code') return toChip(piece.source);
  if (piece.isEnd || piece.name === 'br') return piece.source;
  const attributes = (readAttributes(piece) ?? []).map(([name, value]) =>
    name === 'style' ? ` data-style="${value}"` : ` ${name}="${value}"`,
  );
  return `<${piece.name}${attributes.join('')}>`;
}

/** What a block that is not edited here says: its words, or the first value that it names. */
function nameBlock(pieces: readonly Piece[]): string {
  const words = pieces
    .filter(({ kind }) => kind === 'text')
    .map(({ source }) => source.trim())
    .filter((text) => /\p{L}/u.test(text));
  const code = pieces.find(({ kind }) => kind === 'code');
  return unescape(words.join(' · ')) || nameCode(code?.source ?? '{{}}');
}

/**
 * A template as the editor of formatted text holds it: words as they are, each code one word, and a table, a loop or a condition
 * around blocks as one block that stays as it is. Undefined where the template is more than blocks under one another.
 */
export function toEditorHtml(source: string): string | undefined {
  if (source.length > MAX_FORMATTED) return undefined;
  const pieces = readPieces(source);
  if (!pieces) return undefined;
  let html = '';
  for (let at = 0; at < pieces.length;) {
    const [piece] = pieces.slice(at, at + 1);
    if (piece?.kind === 'text') {
      if (piece.source.trim() !== '') return undefined;
      at += 1;
      continue;
    }
    const size = measureBlock(pieces.slice(at));
    if (size === undefined || /^(html|body|head)$/.test(piece?.name ?? '')) return undefined;
    const block = pieces.slice(at, at + size);
    const whole = block.map((one) => one.source).join('');
    html +=
      piece?.kind === 'tag' && isEditable(block)
        ? block.map(toEditorPiece).join('')
        : `<div data-block="${escape(whole)}">${escape(nameBlock(block))}</div>`;
    at += size;
  }
  return html;
}

/** Codes as the editor takes them in among the words. */
export const toEditorCodes = (code: string): string => (readPieces(code) ?? []).map(toEditorPiece).join('');

const valueOf = (tag: Piece, name: string): string | undefined =>
  readAttributes(tag)?.find(([key]) => key === name)?.[1];

/** A mark as mails have it: with its style, which is another one where a paragraph became a heading or a heading a paragraph. */
function toMailTag(tag: Piece): string {
  const style = valueOf(tag, 'data-style');
  if (style === undefined) return tag.source;
  const isHeading = /^h[1-3]$/.test(tag.name);
  const own =
    isHeading && style === PARAGRAPH_STYLE
      ? HEADING_STYLE
      : tag.name === 'p' && style === HEADING_STYLE
        ? PARAGRAPH_STYLE
        : style;
  return tag.source.replace(`data-style="${style}"`, `style="${own}"`);
}

/** The template that the editor's text stands for. Codes that somebody typed by hand are codes as well. */
export function toTemplate(editorHtml: string): string {
  const pieces = readPieces(editorHtml) ?? [];
  let template = '';
  let skipped: string | undefined;
  for (const piece of pieces) {
    if (skipped !== undefined) {
      if (piece.kind === 'tag' && piece.isEnd && piece.name === skipped) skipped = undefined;
      continue;
    }
    const kept = piece.kind === 'tag' ? (valueOf(piece, 'data-code') ?? valueOf(piece, 'data-block')) : undefined;
    if (kept !== undefined) {
      template += unescape(kept);
      skipped = piece.name;
    } else if (piece.kind === 'code') template += unescape(piece.source);
    else template += piece.kind === 'tag' ? toMailTag(piece) : piece.source;
  }
  return template;
}
