/** A description that holds paragraphs only can be edited as plain text; anything richer is edited as it is. */
const SIMPLE = /^\s*(<p>([^<]|<br\s*\/?>)*<\/p>\s*)*$/i;

/** The plain text of a simple description, paragraphs apart by an empty line; undefined when it has other formatting. */
export function textOfDescription(html: string): string | undefined {
  if (html.trim() === '') return '';
  if (!html.includes('<')) return decode(html.trim());
  if (!SIMPLE.test(html)) return undefined;
  const paragraphs = [...html.matchAll(/<p>(.*?)<\/p>/gis)].map(([, inner = '']) =>
    decode(inner.replace(/\s*\n\s*/g, ' ').replace(/<br\s*\/?>/gi, '\n')).trim(),
  );
  return paragraphs.join('\n\n');
}

/** Plain text as paragraphs; an empty line begins a new one. */
export function descriptionOfText(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${encode(paragraph).replace(/\n/g, '<br />')}</p>`)
    .join('\n');
}

/** What a reader of a description sees: its text without formatting. Breaks between blocks count as one sign each. */
export function plainText(html: string): string {
  return decode(
    html
      .replace(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, '')
      .replace(/\s+/g, ' ')
      .replace(/<br\s*\/?>\s*|<\/(p|div|li|h[1-6]|tr|blockquote|pre)>\s*/gi, '\n')
      .replace(/<[^>]*>/g, ''),
  ).trim();
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
  return [...html.matchAll(/<\/?([a-z][a-z0-9]*)([^>]*)>/gi)].every(([, mark = '', attributes = '']) => {
    const name = mark.toLowerCase();
    return KEPT_MARKS.test(name) && (KEPT_ATTRIBUTES[name] ?? /^\s*\/?$/).test(attributes);
  });
}

/** A text in one line of at most `most` characters, as a search engine would show it. */
export function firstWords(text: string, most: number): string {
  const signs = Array.from(text.replace(/\s+/g, ' ').trim());
  return signs.length > most
    ? `${signs
        .slice(0, most - 1)
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
