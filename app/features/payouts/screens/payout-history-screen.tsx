import { Suspense, useState } from 'react';
import type { ListChoicesDto } from '#app/platform/saved-views/saved-views.contract.ts';
import { useListChoices } from '#app/platform/saved-views/shared/use-list-choices.ts';
import { lazyPart } from '#app/ui/i18n/load-part.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useMoneyHome } from '#app/ui/shell/use-money-home.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import type { ListPage } from '#app/ui/lists/list.ts';
import { Money } from '#app/ui/money/money.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { StatusBadge, type Status } from '#app/ui/components/status-badge.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import { PAYOUT_SORTS, type PayoutState } from '../payout.ts';
import type { PayoutSummary } from '../payout-view.ts';

const TransferFileDialog = lazyPart(
  async () => (await import('../transfer-file/shared/transfer-file-dialog.tsx')).TransferFileDialog,
);

export const PAYOUT_STATUS: Readonly<Record<PayoutState, Status>> = {
  due: 'due',
  processing: 'onItsWay',
  paid: 'paid',
  failed: 'failed',
  unclaimed: 'unclaimed',
  reversed: 'reversed',
  unknown: 'unknown',
};

export type PayoutHistoryScreenProps = {
  payouts: readonly PayoutSummary[];
  /** Payouts that did not arrive and that somebody has to see to. */
  payoutIssues: number;
  page: ListPage;
  isMarketplace: boolean;
  /** `transfer`: files for the bank may be taken. */
  can: readonly 'transfer'[];
  checkedAt: string;
  choices: ListChoicesDto;
};

/** Every payout of the scope, newest first; deleted ones stay and say so. */
export function PayoutHistoryScreen(props: PayoutHistoryScreenProps) {
  const { payouts, payoutIssues, page, isMarketplace, checkedAt } = props;
  const moneyHome = useMoneyHome();
  const t = useText();
  const title = (row: PayoutSummary): string => t('money:payouts.one', { id: row.id });
  const orders = (row: PayoutSummary): string => t('money:payouts.lines', { count: row.lineCount });
  const format = useFormat();
  const [transferred, setTransferred] = useState<readonly string[]>([]);
  const note = (row: PayoutSummary): string | null => {
    if (row.cameBack !== null) return t('money:payouts.cameBack', { amount: format.money(row.cameBack) });
    return row.reason === null ? null : t(`money:reason.${row.reason}`);
  };
  const state = (row: PayoutSummary) => (
    <>
      <StatusBadge status={PAYOUT_STATUS[row.state]} />
      {note(row) === null ? null : <span className="souk-note">{note(row)}</span>}
    </>
  );
  const day = (row: PayoutSummary) => <When at={row.paidAt ?? row.createdAt} as="day" />;
  return (
    <ScreenPage title={t('money:payouts.title')} back={moneyHome}>
      {transferred.length > 0 ? (
        <Suspense fallback={null}>
          <TransferFileDialog
            payoutIds={transferred}
            onClose={() => {
              setTransferred([]);
            }}
          />
        </Suspense>
      ) : null}
      <DataList
        name={{ singular: t('money:payouts.singular'), plural: t('money:payouts.plural') }}
        rows={payouts}
        rowId={(row) => row.id}
        rowUrl={(row) => `/money/payouts/${row.id}`}
        columns={[
          { id: 'payout', title: t('money:payouts.payout'), cell: title },
          { id: 'vendor', title: t('money:list.vendor'), cell: (row) => row.vendor, hidden: !isMarketplace },
          {
            id: 'paidOn',
            title: t('money:payouts.paidOn'),
            sort: { asc: 'oldest', desc: 'newest' },
            cell: day,
          },
          { id: 'method', title: t('money:payouts.method'), cell: (row) => t(`money:method.${row.method}`) },
          { id: 'orders', title: t('money:payouts.orders'), cell: orders },
          { id: 'state', title: t('money:payouts.state'), cell: state },
          {
            id: 'amount',
            title: t('money:payouts.amount'),
            sort: { asc: 'smallest', desc: 'largest' },
            cell: (row) => <Money value={row.amount} bold struck={row.deletedAt !== null} />,
            align: 'end',
          },
        ]}
        phone={(row) => ({
          title: title(row),
          aside: isMarketplace ? row.vendor : undefined,
          line: note(row) ?? orders(row),
          badge: <StatusBadge status={PAYOUT_STATUS[row.state]} />,
          amount: <Money value={row.amount} struck={row.deletedAt !== null} />,
          end: day(row),
        })}
        bulk={
          props.can.includes('transfer')
            ? [{ label: () => t('money:transfer.open'), promoted: true, onAction: setTransferred }]
            : []
        }
        searchless
        own={useListChoices('payouts', props.choices)}
        sorts={PAYOUT_SORTS.map((value) => ({ value, label: t(`money:payouts.sort.${value}`) }))}
        tabs={[
          { id: 'all', label: t('money:issue.all') },
          {
            id: 'issues',
            label: t('money:issue.tab'),
            count: payoutIssues,
            empty: { title: t('money:issue.tabEmpty'), body: t('money:issue.tabEmptyBody') },
          },
        ]}
        page={page}
        checkedAt={checkedAt}
        empty={{ title: t('money:payouts.empty'), body: t('money:payouts.emptyBody') }}
      />
    </ScreenPage>
  );
}
