import { readListState } from '#app/ui/lists/list-url.ts';

/** The filters of the list of orders as its address holds them. */
export const ORDER_FILTER_KEYS = ['fulfillment', 'payment', 'period', 'from', 'to', 'seller'];

/** What each working queue (tab) narrows by. */
const QUEUES: Readonly<Record<string, { fulfillment?: string; payout?: string }>> = {
  ship: { fulfillment: 'unfulfilled' },
  due: { payout: 'due' },
  paid: { payout: 'paid' },
};

export const ORDER_QUEUES = Object.keys(QUEUES);

/** The state of the list in an address as the contract's schemas read it; a detail page keeps the same address. */
export function readOrderAddress(params: URLSearchParams) {
  const { view, q, sort, filters, page, cursor } = readListState(params, ORDER_FILTER_KEYS);
  return {
    q,
    fulfillment: filters['fulfillment'] ?? 'any',
    payment: filters['payment'] ?? 'all',
    period: filters['period'] ?? 'all',
    ...(filters['from'] ? { from: filters['from'] } : {}),
    ...(filters['to'] ? { to: filters['to'] } : {}),
    ...(filters['seller'] ? { vendor: filters['seller'] } : {}),
    ...(sort === '' ? {} : { sort }),
    payout: 'all',
    ...QUEUES[view],
    page: String(page),
    ...(cursor === undefined ? {} : { cursor }),
  };
}

/** What a row's address carries on, so that the order knows its neighbours in the list one came from. */
export function keepOrderAddress(params: URLSearchParams): string {
  const returnTo = new URLSearchParams(params);
  for (const key of [...returnTo.keys()]) {
    if (!['view', 'q', ...ORDER_FILTER_KEYS].includes(key)) returnTo.delete(key);
  }
  return returnTo.size > 0 ? `?${returnTo.toString()}` : '';
}
