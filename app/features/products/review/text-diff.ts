import { diffArrays } from 'diff';
import { readAttribute, readMarkup } from '#app/core/text/markup.ts';

/** A piece of a text: in both versions, only in the old or only in the new one. */
export type Piece = { kind: 'same' | 'old' | 'new'; text: string };

/** Two texts that take more changes than this are shown as two texts: to compare them takes long, and reads as noise. */
const MAX_EDITS = 1_000;

/** Two texts word by word: what is the same, what went and what came, in reading order. */
export function diffWords(before: string, after: string): Piece[] {
  const changes = diffArrays(splitWords(before), splitWords(after), { maxEditLength: MAX_EDITS });
  const pieces = changes?.map(({ value, added, removed }): Piece => ({
    kind: removed ? 'old' : added ? 'new' : 'same',
    text: value.join(''),
  }));
  return join(
    pieces ?? [
      { kind: 'old', text: before },
      { kind: 'new', text: after },
    ],
  );
}

const splitWords = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

/** Neighbours of one kind as one piece; a mere space between two changes belongs to the change, so that it reads as one. */
function join(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  let changed = { old: '', new: '' };
  const flush = (): void => {
    for (const kind of ['old', 'new'] as const) {
      if (changed[kind] !== '') joined.push({ kind, text: changed[kind] });
    }
    changed = { old: '', new: '' };
  };
  pieces.forEach((piece, at) => {
    const next = pieces[at + 1];
    const isBetween = changed.old + changed.new !== '' && piece.text.trim() === '' && next && next.kind !== 'same';
    if (piece.kind !== 'same') changed[piece.kind] += piece.text;
    else if (isBetween) changed = { old: changed.old + piece.text, new: changed.new + piece.text };
    else {
      flush();
      const last = joined.at(-1);
      if (last?.kind === 'same') last.text += piece.text;
      else joined.push({ ...piece });
    }
  });
  flush();
  return joined;
}

/** Marks that end a line of a description. */
const BLOCKS = new Set([
  'p',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'li',
  'tr',
  'blockquote',
  'figure',
  'table',
  'ul',
  'ol',
]);

/**
 * A description as a reviewer reads it: its text in lines, with the addresses of links and pictures, which are what a text
 * alone would hide. Two descriptions that read alike all the same are compared as they are written.
 */
export function readableHtml(html: string): string {
  const addresses: string[] = [];
  const said = readMarkup(html).map((piece) => {
    if (piece.kind === 'text') return piece.text;
    const { name, isEnd, attributes } = piece;
    if (name === 'br' || (isEnd && BLOCKS.has(name))) return '\n';
    if (name === 'img') return ` [${readAttribute(attributes, 'src') ?? ''}] `;
    if (name === 'li') return '• ';
    if (name !== 'a') return '';
    if (!isEnd) addresses.push(readAttribute(attributes, 'href') ?? '');
    const address = isEnd ? addresses.pop() : undefined;
    return address ? ` (${address})` : '';
  });
  return said
    .join('')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Both descriptions as texts to compare. */
export function comparable(before: string, after: string): [string, string] {
  const texts: [string, string] = [readableHtml(before), readableHtml(after)];
  return texts[0] === texts[1] ? [before, after] : texts;
}
