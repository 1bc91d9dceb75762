import { useEffect, useRef } from 'react';
import { MINUTE_MS } from '#app/core/durations.ts';
import { useRevalidator } from '#app/ui/router.ts';

const EVERY_MS = MINUTE_MS;
const EVERY_MS_AT_WORK = 2_000;

/**
 * Reads the list again each minute and when the window comes to the front. While something on the page is on its way
 * (`isAtWork`) it looks every other second.
 */
export function useLiveRefresh(isAtWork: boolean): void {
  const revalidator = useRevalidator();
  const reload = useRef(() => undefined as unknown);
  reload.current = () => {
    if (revalidator.state === 'idle' && document.visibilityState === 'visible') revalidator.revalidate();
    return undefined;
  };
  useEffect(() => {
    const refresh = (): void => {
      reload.current();
    };
    const timer = setInterval(refresh, isAtWork ? EVERY_MS_AT_WORK : EVERY_MS);
    window.addEventListener('focus', refresh);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', refresh);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [isAtWork]);
}
