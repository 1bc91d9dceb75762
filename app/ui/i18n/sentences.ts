const STOP = '.';

/** A text without the second full stop where one of its values brings its own: "Endet am 14. Nov." instead of "14. Nov..". */
export function endOnce(text: string, values: readonly unknown[]): string {
  let once = text;
  for (const value of values) {
    if (typeof value === 'string' && value.endsWith(STOP)) once = once.replaceAll(value + STOP, value);
  }
  return once;
}

/** Sentences after one another, each with one full stop between it and the next. */
export const joinSentences = (sentences: readonly [string, ...string[]]): string =>
  sentences.reduce((all, next) => `${all}${all.endsWith(STOP) ? '' : STOP} ${next}`);
