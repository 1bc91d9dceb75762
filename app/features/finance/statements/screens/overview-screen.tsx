import { useText } from '#app/ui/i18n/use-text.ts';
import { useMoneyHome } from '#app/ui/shell/use-money-home.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import type { ListPage } from '#app/ui/lists/list.ts';
import { Money } from '#app/ui/money/money.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import { formatMonth, formatMonthTitle } from '#app/ui/time/format.ts';
import type { MonthlyFamily } from '../monthly-document.ts';
import type { OverviewRowDto } from '../statements.contract.ts';
import { monthUrl, monthlyDocumentsText } from './months-screen.tsx';
import { useMonthlyDocuments } from './use-monthly-documents.ts';

export type OverviewScreenProps = {
  month: string;
  /** The month that is over, which is shown where none is named. */
  latest: string;
  months: readonly string[];
  vendors: readonly OverviewRowDto[];
  page: ListPage;
};

/** All vendors with money in one month: their balances at its ends, and the papers of all of them. */
export function OverviewScreen({ month, latest, months, vendors, page }: OverviewScreenProps) {
  const moneyHome = useMoneyHome();
  const t = useText();
  const { locale } = useLayoutData();
  const { open, busy } = useMonthlyDocuments();
  const name = formatMonth(month, locale);
  const print = (monthlyDocument: MonthlyFamily) => (ids: string[]) => {
    void open({
      month,
      paper: monthlyDocument,
      vendors: [...new Set(ids.map((id) => id.slice(0, id.lastIndexOf('-'))))],
    });
  };
  const isOver = vendors.some((row) => row.closed);
  const all = (monthlyDocument: MonthlyFamily) => ({
    label: t(`statements:all.${monthlyDocument}`),
    onAction: () => void open({ month, paper: monthlyDocument }),
    loading: busy,
    disabled: !isOver,
    ...(isOver ? {} : { disabledReason: t('statements:open') }),
  });
  return (
    <ScreenPage
      title={t('statements:title')}
      subtitle={t('statements:ofMonth', { month: name })}
      back={moneyHome}
      menus={[{ label: t('documents:card.print'), actions: [all('statement'), all('invoice')] }]}
    >
      <DataList
        name={{ singular: t('money:due.vendor'), plural: t('money:due.vendors') }}
        rows={vendors}
        rowId={(row) => `${row.vendor.id}-${row.currency}`}
        rowUrl={(row) => monthUrl({ month, currency: row.currency }, row.vendor.name)}
        columns={[
          { id: 'vendor', title: t('money:due.vendor'), cell: (row) => row.vendor.name },
          { id: 'papers', title: t('statements:documents'), cell: (row) => monthlyDocumentsText(t, row) },
          { id: 'opening', title: t('statements:opening'), cell: (row) => <Money value={row.opening} />, align: 'end' },
          { id: 'change', title: t('statements:change'), cell: (row) => <Money value={row.change} />, align: 'end' },
          {
            id: 'closing',
            title: t('statements:closing'),
            cell: (row) => <Money value={row.closing} bold />,
            align: 'end',
          },
        ]}
        phone={(row) => ({
          picture: { name: row.vendor.name },
          title: row.vendor.name,
          line: monthlyDocumentsText(t, row),
          amount: <Money value={row.closing} />,
          end: t('statements:closing'),
        })}
        filters={[
          {
            key: 'month',
            label: t('statements:month'),
            standard: latest,
            choices: months.map((value) => ({ value, label: formatMonthTitle(value, locale) })),
          },
        ]}
        bulk={
          isOver
            ? [
                {
                  label: (count) => t('statements:bulk.statement', { count }),
                  onAction: print('statement'),
                  promoted: true,
                },
                {
                  label: (count) => t('statements:bulk.invoice', { count }),
                  onAction: print('invoice'),
                  promoted: true,
                },
              ]
            : []
        }
        searchless
        page={page}
        hasAny={page.count !== 0}
        empty={{ title: t('statements:emptyEver'), body: t('statements:emptyBody') }}
      />
    </ScreenPage>
  );
}
