import { Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { StatusBadge, type Status } from '#app/ui/components/status-badge.tsx';
import type { FulfillmentStatus } from '#app/features/orders/money/units-left.ts';
import type { PayoutState } from '#app/features/orders/order-view.ts';

const FULFILLMENT_WORDS: Readonly<Record<FulfillmentStatus, Status>> = {
  unfulfilled: 'unfulfilled',
  partially_fulfilled: 'partShipped',
  fulfilled: 'fulfilled',
  cancelled: 'cancelled',
};

/** Where shipping stands. */
export function FulfillmentBadge({ status }: { status: FulfillmentStatus }) {
  return <StatusBadge status={FULFILLMENT_WORDS[status]} />;
}

/** Where the payout stands; plain text where nothing is owed. */
export function PayoutBadge({ state }: { state: PayoutState }) {
  const t = useText();
  if (state === 'none') {
    return (
      <Text as="span" tone="subdued">
        {t('orders:nothingDue')}
      </Text>
    );
  }
  return <StatusBadge status={state === 'unpaid' ? 'pending' : state} />;
}
