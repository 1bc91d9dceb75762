import { BlockStack, InlineError, InlineGrid, SkeletonBodyText, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { MoneyDto } from '#app/core/dto.ts';
import { asCurrency, money, parseAmount, toDto } from '#app/core/money/money.ts';
import { DateField } from '#app/ui/forms/date-field.tsx';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Money } from '#app/ui/money/money.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { ApiRefusal, callApi } from '#app/ui/session/api-client.ts';
import { useData } from '#app/ui/session/use-data.ts';
import { useLayoutData, useDateStyle } from '#app/ui/shell/shell-context.tsx';
import { calendarDay, formatTyped } from '#app/ui/time/format.ts';
import type { readBalancesEndpoint, BalancesDto } from '../statements.contract.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What a vendor was owed at the end of any day, and what has moved it since. `of` names the vendor in the marketplace view. */
export function BalanceCard({ of, firstDay }: { of: string | undefined; firstDay: string }) {
  const t = useText();
  const { now, timezone } = useDateStyle();
  const today = calendarDay(now, timezone);
  const [day, setDay] = useState(firstDay);
  const [to, setTo] = useState(today);
  const query = { day, to, ...(of === undefined ? {} : { requestedVendor: of }) };
  const isRequested = DAY.test(day) && DAY.test(to);
  const found = useData(isRequested ? ['balances', day, to, of ?? ''] : null, () =>
    callApi<typeof readBalancesEndpoint>('GET', '/balances', { query }),
  );
  return (
    <SectionCard title={t('statements:balance.title')}>
      <BlockStack gap="400">
        {/* Below 640 pixels one day stands under the other: half a phone cuts a date. */}
        <InlineGrid columns={{ xs: 1, sm: 2 }} gap="300">
          <DateField label={t('statements:balance.day')} value={day} max={today} onChange={setDay} />
          <DateField label={t('statements:balance.to')} value={to} max={today} onChange={setTo} />
        </InlineGrid>
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

function Balance({
  balance,
  asked: requested,
}: {
  balance: BalancesDto['balances'][number];
  asked: Balances | undefined;
}) {
  const t = useText();
  const { locale } = useLayoutData();
  const on = (day: string): string => t('statements:balance.on', { day: formatTyped(day, locale) });
  return (
    <section aria-label={t('money:balance.in', { currency: balance.currency })}>
      <table className="souk-balance">
        <thead>
          <tr>
            <th scope="col">{t('statements:balance.column.day')}</th>
            <th scope="col">{t('statements:balance.column.change')}</th>
            <th scope="col">{t('statements:balance.column.balance')}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{on(requested?.day ?? '')}</th>
            <td />
            <td>
              <Money value={balance.balance} />
            </td>
          </tr>
          {balancesAfter(balance).map(({ day, change, after }) => (
            <tr key={day}>
              <th scope="row">{formatTyped(day, locale)}</th>
              <td>
                {change.amount.startsWith('-') ? '' : '+'}
                <Money value={change} />
              </td>
              <td>
                <Money value={after} />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">{on(requested?.to ?? '')}</th>
            <td />
            <td>
              <Money value={balance.balanceTo} bold />
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

/** The days of a balance with what stood at the end of each. */
function balancesAfter({ balance, days }: BalancesDto['balances'][number]) {
  const currency = asCurrency(balance.currency);
  const minorOf = ({ amount }: MoneyDto): bigint => {
    const parsed = parseAmount(amount, currency);
    return parsed.ok ? parsed.value : 0n;
  };
  let sum = minorOf(balance);
  return days.map(({ day, change }) => {
    sum += minorOf(change);
    return { day, change, after: toDto(money(sum, currency)) };
  });
}

function problemText(t: ReturnType<typeof useText>, error: unknown): string {
  if (!(error instanceof ApiRefusal)) return t('statements:failed');
  const [issue] = error.issues;
  return issue ? issueText(t, issue) : refusalText(t, error);
}
