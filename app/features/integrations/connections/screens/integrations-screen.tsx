import { Banner } from '@shopify/polaris';
import { Stack } from '#app/ui/components/layout.tsx';
import type { Refusal } from '#app/core/errors.ts';
import { refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLiveRefresh } from '#app/ui/lists/use-live-refresh.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import type { IntegrationKeysDto } from '../connections.contract.ts';
import { OrdersCard } from '../../store-orders/screens/orders-card.tsx';
import { ConnectStoreCard } from './connect-store-card.tsx';
import { KeysCard } from './keys-card.tsx';
import { PricesCard } from './prices-card.tsx';
import { StoreCard } from './store-card.tsx';

/** A vendor's own store, how its products are priced here, and the keys of the vendor's own programs. */
export function IntegrationsScreen({ found, refusal }: { found: IntegrationKeysDto; refusal?: Refusal | undefined }) {
  const t = useText();
  const { isVendor, canEdit, canChangeProducts, store } = found;
  useLiveRefresh(store?.isRunning ?? false);
  return (
    <ScreenPage title={t('settings:row.integrations.name')} subtitle={t('integrations:subtitle')} kind="form">
      <Stack>
        {isVendor && !canEdit ? <Banner tone="info">{t('integrations:readOnly')}</Banner> : null}
        {refusal ? <Banner tone="critical">{refusalText(t, refusal)}</Banner> : null}
        {store ? <StoreCard store={store} canEdit={canEdit} canCompare={canChangeProducts} /> : null}
        {store ? <OrdersCard store={store} canEdit={canEdit && found.canChangeOrders} /> : null}
        {canEdit && canChangeProducts && (!store || store.state === 'paused' || !store.grantsOrders) ? (
          <ConnectStoreCard kind={store?.kind ?? 'shopify'} shop={store?.shop ?? ''} />
        ) : null}
        {isVendor ? <PricesCard found={found} /> : null}
        <KeysCard keys={found.keys} allowed={found.allowedScopes} canEdit={canEdit} isVendor={isVendor} />
      </Stack>
    </ScreenPage>
  );
}
