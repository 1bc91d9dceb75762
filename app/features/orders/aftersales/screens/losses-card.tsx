import { Banner, BlockStack } from '@shopify/polaris';
import type { MoneyDto } from '#app/core/dto.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SumRows } from '#app/ui/money/sum-rows.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { LossesDto } from '../aftersales.contract.ts';

/** What a change takes from each vendor and from the marketplace; the rows add up to what goes back to the buyer. */
export function LossesCard({ losses, amount, note }: { losses: LossesDto; amount: MoneyDto; note?: string }) {
  const t = useText();
  const format = useFormat();
  const change = (one: { before: MoneyDto; after: MoneyDto }): string =>
    t('aftersales:losses.change', { before: format.money(one.before), after: format.money(one.after) });
  return (
    <SectionCard title={t('aftersales:losses.title')}>
      <BlockStack gap="300">
        {losses.vendors
          .filter((one) => !isZero(one.owes))
          .map((one) => (
            <Banner key={one.vendor.id} tone="warning">
              {t('aftersales:losses.owes', { name: one.vendor.name, amount: format.money(one.owes) })}
            </Banner>
          ))}
        <SumRows
          rows={[
            ...losses.vendors.map((one) => ({
              label: one.vendor.name,
              value: one.loses,
              note: [
                change(one),
                isZero(one.commissionBack)
                  ? ''
                  : t('aftersales:losses.commissionBack', { amount: format.money(one.commissionBack) }),
              ]
                .filter(Boolean)
                .join(', '),
            })),
            {
              label: t('aftersales:losses.marketplace'),
              value: losses.marketplace.loses,
              note: change(losses.marketplace),
            },
          ]}
          total={{ label: t('aftersales:losses.total'), value: amount, note }}
        />
      </BlockStack>
    </SectionCard>
  );
}

/** Whether an amount is nothing, in whatever places its currency has. */
export const isZero = ({ amount }: MoneyDto): boolean => Number(amount) === 0;
