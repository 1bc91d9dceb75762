import type { Span } from './folded-text.ts';

const EMAIL = /[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}/giu;
const SCHEME = /(?:https?|hxxps?|ftp):\s?\/\/[^\s<>"]{1,500}|(?<![\p{L}\p{N}])www\s?\.\s?[^\s<>"]{3,500}/giu;
/** A host by its ending, with the path that may follow. */
const HOST =
  /(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}-]{1,63}\.){1,4}([a-z]{2,8})(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])(?::\d{2,5})?(?:\/[^\s<>"]{0,300})?/giu;

/** Endings under which people have shops, mailboxes and chats. */
const TOP_DOMAINS = new Set(
  (
    'com net org info biz io me co shop store online site app link link page xyz dev club live tv cc gg ly be nl de fr es at ch eu uk ' +
    'it pt pl se dk no fi ie us ca au in mx ar cl cat gal bzh frl amsterdam berlin paris madrid lu cz ru tk to'
  ).split(' '),
);
/** Files that people speak of. */
const FILES = /\.(?:pdf|jpe?g|png|docx?|xlsx?|txt|zip|mp4|heic|webp|svg|stl|obj)$/i;

/** E-mail addresses and links of a folded text. */
export function findAddresses(text: string): Span[] {
  const spans = [...text.matchAll(EMAIL), ...text.matchAll(SCHEME)].map(toSpan);
  for (const match of text.matchAll(HOST)) {
    const suffix = match[1] ?? '';
    if (isTopDomain(suffix) && !FILES.test(match[0]) && !isAbbreviation(match[0])) spans.push(toSpan(match));
  }
  return spans;
}

/** "Thanks.It" is a sentence without a space after its full stop: endings are written in one case. */
function isTopDomain(suffix: string): boolean {
  const isOneCase = suffix === suffix.toLowerCase() || suffix === suffix.toUpperCase();
  return isOneCase && TOP_DOMAINS.has(suffix.toLowerCase());
}

/** `z.B.at` and `p.es`: a host has a name of two signs at least. */
function isAbbreviation(host: string): boolean {
  const labels = host.split(/[/:]/)[0]?.split('.') ?? [];
  return !host.includes('/') && labels.slice(0, -1).every((label) => label.length < 2);
}

/** Where a match is, without the signs that end a sentence. */
function toSpan(match: RegExpExecArray): Span {
  let { length } = match[0];
  while (length > 1 && /[.,;:!?)\]'"]/.test(match[0][length - 1] ?? '')) length--;
  return { from: match.index, to: match.index + length };
}
