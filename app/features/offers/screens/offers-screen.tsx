import { Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import type { ListPage } from '#app/ui/lists/list.ts';
import { Money } from '#app/ui/money/money.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { Avatar } from '#app/ui/components/picture.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useShell } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import { OFFER_STATUSES, type OfferStatus } from '../offer.ts';
import type { OfferDto } from '../offers.contract.ts';

export type OffersScreenProps = {
  rows: readonly OfferDto[];
  counts: Record<OfferStatus | 'all', number>;
  page: ListPage;
  checkedAt: string;
};

const TABS = ['all', ...OFFER_STATUSES] as const;

/** Offers of buyers, newest first; in the marketplace view each says whose it is. */
export function OffersScreen({ rows, counts, page, checkedAt }: OffersScreenProps) {
  const t = useText();
  const { viewer } = useShell();
  const seesAll = viewer.vendor === null;
  const offered = (row: OfferDto) => (
    <>
      <Money value={row.price} /> × {row.quantity}
    </>
  );
  return (
    <ScreenPage
      title={t('offers:title')}
      secondaryActions={[
        ...(seesAll ? [] : [{ label: t('offers:rules.title'), url: '/offers/rules' }]),
        ...(viewer.isAdmin ? [{ label: t('offers:settings.open'), url: '/offers/settings' }] : []),
      ]}
    >
      <DataList
        name={{ singular: t('offers:name.singular'), plural: t('offers:name.plural') }}
        rows={rows}
        rowId={(row) => row.id}
        rowUrl={(row) => `/offers/${row.id}`}
        columns={[
          { id: 'product', title: t('offers:columns.product'), cell: (row) => <Item row={row} /> },
          { id: 'vendor', title: t('offers:columns.vendor'), cell: (row) => row.vendor, hidden: !seesAll },
          { id: 'buyer', title: t('offers:columns.buyer'), cell: (row) => row.buyer || t('offers:erased') },
          { id: 'price', title: t('offers:columns.price'), cell: offered },
          { id: 'status', title: t('offers:columns.status'), cell: (row) => <StatusBadge status={row.status} /> },
          { id: 'made', title: t('offers:columns.made'), cell: (row) => <When at={row.createdAt} /> },
        ]}
        phone={(row) => ({
          picture: { name: row.product.title },
          title: row.product.title,
          line: offered(row),
          end: <When at={row.createdAt} />,
          badge: <StatusBadge status={row.status} />,
        })}
        tabs={TABS.map((id) => ({
          id,
          label: id === 'all' ? t('common:all') : t(`common:status.${id}`),
          count: counts[id],
        }))}
        searchHint={t(seesAll ? 'offers:searchAll' : 'offers:search')}
        page={page}
        checkedAt={checkedAt}
        empty={{ title: t('offers:empty.title'), body: t('offers:empty.body') }}
      />
    </ScreenPage>
  );
}

function Item({ row }: { row: OfferDto }) {
  return (
    <span className="souk-name-cell">
      <Avatar name={row.product.title} size="small" />
      <span>
        <Text as="span" fontWeight={row.allowedActions.includes('accept') ? 'bold' : 'regular'}>
          {row.product.title}
        </Text>
        {row.product.variant === '' ? null : (
          <Text as="span" tone="subdued" variant="bodySm">
            {row.product.variant}
          </Text>
        )}
      </span>
    </span>
  );
}
