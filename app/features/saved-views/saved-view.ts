/** The lists of which people keep views and choose columns. */
export const LISTS = ['orders', 'products', 'changes', 'vendors', 'money', 'payouts', 'duePayouts'] as const;
export type ListName = (typeof LISTS)[number];

export const MAX_VIEWS = 20;
export const MAX_VIEW_NAME = 40;
export const MAX_ADDRESS = 1_000;
export const MAX_HIDDEN_COLUMNS = 20;
export const COLUMN_ID = /^[a-zA-Z]{1,30}$/;

/** Where a list stands is no part of a view, nor is what the host adds to an address of its frame. */
const NOT_KEPT = new Set([
  ...['page', 'cursor', 'before', 'after', 'at'],
  ...['id_token', 'host', 'embedded', 'hmac', 'session', 'shop', 'timestamp', 'locale', 'protocol', 'protocol_action'],
]);

/** The part of a list's query that a view keeps: its tab, search, filters and sort, each once, by their names. */
export function viewAddress(query: string): string {
  const kept = new URLSearchParams();
  for (const [key, value] of new URLSearchParams(query)) if (!NOT_KEPT.has(key) && value !== '') kept.set(key, value);
  kept.sort();
  return kept.toString();
}

/** Who somebody is across their sign-ins, as it is stored with what they keep for themselves. */
export const personKey = ({ kind, id }: { kind: string; id: string }): string => `${kind}:${id}`;
