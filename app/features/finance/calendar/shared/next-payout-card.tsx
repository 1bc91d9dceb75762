import { BlockStack, Text } from '@shopify/polaris';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Money } from '#app/ui/money/money.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { CalendarDto } from '../money-calendar.contract.ts';
import { useDay } from './entry-button.tsx';

/** When the next payout comes and where it goes, or that payouts are on hold; where a person pays, that the marketplace has not set a day, else that none is planned. */
export function NextPayoutCard({
  calendar: { next, paidTo, onHold },
}: {
  calendar: Pick<CalendarDto, 'next' | 'paidTo' | 'onHold'>;
}) {
  const t = useText();
  const when = useWhen();
  const day = useDay();
  const account = nameAccount(t, paidTo);
  return (
    <SectionCard
      title={t('moneyCalendar:nextPayout.title')}
      aside={onHold ? <StatusBadge status="onHold" /> : undefined}
    >
      <BlockStack gap="100">
        {onHold ? (
          <>
            <Text as="p">{t('moneyCalendar:nextPayout.onHold', { day: when(onHold.since, 'long') })}</Text>
            <p className="souk-written">{onHold.reason}</p>
          </>
        ) : next.length === 0 ? (
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
