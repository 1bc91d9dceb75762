import { useText } from '#app/ui/i18n/use-text.ts';
import { useMoneyHome } from '#app/ui/shell/use-money-home.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import { formatMonthTitle } from '#app/ui/time/format.ts';
import type { StatementMonthDto } from '../statements.contract.ts';
import { BalanceCard } from './balance-card.tsx';

export type MonthsScreenProps = {
  vendor: string;
  /** The vendor's name where the marketplace looks at it. */
  of: string | undefined;
  year: number;
  years: readonly number[];
  months: readonly StatementMonthDto[];
  firstDay: string;
};

/** A vendor's months: what each opened and closed with, and its papers; and the balance of any day. */
export function MonthsScreen({ vendor, of, year, years, months, firstDay }: MonthsScreenProps) {
  const moneyHome = useMoneyHome();
  const t = useText();
  const { locale } = useLayoutData();
  const documents = (row: StatementMonthDto): string => monthlyDocumentsText(t, row);
  return (
    <ScreenPage
      title={of === undefined ? t('statements:title') : t('statements:titleOf', { vendor })}
      subtitle={t('statements:subtitle')}
      back={of === undefined ? moneyHome : { label: t('statements:title'), url: '/money/statements' }}
    >
      <Stack>
        <DataList
          name={{ singular: t('statements:month'), plural: t('statements:months') }}
          rows={months}
          rowId={(row) => `${row.month}-${row.currency}`}
          rowUrl={(row) => monthUrl(row, of)}
          columns={[
            { id: 'month', title: t('statements:month'), cell: (row) => formatMonthTitle(row.month, locale) },
            { id: 'papers', title: t('statements:documents'), cell: documents },
            {
              id: 'opening',
              title: t('statements:opening'),
              cell: (row) => <Money value={row.opening} />,
              align: 'end',
            },
            { id: 'change', title: t('statements:change'), cell: (row) => <Money value={row.change} />, align: 'end' },
            {
              id: 'closing',
              title: t('statements:closing'),
              cell: (row) => <Money value={row.closing} bold />,
              align: 'end',
            },
          ]}
          phone={(row) => ({
            title: formatMonthTitle(row.month, locale),
            line: documents(row),
            amount: <Money value={row.closing} />,
            end: t('statements:closing'),
          })}
          // With one year there is nothing to choose.
          filters={years.length > 1 ? [yearFilter(t, years)] : []}
          searchless
          page={{ page: 1, pageCount: 1, count: months.length }}
          hasAny={years.length > 1}
          empty={{ title: t('statements:empty', { year }), body: t('statements:emptyBody') }}
        />
        <BalanceCard of={of} firstDay={firstDay} />
      </Stack>
    </ScreenPage>
  );
}

const yearFilter = (t: ReturnType<typeof useText>, years: readonly number[]) => ({
  key: 'year',
  label: t('statements:year'),
  choices: years.map((one) => ({ value: String(one), label: String(one) })),
});

/** Which papers a month has: their numbers once they are ready, or that it goes on. */
export function monthlyDocumentsText(
  t: ReturnType<typeof useText>,
  row: Pick<StatementMonthDto, 'closed' | 'statement' | 'invoice'>,
): string {
  if (!row.closed) return t('statements:provisional');
  const numbers = [row.statement.number, row.invoice.number].filter((number) => number !== null);
  if (numbers.length > 0) return t('statements:readyAs', { numbers: numbers.join(', ') });
  return row.statement.obstacle === null ? t('statements:notIssued') : t('statements:nothing');
}

/** Where a month is shown. */
export function monthUrl(row: { month: string; currency: string }, of: string | undefined): string {
  const query = new URLSearchParams({ currency: row.currency, ...(of === undefined ? {} : { of }) });
  return `/money/statements/${row.month}?${query.toString()}`;
}
