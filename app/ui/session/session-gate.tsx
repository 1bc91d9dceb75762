import { useEffect } from 'react';
import { refreshSession } from './session-refresh.ts';

/**
 * The empty page of an expired session (401): it asks once for a fresh session, then shows the page that was wanted, or the
 * sign-in screen. Nothing is drawn meanwhile.
 */
export function SessionGate() {
  useEffect(() => {
    void refreshSession().then((renewed) => {
      if (renewed) window.location.reload();
      else {
        // After signing in one is back where one was; the server takes none but the portal's own pages for that.
        const { pathname, search } = window.location;
        window.location.replace(`/app/login?${new URLSearchParams({ next: pathname + search }).toString()}`);
      }
    });
  }, []);
  return null;
}
