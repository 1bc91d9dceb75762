import { useCallback, useMemo } from 'react';
import { useSearchParams } from '../router.ts';

/** The state of a list as it stands in the address: open tab, search, filters, sort and the page. */
export type ListState = {
  view: string;
  q: string;
  sort: string;
  filters: Readonly<Record<string, string>>;
  page: number;
  cursor: string | undefined;
  /** The page that ends before this cursor, for lists that go back as they go on. */
  before: string | undefined;
};

/** Reads a list's state from an address; loaders use it too. `filterKeys` are the filters the list knows. */
export function readListState(params: URLSearchParams, filterKeys: readonly string[]): ListState {
  const filters: Record<string, string> = {};
  for (const key of filterKeys) {
    const value = params.get(key);
    if (value) filters[key] = value;
  }
  const page = Number(params.get('page') ?? '1');
  return {
    view: params.get('view') ?? '',
    q: (params.get('q') ?? '').slice(0, 200),
    sort: params.get('sort') ?? '',
    filters,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    cursor: params.get('cursor') ?? undefined,
    before: params.get('before') ?? undefined,
  };
}

export type ListChange = Partial<{
  view: string;
  q: string;
  sort: string;
  filters: Record<string, string>;
  page: number;
  cursor: string;
  before: string;
}>;

/** The address after a change. Whatever narrows the list starts it again at its first page. */
export function withListChange(
  before: URLSearchParams,
  change: ListChange,
  filterKeys: readonly string[],
): URLSearchParams {
  const params = new URLSearchParams(before);
  params.delete('id_token'); // The host's token of the first page lives a minute, and no later address needs it.
  const put = (key: string, value: string | undefined): void => {
    if (value) params.set(key, value);
    else params.delete(key);
  };
  // Each of them says where the list stands, so that one replaces the others; anything else begins the list again.
  for (const place of ['page', 'cursor', 'before']) params.delete(place);
  if (change.view !== undefined) put('view', change.view);
  if (change.q !== undefined) put('q', change.q.trim());
  if (change.sort !== undefined) put('sort', change.sort);
  if (change.filters) for (const key of filterKeys) put(key, change.filters[key]);
  if (change.page !== undefined) put('page', change.page > 1 ? String(change.page) : undefined);
  if (change.cursor !== undefined) put('cursor', change.cursor);
  if (change.before !== undefined) put('before', change.before);
  return params;
}

/** The list's state in the address and the way to change it. Typing replaces the entry, everything else adds one. */
export function useListUrl(filterKeys: readonly string[]) {
  const [params, setParams] = useSearchParams();
  const known = filterKeys.join('|');
  const state = useMemo(() => readListState(params, known === '' ? [] : known.split('|')), [params, known]);
  const change = useCallback(
    (next: ListChange) => {
      const keys = known === '' ? [] : known.split('|');
      setParams((before) => withListChange(before, next, keys), {
        replace: next.q !== undefined,
        preventScrollReset: true,
      });
    },
    [setParams, known],
  );
  const open = useCallback(
    (address: string) => {
      setParams(new URLSearchParams(address), { preventScrollReset: true });
    },
    [setParams],
  );
  return { state, change, open };
}
