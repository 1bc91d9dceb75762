import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { chooseLocale } from './ui/i18n/locale.ts';
import { loadLocale } from './ui/i18n/load-locale.ts';
import { installSessionRefresh } from './ui/session/session-refresh.ts';

const { lang, dataset } = document.documentElement;
// In the store admin the host's own script renews the session token with every call.
if (dataset.door !== 'admin') installSessionRefresh(window);

/** Says that the whole page answers to its user now; what waits for it (a test, an assistant) need not guess. */
function Ready() {
  useEffect(() => {
    document.documentElement.dataset.ready = '';
  }, []);
  return null;
}

// The page stands already, written by the server; only its texts must be here before React takes it over.
await loadLocale(chooseLocale({ chosen: lang }));
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
      <Ready />
    </StrictMode>,
  );
});
