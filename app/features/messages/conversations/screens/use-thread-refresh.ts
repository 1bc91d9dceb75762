import { useEffect, useRef } from 'react';
import { useFetcher, useRevalidator } from '#app/ui/router.ts';

const EVERY_MS = 5_000;

/** Reads a conversation again every few seconds, only while somebody looks. */
export function useThreadRefresh(): void {
  const { state, revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      if (state === 'idle' && document.visibilityState === 'visible') revalidate();
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
    };
  }, [state, revalidate]);
}

/** Sends once for each new message that it was seen, while somebody looks; `payload` is what the page's action takes. */
export function useSeen(
  newest: { id: string; isUnread: boolean } | undefined,
  payload: (id: string) => Record<string, string>,
): void {
  const { submit } = useFetcher();
  const sent = useRef<string>();
  const send = useRef(payload);
  send.current = payload;
  const id = newest?.isUnread ? newest.id : undefined;
  useEffect(() => {
    if (id === undefined || sent.current === id || document.visibilityState !== 'visible') return;
    sent.current = id;
    submit(JSON.stringify(send.current(id)), { method: 'post', encType: 'application/json' });
  }, [id, submit]);
}
