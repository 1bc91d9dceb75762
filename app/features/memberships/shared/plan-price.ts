import type { MoneyDto } from '#app/core/dto.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';

/** What a plan costs and how often; `price` is null where the provider charges by steps. */
type Priced = {
  price: MoneyDto | null;
  interval: 'day' | 'week' | 'month' | 'year' | null;
  intervalCount: number;
};

/** A plan of the provider's, as the marketplace chooses from them. */
export type PlanRow = Priced & { productId: string; name: string; listingLimit: number | null };

/** Writes a plan's price with its interval: "€19.00 a month", "€50.00 every 3 months". */
export function usePlanPrice(): (plan: Priced) => string {
  const t = useText();
  const format = useFormat();
  return ({ price, interval, intervalCount }) => {
    if (!price || !interval) return t('memberships:steps');
    const written = format.money(price);
    return intervalCount === 1
      ? t(`memberships:each.${interval}`, { price: written })
      : t('memberships:every', { price: written, count: intervalCount, unit: t(`memberships:unit.${interval}`) });
  };
}
