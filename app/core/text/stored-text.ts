/** A text as the database can keep it: without the NUL sign and without halves of signs, which it refuses. */
export function storedText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Written in JSON, a sign that the database refuses can only come escaped: its bytes are no valid text. */
const MAY_REFUSE = /\\u(0000|d[89a-f])/i;

/** A whole number with more digits than a number of the language can hold for certain. */
const LONG_DIGITS = /[:[,]\s*\d{16}/;

/**
 * Reads JSON that somebody sent, every text and name in it as the database can keep it. Whole numbers that would be rounded (an
 * id of eighteen digits) are their digits as a text. Throws SyntaxError.
 */
export function parseSentJson(text: string): unknown {
  const value: unknown = LONG_DIGITS.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  return MAY_REFUSE.test(text) || text.includes('\0') ? cleaned(value) : value;
}

/** The fields of a form or an address that somebody sent, every text and name as the database can keep it. */
export function sentFields(fields: Iterable<[string, string]>): Record<string, string> {
  return Object.fromEntries([...fields].map(([name, text]) => [storedText(name), storedText(text)]));
}

/** The form that a browser sent without a script, every text as the database can keep it; its files as they are. */
export async function readSentForm(request: Request): Promise<FormData> {
  const clean = new FormData();
  for (const [name, value] of await request.formData()) {
    if (typeof value === 'string') clean.append(storedText(name), storedText(value));
    else clean.append(storedText(name), value);
  }
  return clean;
}

function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return context?.source !== undefined && /^\d+$/.test(context.source) ? context.source : value;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return storedText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storedText(name), cleaned(one)]));
}
