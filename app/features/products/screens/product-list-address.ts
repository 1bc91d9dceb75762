import type { ListQuery, ProductList } from '../product-list.contract.ts';

type AddressState = { view: string; q: string; sort: string; filters: Readonly<Record<string, string>> };

/** What the list's address asks for, as the call takes it; whoever searches without a sort gets the best match first. */
export function queryOfAddress({ view, q, sort: named, filters }: AddressState) {
  const [sort = '', reversed] = named.split(/(?=-$)/);
  return {
    status: view === '' ? 'DRAFT' : view,
    q: q.slice(0, 100),
    stock: filters.stock ?? 'any',
    sort: sort === '' ? (q === '' ? 'UPDATED_AT' : 'RELEVANCE') : sort,
    reverse: reversed ? 'true' : 'false',
    ...(filters.seller === undefined ? {} : { vendor: filters.seller }),
    ...(filters.tag === undefined ? {} : { tag: filters.tag }),
  };
}

/** Where the list stands, for its foot: how many there are is kept for each tab, and not known where something else narrows. */
export function pageOf({ products, counts, pageInfo, cursor }: ProductList, query: ListQuery) {
  const isCounted = query.q === '' && query.stock === 'any' && !query.tag;
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
