import { Text } from '@shopify/polaris';
import type { ListChoicesDto } from '#app/platform/saved-views/saved-views.contract.ts';
import { useListChoices } from '#app/platform/saved-views/shared/use-list-choices.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import { useExport } from '#app/ui/lists/use-export.tsx';
import type { BulkAction, ListColumn, ListPage } from '#app/ui/lists/list.ts';
import { Money } from '#app/ui/money/money.tsx';
import { useDueName } from '#app/ui/money/use-due-name.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { Columns, Metrics, Stack, type Metric } from '#app/ui/components/layout.tsx';
import { StatusBadge, type Status } from '#app/ui/components/status-badge.tsx';
import { useNavigate } from '#app/ui/router.ts';
import { useLayoutPath, useFormat, useShell } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import { PERIODS } from '#app/core/calendar.ts';
import { sumDto } from '#app/features/finance/calendar/shared/sum-dto.ts';
import { useBalanceNotes } from '#app/features/finance/calendar/shared/balance-notes.ts';
import { hasEntries } from '#app/features/finance/calendar/shared/calendar-dates.ts';
import { CalendarCard } from '#app/features/finance/calendar/shared/calendar-card.tsx';
import { NextPayoutCard } from '#app/features/finance/calendar/shared/next-payout-card.tsx';
import { FromSaleCard } from '#app/features/finance/calendar/shared/from-sale-card.tsx';
import { PaidToCard } from '#app/features/finance/calendar/shared/paid-to-card.tsx';
import type { CalendarDto } from '#app/features/finance/calendar/money-calendar.contract.ts';
import type { TransactionState } from '../transaction.ts';
import { useAdminReports } from '../shared/use-admin-reports.tsx';
import type { AggregateDto, TransactionFilterInput, TransactionDto } from '../transactions.contract.ts';

export type MoneyScreenProps = {
  balances: readonly AggregateDto[];
  /** The vendor’s month; the marketplace view has none, as it is no one vendor’s. */
  calendar?: CalendarDto | undefined;
  transactions: readonly TransactionDto[];
  /** Totals of what the filter lets through. */
  aggs: readonly AggregateDto[];
  page: ListPage;
  /** What the list shows, for its export. */
  narrowed: TransactionFilterInput;
  /** Whether there ever was a transaction, in any period. */
  hasAny: boolean;
  /** Every vendor's money is shown, so each row names its own. */
  isMarketplace: boolean;
  can: readonly 'pay'[];
  checkedAt: string;
  choices: ListChoicesDto;
};

const STATUS: Readonly<Record<TransactionState, Status | undefined>> = {
  due: 'due',
  not_due: 'notDueYet',
  paid: 'paid',
  overpaid: 'overpaid',
  none: undefined,
};

/** The orders that the balance due is made of: those of every period. */
const UNPAID_ORDERS = '/money?view=due&period=all';

/** The balances that never overlap, a vendor’s month by day, and the orders that all of it comes from. */
export function MoneyScreen(props: MoneyScreenProps) {
  const { calendar, isMarketplace, narrowed } = props;
  const t = useText();
  const { period, from, to } = narrowed;
  const exporting = useExport({
    url: '/api/transactions/export',
    body: narrowed,
    file: 'transactions.csv',
    ...(isMarketplace ? { label: t('money:list.exportShown') } : {}),
  });
  const reports = useAdminReports({ period, from, to });
  const notes = useBalanceNotes(calendar);
  const dueName = useDueName();
  const { store } = useShell();
  return (
    <ScreenPage
      title={t(isMarketplace ? 'money:list.title' : 'money:title')}
      menus={[
        { label: t('common:export.action'), actions: [exporting.action, ...(isMarketplace ? reports.actions : [])] },
      ]}
    >
      <Stack>
        {exporting.report}
        {isMarketplace ? reports.report : null}
        {ownFirst(props.balances, store.currency).map((balance) => (
          <section key={balance.currency} aria-label={t('money:balance.in', { currency: balance.currency })}>
            {props.balances.length > 1 ? (
              <div className="souk-currency">
                <Text as="h2" variant="headingSm">
                  {balance.currency}
                </Text>
              </div>
            ) : null}
            <Metrics metrics={balanceMetrics(t, balance, { dueName, notes })} />
          </section>
        ))}
        {calendar ? <Month calendar={calendar} /> : null}
        <Transactions {...props} />
      </Stack>
    </ScreenPage>
  );
}

