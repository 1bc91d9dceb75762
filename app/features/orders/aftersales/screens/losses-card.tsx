import { Banner, BlockStack } from '@shopify/polaris';
import { useEffect, useRef } from 'react';
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
  const box = useRef<HTMLDivElement>(null);
  // The answer stands below the form: on a phone it would be out of sight.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'start' });
    box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label={t('aftersales:losses.title')} className="aftersales-losses">
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
              ...losses.vendors.filter(isConcerned).map((one) => ({
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
              ...(isZero(losses.marketplace.loses)
                ? []
                : [
                    {
                      label: t('aftersales:losses.marketplace'),
                      value: losses.marketplace.loses,
                      note: t('aftersales:losses.marketplaceOf', {
                        commission: format.money(losses.marketplace.commission),
                        rest: format.money(losses.marketplace.rest),
                      }),
                    },
                  ]),
            ]}
            total={{ label: t('aftersales:losses.total'), value: amount, note }}
          />
        </BlockStack>
      </SectionCard>
    </div>
  );
}

/** A vendor of whom nothing is taken is no row: of a large order most are not concerned. */
const isConcerned = (one: LossesDto['vendors'][number]): boolean => !isZero(one.loses) || !isZero(one.owes);

/** Whether an amount is nothing, in whatever places its currency has. */
export const isZero = ({ amount }: MoneyDto): boolean => Number(amount) === 0;
