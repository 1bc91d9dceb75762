import { REPORTED_REASONS } from '#app/core/payout-reason.ts';
import { AdjustmentsCard } from '#app/features/adjustments/shared/adjustments-card.tsx';
import { CommentsCard } from '#app/features/orders/comments/shared/comments-card.tsx';
import { StoreOrderPlace } from '#app/features/integrations/store-orders/shared/store-order-place.tsx';
import { LabelsCard } from '#app/features/labels/shared/labels-card.tsx';
import { DocumentsCard } from '#app/features/orders/printing/shared/documents-card.tsx';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SumRows } from '#app/ui/money/sum-rows.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns } from '#app/ui/components/layout.tsx';
import { Rows } from '#app/ui/lists/rows.tsx';
import { Timeline } from '#app/ui/components/timeline.tsx';
import { useFormat, useShell } from '#app/ui/shell/shell-context.tsx';
import { useDayText, useWhen } from '#app/ui/time/when.tsx';
import type { ShownOrderDetailDto, ShownVendorOrderDto, ShownOrderDto } from '#app/features/orders/orders.contract.ts';
import { BuyerCard } from './buyer-card.tsx';
import { FulfillCard, type NextOrder } from '../fulfillment/fulfill-card.tsx';
import { NextOrderBanner } from './next-order-banner.tsx';
import { hasEarnings } from '../earnings/has-earnings.ts';
import { MoneyCard } from '../earnings/money-card.tsx';
import { isReturned, OrderBadges } from '../order-badges.tsx';
import { OverrideCard } from './commission-override-card.tsx';
import { FulfillmentsCard } from '../fulfillment/shipments-card.tsx';
import { ReturnsCard } from './returns-card.tsx';
import '../orders.css';

export type OrderScreenProps = ShownOrderDetailDto & {
  /** The offer of a buyer that the order was placed for. */
  offerId: string | null;
  /** What the addresses of neighbours carry on of the list one came from. */
  carried: string;
  /** The order to go on with, once this one was shipped. */
  next: NextOrder;
  onNext: () => void;
  /** Whether one came here from an order that was just shipped. */
  isNext: boolean;
  onFulfilled: (next: NextOrder) => void;
};

/** What an admin does after the sale, each on a page of its own. */
const CHANGES = ['refund', 'return', 'cancel', 'adjust'] as const;
const PLACES = { refund: 'refund', return: 'returns', cancel: 'cancel', adjust: 'adjustments' } as const;

