import type { SwitchableVendor } from '../shell/shell-data.ts';
import type { callPath as CallPath } from './api-client.ts';

/** The client is fetched with the first call, so that a page that only offers these is small. */
const callPath: typeof CallPath = async (...call) => (await import('./api-client.ts')).callPath(...call);

/** Chooses the vendor an admin acts for; `*` is the marketplace view. Resolves to whether the server agreed. */
export async function switchVendor(vendor: string): Promise<boolean> {
  return callPath('PUT', '/api/session/vendor', { json: { vendor } }).then(
    () => true,
    () => false,
  );
}

export type SwitchableVendors = { vendors: SwitchableVendor[]; count: number };

/** The vendors that an admin may act for, most orders first, then most products; `count` is how many there are in all. */
export async function fetchSwitchableVendors(): Promise<SwitchableVendors> {
  const answer = await callPath('GET', '/api/session/vendors');
  return (await answer.json()) as SwitchableVendors;
}

/** Ends the session and leaves for `leaveTo`, also when the server did not answer: the next page decides what is still open. */
export async function signOut(leaveTo: string): Promise<void> {
  await callPath('POST', '/api/auth/public/logout', { json: {} }).catch(() => undefined);
  window.location.assign(leaveTo);
}

/**
 * Remembers the language in this browser for a year (the server reads the cookie `souk_locale`), keeps it with the person
 * who is signed in, whose mails come in it, and shows the page in it.
 */
export async function rememberLocale(locale: string, isSignedIn: boolean): Promise<void> {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `souk_locale=${locale}; path=/; max-age=31536000; samesite=lax${secure}`;
  if (isSignedIn) await callPath('PUT', '/api/session/locale', { json: { locale } }).catch(() => undefined);
  window.location.reload();
}
