import { API_TIMEOUT_MS } from './client-rules.ts';

const REFRESH = '/api/auth/public/refresh';
const LOCK = 'souk-session-refresh';

/**
 * Asks for a fresh session once for all tabs: they wait for one another at a lock, and a tab that waited finds the new
 * cookie in place. Resolves to whether there is a session again.
 */
export async function refreshSession(plainFetch?: typeof fetch): Promise<boolean> {
  // Given up half way, the server would have replaced the token while this browser keeps the old one: it waits.
  const how = { timeout: API_TIMEOUT_MS, ...(plainFetch ? { fetch: plainFetch } : {}) };
  const ask = async (): Promise<boolean> => {
    try {
      // Fetched when a session ends: it would be a tenth of what the sign-in page loads.
      const { callPath } = await import('./api-client.ts');
      await callPath('POST', REFRESH, {}, how);
      return true;
    } catch {
      return false;
    }
  };
  // `locks` is missing outside secure contexts; then the server's grace for the previous token covers two tabs at once.
  const { locks } = navigator as { locks?: LockManager };
  return locks ? locks.request(LOCK, ask) : ask();
}

/**
 * Repeats a request of this site once with a fresh session when its session had expired (401), so that a click after a
 * pause is not lost. Screens' data, form actions and the API all pass here. Only the portal's layout installs it: in the
 * store admin the host's own script renews the session token.
 */
export function installSessionRefresh(target: { fetch: typeof fetch }): void {
  const original = target.fetch.bind(globalThis);
  let running: Promise<boolean> | undefined;
  target.fetch = async (input, init) => {
    const request = new Request(input, init);
    const again = request.clone();
    const answer = await original(request);
    const { pathname, origin } = new URL(request.url);
    const isAuth = pathname.startsWith('/api/auth/');
    if (answer.status !== 401 || origin !== location.origin || isAuth) return answer;
    running ??= refreshSession(original).finally(() => {
      running = undefined;
    });
    return (await running) ? original(again) : answer;
  };
}
