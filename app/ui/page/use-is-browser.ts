import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/** Whether the browser draws: false on the server, and while the page that it sent is taken over. */
export const useIsBrowser = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