/** Balances with that of the store's own currency first. */
function ownFirst(balances: readonly AggregateDto[], currency: string): AggregateDto[] {
  const isOwn = (one: AggregateDto): boolean => one.currency === currency;
  return [...balances.filter(isOwn), ...balances.filter((one) => !isOwn(one))];
}

function Month({ calendar }: { calendar: CalendarDto }) {
  // Without open money there is nothing to list beside what was earned and where it goes.
  if (!hasEntries(calendar))
    return (
      <Columns
        main={<FromSaleCard calendar={calendar} />}
        side={
          <>
            <NextPayoutCard calendar={calendar} />
            <PaidToCard paidTo={calendar.paidTo} />
          </>
        }
      />
    );
  return (
    <Columns
      shape="editor"
      main={<CalendarCard calendar={calendar} />}
      side={
        <>
          <NextPayoutCard calendar={calendar} />
          <PaidToCard paidTo={calendar.paidTo} />
          <FromSaleCard calendar={calendar} />
        </>
      }
    />
  );
}

function balanceMetrics(
  t: ReturnType<typeof useText>,
  balance: AggregateDto,
  o: { dueName: string; notes: ReturnType<typeof useBalanceNotes> },
): Metric[] {
  const { dueName, notes } = o;
  const inTransit = notes.paid(balance.currency);
  const paidNote = t('money:balance.paidNote');
  return [
    {
      id: 'due',
      label: dueName,
      value: balance.due,
      note: notes.due(balance.due) ?? t('money:balance.dueNote'),
      url: UNPAID_ORDERS,
    },
    { id: 'notDue', label: t('money:balance.notDue'), value: balance.notDue, note: t('money:balance.notDueNote') },
    {
      id: 'paid',
      label: t('money:balance.paid'),
      value: balance.paid,
      note: inTransit === undefined ? paidNote : `${paidNote}. ${inTransit}`,
    },
    ...(/[1-9]/.test(balance.overpaid.amount)
      ? [
          {
            id: 'overpaid',
            label: t('money:balance.overpaid'),
            value: balance.overpaid,
            note: t('money:balance.overpaidNote'),
          },
        ]
      : []),
  ];
}

function Transactions(props: MoneyScreenProps) {
  const { transactions, page, hasAny, can, checkedAt } = props;
  const t = useText();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const bulk: BulkAction[] = can.includes('pay')
    ? [
        {
          label: (count) => t('money:list.pay', { count }),
          promoted: true,
          onAction: (ids) => {
            navigate(path(`/payouts/pay?orders=${ids.join(',')}`));
          },
        },
      ]
    : [];
  const tabLabel = {
    all: t('money:list.all'),
    due: useDueName(),
    not_due: t('money:balance.notDue'),
    paid: t('money:balance.paid'),
    overpaid: t('money:balance.overpaid'),
  };
  return (
    <DataList
      name={{ singular: t('money:list.singular'), plural: t('money:list.plural') }}
      rows={transactions}
      rowId={(row) => row.id}
      rowUrl={(row) => `/orders/${row.orderId}`}
      columns={useColumns(props)}
      phone={(row) => ({
        title: row.orderName,
        aside: props.isMarketplace ? row.vendor : undefined,
        line: <When at={row.orderedAt} />,
        badge: <State row={row} />,
        amount: props.narrowed.payout === 'due' ? <Money value={row.due} bold /> : <Payout row={row} />,
      })}
      tabs={(['all', 'due', 'not_due', 'paid', 'overpaid'] as const).map((id) => ({
        id,
        label: tabLabel[id],
      }))}
      own={useListChoices('money', props.choices)}
      filters={[
        {
          key: 'period',
          label: t('lists:dates.label'),
          range: { from: 'from', to: 'to' },
          standard: 'month',
          choices: PERIODS.map((value) => ({ value, label: t(`money:period.${value}`) })),
        },
        {
          key: 'payment',
          label: t('money:payment.label'),
          choices: (['paid', 'unpaid'] as const).map((value) => ({ value, label: t(`money:payment.${value}`) })),
        },
      ]}
      searchHint={t('money:list.search')}
      bulk={bulk}
      page={page}
      checkedAt={checkedAt}
      hasAny={hasAny}
      empty={
        hasAny
          ? {
              title: t('money:list.empty'),
              body: t('money:list.emptyBody'),
              action: { label: t('money:list.showAll'), url: '/money?period=all', plain: true },
            }
          : { title: t('money:list.emptyEver'), body: t('money:list.emptyEverBody') }
      }
      foot={transactions.length > 0 ? <Totals aggs={props.aggs} isDue={props.narrowed.payout === 'due'} /> : undefined}
    />
  );
}

