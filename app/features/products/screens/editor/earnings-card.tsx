import { Text } from '@shopify/polaris';
import { asCurrency, money, parseAmount, toDto } from '#app/core/money/money.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SumRows } from '#app/ui/money/sum-rows.tsx';
import { useFormat, useShell } from '#app/ui/shell/shell-context.tsx';
import { computeTermEarnings, type UnitTerm } from '../../review/unit-earnings.ts';

/** Different prices that are told of; with more of them the first few say enough. */
const MAX_PRICES = 4;

type EarningsCardProps = { terms: readonly UnitTerm[]; prices: readonly string[]; currency: string };

/** What is left of each price that stands in the form, for one unit, while it is typed. */
export function EarningsCard({ terms, prices, currency: code }: EarningsCardProps) {
  const t = useText();
  const format = useFormat();
  const { viewer } = useShell();
  const currency = asCurrency(code);
  const read = [...new Set(prices)].flatMap((price) => {
    const parsed = parseAmount(price, currency);
    return parsed.ok && parsed.value > 0n ? [parsed.value] : [];
  });
  const toMoney = (minor: bigint) => toDto(money(minor, currency));
  return (
    <SectionCard title={t(viewer.vendor === null ? 'review:unit.titleVendor' : 'review:unit.title')}>
      {read.length === 0 ? (
        <Text as="p" tone="subdued">
          {t('review:unit.none')}
        </Text>
      ) : (
        <SumRows
          rows={read.slice(0, MAX_PRICES).map((priceMinor) => {
            const { commissionMinor, earnsMinor } = computeTermEarnings(terms, priceMinor);
            return {
              label: t('review:unit.at', { price: format.money(toMoney(priceMinor)) }),
              value: toMoney(earnsMinor),
              note: t('review:unit.less', { amount: format.money(toMoney(commissionMinor)) }),
            };
          })}
        />
      )}
      <Text as="p" variant="bodySm" tone="subdued">
        {t('review:earnings.note')}
      </Text>
    </SectionCard>
  );
}
