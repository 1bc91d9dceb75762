import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { chooseLocale } from './ui/i18n/locale.ts';
import { loadTexts } from './ui/i18n/load-texts.ts';
import { installFailureReference } from './ui/session/failure-reference.ts';
import { installSessionRefresh } from './ui/session/session-refresh.ts';

const { lang, dataset } = document.documentElement;
// In the store admin the host's own script renews the session token with every call.
if (dataset.layout !== 'admin') installSessionRefresh(window);
installFailureReference(window);

// The page stands already, written by the server; only its texts must be here before React takes it over.
await loadTexts(chooseLocale({ chosen: lang }));
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
