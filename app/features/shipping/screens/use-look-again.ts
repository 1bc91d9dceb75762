import { useEffect, useRef } from 'react';

const EVERY_MS = 2_000;
const MAX_LOOKS = 15;

/** Looks again every two seconds while something is awaited, for half a minute at most. */
export function useLookAgain(isAwaited: boolean, onLook: () => void): void {
  const look = useRef(onLook);
  useEffect(() => {
    look.current = onLook;
  });
  useEffect(() => {
    if (!isAwaited) return undefined;
    let looks = 0;
    const timer = setInterval(() => {
      looks += 1;
      if (looks > MAX_LOOKS) clearInterval(timer);
      else look.current();
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
    };
  }, [isAwaited]);
}
