/** The lists of what the store admin's own pages link from; a record stands below its list. */
const LISTS: Readonly<Record<string, string>> = { order: '/orders', product: '/products' };

/**
 * The page of a record that is named by `?id=`, behind the same layout and with the rest of the query; its list where the number is
 * none, Home for another kind.
 */
export function findRecordPlace(address: URL, kind: string): string {
  const layout = /^\/[^/]+/.exec(address.pathname)?.[0] ?? '';
  const query = new URLSearchParams(address.searchParams);
  const id = /^\d{1,18}$/.exec(query.get('id') ?? '')?.[0];
  query.delete('id');
  const list = LISTS[kind];
  const path = list === undefined ? '/' : `${list}${id === undefined ? '' : `/${id}`}`;
  const search = query.toString();
  return `${layout}${path}${search === '' ? '' : `?${search}`}`;
}
