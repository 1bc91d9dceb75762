import { useText } from '#app/ui/i18n/use-text.ts';
import { LayoutLink } from '#app/ui/shell/layout-link.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { MoneyDto } from '#app/core/dto.ts';
import type { MarketplaceHome } from '../home.contract.ts';

type Part = { id: string; text: string; url: string };

/** The day of the marketplace in a sentence: each part is there only where it is so, and leads to what it speaks of. */
export function DaySentence({ home }: { home: MarketplaceHome }) {
  const parts = useParts(home);
  if (parts.length === 0) return null;
  return (
    <p className="souk-day">
      {parts.map(({ id, text, url }, index) => (
        <span key={id}>
          {index > 0 ? ' ' : ''}
          <LayoutLink url={url}>{text}</LayoutLink>
        </span>
      ))}
    </p>
  );
}

function useParts({ yesterday, vendorsLate, payoutsDue }: MarketplaceHome): Part[] {
  const t = useText();
  const format = useFormat();
  const write = (amounts: readonly MoneyDto[]): string => amounts.map((one) => format.money(one)).join(' + ');
  return [
    ...(yesterday
      ? [
          {
            id: 'yesterday',
            text: t('home:day.sold', {
              orders: t('home:day.orders', { count: yesterday.orders }),
              sales: write(yesterday.sales),
              kept: write(yesterday.kept),
            }),
            url: `/orders?${new URLSearchParams({ payment: 'sold', from: yesterday.day, to: yesterday.day }).toString()}`,
          },
        ]
      : []),
    ...(vendorsLate > 0
      ? [{ id: 'late', text: t('home:day.late', { count: vendorsLate }), url: '/vendors/performance?show=late' }]
      : []),
    ...(payoutsDue > 0 ? [{ id: 'pay', text: t('home:day.pay', { count: payoutsDue }), url: '/payouts' }] : []),
  ];
}
