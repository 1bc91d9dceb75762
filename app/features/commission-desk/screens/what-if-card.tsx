import { Banner, Bleed, BlockStack, Button, InlineStack, ProgressBar, Text } from '@shopify/polaris';
import { useId, useState } from 'react';
import { formatAmount, type Currency } from '#app/core/money.ts';
import type { MoneyWire } from '#app/core/wire.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { SumRows } from '#app/ui/money/sum-rows.tsx';
import { SectionCard } from '#app/ui/parts/cards.tsx';
import { useDoorData, useFormat } from '#app/ui/shell/shell-context.tsx';
import { addUp, type Difference, type VendorDifference } from '../what-if.ts';
import { linesOf, readRows, type CommissionRow } from './commission-form.ts';
import { keyOfList, useWhatIf, type Comparison } from './use-what-if.ts';

const SHOWN = 10;

const wire = (amountMinor: bigint, currency: Currency): MoneyWire => ({
  amount: formatAmount(amountMinor, currency),
  currency,
});

/** What the rows in the fields would have charged of the past 90 days' orders, beside what the lists in force charge. */
export function WhatIfCard({ rows, vendor }: { rows: readonly CommissionRow[]; vendor?: string }) {
  const t = useText();
  const { store } = useDoorData();
  const { comparison, compare, stop } = useWhatIf();
  const isReadable = readRows(rows, store.currency, vendor !== undefined).ok;
  const list = { commissions: linesOf(rows), ...(vendor === undefined ? {} : { vendor }) };
  const isRunning = comparison?.state === 'running';
  const isStale = comparison !== undefined && !isRunning && comparison.asked !== keyOfList(list);
  return (
    <SectionCard title={t('commissions:whatIf.title')}>
      <Text as="p" tone="subdued">
        {isReadable ? t('commissions:whatIf.body') : t('commissions:try.unreadable')}
      </Text>
      <InlineStack gap="200">
        <Button
          onClick={() => {
            compare(list);
          }}
          disabled={!isReadable || isRunning}
        >
          {comparison === undefined ? t('commissions:whatIf.compare') : t('commissions:whatIf.again')}
        </Button>
        {isRunning ? (
          <Button variant="tertiary" onClick={stop}>
            {t('commissions:whatIf.stop')}
          </Button>
        ) : null}
      </InlineStack>
      {isStale ? (
        <Banner tone="warning">
          <p>{t('commissions:whatIf.stale')}</p>
        </Banner>
      ) : null}
      {comparison ? <Outcome comparison={comparison} /> : null}
    </SectionCard>
  );
}

function Outcome({ comparison }: { comparison: Comparison }) {
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
          <Total key={sum.currency} sum={sum} />
        ))}
        {totals.length > 0 ? <Vendors vendors={vendors} /> : null}
      </BlockStack>
    </div>
  );
}

function Total({ sum }: { sum: Difference }) {
  const t = useText();
  const { currency } = sum;
  return (
    <SumRows
      rows={[
        {
          label: t('commissions:whatIf.after'),
          note: t('commissions:whatIf.orders', { count: sum.orders }),
          value: wire(sum.afterMinor, currency),
        },
        { label: t('commissions:whatIf.before'), value: wire(-sum.beforeMinor, currency) },
      ]}
      total={{ label: t('commissions:whatIf.difference'), value: wire(sum.differenceMinor, currency) }}
    />
  );
}

/** Those for whom something changes: what the marketplace gains, the vendor loses. */
function Vendors({ vendors }: { vendors: readonly VendorDifference[] }) {
  const t = useText();
  const format = useFormat();
  const [isWhole, setIsWhole] = useState(false);
  if (vendors.length === 0) return <Text as="p">{t('commissions:whatIf.nobody')}</Text>;
  const show = (amountMinor: bigint, currency: Currency) => format.money(wire(amountMinor, currency));
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
            end: one.differenceMinor > 0n ? t('commissions:whatIf.less') : t('commissions:whatIf.more'),
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
