import { readAttribute, readMarkup } from '#app/core/text/markup.ts';

/** A piece of a text: in both versions, only in the old or only in the new one. */
export type Piece = { kind: 'same' | 'old' | 'new'; text: string };

/** Beyond so many words a comparison word by word takes too long to be worth it. */
const MAX_WORDS = 1_500;

/** Two texts word by word: what is the same, what went and what came, in reading order. */
export function diffWords(before: string, after: string): Piece[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const middle = compare(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return join([
    ...old.slice(0, start).map((text): Piece => ({ kind: 'same', text })),
    ...middle,
    ...old.slice(old.length - end).map((text): Piece => ({ kind: 'same', text })),
  ]);
}

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? [];

/** The longest common words of both, by the table that everybody draws for it. */
function compare(old: readonly string[], now: readonly string[]): Piece[] {
  if (old.length > MAX_WORDS || now.length > MAX_WORDS || old.length === 0 || now.length === 0) {
    return [...old.map((text): Piece => ({ kind: 'old', text })), ...now.map((text): Piece => ({ kind: 'new', text }))];
  }
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = now.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        old[i] === now[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const isShared = i < old.length && j < now.length && old[i] === now[j];
    const dropsOld =
      i < old.length && (j >= now.length || (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0));
    if (isShared) {
      pieces.push({ kind: 'same', text: old[i++] ?? '' });
      j++;
    } else if (dropsOld) pieces.push({ kind: 'old', text: old[i++] ?? '' });
    else pieces.push({ kind: 'new', text: now[j++] ?? '' });
  }
  return pieces;
}

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
