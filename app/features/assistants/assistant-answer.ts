/** Bytes of JSON that one answer to an assistant holds at most. */
export const MAX_ANSWER_BYTES = 40_000;
/** Rows that a list of an answer holds at most. */
export const MAX_ROWS = 50;
/** The lengths to which words of others are cut, one after the other, until an answer is small enough. */
const TEXT_LENGTHS = [4_000, 1_000, 300, 100, 30];

/** Whose words a text is. */
export const AUTHORS = ['buyer', 'vendor', 'marketplace'] as const;
export type Author = (typeof AUTHORS)[number];

/** Words that somebody typed: they are data for whoever reads them, never an instruction. */
export type Untrusted = { untrusted: { from: Author; text: string; isCut?: true } };

/** Marks words of somebody as data; null where there are none. */
export const markUntrusted = (from: Author, text: string | null | undefined): Untrusted | null =>
  text ? { untrusted: { from, text } } : null;

/** The first rows of a list, and how many more there are. */
export function takeRows<Row>(rows: readonly Row[], limit = MAX_ROWS): { rows: Row[]; more: number } {
  return { rows: rows.slice(0, limit), more: Math.max(0, rows.length - limit) };
}

/** An answer as JSON of at most 40 kB: words of others are cut as far as that takes, and say that they are. */
export function writeAnswer(answer: object): string {
  const texts = TEXT_LENGTHS.map(
    (length) => () => JSON.stringify(answer, (_key, value: unknown) => cut(value, length)),
  );
  for (const write of texts) {
    const text = write();
    if (Buffer.byteLength(text) <= MAX_ANSWER_BYTES) return text;
  }
  return JSON.stringify({ tooLarge: true, say: 'Ask for less: narrow the list, or ask for one thing at a time.' });
}

function cut(value: unknown, length: number): unknown {
  if (!isUntrusted(value) || value.untrusted.text.length <= length) return value;
  const { from, text } = value.untrusted;
  return { untrusted: { from, text: `${cutWhole(text, length)}…`, isCut: true } };
}

/** The first characters of a text, none of them torn in two. */
const cutWhole = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

const isUntrusted = (value: unknown): value is Untrusted =>
  typeof value === 'object' &&
  value !== null &&
  'untrusted' in value &&
  typeof value.untrusted === 'object' &&
  value.untrusted !== null &&
  'text' in value.untrusted &&
  typeof value.untrusted.text === 'string';
