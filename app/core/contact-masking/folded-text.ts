/** One sign of a text as patterns compare it, and where it stands in the text. */
type Sign = { sign: string; from: number; to: number };

/** A text as patterns compare it; a span of it is led back to the text by `spanOf`. */
export type FoldedText = { text: string; spanOf(from: number, to: number): Span };
export type Span = { from: number; to: number };

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const AT_WORD = '(?:at|arroba|arobase|klammeraffe|apenstaartje|apestaartje)';
const DOT_WORD = '(?:dot|punt|punkt|point|punto)';
/** `(at)`, `[dot]`: brackets round a word or its sign, with spaces that people add. */
const BRACKETED = new RegExp(
  `\\s{0,3}[([{<]\\s{0,3}(?:(${AT_WORD}|@)|(?:${DOT_WORD}|\\.))\\s{0,3}[)\\]}>]\\s{0,3}`,
  'gi',
);
/** `ada at example dot com`: the words count only where a name of a host follows. */
const BARE_AT = new RegExp(
  `\\s{1,3}${AT_WORD}\\s{1,3}(?![\\w.-]{1,80}\\s{0,2}@)(?=[a-z\\d-]{1,63}\\s{0,3}(?:\\.|\\s${DOT_WORD}\\s)\\s{0,3}[a-z]{2,12}(?![a-z]))`,
  'gi',
);
const BARE_DOT = new RegExp(
  `\\s{1,3}${DOT_WORD}\\s{1,3}(?=(?:com|net|org|info|biz|de|nl|fr|es|be|at|ch|eu|uk|io|me)(?![a-z]))`,
  'gi',
);
const SPACED_AT = /(?<=[a-z\d])\s{0,3}@\s{0,3}(?=[a-z\d-]{1,63}\s{0,2}\.\s{0,2}[a-z]{2})/gi;

/**
 * Folds a text for the patterns of masking: compatible forms of signs (full-width digits) as their plain ones, what nobody sees left
 * out, written-out at and dot signs as the signs.
 */
export function foldText(text: string): FoldedText {
  let signs = readSigns(text);
  signs = replaceAll(signs, BRACKETED, (match) => (match[1] === undefined ? '.' : '@'));
  signs = replaceAll(signs, BARE_AT, () => '@');
  signs = replaceAll(signs, BARE_DOT, () => '.');
  signs = replaceAll(signs, SPACED_AT, () => '@');
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
    const plain = point.normalize('NFKC');
    if (!IGNORABLE.test(point)) for (const sign of plain.split('')) signs.push({ sign, from, to });
    from = to;
  }
  return signs;
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
