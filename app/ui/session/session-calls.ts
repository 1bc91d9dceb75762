/** The calls of the shell itself. They leave the page on success, so they need no cache and no types of their own. */
const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

/** Chooses the vendor an admin acts for; `*` is the marketplace view. Resolves to whether the server agreed. */
export async function switchVendor(vendor: string): Promise<boolean> {
  try {
    const answer = await window.fetch('/api/session/vendor', {
      method: 'PUT',
      headers: JSON_HEADERS,
      body: JSON.stringify({ vendor }),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

/** Ends the session and leaves for `leaveTo`, also when the server did not answer: the next page decides what is still open. */
export async function signOut(leaveTo: string): Promise<void> {
  await window
    .fetch('/api/auth/public/logout', { method: 'POST', headers: JSON_HEADERS, body: '{}' })
    .catch(() => undefined);
  window.location.assign(leaveTo);
}

/**
 * Remembers the language in this browser for a year (the server reads the cookie `souk_locale`), keeps it with the person
 * who is signed in, whose mails come in it, and shows the page in it.
 */
export async function rememberLocale(locale: string, isSignedIn: boolean): Promise<void> {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `souk_locale=${locale}; path=/; max-age=31536000; samesite=lax${secure}`;
  if (isSignedIn) {
    await window
      .fetch('/api/session/locale', { method: 'PUT', headers: JSON_HEADERS, body: JSON.stringify({ locale }) })
      .catch(() => undefined);
  }
  window.location.reload();
}
