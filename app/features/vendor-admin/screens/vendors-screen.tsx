import { Button, Text, Tooltip } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import type { ListPage } from '#app/ui/lists/list.ts';
import { Money } from '#app/ui/money/money.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useLocation } from '#app/ui/router.ts';
import { useDownload } from '#app/ui/page/use-download.ts';
import { Avatar } from '#app/ui/components/picture.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useFormat, useShell } from '#app/ui/shell/shell-context.tsx';
import { useVendorSwitcher } from '#app/ui/shell/vendor-switcher.tsx';
import type { VendorRowDto } from '../vendor-admin.contract.ts';
import { DIRECTORY_HAVING, DIRECTORY_SORTS, DIRECTORY_VIEWS } from '../vendor-list.ts';
import { CreateVendorDialog } from './create-vendor-dialog.tsx';

export type VendorsScreenProps = {
  rows: readonly VendorRowDto[];
  counts: { all: number; account: number; without: number };
  page: ListPage;
  checkedAt: string;
};

/** Everybody who sells in the marketplace, most orders first; opening one means to act for it from then on. */
export function VendorsScreen({ rows, counts, page, checkedAt }: VendorsScreenProps) {
  const t = useText();
  const format = useFormat();
  const [inviting, setInviting] = useState<{ name: string; isKnown: boolean }>();
  const invite = (row: VendorRowDto): void => {
    setInviting({ name: row.vendor, isKnown: true });
  };
  const add = {
    label: t('vendors:invite'),
    onAction: () => {
      setInviting({ name: '', isKnown: false });
    },
  };
  const download = useDownload();
  const { search } = useLocation();
  return (
    <ScreenPage
      title={t('vendors:title')}
      primaryAction={add}
      secondaryActions={[
        {
          label: t('vendors:export', { count: page.count ?? rows.length }),
          onAction: () => {
            download(`/vendors/export.csv${search}`, 'vendors.csv');
          },
        },
      ]}
    >
      <DataList
        name={{ singular: t('vendors:columns.vendor'), plural: t('vendors:title') }}
        rows={rows}
        rowId={(row) => row.id}
        rowUrl={(row) => `/vendors/${row.id}`}
        columns={[
          { id: 'vendor', title: t('vendors:columns.vendor'), cell: (row) => <Who row={row} /> },
          { id: 'orders', title: t('vendors:columns.orders'), align: 'end', cell: (row) => format.number(row.orders) },
          { id: 'products', title: t('vendors:columns.products'), align: 'end', cell: (row) => <Products row={row} /> },
          { id: 'unpaid', title: t('vendors:columns.unpaid'), align: 'end', cell: (row) => <Unpaid row={row} /> },
          {
            id: 'open',
            title: t('vendors:columns.open'),
            align: 'end',
            cell: (row) => <RowActions row={row} onInvite={invite} />,
          },
        ]}
        phone={(row) => ({
          picture: { name: row.vendor },
          title: row.vendor,
          line: t('vendors:figures', { orders: format.number(row.orders), products: format.number(row.products) }),
          amount: <Unpaid row={row} />,
          ...(row.hasAccount && !row.hasSignedIn ? { badge: <StatusBadge status="invited" /> } : {}),
        })}
        tabs={DIRECTORY_VIEWS.map((id) => ({ id, label: t(`vendors:tabs.${id}`), count: counts[id] }))}
        filters={[
          {
            key: 'having',
            label: t('vendors:having.label'),
            choices: DIRECTORY_HAVING.filter((value) => value !== 'any').map((value) => ({
              value,
              label: t(`vendors:having.${value}`),
            })),
          },
        ]}
        sorts={DIRECTORY_SORTS.map((value) => ({ value, label: t(`vendors:sort.${value}`) }))}
        searchHint={t('vendors:search')}
        page={page}
        checkedAt={checkedAt}
        empty={{ title: t('vendors:empty.title'), body: t('vendors:empty.body'), action: add }}
      />
      {inviting ? (
        <CreateVendorDialog
          start={{ name: inviting.name, identity: '' }}
          isKnown={inviting.isKnown}
          onClose={() => {
            setInviting(undefined);
          }}
        />
      ) : null}
    </ScreenPage>
  );
}

function Who({ row }: { row: VendorRowDto }) {
  const t = useText();
  const { viewer } = useShell();
  const account = row.email === null ? undefined : t('vendors:account', { email: row.email });
  return (
    <span className="souk-name-cell">
      <Avatar name={row.vendor} size="small" />
      <span>
        <Text as="span" fontWeight="semibold">
          {row.vendor}{' '}
          {account ? (
            <Tooltip content={row.hasSignedIn ? account : `${account}. ${t('vendors:notSignedIn')}`}>
              <span className="souk-account" role="img" aria-label={account}>
                @
              </span>
            </Tooltip>
          ) : null}
        </Text>
        <Text as="span" tone="subdued" variant="bodySm">
          {viewer.vendor?.id === row.id ? t('vendors:current') : <State row={row} />}
        </Text>
      </span>
    </span>
  );
}

/** Who answers for the vendor, or why nobody does. */
function State({ row }: { row: VendorRowDto }) {
  const t = useText();
  if (row.isDeleted) return t('vendors:deleted');
  if (row.email === null) return t('vendors:noAccount');
  return row.hasSignedIn ? row.email : t('vendors:notSignedIn');
}

function Products({ row }: { row: VendorRowDto }) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <span className="souk-num">{format.number(row.products)}</span>
      {row.draftProducts > 0 ? (
        <span className="souk-note">{t('vendors:waiting', { count: row.draftProducts })}</span>
      ) : null}
    </>
  );
}

function Unpaid({ row }: { row: VendorRowDto }) {
  const t = useText();
  if (row.unpaid.length === 0) return <span className="souk-note">{t('vendors:nothingDue')}</span>;
  return row.unpaid.map((amount) => (
    <div key={amount.currency}>
      <Money value={amount} />
    </div>
  ));
}

function RowActions({ row, onInvite }: { row: VendorRowDto; onInvite: (row: VendorRowDto) => void }) {
  const t = useText();
  const switcher = useVendorSwitcher();
  return (
    // The row itself opens the vendor; a press on one of these does only what it says.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span
      className="souk-row-actions"
      onClick={(event) => {
        event.stopPropagation();
      }}
    >
      {row.hasAccount ? null : (
        <Button
          variant="plain"
          onClick={() => {
            onInvite(row);
          }}
          accessibilityLabel={t('vendors:create.titleFor', { name: row.vendor })}
        >
          {t('vendors:give')}
        </Button>
      )}
      {row.isDeleted ? null : (
        <Button
          size="slim"
          onClick={() => {
            switcher.choose(row.id, row.vendor);
          }}
          accessibilityLabel={t('vendors:actFor', { name: row.vendor })}
        >
          {t('vendors:open')}
        </Button>
      )}
    </span>
  );
}
