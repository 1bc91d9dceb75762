import { BlockStack, Button, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { StatusBadge, type Status } from '#app/ui/components/status-badge.tsx';
import { useWhen } from '#app/ui/time/when.tsx';
import type { CalendarDto } from '../money-calendar.contract.ts';

type PaidTo = CalendarDto['paidTo'];

const BADGES: Readonly<Record<Exclude<PaidTo['state'], 'none'>, Status>> = {
  ready: 'ready',
  details_unapproved: 'onHold',
  details_changed: 'onHold',
  account_not_ready: 'blocked',
  not_connected: 'blocked',
};

/** How the vendor is paid and whether that works now, with the way to change it. */
export function PaidToCard({ paidTo }: { paidTo: PaidTo }) {
  const t = useText();
  const when = useWhen();
  const { method, receiver, state, until, by, mayChange, bankAccountEnding } = paidTo;
  const action = !mayChange ? 'look' : method === null && bankAccountEnding === null ? 'choose' : 'change';
  const why = t(`moneyCalendar:paidTo.state.${state}`, { until: until ? when(until, 'long') : '' });
  return (
    <SectionCard
      title={t('moneyCalendar:paidTo.title')}
      aside={state === 'none' ? undefined : <StatusBadge status={BADGES[state]} />}
    >
      <BlockStack gap="300">
        <BlockStack gap="100">
          <Text as="p" fontWeight="semibold" breakWord>
            {method !== null
              ? formatName(method, receiver)
              : bankAccountEnding === null
                ? t('moneyCalendar:paidTo.none')
                : t('bankAccounts:line', { lastFour: bankAccountEnding })}
          </Text>
          {state === 'none' || state === 'ready' ? null : (
            <Text as="p" variant="bodySm" tone="subdued">
              {why}
            </Text>
          )}
          {by === 'hand' ? (
            <Text as="p" variant="bodySm" tone="subdued">
              {t('moneyCalendar:paidTo.hand')}
            </Text>
          ) : null}
        </BlockStack>
        <Button url="/payment-information">{t(`moneyCalendar:paidTo.${action}`)}</Button>
      </BlockStack>
    </SectionCard>
  );
}

function formatName(method: NonNullable<PaidTo['method']>, receiver: string | null): string {
  if (method === 'stripe') return 'Stripe';
  const name = receiver?.startsWith('@') ? 'Venmo' : 'PayPal';
  return receiver === null ? name : `${name}, ${receiver}`;
}