function useColumns({ isMarketplace, narrowed }: MoneyScreenProps): ListColumn<TransactionDto>[] {
  const t = useText();
  const dueName = useDueName();
  const isDue = narrowed.payout === 'due';
  return [
    { id: 'order', title: t('money:list.order'), cell: (row) => row.orderName },
    { id: 'vendor', title: t('money:list.vendor'), cell: (row) => row.vendor, hidden: !isMarketplace },
    { id: 'date', title: t('money:list.date'), cell: (row) => <When at={row.orderedAt} /> },
    { id: 'gross', title: t('money:list.gross'), cell: (row) => <Money value={row.gross} />, align: 'end' },
    {
      id: 'commission',
      title: t('money:list.commission'),
      cell: (row) => <Money value={row.commission} />,
      align: 'end',
    },
    { id: 'payout', title: t('money:list.payout'), cell: (row) => <Payout row={row} />, align: 'end' },
    {
      id: 'due',
      title: dueName,
      cell: (row) => <Money value={row.due} />,
      align: 'end',
      hidden: !isDue,
    },
    { id: 'state', title: t('money:list.state'), cell: (row) => <State row={row} /> },
  ];
}

/** What was earned after corrections and chargebacks, which is what is owed. */
const addAdjusted = ({ payout, adjusted }: Pick<TransactionDto, 'payout' | 'adjusted'>): TransactionDto['payout'] =>
  sumDto([payout, adjusted], payout.currency);

function Payout({ row }: { row: TransactionDto }) {
  const t = useText();
  const format = useFormat();
  const isAdjusted = Number(row.adjusted.amount) !== 0;
  return (
    <>
      <Money value={addAdjusted(row)} bold />
      {isAdjusted ? (
        <span className="souk-note">{t('money:list.adjusted', { amount: format.money(row.adjusted) })}</span>
      ) : null}
    </>
  );
}

function State({ row }: { row: TransactionDto }) {
  const t = useText();
  const status = STATUS[row.state];
  const isOnHold = row.held !== null && row.state === 'due';
  return (
    <>
      {isOnHold ? <StatusBadge status="onHold" /> : null}
      {status && !isOnHold ? <StatusBadge status={status} /> : null}
      {status ? null : <span>{t('money:list.noPayout')}</span>}
      {isOnHold ? <span className="souk-note">{t('money:list.held')}</span> : null}
    </>
  );
}

/** What the filtered orders add up to, in words, one line a currency. */
function Totals({ aggs, isDue }: { aggs: readonly AggregateDto[]; isDue: boolean }) {
  const t = useText();
  const format = useFormat();
  return (
    <div className="souk-list-foot">
      {aggs.map((one) => (
        <Text key={one.currency} as="p" variant="bodySm" tone="subdued">
          {t('money:list.total', {
            gross: format.money(one.gross),
            kept: format.money(one.commission),
            earned: format.money(addAdjusted(one)),
          })}
        </Text>
      ))}
      {(isDue ? aggs : []).map((one) => (
        <Text key={`due ${one.currency}`} as="p" variant="bodySm" fontWeight="semibold">
          {t('money:list.dueTotal', { due: format.money(one.due) })}
        </Text>
      ))}
    </div>
  );
}
