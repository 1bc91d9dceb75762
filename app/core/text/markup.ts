/** A piece of marked-up text: words between marks, or a mark. */
export type MarkupPiece =
  { kind: 'text'; text: string } | { kind: 'tag'; name: string; isEnd: boolean; attributes: string };

const NAME = /^\/?([a-z][a-z0-9]*)/i;

/**
 * Reads text with marks into its pieces, in time that grows with its length alone. A `<` without a `>` after it is text. Marks
 * are what browsers take for one in text that was cleaned; nothing is checked or closed.
 */
export function readMarkup(html: string): MarkupPiece[] {
  const pieces: MarkupPiece[] = [];
  let from = 0;
  for (;;) {
    const opens = html.indexOf('<', from);
    const closes = opens === -1 ? -1 : html.indexOf('>', opens);
    const text = html.slice(from, closes === -1 ? html.length : opens);
    if (text !== '') pieces.push({ kind: 'text', text });
    if (closes === -1) return pieces;
    const inside = html.slice(opens + 1, closes);
    const [start = '', name = ''] = NAME.exec(inside) ?? [];
    const attributes = inside.slice(start.length);
    pieces.push({ kind: 'tag', name: name.toLowerCase(), isEnd: inside.startsWith('/'), attributes });
    from = closes + 1;
  }
}

/** The text without its marks, each replaced by what `by` says: nothing, unless told otherwise. */
export function stripTags(html: string, by = ''): string {
  return readMarkup(html)
    .map((piece) => (piece.kind === 'text' ? piece.text : by))
    .join('');
}

/** The value of an attribute in double quotes, as it is written; undefined where the mark has none. */
export function readAttribute(attributes: string, name: string): string | undefined {
  const start = attributes.toLowerCase().indexOf(`${name}="`);
  if (start === -1) return undefined;
  const from = start + name.length + 2;
  const to = attributes.indexOf('"', from);
  return to === -1 ? undefined : attributes.slice(from, to);
}

/** A text without the given sign at its beginning and its end. */
export function trimSign(text: string, sign: string): string {
  let from = 0;
  while (from < text.length && text[from] === sign) from++;
  return trimSignAtEnd(text.slice(from), sign);
}

/** A text without the given sign at its end. */
export function trimSignAtEnd(text: string, sign: string): string {
  let to = text.length;
  while (to > 0 && text[to - 1] === sign) to--;
  return text.slice(0, to);
}

/** The digits at the end of the platform's global ids: `gid://shopify/Order/12` is `12`. Undefined where it ends otherwise. */
export function readTrailingId(gid: string): string | undefined {
  const last = gid.slice(gid.lastIndexOf('/') + 1);
  return /^\d{1,20}$/.test(last) ? last : undefined;
}
