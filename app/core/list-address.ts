/** Where a list stands is no part of a view, nor is what the host adds to an address of its frame. */
const NOT_KEPT = new Set([
  ...['page', 'cursor', 'before', 'after', 'at', 'vendor', 'month'],
  ...['id_token', 'host', 'embedded', 'hmac', 'session', 'shop', 'timestamp', 'locale', 'protocol', 'protocol_action'],
]);

/** The part of a list's query that a view keeps: its tab, search, filters and sort, each once, by their names. */
export function viewAddress(query: string): string {
  const kept = new URLSearchParams();
  for (const [key, value] of new URLSearchParams(query)) if (!NOT_KEPT.has(key) && value !== '') kept.set(key, value);
  kept.sort();
  return kept.toString();
}
