import { BlockStack, FormLayout, InlineError, SkeletonBodyText, Text } from '@shopify/polaris';
import { useState } from 'react';
import { DateField } from '#app/ui/forms/date-field.tsx';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SumRows } from '#app/ui/money/sum-rows.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { useData } from '#app/ui/session/use-data.ts';
import { useLayoutData, useDateStyle } from '#app/ui/shell/shell-context.tsx';
import { calendarDay, formatTyped } from '#app/ui/time/format.ts';
import { readBalances, type BalancesDto } from '../statements.contract.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What a vendor was owed at the end of any day, and what has moved it since. `of` names the vendor in the marketplace view. */
export function BalanceCard({ of, firstDay }: { of: string | undefined; firstDay: string }) {
  const t = useText();
  const { now, timezone } = useDateStyle();
  const today = calendarDay(now, timezone);
  const [day, setDay] = useState(firstDay);
  const [to, setTo] = useState(today);
  const query = { day, to, ...(of === undefined ? {} : { requestedVendor: of }) };
  const isAsked = DAY.test(day) && DAY.test(to);
  const found = useData(isAsked ? ['balances', day, to, of ?? ''] : null, () => callApi(readBalances, { query }));
  return (
    <SectionCard title={t('statements:balance.title')}>
      <BlockStack gap="400">
        <FormLayout>
          <FormLayout.Group condensed>
            <DateField label={t('statements:balance.day')} value={day} max={today} onChange={setDay} />
            <DateField label={t('statements:balance.to')} value={to} max={today} onChange={setTo} />
          </FormLayout.Group>
        </FormLayout>
        <div aria-live="polite">
          {found.error ? (
            <InlineError fieldID="balance-day" message={problemText(t, found.error)} />
          ) : found.data ? (
            found.data.balances.map((balance) => (
              <Balance key={balance.currency} balance={balance} asked={found.data} />
            ))
          ) : (
            <SkeletonBodyText lines={3} />
          )}
        </div>
        <Text as="p" variant="bodySm" tone="subdued">
          {t('statements:balance.hint')}
        </Text>
      </BlockStack>
    </SectionCard>
  );
}

type Balances = Pick<BalancesDto, 'day' | 'to'>;

function Balance({ balance, asked }: { balance: BalancesDto['balances'][number]; asked: Balances | undefined }) {
  const t = useText();
  const { locale } = useLayoutData();
  const on = (day: string): string => t('statements:balance.on', { day: formatTyped(day, locale) });
  return (
    <section aria-label={t('money:balance.in', { currency: balance.currency })}>
      <SumRows
        rows={[
          { label: on(asked?.day ?? ''), value: balance.balance },
          ...balance.days.map(({ day, change }) => ({ label: formatTyped(day, locale), value: change })),
        ]}
        total={{ label: on(asked?.to ?? ''), value: balance.balanceTo }}
      />
    </section>
  );
}

function problemText(t: ReturnType<typeof useText>, error: unknown): string {
  if (!(error instanceof ApiRefusal)) return t('statements:failed');
  const [issue] = error.issues;
  return issue ? issueText(t, issue) : refusalText(t, error);
}
