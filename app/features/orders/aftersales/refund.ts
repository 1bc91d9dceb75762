import { formatAmount, sumMinor, type Currency } from '#app/core/money/money.ts';
import { unitsText } from '#app/features/orders/money/pending-refunds.ts';
import type { SettledOrder } from '#app/features/orders/money/split-order.ts';
import type { RefundFacts } from '#app/features/orders/order.ts';

export const RESTOCKS = ['return', 'cancel', 'no_restock'] as const;
export type Restock = (typeof RESTOCKS)[number];

/** Units of a line that go back. */
export type RefundUnits = { lineId: string; quantity: number; restock: Restock };

/** What of shipping goes back; minor units, its tax apart. */
type ShippingBack = { shippingMinor: bigint; shippingTaxMinor: bigint };
type LinesBack = { lines: { lineId: string; quantity: number; subtotalMinor: bigint; taxMinor: bigint }[] };

/** The id of a refund that is only thought of. No refund of the platform has it. */
const THOUGHT = '0';

/** A refund as the platform would tell of it once it were made. */
export function thinkRefund(
  back: ShippingBack & LinesBack,
  amountMinor: bigint,
  units: readonly RefundUnits[],
): RefundFacts {
  const restockOf = new Map(units.map((one) => [one.lineId, one.restock]));
  return {
    id: THOUGHT,
    // The newest of all: what it keeps back consumes the gestures that were made before it (M54).
    createdAt: '9999-12-31T23:59:59Z',
    lines: back.lines.map((line) => ({ ...line, restockType: restockOf.get(line.lineId) ?? 'no_restock' })),
    shippingMinor: back.shippingMinor,
    shippingTaxMinor: back.shippingTaxMinor,
    transactions: amountMinor > 0n ? [{ id: THOUGHT, state: 'success', amountMinor }] : [],
    refusal: null,
  };
}

/** What a change takes from a vendor: its earnings before and after, and the commission that comes back to it. Minor units. */
export type VendorLoss = {
  vendorId: string;
  beforeMinor: bigint;
  afterMinor: bigint;
  losesMinor: bigint;
  commissionBackMinor: bigint;
};
export type Losses = { vendors: VendorLoss[]; marketplace: Omit<VendorLoss, 'vendorId' | 'commissionBackMinor'> };

/** Who bears a change, vendor by vendor and the marketplace; the losses add up to what leaves the buyer's money held. */
export function compareSettlements(before: SettledOrder, after: SettledOrder): Losses {
  const laterOf = new Map(after.vendorOrders.map((vendorOrder) => [vendorOrder.vendorId, vendorOrder]));
  const vendors = before.vendorOrders.map((vendorOrder): VendorLoss => {
    const later = laterOf.get(vendorOrder.vendorId);
    const afterMinor = later?.payoutMinor ?? 0n;
    return {
      vendorId: vendorOrder.vendorId,
      beforeMinor: vendorOrder.payoutMinor,
      afterMinor,
      losesMinor: vendorOrder.payoutMinor - afterMinor,
      commissionBackMinor: vendorOrder.commissionMinor - (later?.commissionMinor ?? 0n),
    };
  });
  const beforeMinor = shareOfMarketplace(before);
  const afterMinor = shareOfMarketplace(after);
  return { vendors, marketplace: { beforeMinor, afterMinor, losesMinor: beforeMinor - afterMinor } };
}

/** What of the buyer's money is no vendor's. */
function shareOfMarketplace(order: SettledOrder): bigint {
  return order.heldMinor - sumMinor(order.vendorOrders.map((vendorOrder) => vendorOrder.payoutMinor));
}

/** The amounts of a preview as one text: the same for the same amounts. */
export function amountsText(amountMinor: bigint, losses: Losses): string {
  const vendors = losses.vendors.map((one) => [one.vendorId, one.beforeMinor, one.afterMinor].join(':'));
  return [amountMinor, ...vendors, losses.marketplace.beforeMinor, losses.marketplace.afterMinor].join('|');
}

/** Spreads an amount over the payments that it goes back through, the earliest first; undefined where they hold less. */
export function spreadOverPayments(
  amountMinor: bigint,
  payments: readonly { id: string; gateway: string; leftMinor: bigint }[],
  currency: Currency,
): { parentId: string; gateway: string; amount: string }[] | undefined {
  let openMinor = amountMinor;
  const vendorOrders = payments.flatMap(({ id, gateway, leftMinor }) => {
    const takenMinor = leftMinor < openMinor ? leftMinor : openMinor;
    openMinor -= takenMinor;
    return takenMinor > 0n ? [{ parentId: id, gateway, amount: formatAmount(takenMinor, currency) }] : [];
  });
  return openMinor === 0n ? vendorOrders : undefined;
}

/** The refund that was made although its answer was lost: new since it was noted, with just these units and this amount. */
export function findMadeRefund(
  refunds: readonly RefundFacts[],
  known: ReadonlySet<string>,
  wanted: { units: readonly RefundUnits[]; amountMinor: bigint },
): RefundFacts | undefined {
  return refunds.find(
    (refund) =>
      !known.has(refund.id) &&
      unitsText(refund.lines) === unitsText(wanted.units) &&
      sumMinor(refund.transactions.map((transaction) => transaction.amountMinor)) === wanted.amountMinor,
  );
}

export const CANCEL_REASONS = ['customer', 'declined', 'fraud', 'inventory', 'staff', 'other'] as const;
