import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the page stands inside a frame; false on the server and until the page is alive. */
export function useInFrame(): boolean {
  return useSyncExternalStore(
    never,
    () => document.body.hasAttribute('data-iframe'),
    () => false,
  );
}
