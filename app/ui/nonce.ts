import { createContext, useContext } from 'react';

/** The nonce of this page's Content-Security-Policy. Empty in the browser, which hides nonces from scripts. */
export const NonceContext = createContext('');

export function useNonce(): string {
  return useContext(NonceContext);
}
