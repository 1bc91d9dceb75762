import { useMoneyHome } from '#app/ui/shell/use-money-home.ts';
import type { DayRange } from '../dashboard.ts';

/** The addresses of the lists that the figures of a range add up from; with money inside orders these are the orders. */
export function useLists({ from, to }: DayRange): Record<'orders' | 'all' | 'paid' | 'due', string> {
  const { url } = useMoneyHome();
  const address = (place: string, more: Record<string, string> = {}): string =>
    `${place}?${new URLSearchParams({ ...more, from, to }).toString()}`;
  const isMerged = url === '/orders';
  return {
    orders: address('/orders', { payment: 'sold' }),
    all: address(url),
    paid: address(url, isMerged ? {} : { payment: 'paid' }),
    due: address(url, { view: 'due' }),
  };
}
