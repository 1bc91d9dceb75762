import { BlockStack, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Money } from '#app/ui/money/money.tsx';
import type { CalendarDto } from '../money-calendar.contract.ts';
import { useDay } from './entry-button.tsx';

/** When the next payout comes and where it goes; where a person pays, that the marketplace has not set a day, else that none is planned. */
export function NextPayoutCard({ calendar: { next, paidTo } }: { calendar: Pick<CalendarDto, 'next' | 'paidTo'> }) {
  const t = useText();
  const day = useDay();
  const account = nameAccount(t, paidTo);
  return (
    <SectionCard title={t('moneyCalendar:nextPayout.title')}>
      <BlockStack gap="100">
        {next.length === 0 ? (
          <Text as="p">{t(`moneyCalendar:nextPayout.${paidTo.by === 'hand' ? 'noDay' : 'notScheduled'}`)}</Text>
        ) : null}
        {next.map((one) => (
          <div key={one.amount.currency}>
            <Money value={one.amount} size="mid" />
            <Text as="p">{t('moneyCalendar:nextPayout.on', { day: day(one.day) })}</Text>
          </div>
        ))}
        <Text as="p" variant="bodySm" tone="subdued">
          {account === null ? t('moneyCalendar:nextPayout.noAccount') : t('moneyCalendar:nextPayout.to', { account })}
        </Text>
      </BlockStack>
    </SectionCard>
  );
}

/** The account that a payout goes to, as its owner knows it; null where there is none. */
function nameAccount(t: ReturnType<typeof useText>, paidTo: CalendarDto['paidTo']): string | null {
  const { method, receiver, bankAccountEnding } = paidTo;
  if (method === 'stripe') return t('money:method.stripe');
  if (method === 'paypal') return receiver ?? t('money:method.paypal');
  return bankAccountEnding === null ? null : t('moneyCalendar:nextPayout.bank', { lastFour: bankAccountEnding });
}