/** One order: the work on the left; money, buyer and facts on the right. The marketplace view shows every part of it. */
export function OrderScreen(props: OrderScreenProps) {
  const { order, adminOrders, carried: returnTo, onFulfilled } = props;
  const t = useText();
  const { features } = useShell();
  const when = useWhen();
  const vendorOrders = adminOrders.length > 0 ? adminOrders : ownVendorOrder(order);
  const isWhole = order.marketplace !== null;
  const place = (id: string | null) => (id === null ? undefined : `/orders/${id}${returnTo}`);
  // Once shown, the cards stay: what was sent with one is answered after nothing is left.
  const mayShip = useOnceTrue(
    order.allowedActions.includes('fulfill') || vendorOrders.some((vendorOrder) => vendorOrder.onHold !== null),
  );
  return (
    <ScreenPage
      title={order.name}
      subtitle={[when(order.orderedAt), order.buyer.name].filter(Boolean).join(', ')}
      back={{ label: t('orders:title'), url: `/orders${returnTo}` }}
      badges={<OrderBadges order={order} isOnHold={vendorOrders.some((vendorOrder) => vendorOrder.onHold !== null)} />}
      secondaryActions={[
        ...(features.messages && !order.buyer.redacted
          ? [{ label: t('conversations:order.open'), url: `/conversations/orders/${order.id}` }]
          : []),
        ...(props.offerId === null ? [] : [{ label: t('offers:ofOrder'), url: `/offers/${props.offerId}` }]),
        ...CHANGES.filter((change) => order.allowedActions.includes(change)).map((change) => ({
          label: t(`orders:change.${change}`),
          url: `/orders/${order.id}/${PLACES[change]}`,
        })),
      ]}
      neighbours={{ previous: place(order.previousOrder), next: place(order.nextOrder) }}
    >
      <Columns
        main={
          <>
            {props.next ? <NextOrderBanner next={props.next} onNext={props.onNext} /> : null}
            {(mayShip ? vendorOrders : []).map((vendorOrder, index) => (
              <FulfillCard
                key={vendorOrder.vendor.id}
                orderId={order.id}
                part={vendorOrder}
                isFocused={props.isNext && index === 0}
                vendorName={isWhole ? vendorOrder.vendor.name : undefined}
                isPaid={!UNPAID.includes(order.financialStatus)}
                onDone={onFulfilled}
              />
            ))}
            {features.delivery && vendorOrders.length > 0 ? (
              <LabelsCard orderId={order.id} isWhole={isWhole} isReturned={isReturned(order)} />
            ) : null}
            <LinesCard order={order} isWhole={isWhole} />
            {order.fulfillments.length > 0 ? (
              <FulfillmentsCard fulfillments={order.fulfillments} isReturned={isReturned(order)} />
            ) : null}
            {order.returns.length > 0 ? <ReturnsCard order={order} /> : null}
            {order.allowedActions.includes('adjust') ? <AdjustmentsCard orderId={order.id} /> : null}
            <TimelineCard order={order} />
            {features.comments ? (
              <CommentsCard
                orderId={order.id}
                vendors={vendorOrders.map((vendorOrder) => vendorOrder.vendor.name)}
                mayWrite={order.allowedActions.includes('comment')}
              />
            ) : null}
          </>
        }
        side={
          <>
            {order.marketplace ? <WholeCard whole={order.marketplace} /> : null}
            {vendorOrders.filter(hasEarnings).map((vendorOrder) => (
              <MoneyCard
                key={vendorOrder.vendor.id}
                part={vendorOrder}
                title={isWhole ? vendorOrder.vendor.name : t('orders:money.title')}
              />
            ))}
            {features.integrations && vendorOrders.length > 0 ? (
              <StoreOrderPlace orderId={order.id} isWhole={isWhole} />
            ) : null}
            <BuyerCard buyer={order.buyer} />
            <DocumentsCard orderId={order.id} isFolded={isWhole} />
            {order.allowedActions.includes('override_commission')
              ? vendorOrders
                  .filter(hasEarnings)
                  .map((vendorOrder) => (
                    <OverrideCard key={vendorOrder.vendor.id} orderId={order.id} part={vendorOrder} />
                  ))
              : null}
          </>
        }
      />
    </ScreenPage>
  );
}

function useOnceTrue(isTrue: boolean): boolean {
  const [was, setWas] = useState(isTrue);
  if (isTrue && !was) setWas(true);
  return was || isTrue;
}

/** A vendor's order is its own only part. */
function ownVendorOrder(order: ShownOrderDto): ShownVendorOrderDto[] {
  const { vendor, money, payout, held: holdReason, onHold, isPickup, fulfillment, financialStatus } = order;
  const { lines, fulfillments, returns, timeline } = order;
  if (vendor === null || money === null || payout === null) return [];
  return [
    {
      vendor,
      money,
      payout,
      held: holdReason,
      onHold,
      isPickup,
      fulfillment,
      financialStatus,
      lines,
      fulfillments,
      returns,
      timeline,
    },
  ];
}

const UNPAID: readonly ShownOrderDto['financialStatus'][] = ['pending', 'authorized', 'partially_paid'];
/** What is told of a line besides its goods: what the buyer had it made like, its selling plan and its discounts. */
function describeLine(
  { properties, sellingPlan, discounts }: ShownOrderDto['lines'][number],
  money: (amount: ShownOrderDto['lines'][number]['total']) => string,
) {
  const texts = [
    ...properties.map(({ name, value }) => `${name}: ${value}`),
    ...(sellingPlan === null ? [] : [sellingPlan]),
    ...discounts.map(({ title, amount }) => `${title} ${money(amount)}`),
  ];
  return texts.map((text, index) => ({ id: String(index), text }));
}

