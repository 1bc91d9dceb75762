import { Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { StatusBadge, type Status } from '#app/ui/components/status-badge.tsx';
import type { FulfillmentStatus } from '#app/features/orders/money/units-left.ts';
import type { ShownOrderDto } from '#app/features/orders/orders.contract.ts';
import { useShell } from '#app/ui/shell/shell-context.tsx';
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

const PAYMENT_WORDS: Readonly<Record<Exclude<ShownOrderDto['financialStatus'], 'paid'>, Status>> = {
  pending: 'pending',
  authorized: 'authorized',
  partially_paid: 'partPaid',
  partially_refunded: 'partRefunded',
  refunded: 'refunded',
  voided: 'voided',
};

type Returned = Pick<ShownOrderDto, 'financialStatus' | 'fulfillment' | 'lines' | 'returns'>;

/** Whether all that was shipped has arrived back and was refunded: then shipping, refund and payout are one thing that is over. */
export function isReturned({ financialStatus, fulfillment, lines, returns }: Returned): boolean {
  if (financialStatus !== 'refunded' || fulfillment === 'cancelled') return false;
  const received = new Map<string, number>();
  for (const { lineId, received: units } of returns.flatMap((one) => one.lines))
    received.set(lineId, (received.get(lineId) ?? 0) + units);
  const shipped = lines.filter(({ fulfilled }) => fulfilled > 0);
  return shipped.length > 0 && shipped.every(({ id, fulfilled }) => (received.get(id) ?? 0) >= fulfilled);
}

/** How an order stands: shipping, payment, payout where the viewer sees money; one word once all of it came back. */
export function OrderBadges({ order, isOnHold }: { order: ShownOrderDto; isOnHold: boolean }) {
  const { financialStatus, payout } = order;
  const seesMoney = useShell().viewer.permissions.includes('read_finance');
  const test = order.test ? <StatusBadge status="test" /> : null;
  if (isReturned(order))
    return (
      <>
        {test}
        <StatusBadge status="returned" />
      </>
    );
  return (
    <>
      {test}
      <FulfillmentBadge status={order.fulfillment} />
      {isOnHold ? <StatusBadge status="onHold" /> : null}
      {financialStatus === 'paid' ? null : <StatusBadge status={PAYMENT_WORDS[financialStatus]} />}
      {!seesMoney || payout === null || payout === 'unpaid' || payout === 'none' ? null : (
        <PayoutBadge state={payout} />
      )}
    </>
  );
}
