import type { Span } from './folded-text.ts';
import { blankAccounts } from './payment-details.ts';

/** Digits with what people put between them. */
const RUN = /(?:\+\s?|\(\s?)?\d(?:[ .\-/()\u00a0\u2010-\u2015_*]{0,3}\d){6,24}/gu;
const DATE =
  /(?<!\d|\d[./-])(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d{2}|(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2})(?!\d|[./-]\d)(?:[ T]{1,2}\d{1,2}(?=:))?/g;
/** `1.234.567`, with or without cents, and `12 500.00`. */
const AMOUNT = /(?<![\d+(.])[1-9]\d{0,2}(?:(?:\.\d{3}){1,4}(?:,\d{2})?|(?: \d{3}){1,4}[.,]\d{2})(?!\d|[ .-]\d)/g;
const SIZES = /(?<!\d)\d{1,4}(?:\s?[x×]\s?\d{1,4}){1,3}(?!\d)/gi;
const RANGE = /(?<!\d)(?:19|20)\d{2}\s?[-/–]\s?(?:19|20)\d{2}(?!\d)/g;

/** Words before a number that say what it is, from the surest on. */
const CALLED =
  /(?<!\p{L})(?:tel|phone|fon|mobil|handy|call|ruf|anrufen|bel|appel|joignable|llam|llám|whats\s?app|signal|telegram|sms|text me|app me|portable|móvil|movil|gsm|viber)[^\d]{0,25}$/iu;
const COUNTED =
  /#\s?$|(?<!\p{L})(?:order|bestel|auftrag|commande|pedido|sku|ean|gtin|isbn|upc|art(?:ikel|icle|ículo)?|ref|réf|track|sendung|colis|envío|envio|pakket|zending|invoice|rechnung|facture|factura|factuur|serial|serie|batch|lot|charge|model|nr|no|n°|n\.º|code|código|id)[^\d]{0,12}$/iu;
const NUMBERED = /(?<!\p{L})(?:nummer|number|numéro|numero|número)[^\d]{0,25}$/iu;

const WORDS: Readonly<Record<string, string>> = {
  ...{ zero: '0', null: '0', nul: '0', zéro: '0', cero: '0', oh: '0' },
  ...{ one: '1', eins: '1', een: '1', één: '1', un: '1', uno: '1' },
  ...{ two: '2', zwei: '2', zwo: '2', twee: '2', deux: '2', dos: '2' },
  ...{ three: '3', drei: '3', drie: '3', trois: '3', tres: '3' },
  ...{ four: '4', vier: '4', quatre: '4', cuatro: '4' },
  ...{ five: '5', fünf: '5', vijf: '5', cinq: '5', cinco: '5' },
  ...{ six: '6', sechs: '6', zes: '6', seis: '6' },
  ...{ seven: '7', sieben: '7', zeven: '7', sept: '7', siete: '7' },
  ...{ eight: '8', acht: '8', huit: '8', ocho: '8' },
  ...{ nine: '9', neun: '9', negen: '9', neuf: '9', nueve: '9' },
};
const MIN_WORDS = 7;

/** Phone numbers of a folded text, also those that are written in words. */
export function findPhones(text: string): Span[] {
  const plain = blank(blankAccounts(text), [SIZES, RANGE, DATE, AMOUNT]);
  const spans: Span[] = findSpelled(text);
  for (const match of plain.matchAll(RUN)) {
    const { index } = match;
    const found = match[0];
    const before = plain.slice(Math.max(0, index - 40), index);
    if (isPhone(found, before, text[index + found.length] ?? '')) spans.push({ from: index, to: index + found.length });
  }
  return spans;
}

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
  const isWrittenAsPhone = /^\(?0[1-9]/.test(found) && /[ .\-/)]/.test(found) && digits.length === 10;
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
