const MOST_PATTERN = 300;

/**
 * Whether a pattern of a definition can be asked of any text within a blink. The store's people write it and vendors write the
 * text; a pattern that repeats what repeats, or repeats often, could keep the program busy for years.
 */
export function isTamePattern(pattern: string): boolean {
  if (pattern.length > MOST_PATTERN || /\(\?(?!:)|\\[1-9k]/.test(pattern)) return false;
  const plain = pattern.replace(/\\./g, 'a').replace(/\[[^\]]*\]/g, 'a');
  const repeats = plain.match(/[*+]|\{\d*,\d*\}/g) ?? [];
  if (repeats.length > 2 || /\{\d{4,}|\{\d*,\d{4,}/.test(plain)) return false;
  // A group that repeats must hold nothing that repeats or branches.
  return !/\([^()]*[*+?{|][^()]*\)\s*[*+{]/.test(plain) && !/\([^()]*\([^]*\)\s*[*+{]/.test(plain) && compiles(pattern);
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test('') || true;
  } catch {
    return false;
  }
}

/** Whether a text is written as its definition says. A pattern that is not tame is left to the platform, which asks it too. */
export function checkPattern(text: string, pattern: string | undefined): boolean {
  if (pattern === undefined || pattern === '' || !isTamePattern(pattern)) return true;
  return new RegExp(pattern, 'u').test(text);
}
