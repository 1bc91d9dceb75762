import { useEffect, useRef } from 'react';

const EVERY_MS = 2_000;
const MAX_POLLS = 15;

/** Polls every two seconds while something is pending, for half a minute at most. */
export function usePolling(isPending: boolean, onRefresh: () => void): void {
  const refresh = useRef(onRefresh);
  useEffect(() => {
    refresh.current = onRefresh;
  });
  useEffect(() => {
    if (!isPending) return undefined;
    let polls = 0;
    const timer = setInterval(() => {
      polls += 1;
      if (polls > MAX_POLLS) clearInterval(timer);
      else refresh.current();
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
    };
  }, [isPending]);
}
