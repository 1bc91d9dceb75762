import type { Api as BlockApi } from '@shopify/ui-extensions/admin.order-details.block.render';
import type { Api as ActionApi } from '@shopify/ui-extensions/admin.order-details.action.render';

/** What every target of ours has from the store admin; blocks can also go to an action, and actions close. */
type Host = Pick<BlockApi, 'data' | 'i18n'> & Partial<Pick<BlockApi, 'navigation'>> & Partial<Pick<ActionApi, 'close'>>;

/** The store admin's side of an extension, looked up at each use. */
export function readHost(): Host {
  return (globalThis as unknown as { shopify: Host }).shopify;
}

/** A text of locales/, in the viewer's language. */
export function t(key: string, params: Record<string, string | number> = {}): string {
  return readHost().i18n.translate(key, params);
}

/** The numbers of what is shown or chosen, from `gid://shopify/Order/1`. */
export function readSelectedIds(): string[] {
  return readHost().data.selected.flatMap(({ id }) => /\/(\d+)$/.exec(id)?.[1] ?? []);
}

export type Money = { amount: string; currency: string };

/** The same amount with the other sign: what is taken from a vendor is said as what the marketplace gets. */
export function negate({ amount, currency }: Money): Money {
  if (!/[1-9]/.test(amount)) return { amount: amount.replace(/^-/, ''), currency };
  return { amount: amount.startsWith('-') ? amount.slice(1) : `-${amount}`, currency };
}

/** An amount as the viewer's language writes it. For reading only: nothing is computed with it. */
export function formatMoney({ amount, currency }: Money): string {
  return readHost().i18n.formatCurrency(Number(amount), { currency });
}
