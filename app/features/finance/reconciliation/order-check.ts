import type { Currency } from '#app/core/money/money.ts';
import { computeBalance, postingsToReach, type Posting } from '#app/platform/ledger/ledger.ts';
import { adjustedMinor, adjustmentPostings, type Adjustment } from '#app/features/orders/money/adjustment.ts';
import {
  splitOrder,
  type OrderDecisions,
  type SettledOrder,
  type VendorOrder,
} from '#app/features/orders/money/split-order.ts';
import type { OrderHistory } from '#app/features/orders/order.ts';
import type { PayoutState } from '#app/features/orders/order-view.ts';
import { targetPostings } from '#app/features/orders/money/postings.ts';
import type { OrderTerms } from '#app/features/orders/money/order-terms.ts';
import { amountFinding, stateFinding, type Finding } from './finding.ts';

/** A vendor's part as its row says it, and what live payouts took of it by their lines. Minor units. */
export type StoredVendorOrder = {
  vendorId: string;
  currency: Currency;
  postedMinor: bigint;
  adjustedMinor: bigint;
  paidOutMinor: bigint;
  payoutState: string;
  inPayoutsMinor: bigint;
};

/** An order as it is stored, with what its own transactions and its adjustments posted. */
export type StoredOrder = {
  orderId: string;
  historical: boolean;
  known: OrderHistory;
  orderTerms: OrderTerms;
  decisions: OrderDecisions;
  adjustments: readonly Adjustment[];
  posted: readonly Posting[];
  parts: readonly StoredVendorOrder[];
};

/** What an order's entries follow from. */
type OrderFacts = Pick<StoredOrder, 'historical' | 'known' | 'orderTerms' | 'decisions' | 'adjustments'>;

/** Where the ledger must stand for an order by what is known of it, and how it is settled. Nothing is due of a historical one. */
export function expectedOfOrder(order: OrderFacts): {
  settled: SettledOrder;
  target: Posting[];
} {
  const settled = splitOrder(order.known, order.orderTerms, order.decisions);
  const own = order.historical ? [] : targetPostings(settled);
  return { settled, target: [...own, ...adjustmentPostings(order.adjustments)] };
}

/** An order settled anew from its facts, beside its postings and its vendors' parts. Empty where every cent agrees. */
export function checkOrder(order: StoredOrder): Finding[] {
  const { settled, target } = expectedOfOrder(order);
  const vendorOrders = new Map(settled.vendorOrders.map((vendorOrder) => [vendorOrder.vendorId, vendorOrder]));
  const vendorIds = new Set([...order.parts.map((vendorOrder) => vendorOrder.vendorId), ...vendorOrders.keys()]);
  const vendorOrderOf = new Map(order.parts.map((vendorOrder) => [vendorOrder.vendorId, vendorOrder]));
  return [
    ...checkPostings(order, target),
    ...[...vendorIds].flatMap((vendorId) =>
      checkVendorOrder(order, settled, {
        vendorId,
        part: vendorOrderOf.get(vendorId),
        settledPart: vendorOrders.get(vendorId),
      }),
    ),
  ];
}

/** An order that cannot be settled any more: nothing else can be said of it. */
export function unsettledOrder(orderId: string): Finding {
  return stateFinding({ kind: 'order_unsettled', reference: `order/${orderId}`, orderId, detail: {} });
}

function checkPostings(order: StoredOrder, target: readonly Posting[]): Finding[] {
  return postingsToReach(target, order.posted).map(({ account, vendorId, currency }) => {
    const isSame = (one: Posting): boolean => one.vendorId === vendorId;
    const where = { account, currency };
    return amountFinding({
      kind: 'order_ledger',
      reference: `order/${order.orderId}/${vendorId ?? '-'}/${account}/${currency}`,
      vendorId,
      orderId: order.orderId,
      currency,
      expectedMinor: computeBalance(target.filter(isSame), where),
      foundMinor: computeBalance(order.posted.filter(isSame), where),
      detail: { account },
    });
  });
}

