/** What this browser keeps under a name; nothing where it keeps nothing. */
export function readKept(key: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(key) ?? '{}');
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function writeKept(key: string, text: string | undefined): void {
  try {
    if (text === undefined) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, text);
  } catch {
    // Nothing is kept then; the form itself is not touched.
  }
}
