import { Banner, Button, InlineStack, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import { toLines, readRows, type CommissionRow } from './commission-form.ts';
import { keyOfList, useWhatIf } from './use-what-if.ts';
import { Outcome } from './what-if-outcome.tsx';

/** What the rows in the fields would have charged of the past 90 days' orders, beside what the lists in force charge. */
export function WhatIfCard({ rows, vendor }: { rows: readonly CommissionRow[]; vendor?: string }) {
  const t = useText();
  const { store } = useLayoutData();
  const { comparison, compare, stop } = useWhatIf();
  const isReadable = readRows(rows, store.currency, vendor !== undefined).ok;
  const list = { commissions: toLines(rows), ...(vendor === undefined ? {} : { vendor }) };
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
      {comparison ? <Outcome comparison={comparison} words="whatIf" /> : null}
    </SectionCard>
  );
}
