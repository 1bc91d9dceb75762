import { RemixBrowser } from '@remix-run/react';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { chooseLocale } from './ui/i18n/locale.ts';
import { loadTexts } from './ui/i18n/load-texts.ts';
import { NonceContext } from './ui/nonce.ts';
import { installFailureReference } from './ui/session/failure-reference.ts';
import { installSessionRefresh } from './ui/session/session-refresh.ts';

const { lang, dataset } = document.documentElement;
// In the store admin the host's own script renews the session token with every call.
if (dataset.layout !== 'admin') installSessionRefresh(window);
installFailureReference(window);

// The page stands already, written by the server; only its texts must be here before React takes it over.
await loadTexts(chooseLocale({ chosen: lang }));
// Where the page has to be drawn anew (an extension of the browser changed it), its own styles need the nonce again.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext.Provider value={nonce}>
        <RemixBrowser />
      </NonceContext.Provider>
    </StrictMode>,
  );
});
