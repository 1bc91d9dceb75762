import { Banner } from '@shopify/polaris';
import { Stack } from '#app/ui/components/layout.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import type { SheetsDto } from '../sheets.contract.ts';
import { ConnectCard } from './connect-card.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { RefusedCard } from './refused-card.tsx';
import { TemplateCard } from './template-card.tsx';

/** A vendor's Google spreadsheet: whom to share it with, how its syncs went, and which rows were refused. */
export function SheetsScreen({ found }: { found: SheetsDto }) {
  const t = useText();
  const { account, isVendor, canEdit, connection } = found;
  useLiveRefresh(connection?.isRunning ?? false);
  return (
    <ScreenPage title={t('settings:row.sheets.name')} subtitle={t('sheets:subtitle')} kind="form">
      <Stack>
        {account === null ? <Banner tone="warning">{t('sheets:notSetUp')}</Banner> : null}
        {isVendor ? null : <Banner tone="info">{t('sheets:chooseVendor')}</Banner>}
        {isVendor && !canEdit ? <Banner tone="info">{t('sheets:readOnly')}</Banner> : null}
        {connection ? <ConnectionCard connection={connection} canEdit={canEdit} /> : null}
        {connection && connection.refusedProducts.length > 0 ? (
          <RefusedCard title={t('sheets:refused.products')} rows={connection.refusedProducts} />
        ) : null}
        {connection && connection.refusedTracking.length > 0 ? (
          <RefusedCard title={t('sheets:refused.tracking')} rows={connection.refusedTracking} />
        ) : null}
        {canEdit && account !== null ? (
          // After a connection it begins again, so that no old address stays in the field.
          <ConnectCard key={connection?.url ?? ''} account={account} isConnected={connection !== null} />
        ) : null}
        <TemplateCard />
      </Stack>
    </ScreenPage>
  );
}
