/** Rows in one text. */
const AT_ONCE = 1_000;

/**
 * Rows as JSON, some in each text, because a text crosses to a thread sooner than objects do; each is written in a turn of its own,
 * so that others are answered between them.
 */
export async function writeParts(rows: readonly unknown[]): Promise<string[]> {
  const parts: string[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    parts.push(JSON.stringify(rows.slice(from, from + AT_ONCE)));
    await new Promise(setImmediate);
  }
  return parts;
}
