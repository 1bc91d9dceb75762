import { useEffect, useState } from 'preact/hooks';
import type { Api as OrderApi } from '@shopify/ui-extensions/customer-account.order-status.block.render';
import type { Api as PageApi } from '@shopify/ui-extensions/customer-account.page.render';

/** What both targets have from the account; the status page of an order has the order and who looks at it too. */
type Host = Pick<PageApi, 'i18n' | 'localization' | 'sessionToken'> &
  Pick<OrderApi, 'authenticationState' | 'lines' | 'order' | 'requireLogin'>;

/** The account's side of an extension, looked up at each use. */
export function readHost(): Host {
  return (globalThis as unknown as { shopify: Host }).shopify;
}

/** A text of locales/, in the buyer's language. */
export function t(key: string, params: Record<string, string | number> = {}): string {
  return readHost().i18n.translate(key, params);
}

type Signal<Value> = { value: Value; subscribe: (listen: (value: Value) => void) => () => void };

/** The value of one of the account's signals, as it is now and whenever it changes. */
export function useSignal<Value>(signal: Signal<Value>): Value {
  const [value, setValue] = useState<Value>(() => signal.value);
  useEffect(() => signal.subscribe((next) => setValue(() => next)), [signal]);
  return value;
}

export type Money = { amount: string; currency: string };

/** An amount as the buyer's language writes it. For reading only: nothing is computed with it. */
export function formatMoney({ amount, currency }: Money): string {
  return readHost().i18n.formatCurrency(Number(amount), { currency });
}

/** A day as the buyer's language writes it. */
export const formatDay = (at: string): string => readHost().i18n.formatDate(new Date(at), { dateStyle: 'medium' });
