import { createContext, useContext } from 'react';

/** The nonce of this page's Content-Security-Policy; the browser gives it to scripts of the page, and hides it in the markup. */
export const NonceContext = createContext('');

export function useNonce(): string {
  return useContext(NonceContext);
}
