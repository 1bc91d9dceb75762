import { BlockStack, Text } from '@shopify/polaris';
import { Stack } from '#app/ui/components/layout.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { useWhen, When } from '#app/ui/time/when.tsx';
import type { ConnectedSource, StoreSync, VendorConnections } from '../connection.ts';
import type { IntegrationKeysDto } from '../connections.contract.ts';
import { KeysCard } from './keys-card.tsx';
import { StoreSyncCard } from './store-sync-card.tsx';

type VendorConnectionsScreenProps = {
  connections: readonly VendorConnections[];
  storeSync: StoreSync;
  found: IntegrationKeysDto;
};

/** Which vendors have connected a store, a spreadsheet or programs of their own, and how that stands; and the marketplace's own keys. */
export function VendorConnectionsScreen({ connections, storeSync, found }: VendorConnectionsScreenProps) {
  const t = useText();
  const format = useFormat();
  const when = useWhen();
  const toLine = (source: ConnectedSource | null) =>
    source === null || source.failingSince === null
      ? source?.name
      : `${source.name}, ${t('integrations:list.failing', { when: when(source.failingSince) })}`;
  return (
    <ScreenPage
      title={t('settings:row.connections.name')}
      subtitle={t('settings:row.connections.about')}
      secondaryActions={[
        { label: t('integrations:differences.title'), url: '/settings/integrations/differences' },
        { label: t('integrations:orders.title'), url: '/settings/integrations/orders' },
      ]}
    >
      <Stack>
        <StoreSyncCard sync={storeSync} />
        <DataList<VendorConnections>
          name={{ singular: t('integrations:list.singular'), plural: t('integrations:list.plural') }}
          rows={connections}
          rowId={(row) => row.vendorId}
          rowUrl={(row) => `/vendors/${row.vendorId}`}
          searchless
          columns={[
            { id: 'vendor', title: t('integrations:list.vendor'), cell: (row) => row.vendor },
            { id: 'store', title: t('integrations:list.store'), cell: (row) => <Source source={row.store} /> },
            {
              id: 'differences',
              title: t('integrations:differences.column'),
              align: 'end',
              cell: (row) => (row.differences === null ? '–' : format.number(row.differences)),
            },
            { id: 'orders', title: t('integrations:orders.column'), cell: (row) => <Orders orders={row.orders} /> },
            { id: 'sheet', title: t('integrations:list.sheet'), cell: (row) => <Source source={row.sheet} /> },
            {
              id: 'keys',
              title: t('integrations:keys.title'),
              align: 'end',
              cell: (row) => (row.keys === 0 ? '–' : format.number(row.keys)),
            },
          ]}
          phone={(row) => ({
            title: row.vendor,
            line: [
              toLine(row.store),
              row.differences ? t('integrations:differences.count', { count: row.differences }) : '',
              row.orders && row.orders.problems > 0
                ? t('integrations:orders.problems', { count: row.orders.problems })
                : '',
              toLine(row.sheet),
              row.keys === 0 ? '' : t('integrations:list.keys', { count: row.keys }),
            ]
              .filter(Boolean)
              .join(' · '),
          })}
          page={{ page: 1, pageCount: 1, count: connections.length }}
          empty={{ title: t('integrations:list.empty.title'), body: t('integrations:list.empty.body') }}
        />
        <KeysCard keys={found.keys} allowed={found.allowedScopes} canEdit={found.canEdit} isVendor={false} />
      </Stack>
    </ScreenPage>
  );
}

/** How many orders went to the own store, and how many of them somebody has to see to. */
function Orders({ orders }: { orders: VendorConnections['orders'] }) {
  const t = useText();
  const format = useFormat();
  if (!orders) return '–';
  return (
    <BlockStack>
      <Text as="span">{format.number(orders.placed)}</Text>
      {orders.problems > 0 ? (
        <Text as="span" tone="critical" variant="bodySm">
          {t('integrations:orders.problems', { count: orders.problems })}
        </Text>
      ) : null}
    </BlockStack>
  );
}

/** What is connected by name, its state, when it was in step last, and since when it is not synced. */
function Source({ source }: { source: ConnectedSource | null }) {
  const t = useText();
  const when = useWhen();
  if (!source) return '–';
  return (
    <BlockStack>
      <Text as="span">{source.name}</Text>
      <Text as="span" tone="subdued" variant="bodySm">
        {t(`integrations:state.${source.state}`)}
        {source.syncedAt === null ? null : (
          <>
            {' · '}
            <When at={source.syncedAt} />
          </>
        )}
      </Text>
      {source.failingSince === null ? null : (
        <Text as="span" tone="critical" variant="bodySm">
          {t('integrations:list.failing', { when: when(source.failingSince) })}
        </Text>
      )}
    </BlockStack>
  );
}
