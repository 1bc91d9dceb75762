import { useText } from '#app/ui/i18n/use-text.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { ShownOrderDto } from '#app/features/orders/orders.contract.ts';

/** The returns of an order; a vendor's are those of its own items. */
export function ReturnsCard({ order }: { order: ShownOrderDto }) {
  const t = useText();
  const when = useWhen();
  const place = order.allowedActions.includes('return') ? { url: `/orders/${order.id}/returns` } : {};
  return (
    <SectionCard title={t('orders:returns.title')} flush>
      <Rows
        label={t('orders:returns.title')}
        rows={order.returns.map((one) => {
          const received = one.lines.reduce((sum, line) => sum + line.received, 0);
          const quantity = one.lines.reduce((sum, line) => sum + line.quantity, 0);
          return {
            id: one.id,
            ...place,
            title: one.name,
            line: [
              ...one.lines.map((line) => t('orders:returns.units', { quantity: line.quantity, title: line.title })),
              ...(received > 0 ? [t('orders:returns.arrived', { received, quantity })] : []),
            ].join(', '),
            badge: <StatusBadge status={one.status} />,
            end: when(one.requestedAt),
          };
        })}
      />
    </SectionCard>
  );
}
