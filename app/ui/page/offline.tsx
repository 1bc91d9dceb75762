import { Banner } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { isOffline, OFFLINE_EVENT } from '../router.ts';

/**
 * Keeps a page where it is while there is no connection: following a link would end at the browser's own error page and lose
 * what was typed. Says so once somebody tries, until the connection is back.
 */
export function OfflineNotice() {
  const t = useText();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const show = (): void => {
      setShown(true);
    };
    const hide = (): void => {
      setShown(false);
    };
    const stopLink = (event: MouseEvent): void => {
      if (!isOffline() || !isPlainLink(event)) return;
      event.preventDefault();
      show();
    };
    document.addEventListener('click', stopLink, true);
    window.addEventListener(OFFLINE_EVENT, show);
    window.addEventListener('online', hide);
    return () => {
      document.removeEventListener('click', stopLink, true);
      window.removeEventListener(OFFLINE_EVENT, show);
      window.removeEventListener('online', hide);
    };
  }, []);
  return (
    <div role="status" className="souk-offline">
      {isShown ? (
        <Banner tone="warning" title={t('lists:offline.title')}>
          <p>{t('lists:offline.body')}</p>
        </Banner>
      ) : null}
    </div>
  );
}

/** A link of this site that would replace the page. */
function isPlainLink(event: MouseEvent): boolean {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  return link instanceof HTMLAnchorElement && link.origin === window.location.origin && link.target !== '_blank';
}
