import type { Answer } from './api.ts';

/** Stands in every text of a vendor's part of an order that nobody else may read. */
export const SECRET = 'zqvosecret';
/** Stands in the name and the address of that vendor, which its own public pages do show. */
export const OUTSIDER = 'zqvbstranger';
/** Stands in every text of the vendor that reads, so that a test that looks at nothing fails. */
export const OWN = 'xkwaown';

/** What of the buyer is hidden from vendors unless the marketplace shows it. */
export const HIDDEN = { email: 'hidden.buyer@buyers.test', phone: '+47 998 87 766' };

/** The words of the stranger, and the buyer's hidden data, that stand in a text. */
export const leakedWords = (text: string): string[] =>
  [SECRET, OUTSIDER, ...Object.values(HIDDEN)].filter((word) => text.toLowerCase().includes(word));

/** Amounts and counts below this are met by chance. */
const LEAST = 1_000n;
type Money = { amount: string; currency: string };
const isMoney = (value: object): value is Money =>
  'amount' in value && typeof value.amount === 'string' && 'currency' in value;
const minorOf = (amount: string): bigint => BigInt(amount.replace(/[-.]/g, ''));

/** Every amount in minor units, and every whole number, of an answer, by where it stands. Signs are left out. */
export function numbersIn(value: unknown, path = '', into = new Map<string, bigint>()): Map<string, bigint> {
  if (typeof value === 'number' && Number.isInteger(value)) into.set(path, BigInt(Math.abs(value)));
  if (typeof value === 'object' && value !== null) {
    if (isMoney(value)) into.set(path, minorOf(value.amount));
    else for (const [key, inner] of Object.entries(value)) numbersIn(inner, `${path}.${key}`, into);
  }
  return into;
}

/**
 * What must not be told: the numbers of what others see, and the sums of theirs and the reader's own that stand at the same
 * place, without those that the reader would have alone.
 */
export function secretNumbers(others: readonly unknown[], own: unknown, alone: unknown): Set<string> {
  const mine = numbersIn(own);
  const harmless = new Set([...numbersIn(alone).values()]);
  const theirs = others.flatMap((one) => [...numbersIn(one)]);
  const sums = theirs.map(([path, number]) => number + (mine.get(path) ?? 0n));
  return new Set(
    [...theirs.map(([, number]) => number), ...sums]
      .filter((number) => number >= LEAST && !harmless.has(number))
      .map(String),
  );
}

const MOMENTS = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;
/** Digits with the marks that some language sets between thousands and before decimals. */
const GROUPED = /\d+(?:[.,'’\u00a0\u202f\u2009 ]\d+)*/g;
const DECIMAL = /\d+(?:[.,]\d+)*/g;

/** The secret numbers that stand in a text, in whatever notation. */
export function leakedNumbers(text: string, secrets: ReadonlySet<string>): string[] {
  const plain = text.replace(MOMENTS, ' ');
  const written = [GROUPED, DECIMAL, /\d+/g].flatMap((form) => plain.match(form) ?? []);
  return [...new Set(written)].filter((one) => {
    const digits = one.replace(/\D/g, '').replace(/^0+/, '');
    // An amount may be written in whole units; fewer digits than four are met by chance.
    return secrets.has(digits) || (digits.length > 3 && secrets.has(`${digits}00`));
  });
}

/** The whole of an answer as text: its body, as it came, and its headers. */
export function textOf(answer: Answer): string {
  const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? null);
  const headers = [...answer.headers]
    .filter(([name]) => !['date', 'x-request-id', 'content-length', 'etag', 'set-cookie'].includes(name))
    .map((pair) => pair.join(': '));
  return [...headers, body].join('\n');
}

/** What two sellers who sold the same differ in: their names, and the numbers of their orders. */
export type Differing = { names: readonly (readonly [own: string, common: string])[]; orders: readonly string[] };

/**
 * An answer without what two vendors who sold the same differ in: names, ids, moments, numbers of orders. Amounts and counts
 * stay as they are.
 */
export function commonFormOf(text: string, { names, orders }: Differing): string {
  const named = names.reduce((rest, [own, common]) => rest.replaceAll(own, common), text);
  return orders
    .reduce((rest, name, index) => rest.replace(new RegExp(`(?<=[#-])${name.slice(1)}\\b`, 'g'), `n${index}`), named)
    .replace(/ticket=[\w.%~-]+/g, 'ticket=…')
    .replace(MOMENTS, 'moment')
    .replace(/("(?:id|\w+Id|\w*[oO]rder|cursor|location|version|key)":)(?:"[^"]*"|\d+)/g, '$1…')
    .replace(/"\d{9,}"/g, '"…"')
    .replace(/\b\d{9,}\b/g, '…');
}

/** The lines in which texts of the same names differ, each with where it stands; a text that only one has counts whole. */
export function differencesOf(
  some: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>>,
): { what: string; here: string; there: string }[] {
  return [...new Set([...Object.keys(some), ...Object.keys(others)])].flatMap((what) => {
    const [here, there] = [some[what] ?? 'nothing', others[what] ?? 'nothing'].map((text) => text.split('\n'));
    if (!here || !there) return [];
    const at = here.findIndex((line, index) => line !== there[index]);
    return at < 0 && here.length === there.length
      ? []
      : [{ what, here: here[at] ?? 'more lines', there: there[at] ?? 'no such line' }];
  });
}

/** A page as it is read: its texts, attributes and data, without drawings, styles and what is new in each answer. */
export const pageTextOf = (html: string): string =>
  html
    .replace(/<svg\b.*?<\/svg>/gs, '')
    .replace(/<style\b.*?<\/style>/gs, '')
    .replace(/ nonce="[^"]*"/g, '')
    // The reference of the request is drawn anew for each page, and any number may stand in it.
    .replace(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, 'reference');

/** The part of a page that is seen before any script runs. */
export const shownOf = (html: string): string =>
  pageTextOf(html)
    .replace(/<script\b.*?<\/script>/gs, '')
    // The colour of an avatar comes of its name.
    .replace(/souk-avatar-\d/g, 'souk-avatar')
    // What holds the ids of rows, and moments as they are written for people: the twin sold some minutes later.
    .replace(/\d{10,}(?:-\d+)?/g, '…')
    .replace(MOMENTS, 'moment')
    .replace(/(?:Today|Yesterday|\d{1,2} [A-Z]\w+ \d{4})(?= at|,| )/g, 'day')
    .replace(/\b\d\d:\d\d(?::\d\d)?\b/g, 'time')
    .replace(/></g, '>\n<');
