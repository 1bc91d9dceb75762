import { Link, RangeSlider } from '@shopify/polaris';
import { useState } from 'react';
import { asCurrency, money, parseAmount, toDto } from '#app/core/money/money.ts';
import { divideHalfUp } from '#app/core/money/percent.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Facts } from '#app/ui/components/layout.tsx';
import { Money } from '#app/ui/money/money.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { Beginning } from '../home.contract.ts';

const USUAL_PERCENT = 15;
const MAX_PERCENT = 50;

/** What an order of the store's own would have brought whom at a commission that one moves; nothing is saved by it. */
export function SplitCard({ sale }: { sale: NonNullable<Beginning['sale']> }) {
  const t = useText();
  const format = useFormat();
  const [percent, setPercent] = useState(USUAL_PERCENT);
  const currency = asCurrency(sale.total.currency);
  const total = parseAmount(sale.total.amount, currency);
  const totalMinor = total.ok ? total.value : 0n;
  const keptMinor = divideHalfUp(totalMinor * BigInt(percent), 100n);
  const amount = (minor: bigint) => <Money value={toDto(money(minor, currency))} bold />;
  return (
    <SectionCard title={t('home:split.title', { name: sale.name, amount: format.money(sale.total) })}>
      <RangeSlider
        label={t('home:split.commission')}
        value={percent}
        min={0}
        max={MAX_PERCENT}
        output
        suffix={format.percent(percent)}
        onChange={(value) => {
          setPercent(typeof value === 'number' ? value : value[0]);
        }}
      />
      <Facts
        facts={[
          { label: t('home:split.vendor', { name: sale.vendor }), value: amount(totalMinor - keptMinor) },
          { label: t('home:split.kept'), value: amount(keptMinor) },
        ]}
      />
      <p className="souk-note">{t('home:split.about')}</p>
      <Link url="/commissions">{t('home:split.set')}</Link>
    </SectionCard>
  );
}
