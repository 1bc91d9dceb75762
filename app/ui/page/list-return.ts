import { useEffect } from 'react';
import { useLocation } from '../router.ts';

/** What each list of this visit showed last, by its address below the layout. In memory alone: a frame may have no storage. */
const lastShown = new Map<string, string>();

const belowLayout = (pathname: string): string => pathname.replace(/^\/[^/]+/, '').replace(/\/$/, '');

/** Remembers what a list shows, so that the pages of its rows lead back to just that. `known` are the keys of its address. */
export function useListMemory(known: readonly string[]): void {
  const { pathname, search } = useLocation();
  const keys = known.join('|');
  useEffect(() => {
    const params = new URLSearchParams(search);
    const shown = new URLSearchParams();
    for (const key of keys.split('|')) {
      const value = params.get(key);
      if (value) shown.set(key, value);
    }
    lastShown.set(belowLayout(pathname), shown.toString());
  }, [pathname, search, keys]);
}

/** The address of a list with the tab, search and filters that it had last in this visit; one that says more than its path stays. */
export function withListMemory(url: string): string {
  const shown = url.includes('?') ? '' : (lastShown.get(url) ?? '');
  return shown === '' ? url : `${url}?${shown}`;
}
