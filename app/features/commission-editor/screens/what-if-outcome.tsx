import { Banner, Bleed, BlockStack, Button, InlineStack, ProgressBar, Text } from '@shopify/polaris';
import { useId, useState } from 'react';
import { formatAmount, type Currency } from '#app/core/money/money.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { SumRows } from '#app/ui/money/sum-rows.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { addUp, type Difference, type VendorDifference } from '../what-if.ts';
import type { Comparison } from './use-what-if.ts';

const SHOWN = 10;

const toMoneyDto = (amountMinor: bigint, currency: Currency): MoneyDto => ({
  amount: formatAmount(amountMinor, currency),
  currency,
});

/** Whose words are used: those of commission lists, which the marketplace is charged by, or those of the finance flags. */
type Words = 'whatIf' | 'flags';

/** How far a comparison is, and what it found once it is done. */
export function Outcome({ comparison, words }: { comparison: Comparison; words: Words }) {
  const t = useText();
  const format = useFormat();
  const id = useId();
  const { state, done, total, steps, reason } = comparison;
  if (state === 'failed') {
    return (
      <Banner tone="critical">
        <p>{reason}</p>
      </Banner>
    );
  }
  if (state === 'running') {
    return (
      <BlockStack gap="200">
        <ProgressBar progress={Math.floor((done / Math.max(1, total)) * 100)} size="small" ariaLabelledBy={id} />
        <p id={id} role="status">
          {t('commissions:whatIf.running', { done: format.number(done), total: format.number(total) })}
        </p>
      </BlockStack>
    );
  }
  const { totals, vendors } = addUp(steps);
  return (
    <div role="status">
      <BlockStack gap="300">
        {totals.length === 0 ? <Text as="p">{t('commissions:whatIf.nothing')}</Text> : null}
        {totals.map((sum) => (
          <Total key={sum.currency} sum={sum} words={words} />
        ))}
        {totals.length > 0 ? <Vendors vendors={vendors} words={words} /> : null}
      </BlockStack>
    </div>
  );
}

function Total({ sum, words }: { sum: Difference; words: Words }) {
  const t = useText();
  const { currency } = sum;
  return (
    <SumRows
      rows={[
        {
          label: t(`commissions:${words}.after`),
          note: t('commissions:whatIf.orders', { count: sum.orders }),
          value: toMoneyDto(sum.afterMinor, currency),
        },
        { label: t(`commissions:${words}.before`), value: toMoneyDto(-sum.beforeMinor, currency) },
      ]}
      total={{ label: t(`commissions:${words}.difference`), value: toMoneyDto(sum.differenceMinor, currency) }}
    />
  );
}

/** Whether the vendor gets more: a higher commission is what it loses, a higher payout what it gains. */
const gains = (differenceMinor: bigint, words: Words): boolean =>
  words === 'whatIf' ? differenceMinor < 0n : differenceMinor > 0n;

/** Those for whom something changes. */
function Vendors({ vendors, words }: { vendors: readonly VendorDifference[]; words: Words }) {
  const t = useText();
  const format = useFormat();
  const [isWhole, setIsWhole] = useState(false);
  if (vendors.length === 0) return <Text as="p">{t(`commissions:${words}.nobody`)}</Text>;
  const show = (amountMinor: bigint, currency: Currency) => format.money(toMoneyDto(amountMinor, currency));
  const shown = isWhole ? vendors : vendors.slice(0, SHOWN);
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {t('commissions:whatIf.vendors', { count: vendors.length })}
      </Text>
      <Bleed marginInline="400">
        <Rows
          label={t('commissions:whatIf.vendors', { count: vendors.length })}
          rows={shown.map((one) => ({
            id: `${one.vendorId} ${one.currency}`,
            picture: { name: one.vendor },
            title: one.vendor,
            line: t('commissions:whatIf.line', {
              count: one.orders,
              before: show(one.beforeMinor, one.currency),
              after: show(one.afterMinor, one.currency),
            }),
            amount: show(one.differenceMinor < 0n ? -one.differenceMinor : one.differenceMinor, one.currency),
            end: gains(one.differenceMinor, words) ? t('commissions:whatIf.more') : t('commissions:whatIf.less'),
          }))}
        />
      </Bleed>
      {shown.length < vendors.length ? (
        <InlineStack>
          <Button
            variant="plain"
            onClick={() => {
              setIsWhole(true);
            }}
          >
            {t('commissions:whatIf.showAll', { count: vendors.length })}
          </Button>
        </InlineStack>
      ) : null}
    </BlockStack>
  );
}
