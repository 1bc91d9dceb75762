import { useEffect } from 'react';
import { useRevalidator } from '../router.ts';

const EVERY_MS = 2_000;

/** Reads the page's data again while something on it is on its way, and only while somebody looks. */
export function useLiveRefresh(active: boolean): void {
  const { state, revalidate } = useRevalidator();
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => {
      if (state === 'idle' && document.visibilityState === 'visible') revalidate();
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
    };
  }, [active, state, revalidate]);
}
