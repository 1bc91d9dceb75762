import { useText } from '#app/ui/i18n/use-text.ts';
import { useDateStyle, useFormat } from '#app/ui/shell/shell-context.tsx';
import { formatDay } from '#app/ui/time/format.ts';
import type { DiscountDto } from '../discounts.contract.ts';

/** A discount's values as words: what it takes off, when it runs, who bears it, what it asks for. */
export function useDiscountText() {
  const t = useText();
  const format = useFormat();
  const style = useDateStyle();
  // They are days of the store's calendar already, so that no zone moves them.
  const day = (text: string): string => formatDay(`${text}T12:00:00.000Z`, { ...style, timezone: 'UTC' });
  return {
    value: ({ value }: Pick<DiscountDto, 'value'>): string =>
      value.type === 'percentage'
        ? format.percent(value.percentage ?? '0')
        : value.fixed
          ? format.money(value.fixed)
          : '',
    period: ({ active }: Pick<DiscountDto, 'active'>): string =>
      active.until === null
        ? t('discounts:period.open', { from: day(active.from) })
        : t('discounts:period.range', { from: day(active.from), until: day(active.until) }),
    party: ({ liableParty, vendorPercent }: DiscountDto): string =>
      liableParty === 'shared'
        ? t('discounts:partyShared', { percent: format.percent(vendorPercent) })
        : t(`discounts:party.${liableParty}`),
    minimum: ({ minPurchase, currency }: DiscountDto): string =>
      minPurchase.type === 'subtotal'
        ? t('discounts:minimumSubtotal', { amount: format.money({ amount: minPurchase.value ?? '0', currency }) })
        : minPurchase.type === 'quantity'
          ? t('discounts:minimumQuantity', { count: Number(minPurchase.value) })
          : t('discounts:minimum.none'),
    limit: ({ limit }: DiscountDto): string =>
      [
        limit.usage === null ? '' : t('discounts:limitUsage', { count: limit.usage }),
        limit.onePerCustomer ? t('discounts:form.onePerCustomer') : '',
      ]
        .filter(Boolean)
        .join(' · ') || t('discounts:unlimited'),
    scope: ({ vendor, vendors }: DiscountDto): string =>
      vendor ?? (vendors.length === 0 ? t('discounts:allVendors') : vendors.map(({ name }) => name).join(', ')),
  };
}
