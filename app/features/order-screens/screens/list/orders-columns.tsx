import type { OrderRowDto } from '#app/features/orders/orders.contract.ts';
import { GroupToggle, type OrderListRow } from './order-groups.tsx';
import { PayoutBadge, FulfillmentBadge } from '../order-badges.tsx';
import type { ReactNode } from 'react';
import { When } from '#app/ui/time/when.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { useDueName } from '#app/ui/money/use-due-name.ts';
import type { ListColumn } from '#app/ui/lists/list.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { Picture } from '#app/ui/components/picture.tsx';

/** Whether what a cancelled order brought is paid to nobody; what is due or was paid of it still counts, and nothing is no loss. */
export const isNeverPaid = (row: Pick<OrderRowDto, 'fulfillment' | 'payout' | 'earnings'>): boolean =>
  row.fulfillment === 'cancelled' &&
  (row.payout === 'none' || row.payout === 'unpaid') &&
  /[1-9]/.test(row.earnings?.amount ?? '');

type Shown = { withVendors: boolean; isMerged: boolean; seesMoney: boolean };

export function useColumns({ withVendors, isMerged, seesMoney }: Shown): ListColumn<OrderListRow>[] {
  const t = useText();
  const format = useFormat();
  const dueName = useDueName();
  return [
    {
      id: 'order',
      title: t('orders:column.order'),
      sort: { asc: 'oldest', desc: 'newest' },
      cell: (row) =>
        row.isBelow ? (
          <span className="souk-order-below">{row.name}</span>
        ) : (
          <TwoLines first={<b>{row.name}</b>} second={<When at={row.orderedAt} />} />
        ),
    },
    {
      id: 'vendor',
      title: t('orders:column.vendor'),
      hidden: !withVendors,
      cell: (row) => <GroupToggle row={row} />,
    },
    {
      id: 'buyer',
      title: t('orders:column.buyer'),
      cell: (row) =>
        row.isBelow ? null : (
          <TwoLines
            first={row.buyer.name || t('orders:noName')}
            second={[row.buyer.city, row.buyer.country && format.country(row.buyer.country)].filter(Boolean).join(', ')}
          />
        ),
    },
    {
      id: 'items',
      title: t('orders:column.items'),
      cell: (row) => (
        <span className="souk-thing">
          <Picture src={row.firstLine?.image ?? undefined} size={32} />
          <TwoLines
            first={[row.firstLine?.title, row.firstLine?.variantTitle].filter(Boolean).join(', ')}
            second={row.itemCount === 0 ? '' : t('orders:itemCount', { count: row.itemCount })}
          />
        </span>
      ),
    },
    {
      id: 'fulfillment',
      title: t('orders:column.fulfillment'),
      cell: (row) => <OrderStatus row={row} />,
    },
    {
      id: 'payout',
      title: t('orders:column.payout'),
      hidden: !seesMoney,
      cell: (row) => <PayoutBadge state={row.payout} />,
    },
    {
      id: 'earnings',
      title: withVendors ? t('orders:column.vendorEarns') : t('orders:column.earn'),
      hidden: !seesMoney,
      align: 'end',
      cell: (row) => (row.earnings ? <Money value={row.earnings} bold struck={isNeverPaid(row)} /> : null),
    },
    {
      id: 'due',
      title: dueName,
      hidden: !isMerged,
      align: 'end',
      cell: (row) => (row.due ? <Money value={row.due} /> : null),
    },
  ];
}

/** How far a part is sent, whether it must not be sent for now, and whether it is a test. */
export function OrderStatus({ row }: { row: OrderRowDto }) {
  return (
    <>
      {row.test ? <StatusBadge status="test" /> : null}
      {row.onHold ? <StatusBadge status="onHold" /> : <FulfillmentBadge status={row.fulfillment} />}
    </>
  );
}

function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="souk-two-lines">
      <span>{first}</span>
      <span className="souk-note">{second}</span>
    </span>
  );
}
