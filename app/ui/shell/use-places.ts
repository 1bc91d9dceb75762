import { useMemo } from 'react';
import { useLocation, useNavigation } from '../router.ts';
import { findPlace, listTabs, openMenu, type MenuEntry, type Place } from './places.ts';
import { useLayoutPath, useOptionalShell } from './shell-context.tsx';

/**
 * The viewer's places, the menu that holds them, the entry and the place that are open, and the tabs of that entry where one of
 * them is open itself, not a page below it; nothing in the login shell. `isAhead` takes the place that was pressed for the open one, while it is on its way.
 */
export function usePlaces({ isAhead = false }: { isAhead?: boolean } = {}): {
  places: Place[];
  menu: MenuEntry[];
  current: MenuEntry | undefined;
  open: Place | undefined;
  /** Whether the page is the place itself, not one below it. */
  isOwnPage: boolean;
  /** The address of the place that the page stands under. */
  openAddress: string | undefined;
  tabs: Place[];
} {
  const shell = useOptionalShell();
  const location = useLocation();
  const navigation = useNavigation();
  const { pathname } = isAhead && navigation.state === 'loading' ? navigation.location : location;
  const base = useLayoutPath()('/');
  return useMemo(() => {
    const menu = shell ? openMenu(shell) : [];
    const places = menu.flatMap((entry) => [...entry.places]);
    const path = pathname.slice(base.length).replace(/\/$/, '') || '/';
    const found = findPlace(places, path);
    const open = found?.place;
    const current = open && menu.find((entry) => entry.places.includes(open));
    const group = current ? listTabs(current) : [];
    const isOwnPage = open?.path === path;
    const tabs = group.length > 1 && isOwnPage && group.includes(open) ? group : [];
    return { places, menu, current, open, tabs, isOwnPage, openAddress: found?.address };
  }, [shell, pathname, base]);
}