function LinesCard({ order, isWhole }: { order: ShownOrderDto; isWhole: boolean }) {
  const t = useText();
  const format = useFormat();
  return (
    <SectionCard title={t('orders:lines.title')} flush>
      <Rows
        label={t('orders:lines.title')}
        rows={order.lines.map((line) => ({
          id: line.id,
          picture: { src: line.image ?? undefined },
          title: line.title,
          aside: isWhole ? (line.vendor?.name ?? t('orders:lines.noVendor')) : line.variantTitle,
          line: [
            line.sku,
            t('orders:lines.quantity', { quantity: line.quantity, price: format.money(line.unitPrice) }),
            line.remaining < line.quantity
              ? t('orders:lines.takenBack', { count: line.quantity - line.remaining })
              : '',
            line.fulfilled > 0 ? t('orders:lines.shipped', { count: line.fulfilled }) : '',
          ]
            .filter(Boolean)
            .join(' · '),
          details: describeLine(line, format.money),
          amount: format.money(line.total),
        }))}
      />
    </SectionCard>
  );
}

function TimelineCard({ order }: { order: ShownOrderDto }) {
  const t = useText();
  const format = useFormat();
  const day = useDayText();
  /** What the buyer got, and what it took of the earnings, for those who see these. */
  const formatRefund = ({ amount, earned }: ShownOrderDto['timeline'][number]): string =>
    amount && earned
      ? t(order.marketplace === null ? 'orders:timeline.refundSplit' : 'orders:timeline.refundSplitWhole', {
          buyer: format.money({ ...amount, amount: amount.amount.replace(/^-/, '') }),
          earned: format.money(earned),
        })
      : '';
  return (
    <SectionCard title={t('orders:timeline.title')}>
      <Timeline
        entries={order.timeline.map((event, index) => {
          const { count = '0', carrier = '', tracking = '', vendor = '', reason = '', note = '' } = event.params;
          const why = REPORTED_REASONS.find((one) => one === event.params.payoutReason);
          const isMoneyOnly = event.kind === 'refunded' && count === '0';
          const amount = event.amount ? format.money(event.amount) : '';
          const { paidOn } = event.params;
          const detail = [
            event.kind === 'refunded' ? formatRefund(event) : '',
            paidOn === undefined ? '' : t('orders:timeline.paidOn', { day: day(paidOn) }),
            vendor,
            carrier,
            tracking,
            reason,
            note,
            why && t(`money:reason.${why}`),
          ]
            .filter(Boolean)
            .join(' · ');
          return {
            id: `${event.kind}-${index}`,
            at: event.at,
            text: isMoneyOnly
              ? t('orders:timeline.refundedMoney', { amount })
              : t(`orders:timeline.${event.kind}`, { count: Number(count), amount }),
            ...(event.by ? { by: event.by } : {}),
            ...(detail === '' ? {} : { detail }),
          };
        })}
      />
    </SectionCard>
  );
}

/** What each vendor gets, what the marketplace keeps or bears, and the sum, which is what the buyer paid. */
function WholeCard({ whole }: { whole: NonNullable<ShownOrderDto['marketplace']> }) {
  const t = useText();
  return (
    <SectionCard title={t('orders:whole.title')}>
      <SumRows
        rows={[
          ...(whole.split ?? []).map(({ kind, vendor, amount }) => ({
            label: kind === 'vendor' ? (vendor ?? '') : t(`orders:whole.${kind}`),
            value: amount,
          })),
        ]}
        total={{ label: t('orders:whole.paid'), value: whole.paid }}
      />
    </SectionCard>
  );
}
