import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { formatKilograms } from '../zones/weight.ts';
import type { CartRange, Interval } from '../zones/zone.ts';

/** Writes which carts are meant: "2 kg to 5 kg", "50.00 € and above". */
export function useRangeText(currency: string): (range: CartRange) => string {
  const t = useText();
  const format = useFormat();
  const weight = (grams: bigint) => `${format.number(Number(formatKilograms(grams)))} kg`;
  const price = (amountMinor: bigint) => format.money(toDto(money(amountMinor, asCurrency(currency))));
  const write = ({ from, to }: Interval, bound: (value: bigint) => string): string =>
    to === null
      ? t('shipping:range.above', { from: bound(from) })
      : t('shipping:range.between', { from: bound(from), to: bound(to) });
  return (range) => {
    const parts = [
      ...(range.weight ? [write(range.weight, weight)] : []),
      ...(range.price ? [write(range.price, price)] : []),
    ];
    return parts.length === 0 ? t('shipping:range.all') : parts.join(' · ');
  };
}
