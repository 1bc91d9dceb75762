/** The values that somebody typed with commas or line breaks between; one that holds a comma stands in quotes. Each once. */
export function readValues(typed: string): string[] {
  const found: string[] = [];
  for (const [, quoted, plain] of typed.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,\n]*))\s*(?:,|\n|$)/g)) {
    const value = (quoted?.replaceAll('""', '"') ?? plain ?? '').trim();
    if (value !== '' && !found.includes(value)) found.push(value);
  }
  return found;
}

/** Values as they are typed; reads back as the same. */
export function writeValues(values: readonly string[]): string {
  return values.map((value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(', ');
}
