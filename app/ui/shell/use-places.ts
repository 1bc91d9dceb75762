import { useMemo } from 'react';
import { useLocation } from '../router.ts';
import { menuPlaces, openPlaces, placeOf, type Place } from './places.ts';
import { useLayoutPath, useShell } from './shell-context.tsx';

/** The viewer's places, those of them that stand in the menu, and the entry of the menu that is open. */
export function usePlaces(): { places: Place[]; menu: Place[]; current: Place | undefined } {
  const { viewer, features } = useShell();
  const { pathname } = useLocation();
  const base = useLayoutPath()('/');
  return useMemo(() => {
    const places = openPlaces({ viewer, features });
    const menu = menuPlaces(places, features);
    const path = pathname.slice(base.length).replace(/\/$/, '');
    const open = placeOf(places, path === '' ? '/' : path);
    const current = open && !menu.includes(open) ? menu.find(({ id }) => id === 'settings') : open;
    return { places, menu, current };
  }, [viewer, features, pathname, base]);
}
