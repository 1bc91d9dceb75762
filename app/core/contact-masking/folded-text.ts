/** One sign of a text as patterns compare it, and where it stands in the text. */
type Sign = { sign: string; from: number; to: number };

/** A text as patterns compare it; a span of it is led back to the text by `spanOf`. */
export type FoldedText = { text: string; spanOf(from: number, to: number): Span };
export type Span = { from: number; to: number };

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const AT_WORD = '(?:at|arroba|arobase|klammeraffe|apenstaartje|apestaartje)';
const DOT_WORD = '(?:dot|punt|punkt|point|punto)';
/** Endings of hosts that are no words of a sentence, and those that are. */
const SURE_DOMAIN = '(?:com|net|org|info|biz|co\\.uk|nl|fr|uk|eu|io|ch)';
const WORD_DOMAIN = '(?:co|de|es|be|me|at)';
const ENDS_CLAUSE = '(?=\\s{0,3}(?:[.,;:!?)\\n]|$))';
/** `(at)`, `[dot]`, `*at*`: brackets round a word or its sign, with spaces that people add. */
const BRACKETED = new RegExp(
  `\\s{0,3}[([{<*]\\s{0,3}(?:(${AT_WORD}|@|[aä])|(?:${DOT_WORD}|\\.))\\s{0,3}[)\\]}>*]\\s{0,3}`,
  'gi',
);
/** A word with spaces, or one sign, on both of its sides. */
const between = (word: string): string => `(?:\\s{1,3}${word}\\s{1,3}|_${word}_|-${word}-)`;
/** `ada at example dot com`, `ada_at_example_dot_com`: the words count only where a name of a host follows. */
const BARE_AT = new RegExp(
  `${between(AT_WORD)}(?![\\w.-]{1,80}\\s{0,2}@)(?=[a-z\\d-]{1,63}(?:\\s{0,3}\\.\\s{0,3}|${between(DOT_WORD)})(?:${SURE_DOMAIN}|${WORD_DOMAIN})(?![a-z]))`,
  'gi',
);
const BARE_DOT = new RegExp(
  `${between(DOT_WORD)}(?=${SURE_DOMAIN}(?![a-z])|co${between(DOT_WORD)}uk(?![a-z])|${WORD_DOMAIN}(?![a-z])(?:${ENDS_CLAUSE}|/))`,
  'gi',
);
/** The same after an at sign, with a comma too. It runs before words become at signs: `look at this, it works` is a sentence. */
const ADDRESS_DOT = new RegExp(
  `(?=\\s{0,3}[.,]|${between(DOT_WORD)})(?<=[\\p{L}\\p{N}]@[\\p{L}\\p{N}-]{1,63})` +
    `(?:(?:\\s{0,3}\\.\\s{0,3}|${between(DOT_WORD)})(?=(?:${SURE_DOMAIN}|${WORD_DOMAIN}|shop|store|online|it|pl|se|dk)(?![\\p{L}\\p{N}]))` +
    `|\\s{0,3},\\s{0,3}(?=${SURE_DOMAIN}(?![\\p{L}\\p{N}])))`,
  'giu',
);
/** `kettles . com`, `kettles .com` and `kettles,com`. */
const SPACED_DOT = new RegExp(
  `(?<=[\\p{L}\\p{N}-]{2})\\s{1,3}\\.\\s{0,3}(?=(?:${SURE_DOMAIN}|shop|store|${WORD_DOMAIN}${ENDS_CLAUSE})(?![\\p{L}\\p{N}]))|(?<=[\\p{L}\\p{N}-]{2}),(?=(?:com|net|org)(?![\\p{L}\\p{N}]))`,
  'giu',
);
/** `www . kettles`: whatever follows is a host. */
const SPACED_WWW = /(?<=(?<![\p{L}\p{N}])www)\s{0,3}[.,]\s{0,3}(?=[\p{L}\p{N}])/giu;
/** `06 dot 12 dot 34`. */
const NUMBER_DOT = new RegExp(`(?<=\\d)\\s{1,3}(?:${DOT_WORD}|comma|komma|virgule|coma)\\s{1,3}(?=\\d)`, 'gi');
const SPACED_AT =
  /(?<=[a-z\d])\s{0,3}@\s{0,3}(?=[a-z\d-]{1,63}(?:\s{0,2}[.,]\s{0,2}|[\s_-]{1,3}[a-z]{3,5}[\s_-]{1,3})[a-z]{2})/gi;

