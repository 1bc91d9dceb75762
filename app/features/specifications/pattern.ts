const MAX_PATTERN = 300;
/** Longer texts are left to the platform, which asks the pattern too. */
const MAX_TEXT = 1_000;
/** How many steps a pattern may take on the longest text. */
const MAX_STEPS = 5_000_000;

/**
 * Whether a pattern of a definition can be asked of any text within a blink. The store's people write it and vendors write the
 * text; a pattern that repeats what repeats, or repeats often, could keep the program busy for years.
 */
export function isTamePattern(whole: string): boolean {
  // Patterns that look at patterns: none of them sees more than so many signs.
  if (whole.length > MAX_PATTERN) return false;
  const pattern = withoutEdges(whole);
  if (/\(\?(?!:)|\\[1-9k]/.test(pattern)) return false;
  const plain = pattern
    .replace(/\\./g, 'a')
    .replace(/\[[^\]]*\]/g, 'a')
    .replace(/\(\?:/g, '(');
  if (/\{\d{4,}|\{\d*,\d{4,}/.test(plain) || computeSteps(plain) > MAX_STEPS) return false;
  // A group that repeats must hold nothing that repeats or branches.
  return !/\([^()]*[*+?{|][^()]*\)\s*[*+{]/.test(plain) && !/\([^()]*\([^]*\)\s*[*+{]/.test(plain) && compiles(pattern);
}

/**
 * The same pattern without the `.*` at its ends, which people write to say "somewhere in the text": a pattern is looked for
 * anywhere as it is, and the stars would cost a whole text more for each place.
 */
function withoutEdges(pattern: string): string {
  if (pattern.replace(/\\./g, '').includes('|')) return pattern;
  const started = pattern.replace(/^\.\*\??/, '');
  const [, slashes = ''] = /(\\*)\.\*\??$/.exec(started) ?? [];
  return slashes.length % 2 === 0 ? started.replace(/\.\*\??$/, '') : started;
}

/** At most so many steps are taken: every place where it may begin, every length of a repeat, and every way to choose. */
function computeSteps(plain: string): number {
  const isAnchored = plain.startsWith('^') && !plain.includes('|');
  const endless = plain.match(/[*+]|\{\d*,\}/g)?.length ?? 0;
  const counted = plain.match(/\?|\{\d*,?\d+\}/g) ?? [];
  const choices = plain.split(/[()]/).map((part) => part.split('|').length);
  const counts = [...counted.map((one) => (one === '?' ? 2 : Number(/\d+(?=\})/.exec(one)?.[0] ?? 1))), ...choices];
  return counts.reduce((all, one) => all * Math.max(1, one), MAX_TEXT ** (endless + (isAnchored ? 0 : 1)));
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test('') || true;
  } catch {
    return false;
  }
}

/** Whether a text is written as its definition says. A long text, and a pattern that is not tame, is left to the platform. */
export function checkPattern(text: string, pattern: string | undefined): boolean {
  if (pattern === undefined || pattern === '' || text.length > MAX_TEXT || !isTamePattern(pattern)) return true;
  return new RegExp(withoutEdges(pattern), 'u').test(text);
}
