import { hasCheckDigits } from '../money/iban.ts';
import type { Span } from './folded-text.ts';

/** What looks like an IBAN; the check digits decide. Also what is blanked before phone numbers are looked for. */
const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ -]?[A-Z\d]{2,4}){2,9}(?![\p{L}\p{N}])/giu;
/** Names of services by which people are found or paid. */
const SERVICE =
  '(?:whats\\s?app|telegram|signal|insta(?:gram)?|snap(?:chat)?|facebook|messenger|tiktok|discord|skype|wechat|viber|threema|' +
  'paypal|venmo|cash\\s?app|revolut|wise|zelle|bizum|tikkie|lydia|paylib|twint|payconiq)';
/** A name at a service: after its name, with a sign, a digit or a dot in it, so that no word of a sentence is one. */
const NAMED = new RegExp(
  `(?<![\\p{L}\\p{N}])${SERVICE}(?![\\p{L}\\p{N}])[\\s:=>-]{1,4}(?:(?:is|ist|es|est|me|name|nick|handle|user|id|mein|mijn|mon|mi|naam)[\\s:]{1,3}){0,2}` +
    `(@?[\\p{L}\\p{N}-]{1,20}[_.#\\d][\\p{L}\\p{N}_.#-]{1,30})`,
  'giu',
);
const HANDLE = /(?<![\p{L}\p{N}._%+-])@[\p{L}][\p{L}\p{N}_.-]{2,30}/giu;
const CASH_TAG = /(?<![\p{L}\p{N}])\$[a-z][a-z\d_]{2,20}(?![\p{L}\p{N}])/giu;

/** Bank accounts, names at services of payment and of chat, in a folded text. */
export function findPaymentDetails(text: string): Span[] {
  const accounts = [...text.matchAll(IBAN)].flatMap((match) => {
    const length = ibanLength(match[0]);
    return length === undefined ? [] : [{ from: match.index, to: match.index + length }];
  });
  const named = [...text.matchAll(NAMED)].flatMap((match) => {
    const name = match[1] ?? '';
    const from = match.index + match[0].length - name.length;
    // A year or a price after the name of a service is no name.
    return /\p{L}/u.test(name) ? [{ from, to: from + name.length }] : [];
  });
  const handles = [...text.matchAll(HANDLE), ...text.matchAll(CASH_TAG)].map((match) => ({
    from: match.index,
    to: match.index + match[0].replace(/\.$/, '').length,
  }));
  return [...accounts, ...named, ...handles];
}

/** A text with everything that is built like an account number blanked: article numbers of that form are no phone numbers. */
export const blankAccounts = (text: string): string => text.replace(IBAN, (found) => ' '.repeat(found.length));

/** How much of what looks like an IBAN is one by its check digits: the words after it may look like its end. */
function ibanLength(found: string): number | undefined {
  for (let end = found.length; end >= 15; end--) {
    const rest = found[end];
    if (rest !== undefined && /[\p{L}\p{N}]/u.test(rest)) continue;
    if (hasCheckDigits(found.slice(0, end).replace(/[ -]/g, '').toUpperCase())) return end;
  }
  return undefined;
}
