import { readMarkup } from '#app/core/text/markup.ts';

/** The plain text of a simple description, paragraphs apart by an empty line; undefined when it has other formatting. */
export function textOfDescription(html: string): string | undefined {
  if (html.trim() === '') return '';
  if (!html.includes('<')) return decode(html.trim());
  const paragraphs: string[] = [];
  let open: string | undefined;
  for (const piece of readMarkup(html)) {
    const isPlain = piece.kind === 'text' || /^\s*\/?$/.test(piece.attributes);
    if (!isPlain) return undefined;
    if (open === undefined) {
      if (piece.kind === 'text' && piece.text.trim() === '') continue;
      if (piece.kind === 'text' || piece.name !== 'p' || piece.isEnd) return undefined;
      open = '';
    } else if (piece.kind === 'text') {
      if (piece.text.includes('<')) return undefined;
      open += joinLines(piece.text);
    } else if (piece.name === 'br' && !piece.isEnd) open += '\n';
    else if (piece.name === 'p' && piece.isEnd) {
      paragraphs.push(decode(open).trim());
      open = undefined;
    } else return undefined;
  }
  return open === undefined ? paragraphs.join('\n\n') : undefined;
}

/** Words in lines as one line. */
const joinLines = (text: string): string =>
  text.includes('\n')
    ? text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join(' ')
    : text;

/** Plain text as paragraphs; an empty line begins a new one. */
export function descriptionOfText(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${encode(paragraph).replace(/\n/g, '<br />')}</p>`)
    .join('\n');
}

const BLOCKS = /^(p|div|li|h[1-6]|tr|blockquote|pre)$/;

/** What a reader of a description sees: its text without formatting. Breaks between blocks count as one sign each. */
export function plainText(html: string): string {
  let skipped: string | undefined;
  const words = readMarkup(html).map((piece) => {
    const ends = piece.kind === 'tag' && piece.isEnd;
    if (skipped !== undefined) {
      if (ends && piece.name === skipped) skipped = undefined;
      return '';
    }
    if (piece.kind === 'text') return piece.text.replace(/\s+/g, ' ');
    if (!ends && /^(script|style)$/.test(piece.name)) skipped = piece.name;
    return piece.name === 'br' || (ends && BLOCKS.test(piece.name)) ? '\n' : '';
  });
  return decode(words.join('').replace(/\n /g, '\n')).trim();
}

/** Marks that the formatted editor writes itself, and the attributes that it keeps of a link and of a list. */
const KEPT_MARKS = /^(p|br|strong|b|em|i|u|s|del|strike|code|pre|blockquote|hr|ul|ol|li|h2|h3|a)$/;
const KEPT_ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  a: /^(\s+(href|target|rel)="[^"]*")*\s*$/,
  ol: /^(\s+start="\d+")?\s*$/,
};

/** Whether the formatted editor shows all of a description. Tables, pictures and other marks would be lost in it. */
export function keepsFormatting(html: string): boolean {
  if (html.includes('<!')) return false;
  return readMarkup(html).every((piece) => {
    if (piece.kind === 'text') return true;
    const { name, attributes } = piece;
    return KEPT_MARKS.test(name) && (KEPT_ATTRIBUTES[name] ?? /^\s*\/?$/).test(attributes);
  });
}

/** A text in one line of at most `most` characters, as a search engine would show it. */
export function firstWords(text: string, max: number): string {
  const signs = Array.from(text.replace(/\s+/g, ' ').trim());
  return signs.length > max
    ? `${signs
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
    : signs.join('');
}

const encode = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const decode = (text: string): string =>
  text
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');
