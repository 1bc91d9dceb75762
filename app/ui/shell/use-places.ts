import { useMemo } from 'react';
import { useLocation, useNavigation } from '../router.ts';
import { listTabs, openMenu, placeOf, type MenuEntry, type Place } from './places.ts';
import { useLayoutPath, useShell } from './shell-context.tsx';

/**
 * The viewer's places, the menu that holds them, the entry and the place that are open, and the tabs of that entry where one of
 * them is open itself, not a page below it. `isAhead` takes the place that was pressed for the open one, while it is on its way.
 */
export function usePlaces({ isAhead = false }: { isAhead?: boolean } = {}): {
  places: Place[];
  menu: MenuEntry[];
  current: MenuEntry | undefined;
  open: Place | undefined;
  tabs: Place[];
} {
  const { viewer, features } = useShell();
  const location = useLocation();
  const navigation = useNavigation();
  const { pathname } = isAhead && navigation.state === 'loading' ? navigation.location : location;
  const base = useLayoutPath()('/');
  return useMemo(() => {
    const menu = openMenu({ viewer, features });
    const places = menu.flatMap((entry) => [...entry.places]);
    const path = pathname.slice(base.length).replace(/\/$/, '');
    const open = placeOf(places, path === '' ? '/' : path);
    const current = open && menu.find((entry) => entry.places.includes(open));
    const group = current ? listTabs(current) : [];
    const tabs = group.length > 1 && open?.path === path && group.includes(open) ? group : [];
    return { places, menu, current, open, tabs };
  }, [viewer, features, pathname, base]);
}