/** Dots and commas of other scripts; full-width ones are folded as every compatible form is. */
const DOTS_AND_COMMAS: Readonly<Record<string, string>> = {
  '\u3002': '.',
  '\u00b7': '.',
  '\u2027': '.',
  '\u06d4': '.',
  '\u0964': '.',
  '\u3001': ',',
  '\u060c': ',',
};
/** Where rows of circled digits begin that have no plain form, less one. */
const CIRCLED_ROWS = [0x24f4, 0x2775, 0x277f, 0x2789];

/**
 * Folds a text for the patterns of masking: compatible forms of signs (full-width letters) and digits of every script as their plain
 * ones, invisible signs and marks on signs left out, written-out and spaced at signs and dots as the signs.
 */
export function foldText(text: string): FoldedText {
  let signs = readSigns(text);
  signs = replaceAll(signs, BRACKETED, (match) => (match[1] === undefined ? '.' : '@'));
  signs = replaceAll(signs, SPACED_WWW, () => '.');
  signs = replaceAll(signs, SPACED_AT, () => '@');
  signs = replaceAll(signs, ADDRESS_DOT, () => '.');
  signs = replaceAll(signs, BARE_AT, () => '@');
  signs = replaceAll(signs, BARE_DOT, () => '.');
  signs = replaceAll(signs, SPACED_DOT, () => '.');
  signs = replaceAll(signs, NUMBER_DOT, () => '.');
  const folded = signs;
  return {
    text: joinText(folded),
    spanOf: (from, to) => ({ from: folded[from]?.from ?? 0, to: folded[to - 1]?.to ?? text.length }),
  };
}

/** Each code unit of the folded text is one sign, so that the places of a match are places of signs. */
function readSigns(text: string): Sign[] {
  const signs: Sign[] = [];
  let from = 0;
  for (const point of text) {
    const to = from + point.length;
    const last = signs.at(-1);
    // A mark belongs to the sign before it, which is masked with it.
    if (IS_MARK.test(point) && last) last.to = to;
    else if (!IGNORABLE.test(point)) for (const sign of foldPoint(point)) signs.push({ sign, from, to });
    from = to;
  }
  return signs;
}

const IS_MARK = /[\p{Mn}\p{Me}]/u;
const IS_DIGIT = /\p{Nd}/u;

/** The plain signs of one code point. */
function foldPoint(point: string): string[] {
  if (point <= '\u007f') return [point];
  const plain = point.normalize('NFKC');
  const code = plain.codePointAt(0) ?? 0;
  const row = CIRCLED_ROWS.find((start) => code > start && code <= start + 9);
  if (row !== undefined) return [String(code - row)];
  if (plain > '\u007f' && IS_DIGIT.test(plain) && plain === String.fromCodePoint(code)) return [toDigit(code)];
  return (DOTS_AND_COMMAS[plain] ?? plain).split('');
}

/** The value of a decimal digit of any script: their rows of ten begin with zero and nothing of the kind is before them. */
function toDigit(code: number): string {
  let zero = code;
  while (zero > 0 && IS_DIGIT.test(String.fromCodePoint(zero - 1))) zero--;
  return String((code - zero) % 10);
}

const joinText = (signs: readonly Sign[]): string => signs.map(({ sign }) => sign).join('');

function replaceAll(signs: Sign[], pattern: RegExp, by: (match: RegExpExecArray) => string): Sign[] {
  const replaced: Sign[] = [];
  let done = 0;
  for (const match of joinText(signs).matchAll(pattern)) {
    const end = match.index + match[0].length;
    const [first, last] = [signs[match.index], signs[end - 1]];
    if (!first || !last) continue;
    replaced.push(...signs.slice(done, match.index), { sign: by(match), from: first.from, to: last.to });
    done = end;
  }
  return done === 0 ? signs : [...replaced, ...signs.slice(done)];
}
