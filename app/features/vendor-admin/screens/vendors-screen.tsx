import { ActionList, Button, Popover, Text } from '@shopify/polaris';
import { MenuHorizontalIcon } from '@shopify/polaris-icons';
import { useState } from 'react';
import type { ListChoicesDto } from '#app/platform/saved-views/saved-views.contract.ts';
import { useListChoices } from '#app/platform/saved-views/shared/use-list-choices.ts';
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
  choices: ListChoicesDto;
};

/** Everybody who sells in the marketplace, most orders first; a row opens the vendor, and its menu acts for it. */
export function VendorsScreen({ rows, counts, page, checkedAt, choices }: VendorsScreenProps) {
  const t = useText();
  const format = useFormat();
  const { search } = useLocation();
  const { features } = useShell();
  // The command palette leads here to invite somebody, and Home to make a brand of the store a vendor.
  const [inviting, setInviting] = useState<{ name: string; isKnown: boolean; isCreated?: boolean } | undefined>(() =>
    readInvitation(new URLSearchParams(search)),
  );
  const invite = (row: VendorRowDto): void => {
    setInviting({ name: row.vendor, isKnown: true, isCreated: row.isCreated });
  };
  const add = {
    label: t('vendors:invite'),
    onAction: () => {
      setInviting({ name: '', isKnown: false });
    },
  };
  const download = useDownload();
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
        ...(features['memberships'] === true
          ? [{ label: t('settings:row.memberships.name'), url: '/settings/memberships' }]
          : []),
      ]}
    >
      <DataList
        name={{ singular: t('vendors:columns.vendor'), plural: t('vendors:title') }}
        rows={rows}
        rowId={(row) => row.id}
        rowUrl={(row) => `/vendors/${row.id}`}
        columns={[
          {
            id: 'vendor',
            title: t('vendors:columns.vendor'),
            sort: { asc: 'name', desc: 'name-', first: 'asc' },
            cell: (row) => <Who row={row} />,
          },
          { id: 'status', title: t('vendors:columns.status'), cell: (row) => <State row={row} /> },
          {
            id: 'orders',
            title: t('vendors:columns.orders'),
            align: 'end',
            sort: { asc: 'orders-', desc: 'orders' },
            cell: (row) => format.number(row.orders),
          },
          {
            id: 'products',
            title: t('vendors:columns.products'),
            align: 'end',
            sort: { asc: 'products-', desc: 'products' },
            cell: (row) => <Products row={row} />,
          },
          {
            id: 'unpaid',
            title: t('vendors:columns.unpaid'),
            align: 'end',
            sort: { asc: 'unpaid-', desc: 'unpaid' },
            cell: (row) => <Unpaid row={row} />,
          },
          {
            id: 'actions',
            title: t('vendors:columns.actions'),
            align: 'end',
            isFixed: true,
            cell: (row) => <RowMenu row={row} onInvite={invite} />,
          },
        ]}
        phone={(row) => ({
          picture: { name: row.vendor },
          title: row.vendor,
          line: `${t('shell:switcher.orders', { count: row.orders })} · ${t('shell:switcher.products', { count: row.products })}`,
          amount: <Unpaid row={row} />,
          badge: <State row={row} />,
        })}
        own={useListChoices('vendors', choices)}
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
          mayWait={inviting.isCreated !== true}
          onClose={() => {
            setInviting(undefined);
          }}
        />
      ) : null}
    </ScreenPage>
  );
}

/** Whom an address asks to invite: somebody new, or a brand that the store knows by its name. */
function readInvitation(params: URLSearchParams): { name: string; isKnown: boolean } | undefined {
  const name = params.get('invite');
  if (name === null) return undefined;
  const isKnown = name !== '' && name !== '1';
  return { name: isKnown ? name.slice(0, MAX_NAME) : '', isKnown };
}

const MAX_NAME = 255;

function Who({ row }: { row: VendorRowDto }) {
  const t = useText();
  const { viewer } = useShell();
  return (
    <span className="souk-name-cell">
      <Avatar name={row.vendor} size="small" />
      <span>
        <Text as="span" fontWeight="semibold">
          {row.vendor}
        </Text>
        <Text as="span" tone="subdued" variant="bodySm">
          {viewer.vendor?.id === row.id ? t('vendors:current') : (row.email ?? '')}
        </Text>
      </span>
    </span>
  );
}

/** Whether somebody can sign in for the vendor: a badge where there is an account, else plain words for why not. */
function State({ row }: { row: VendorRowDto }) {
  const t = useText();
  if (row.isDeleted) return <span className="souk-note">{t('vendors:deleted')}</span>;
  if (!row.hasAccount)
    return <span className="souk-note">{t(row.isCreated ? 'vendors:notInvited' : 'vendors:noAccount')}</span>;
  return <StatusBadge status={row.hasSignedIn ? 'active' : 'invited'} />;
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

/** What can be done with a vendor from the list, beside opening it: acting for it, and inviting somebody where nobody can sign in. */
function RowMenu({ row, onInvite }: { row: VendorRowDto; onInvite: (row: VendorRowDto) => void }) {
  const t = useText();
  const switcher = useVendorSwitcher();
  const [isOpen, setOpen] = useState(false);
  const items = [
    ...(row.isDeleted
      ? []
      : [
          {
            content: t('vendors:actFor', { name: row.vendor }),
            onAction: () => {
              switcher.choose(row.id, row.vendor);
            },
          },
        ]),
    ...(row.hasAccount
      ? []
      : [
          {
            content: t('vendors:create.titleFor', { name: row.vendor }),
            onAction: () => {
              onInvite(row);
            },
          },
        ]),
  ];
  if (items.length === 0) return null;
  return (
    // The row itself opens the vendor; a press on its menu does only what it says.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <span
      className="souk-row-actions"
      onClick={(event) => {
        event.stopPropagation();
      }}
    >
      <Popover
        active={isOpen}
        preferredAlignment="right"
        onClose={() => {
          setOpen(false);
        }}
        activator={
          <Button
            icon={MenuHorizontalIcon}
            variant="tertiary"
            accessibilityLabel={t('vendors:more', { name: row.vendor })}
            onClick={() => {
              setOpen(!isOpen);
            }}
          />
        }
      >
        <ActionList
          actionRole="menuitem"
          items={items}
          onActionAnyItem={() => {
            setOpen(false);
          }}
        />
      </Popover>
    </span>
  );
}