type CheckedVendorOrder = {
  vendorId: string;
  part: StoredVendorOrder | undefined;
  settledPart: VendorOrder | undefined;
};

function checkVendorOrder(
  order: StoredOrder,
  settled: SettledOrder,
  { vendorId, part: vendorOrder, settledPart: settledVendorOrder }: CheckedVendorOrder,
): Finding[] {
  const { historical } = order;
  const isDue = settled.isPaid && !historical;
  const adjustmentsMinor = adjustedMinor(order.adjustments, vendorId);
  const expectedMinor = (isDue ? (settledVendorOrder?.payoutMinor ?? 0n) : 0n) + adjustmentsMinor;
  const subject = { reference: `order/${order.orderId}/${vendorId}`, vendorId, orderId: order.orderId };
  const currency = vendorOrder?.currency ?? settled.currency;
  const findings: Finding[] = [];
  const compare = (
    kind: 'order_posted' | 'order_adjusted' | 'paid_out',
    expected: bigint,
    foundMinor: bigint,
  ): void => {
    if (expected !== foundMinor) {
      findings.push(amountFinding({ kind, ...subject, currency, expectedMinor: expected, foundMinor }));
    }
  };
  compare('order_posted', expectedMinor, vendorOrder?.postedMinor ?? 0n);
  compare('order_adjusted', adjustmentsMinor, vendorOrder?.adjustedMinor ?? 0n);
  compare('paid_out', vendorOrder?.inPayoutsMinor ?? 0n, vendorOrder?.paidOutMinor ?? 0n);
  if (vendorOrder) {
    const expected = expectedPayoutState({
      historical,
      isPaid: settled.isPaid,
      postedMinor: expectedMinor,
      paidOutMinor: vendorOrder.inPayoutsMinor,
    });
    if (expected !== vendorOrder.payoutState) {
      findings.push(
        stateFinding({ kind: 'payout_state', ...subject, detail: { expected, found: vendorOrder.payoutState } }),
      );
    }
  }
  return isDue && settledVendorOrder ? [...findings, ...listConcerns(subject, settledVendorOrder)] : findings;
}

/** How a vendor's part stands with the vendor, by what is posted of it and what live payouts took. */
export function expectedPayoutState(o: {
  historical: boolean;
  isPaid: boolean;
  postedMinor: bigint;
  paidOutMinor: bigint;
}): PayoutState {
  if (o.historical) return 'none';
  if (!o.isPaid && o.paidOutMinor === 0n) return 'unpaid';
  const dueMinor = o.postedMinor - o.paidOutMinor;
  if (dueMinor !== 0n) return dueMinor > 0n ? 'due' : 'overpaid';
  return o.paidOutMinor > 0n ? 'paid' : 'none';
}

type Subject = { reference: string; vendorId: string; orderId: string };

/** What adds up and yet should be looked at: no line of the list fits (M31), or it waits for a confirmation (M40). */
function listConcerns(subject: Subject, vendorOrder: VendorOrder): Finding[] {
  const { currency } = vendorOrder;
  const findings: Finding[] = [];
  const isUncharged = vendorOrder.lines.some(({ line }) => line.orderTerms.rule.source === 'none' && line.quantity > 0);
  if (isUncharged && vendorOrder.override === null) {
    const foundMinor = vendorOrder.commissionMinor;
    findings.push(amountFinding({ kind: 'no_commission_line', ...subject, currency, expectedMinor: null, foundMinor }));
  }
  const [reason] = vendorOrder.holds;
  if (reason !== undefined) {
    const foundMinor = vendorOrder.payoutMinor;
    findings.push(
      amountFinding({ kind: 'held', ...subject, currency, expectedMinor: null, foundMinor, detail: { reason } }),
    );
  }
  return findings;
}
