import { useText } from '../i18n/use-text.ts';
import { useLocation } from '../router.ts';
import { findSettingsPage } from '#app/core/settings-pages.ts';
import { findPlace, listTabs, openMenu, placeLabel, type Place } from '../shell/places.ts';
import { useLayoutPath, useOptionalShell } from '../shell/shell-context.tsx';
import type { ShellData } from '../shell/shell-data.ts';

/** The address of the page below the layout (`/orders/12`). */
export function usePagePath(): string {
  const { pathname } = useLocation();
  const base = useLayoutPath()('/');
  const path = pathname.slice(base.length).replace(/\/$/, '');
  return path === '' ? '/' : path;
}

/**
 * The page above a page: a place, the settings, or a settings page with pages of its own. Undefined for places themselves, but for
 * one that stands in the list of the first of its entry.
 */
type Parent = { place: Place } | { settings: true } | { page: NonNullable<ReturnType<typeof findSettingsPage>> };

export function findParent(shell: ShellData, path: string): Parent | undefined {
  const page = findSettingsPage(shell, path);
  if (page) return page.path === path ? { settings: true } : { page };
  const menu = openMenu(shell);
  const places = menu.flatMap((entry) => [...entry.places]);
  const place = findPlace(places, path)?.place;
  const home = places.find(({ id }) => id === 'home');
  if (place && place.path !== path) return { place };
  if (place?.inSettings) return { settings: true };
  if (place) {
    const entry = menu.find((one) => one.places.includes(place));
    const first = entry?.tabsInList ? listTabs(entry)[0] : undefined;
    return first && first !== place ? { place: first } : undefined;
  }
  return home && path !== '/' ? { place: home } : undefined;
}

/** Where the back action of a page leads when the page itself names nothing nearer. */
export function useParent(): { label: string; url: string } | undefined {
  const t = useText();
  const shell = useOptionalShell();
  const path = usePagePath();
  const parent = shell && findParent(shell, path);
  if (!parent) return undefined;
  if ('place' in parent) return { label: placeLabel(t, parent.place), url: parent.place.path };
  if ('page' in parent) return { label: t('common:back'), url: parent.page.path };
  return { label: t('shell:places.settings'), url: '/settings' };
}
