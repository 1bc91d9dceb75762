import { Spinner, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { callApi } from '#app/ui/session/api-client.ts';
import { useData } from '#app/ui/session/use-data.ts';
import { LayoutLink } from '#app/ui/shell/layout-link.tsx';
import type { listNoticesEndpoint } from '../notices.contract.ts';
import { NoticeRows } from './notice-rows.tsx';

const MAX_SHOWN = 5;

/** What the bell opens: the newest unread notices, and the way to all. */
export function NoticeMenu() {
  const t = useText();
  const found = useData<{ notices: Parameters<typeof NoticeRows>[0]['notices'] }>(['notices', 'newest'], () =>
    callApi<typeof listNoticesEndpoint>('GET', '/notices', { query: {} }),
  );
  const isFailed = found.error !== undefined;
  const unread = found.data?.notices.filter(({ isRead }) => !isRead).slice(0, MAX_SHOWN);
  return (
    <div className="souk-notice-menu" aria-live="polite" aria-busy={unread === undefined && !isFailed}>
      {unread === undefined ? (
        <p className="souk-notices-more">
          {isFailed ? (
            <Text as="span">{t('notices:failed')}</Text>
          ) : (
            <Spinner size="small" accessibilityLabel={t('shell:loading')} />
          )}
        </p>
      ) : unread.length === 0 ? (
        <p className="souk-notices-more">{t('notices:none')}</p>
      ) : (
        <NoticeRows label={t('notices:title')} notices={unread} />
      )}
      <p className="souk-notices-more">
        <LayoutLink url="/notices">{t('notices:all')}</LayoutLink>
      </p>
    </div>
  );
}
