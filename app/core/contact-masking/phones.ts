import type { Span } from './folded-text.ts';
import { blankAccounts } from './payment-details.ts';

/** Digits with what people put between them. */
const RUN = /(?:\+\s?|\(\s?)?\d(?:[ .\-/()\u00a0\u2010-\u2015_*|~]{0,3}\d){6,24}/gu;
/** Digits with commas between all of their groups. */
const COMMA_RUN = /(?<![\d.,])\+?\d{1,12}(?: {0,2}, {0,2}\d{1,12}){2,24}(?![\d.]|,\d)/gu;
/** Digits with letters among them that look like digits, of three scripts. */
const LOOKALIKE_RUN = /(?<![\p{L}\p{N}_#-])\+?[\dOoОоΟοIlІ](?:[ .,\-/()]{0,3}[\dOoОоΟοIlІ]){6,24}(?![\p{L}\p{N}])/gu;
const DATE =
  /(?<!\d|\d[./-])(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d{2}|(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2})(?!\d|[./-]\d)(?:[ T]{1,2}\d{1,2}(?=:))?/g;
/** `1.234.567`, with or without cents, and `12 500.00`. */
const AMOUNT =
  /(?<![\d+(.,])[1-9]\d{0,2}(?:(?:\.\d{3}){1,4}(?:,\d{2})?|(?:,\d{3}){1,4}(?:\.\d{2})?|(?: \d{3}){1,4}[.,]\d{2})(?!\d|[ .,-]\d)/g;
const SIZES = /(?<!\d)\d{1,4}(?:\s?[x×]\s?\d{1,4}){1,3}(?!\d)/gi;
const RANGE = /(?<!\d)(?:19|20)\d{2}\s?[-/–]\s?(?:19|20)\d{2}(?!\d)/g;

/** Words before a number that say what it is, from the surest on. */
const CALLED =
  /(?<!\p{L})(?:tel|phone|fon|mobil|handy|call|ruf|anrufen|bel|appel|joignable|llam|llám|whats\s?app|signal|telegram|sms|text me|app me|portable|móvil|movil|gsm|viber)[^\d]{0,25}$/iu;
const COUNTED =
  /#\s?$|(?<!\p{L})(?:order|bestel|auftrag|commande|pedido|sku|ean|gtin|isbn|upc|art(?:ikel|icle|ículo)?|ref|réf|track|sendung|colis|envío|envio|pakket|zending|invoice|rechnung|facture|factura|factuur|serial|serien?|série|batch|lots?|lote|los-?nr|losnummer|partij|chargen?|part|teile?|pièce|pieza|onderdeel|model|nr|no|n°|n\.º|code|código|id)[^\d]{0,12}$/iu;
/** A year between signs is part of the number of a batch. */
const WITH_YEAR = /(?<!\d)(?:19|20)\d{2}(?!\d)/;
const NUMBERED = /(?<!\p{L})(?:nummer|number|numéro|numero|número)[^\d]{0,25}$/iu;

const WORDS: Readonly<Record<string, string>> = {
  zero: '0',
  null: '0',
  nul: '0',
  zéro: '0',
  cero: '0',
  oh: '0',
  one: '1',
  eins: '1',
  een: '1',
  één: '1',
  un: '1',
  uno: '1',
  two: '2',
  zwei: '2',
  zwo: '2',
  twee: '2',
  deux: '2',
  dos: '2',
  three: '3',
  drei: '3',
  drie: '3',
  trois: '3',
  tres: '3',
  four: '4',
  vier: '4',
  quatre: '4',
  cuatro: '4',
  five: '5',
  fünf: '5',
  vijf: '5',
  cinq: '5',
  cinco: '5',
  six: '6',
  sechs: '6',
  zes: '6',
  seis: '6',
  seven: '7',
  sieben: '7',
  zeven: '7',
  sept: '7',
  siete: '7',
  eight: '8',
  acht: '8',
  huit: '8',
  ocho: '8',
  nine: '9',
  neun: '9',
  negen: '9',
  neuf: '9',
  nueve: '9',
};
const MIN_WORDS = 7;

/** Phone numbers of a folded text, also those that are written in words. */
export function findPhones(text: string): Span[] {
  const plain = readLettersAsDigits(blank(blankAccounts(text), [SIZES, RANGE, DATE, AMOUNT]));
  const spans: Span[] = findSpelled(text);
  for (const match of plain.matchAll(RUN)) {
    const { index } = match;
    const found = match[0];
    const before = plain.slice(Math.max(0, index - 40), index);
    if (isPhone(found, before, plain[index + found.length] ?? ''))
      spans.push({ from: index, to: index + found.length });
  }
  for (const { 0: found, index } of plain.matchAll(COMMA_RUN)) {
    const before = plain.slice(Math.max(0, index - 40), index);
    if (isPhoneOfCommas(found, before)) spans.push({ from: index, to: index + found.length });
  }
  return spans;
}

/** A text with `O6 l2` as `06 12` where that begins as a phone number does; its length stays. */
function readLettersAsDigits(text: string): string {
  return text.replace(LOOKALIKE_RUN, (found: string, index: number) => {
    // A lone letter at the end is a word of the sentence that follows.
    const run = found.replace(/(?:[ .,\-/()]{1,3}[^\d\s])$/u, '');
    const digits = run.replace(/[OoОоΟο]/g, '0').replace(/[IlІ]/g, '1');
    const isMostlyDigits = run.replace(/\D/g, '').length * 2 >= digits.replace(/\D/g, '').length;
    const isCalled = CALLED.test(text.slice(Math.max(0, index - 40), index));
    const isMeant = isCalled || (/^(?:\+|00?[ .,\-/()]{0,3}[1-9])/.test(digits) && !/^0[.,]\d\d/.test(digits));
    return isMostlyDigits && isMeant ? digits + found.slice(run.length) : found;
  });
}

/** Numbers with commas are lists and amounts, but for those that begin as a phone number does, or are digits one by one. */
function isPhoneOfCommas(found: string, before: string): boolean {
  const groups = found.split(',').map((group) => group.trim());
  const { length } = groups.join('').replace(/\D/g, '');
  if (COUNTED.test(before) || length > 15) return false;
  if (found.startsWith('+')) return length >= 8;
  return length >= 9 && groups[0]?.startsWith('0') === true && (groups[0].length > 1 || groups.every(isDigit));
}

const isDigit = (group: string): boolean => /^\d$/.test(group);

function blank(text: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((rest, pattern) => rest.replace(pattern, (found) => ' '.repeat(found.length)), text);
}

function isPhone(found: string, before: string, next: string): boolean {
  const digits = found.replace(/\D/g, '');
  const isInternational = found.startsWith('+') || (digits.startsWith('00') && /^00[1-9]/.test(digits));
  if (found.startsWith('+')) return digits.length >= 8 && digits.length <= 15;
  // A part of a longer word, such as an article number, is no number to call.
  if (/[\p{L}#_]-?$/u.test(before) || /\p{L}/u.test(next)) return false;
  if (CALLED.test(before)) return digits.length <= 15;
  // A number that is written as a phone number is one, whatever it is called.
  const isWrittenAsPhone =
    /^\(?0[1-9]/.test(found) && /[ .\-/)]/.test(found) && digits.length === 10 && !WITH_YEAR.test(found);
  if (COUNTED.test(before) && !isWrittenAsPhone) return false;
  if (NUMBERED.test(before)) return digits.length <= 15;
  if (isInternational) return digits.length >= 11 && digits.length <= 15;
  if (digits.startsWith('0')) return digits.length >= 9 && digits.length <= 12;
  return isGrouped(found);
}

/** Numbers without a leading zero, by their groups: 612 345 678, 612 34 56 78, (555) 123-4567. */
function isGrouped(found: string): boolean {
  const groups = found
    .split(/\D+/)
    .filter((group) => group !== '')
    .map((group) => group.length)
    .join('-');
  return /^(?:[6789]\d\d\D|\(?[2-9]\d\d\D)/.test(found) && /^(?:3-3-3|3-2-2-2|3-3-4)$/.test(groups);
}

/** Digits one by one in words, or words and digits mixed. */
function findSpelled(text: string): Span[] {
  const spans: Span[] = [];
  let run: Span | undefined;
  let [words, count] = [0, 0];
  const end = (): void => {
    if (run && count >= MIN_WORDS && words >= 2) spans.push(run);
    run = undefined;
    words = count = 0;
  };
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const token = match[0].toLowerCase();
    const isWord = Object.hasOwn(WORDS, token);
    if (!isWord && !/^\d{1,4}$/.test(token)) {
      end();
      continue;
    }
    run = { from: run?.from ?? match.index, to: match.index + token.length };
    words += isWord ? 1 : 0;
    count += isWord ? 1 : token.length;
  }
  end();
  return spans;
}
