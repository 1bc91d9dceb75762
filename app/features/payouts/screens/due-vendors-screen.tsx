import { Banner } from '@shopify/polaris';
import type { ListChoicesDto } from '#app/platform/saved-views/saved-views.contract.ts';
import { useListChoices } from '#app/platform/saved-views/shared/use-list-choices.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import type { BulkAction, ListPage } from '#app/ui/lists/list.ts';
import { Money } from '#app/ui/money/money.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useNavigate } from '#app/ui/router.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import { DUE_SORTS, DUE_VIEWS, type DueView } from '../payout.ts';
import type { DueVendor } from '../payout-view.ts';
import { PAYOUT_STATUS } from './payout-history-screen.tsx';

export type DueVendorsScreenProps = {
  vendors: readonly DueVendor[];
  view: DueView;
  counts: Readonly<Record<DueView, number>>;
  page: ListPage;
  can: readonly 'pay'[];
  /** Payouts that wait for another person. */
  waiting: number;
  checkedAt: string;
  choices: ListChoicesDto;
};

/** Vendors with something due: choose whom to pay; those on hold and those who owe stand under tabs of their own. */
export function DueVendorsScreen(props: DueVendorsScreenProps) {
  const { vendors, view, counts, page, can, waiting, checkedAt, choices } = props;
  const t = useText();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const mayPay = can.includes('pay');
  const bulk: BulkAction[] =
    mayPay && view === 'due'
      ? [
          {
            label: (count) => t('money:due.pay', { count }),
            promoted: true,
            onAction: (ids) => {
              navigate(path(`/payouts/pay?vendors=${ids.map(toVendor).join(',')}`));
            },
          },
        ]
      : [];
  const orders = (row: DueVendor): string => t('money:due.orders', { count: row.dueCount + row.overpaidCount });
  const last = (row: DueVendor): string | undefined => {
    if (row.isOnHold) return t('money:refusal.on_hold');
    return row.payoutIssue?.reason
      ? t('money:issue.last', { why: t(`money:reason.${row.payoutIssue.reason}`) })
      : undefined;
  };
  const empty = {
    due: { title: t('money:due.empty'), body: t('money:due.emptyBody') },
    onHold: { title: t('money:due.emptyOnHold'), body: t('money:due.emptyOnHoldBody') },
    overpaid: { title: t('money:due.emptyOverpaid'), body: t('money:due.emptyOverpaidBody') },
  };
  return (
    <ScreenPage
      title={t('money:due.title')}
      subtitle={t('money:due.subtitle')}
      primaryAction={mayPay && counts.due > 0 ? { label: t('money:due.payAll'), url: '/payouts/pay' } : undefined}
      secondaryActions={[
        { label: t('money:request.title'), url: '/payouts/requests' },
        { label: t('money:automatic.title'), url: '/payouts/automatic' },
      ]}
    >
      <Stack>
        {waiting > 0 ? (
          <Banner tone="warning" action={{ content: t('money:request.see'), url: '/payouts/requests' }}>
            <p>{t('money:request.waits', { count: waiting })}</p>
          </Banner>
        ) : null}
        <DataList
          name={{ singular: t('money:due.vendor'), plural: t('money:due.vendors') }}
          rows={vendors}
          rowId={(row) => `${row.id}-${row.due.currency}`}
          rowUrl={(row) => (view === 'due' && mayPay ? `/payouts/pay?vendors=${row.id}` : `/vendors/${row.id}`)}
          tabs={DUE_VIEWS.map((id) => ({ id, label: t(TAB_LABELS[id]), count: counts[id], empty: empty[id] }))}
          columns={[
            {
              id: 'vendor',
              title: t('money:due.vendor'),
              sort: { asc: 'name' },
              cell: (row) => (
                <>
                  {row.name}
                  {last(row) === undefined ? null : <span className="souk-note">{last(row)}</span>}
                </>
              ),
            },
            { id: 'orders', title: t('money:payouts.orders'), cell: orders },
            {
              id: 'since',
              title: t('money:due.since'),
              sort: { asc: 'oldest' },
              cell: (row) => (row.oldestAt === null ? '–' : <When at={row.oldestAt} as="day" />),
            },
            {
              id: 'overpaid',
              title: t('money:due.overpaid'),
              cell: (row) => (row.overpaidCount === 0 ? '–' : <Money value={row.overpaid} />),
              align: 'end',
            },
            {
              id: 'due',
              title: t('money:due.amount'),
              sort: { desc: 'due' },
              cell: (row) => <Money value={row.due} bold />,
              align: 'end',
            },
          ]}
          phone={(row) => ({
            picture: { name: row.name },
            title: row.name,
            line: last(row) ?? orders(row),
            amount: <Money value={row.due} />,
            badge: row.isOnHold ? (
              <StatusBadge status="onHold" />
            ) : row.payoutIssue ? (
              <StatusBadge
                status={row.payoutIssue.state === 'paid' ? 'reversed' : PAYOUT_STATUS[row.payoutIssue.state]}
              />
            ) : row.overpaidCount > 0 ? (
              <StatusBadge status="overpaid" />
            ) : undefined,
          })}
          own={useListChoices('duePayouts', choices)}
          sorts={DUE_SORTS.map((value) => ({ value, label: t(`money:due.sort.${value}`) }))}
          bulk={bulk}
          page={page}
          checkedAt={checkedAt}
          empty={empty.due}
          hasAny={DUE_VIEWS.some((id) => counts[id] > 0)}
        />
      </Stack>
    </ScreenPage>
  );
}

const TAB_LABELS = {
  due: 'money:due.title',
  onHold: 'common:status.onHold',
  overpaid: 'money:due.overpaid',
} as const satisfies Record<DueView, string>;

/** The vendor of a row; a vendor with two currencies has a row for each. */
function toVendor(rowId: string): string {
  return rowId.slice(0, rowId.lastIndexOf('-'));
}
