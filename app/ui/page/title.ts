import type { MetaFunction } from '../router.ts';
import type { Translate } from '../i18n/keys.ts';
import { translatorOf } from '../i18n/translator.ts';
import type { DoorData } from '../shell/shell-data.ts';

/** "Fjord & Field · Orders": every title starts with the name of the shop. */
export function pageTitle(shopName: string, title: string): string {
  return shopName === '' ? title : `${shopName} · ${title}`;
}

/** The data of the surface round the present page, from the router's matches. */
export function doorDataOf(matches: readonly { id: string; data?: unknown }[]): DoorData | undefined {
  const surface = matches.find((match) => match.id.startsWith('surface/'));
  return isDoorData(surface?.data) ? surface.data : undefined;
}

/** The `meta` of a route: `export const meta = screenMeta((t) => t('orders:title'))`. The data is the route's own, when it loaded. */
export function screenMeta(title: (t: Translate, data: unknown) => string): MetaFunction {
  return ({ matches, data }) => {
    const door = doorDataOf(matches);
    if (!door) return [];
    const t = translatorOf(door.locale, door.wordings);
    return [{ title: pageTitle(door.store.name, title(t, data)) }];
  };
}

function isDoorData(value: unknown): value is DoorData {
  return typeof value === 'object' && value !== null && 'locale' in value && 'wordings' in value && 'brand' in value;
}
