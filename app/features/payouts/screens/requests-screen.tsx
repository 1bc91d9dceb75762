import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import type { ListPage } from '#app/ui/lists/list.ts';
import { Money } from '#app/ui/money/money.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { When } from '#app/ui/time/when.tsx';
import type { RequestDto } from '../approval/approvals.contract.ts';
import { REQUEST_STATUS } from './request-status.ts';

type RequestsScreenProps = { requests: readonly RequestDto[]; page: ListPage; checkedAt: string };

/** Payouts that were asked for above the limit: those that wait first. */
export function RequestsScreen({ requests, page, checkedAt }: RequestsScreenProps) {
  const t = useText();
  const title = (row: RequestDto): string => t('money:request.one', { id: row.id });
  const vendors = (row: RequestDto): string =>
    t('money:request.vendors', { count: new Set(row.parts.map(({ vendorId }) => vendorId)).size });
  const sum = (row: RequestDto) => (
    <>
      {row.totals.map((total) => (
        <div key={total.currency}>
          <Money value={total} bold />
        </div>
      ))}
    </>
  );
  return (
    <ScreenPage
      title={t('money:request.title')}
      subtitle={t('money:request.subtitle')}
      back={{ label: t('money:pay.back'), url: '/payouts' }}
      secondaryActions={[{ label: t('payoutRules:title'), url: '/payments/payouts' }]}
    >
      <DataList
        name={{ singular: t('money:request.singular'), plural: t('money:request.plural') }}
        rows={requests}
        rowId={(row) => row.id}
        rowUrl={(row) => `/payouts/requests/${row.id}`}
        columns={[
          { id: 'request', title: t('money:request.singular'), cell: title },
          { id: 'vendors', title: t('money:due.vendors'), cell: vendors },
          { id: 'askedBy', title: t('money:request.askedBy'), cell: (row) => row.askedBy },
          { id: 'askedOn', title: t('money:request.askedOn'), cell: (row) => <When at={row.askedAt} /> },
          {
            id: 'state',
            title: t('money:payouts.state'),
            cell: (row) => <StatusBadge status={REQUEST_STATUS[row.state]} />,
          },
          { id: 'amount', title: t('money:payouts.amount'), cell: sum, align: 'end' },
        ]}
        phone={(row) => ({
          title: title(row),
          aside: row.askedBy,
          line: vendors(row),
          badge: <StatusBadge status={REQUEST_STATUS[row.state]} />,
          amount: sum(row),
          end: <When at={row.askedAt} as="day" />,
        })}
        searchless
        page={page}
        checkedAt={checkedAt}
        empty={{ title: t('money:request.empty'), body: t('money:request.emptyBody') }}
      />
    </ScreenPage>
  );
}
