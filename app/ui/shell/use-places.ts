import { useMemo } from 'react';
import { useLocation, useNavigation } from '../router.ts';
import { findEntry, listGroup, menuPlaces, openPlaces, placeOf, type Place } from './places.ts';
import { useLayoutPath, useShell } from './shell-context.tsx';

/**
 * The viewer's places, those of them that stand in the menu, the entry of the menu that is open, and the tabs of that entry
 * where one of them is open itself, not a page below it. `isAhead` takes the place that was pressed for the open one, while it
 * is on its way.
 */
export function usePlaces({ isAhead = false }: { isAhead?: boolean } = {}): {
  places: Place[];
  menu: Place[];
  current: Place | undefined;
  open: Place | undefined;
  tabs: Place[];
  unlisted: (entry: Place) => Place[];
} {
  const { viewer, features } = useShell();
  const location = useLocation();
  const navigation = useNavigation();
  const { pathname } = isAhead && navigation.state === 'loading' ? navigation.location : location;
  const base = useLayoutPath()('/');
  return useMemo(() => {
    const places = openPlaces({ viewer, features });
    const menu = menuPlaces(places, features);
    const path = pathname.slice(base.length).replace(/\/$/, '');
    const open = placeOf(places, path === '' ? '/' : path);
    const entry = open && findEntry(places, open);
    const isListed = open && menu.includes(open);
    const current = isListed ? open : entry && menu.includes(entry) ? entry : menu.find(({ id }) => id === 'settings');
    const group = entry ? listGroup(places, entry) : [];
    const tabs = group.length > 1 && open?.path === path ? group : [];
    /** An entry with the places under it that are no entries themselves: what its count is of. */
    const unlisted = (one: Place) => listGroup(places, one).filter((place) => place === one || !menu.includes(place));
    return { places, menu, current: open && current, open, tabs, unlisted };
  }, [viewer, features, pathname, base]);
}
