import { useMemo } from 'react';
import { useLocation } from '../router.ts';
import { openPlaces, placeOf, type Place } from './places.ts';
import { useDoorPath, useShell } from './shell-context.tsx';

/** The viewer's places and the one that is open. */
export function usePlaces(): { places: Place[]; current: Place | undefined } {
  const { viewer, features } = useShell();
  const { pathname } = useLocation();
  const base = useDoorPath()('/');
  return useMemo(() => {
    const places = openPlaces({ viewer, features });
    const path = pathname.slice(base.length).replace(/\/$/, '');
    return { places, current: placeOf(places, path === '' ? '/' : path) };
  }, [viewer, features, pathname, base]);
}
