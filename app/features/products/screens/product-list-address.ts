import { readListState } from '#app/ui/lists/list-url.ts';
import type { ListQuery, ProductList } from '../listing/product-list.contract.ts';

/** The filters of the list as its address holds them. */
export const PRODUCT_FILTER_KEYS = ['stock', 'source', 'seller', 'tag'];

type AddressState = { view: string; q: string; sort: string; filters: Readonly<Record<string, string>> };

/** What the list's address asks for, as the call takes it; whoever searches without a sort gets the best match first. */
export function queryOfAddress({ view, q, sort: named, filters }: AddressState) {
  const [sort = '', reversed] = named.split(/(?=-$)/);
  return {
    status: view === '' ? 'ALL' : view,
    q: q.slice(0, 100),
    stock: filters.stock ?? 'any',
    source: filters.source ?? 'any',
    sort: sort === '' ? (q === '' ? 'UPDATED_AT' : 'RELEVANCE') : sort,
    reverse: reversed ? 'true' : 'false',
    ...(filters.seller === undefined ? {} : { vendor: filters.seller }),
    ...(filters.tag === undefined ? {} : { tag: filters.tag }),
  };
}

/** Where the list stands, for its foot: how many there are is kept for each tab, and not known where something else narrows. */
export function buildPage({ products, counts, pageInfo, cursor }: ProductList, query: ListQuery) {
  const isCounted = query.q === '' && query.stock === 'any' && query.source === 'any' && !query.tag;
  const isWhole = !pageInfo.hasNextPage && !pageInfo.hasPreviousPage;
  return {
    page: 1,
    pageCount: 1,
    count: isCounted ? counts[query.status] : products.length,
    atLeast: !isCounted && !isWhole,
    cursor: cursor ?? undefined,
    before: pageInfo.hasPreviousPage ? (pageInfo.startCursor ?? undefined) : undefined,
  };
}

/** What a product's address carries on of the list that it was opened from, its tab by name, beside its place there. */
export function keepListAddress(params: URLSearchParams, view: string): URLSearchParams {
  const kept = ['q', 'sort', ...PRODUCT_FILTER_KEYS];
  return new URLSearchParams([['view', view], ...[...params].filter(([key]) => kept.includes(key))]);
}

/** The place of a product in the list it was opened from, by what its address carries, at a place of that list. */
export function placeInList(returnTo: string, { id, at }: { id: string; at: string }): string {
  const params = new URLSearchParams(returnTo);
  params.set('at', at);
  return `/products/${id}?${params.toString()}`;
}

/** The list and the place in it that a product's address carries, as the contract's schema reads them. */
export function readReturnTo(params: URLSearchParams) {
  return { ...queryOfAddress(readListState(params, PRODUCT_FILTER_KEYS)), at: params.get('at') ?? undefined };
}
