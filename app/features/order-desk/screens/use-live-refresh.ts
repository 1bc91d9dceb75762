import { useEffect, useRef } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { useRevalidator } from '#app/ui/router.ts';

const EVERY_MS = 60_000;

/** Reads the list again each minute and when the window comes to the front, and says quietly when orders have come in. */
export function useLiveRefresh(count: number): void {
  const t = useText();
  const toast = useToast();
  const revalidator = useRevalidator();
  const reload = useRef(() => undefined as unknown);
  reload.current = () => {
    if (revalidator.state === 'idle' && document.visibilityState === 'visible') revalidator.revalidate();
    return undefined;
  };
  useEffect(() => {
    const look = (): void => {
      reload.current();
    };
    const timer = setInterval(look, EVERY_MS);
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  const before = useRef({ count, search: '' });
  useEffect(() => {
    const { search } = window.location;
    const added = count - before.current.count;
    // Another tab or search counts other orders; only a growth of the same list is news.
    if (added > 0 && before.current.search === search) toast(t('orders:live', { count: added }));
    before.current = { count, search };
    // The count alone is the news.
  }, [count]);
}
