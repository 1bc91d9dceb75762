/** The values that somebody typed with commas or line breaks between; one that holds a comma stands in quotes. Each once. */
export function readValues(typed: string): string[] {
  const found = new Set<string>();
  for (let from = 0; from <= typed.length;) {
    const { value, end } = readValue(typed, from);
    if (value !== '') found.add(value);
    from = end + 1;
  }
  return [...found];
}

/** The value that begins at a place, and where the sign that ends it stands. Quotes that are not closed are signs like others. */
function readValue(typed: string, from: number): { value: string; end: number } {
  let start = from;
  while (start < typed.length && /[^\S\n]/.test(typed[start] ?? '')) start++;
  const closes = typed[start] === '"' ? endOfQuotes(typed, start + 1) : undefined;
  const end = endOfValue(typed, closes === undefined ? start : closes + 1);
  const isQuoted = closes !== undefined && typed.slice(closes + 1, end).trim() === '';
  const value = isQuoted ? typed.slice(start + 1, closes).replaceAll('""', '"') : typed.slice(start, end);
  return { value: value.trim(), end };
}

/** Where quotes that opened before a place close; a doubled one is a sign of the value. */
function endOfQuotes(typed: string, from: number): number | undefined {
  for (let at = typed.indexOf('"', from); at !== -1; at = typed.indexOf('"', at + 2)) {
    if (typed[at + 1] !== '"') return at;
  }
  return undefined;
}

function endOfValue(typed: string, from: number): number {
  const ends = [typed.indexOf(',', from), typed.indexOf('\n', from)].filter((at) => at !== -1);
  return Math.min(typed.length, ...ends);
}

/** Values as they are typed; reads back as the same. */
export function writeValues(values: readonly string[]): string {
  return values.map((value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(', ');
}
