import type { MetaFunction } from '../router.ts';
import type { Translate } from '../i18n/keys.ts';
import { findTranslator } from '../i18n/translator.ts';
import type { LayoutData } from '../shell/shell-data.ts';

/** "Fjord & Field · Orders": every title starts with the name of the shop. */
export function pageTitle(shopName: string, title: string): string {
  return shopName === '' ? title : `${shopName} · ${title}`;
}

/** The data of the surface round the present page, from the router's matches. */
export function findLayoutData(matches: readonly { id: string; data?: unknown }[]): LayoutData | undefined {
  const surface = matches.find((match) => match.id.startsWith('surface/'));
  return isLayoutData(surface?.data) ? surface.data : undefined;
}

/** The `meta` of a route: `export const meta = screenMeta((t) => t('orders:title'))`. The data is the route's own, when it loaded. */
export function screenMeta(title: (t: Translate, data: unknown) => string): MetaFunction {
  return ({ matches, data }) => {
    const layout = findLayoutData(matches);
    if (!layout) return [];
    const t = findTranslator(layout.locale, layout.wordings);
    return [{ title: pageTitle(layout.store.name, title(t, data)) }];
  };
}

function isLayoutData(value: unknown): value is LayoutData {
  return typeof value === 'object' && value !== null && 'locale' in value && 'wordings' in value && 'brand' in value;
}
