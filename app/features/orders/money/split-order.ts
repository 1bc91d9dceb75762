import { sumMinor, type Currency } from '#app/core/money/money.ts';
import { divideHalfUp, computePercent, type Percent } from '#app/core/money/percent.ts';
import { splitWithinCaps } from '#app/core/money/split.ts';
import { computeLineCommission, type CommissionOverride } from '#app/features/commissions/commission.ts';
import { computeGestures } from './gestures.ts';
import type { PendingRefund, VendorGoodwill } from './pending-refunds.ts';
import {
  computeReceived,
  computeRefunded,
  settledVersion,
  type HoldReason,
  type OrderHistory,
  type OrderFacts,
} from '../order.ts';
import { computeMarketplace, splitRetained, type MarketplacePart } from './marketplace.ts';
import {
  computePaid,
  computeRemaining,
  computeSold,
  isChanged,
  type RemainingGroup,
  type RemainingLine,
} from './remaining.ts';
import type { OrderTerms, QuoteSource, SaleTerms } from './order-terms.ts';
import type { FinanceFlags } from '#app/features/commissions/finance-flags.ts';

/**
 * What admins decided about an order. `overrides` and `goodwill` (assigned to a vendor, positive minor units) are by vendor id;
 * `shippingRefundVendors` names the vendor that a refund made here gave shipping back for, by refund id.
 */
export type OrderDecisions = {
  overrides: Record<string, CommissionOverride>;
  goodwill: Record<string, bigint>;
  /** The refunds behind it, by id; older ones are missing. */
  goodwillRefunds?: Readonly<Record<string, VendorGoodwill>>;
  shippingRefundVendors: Record<string, string>;
  /** That the order is gone in the store; it is released once an admin decided that it is paid out all the same. */
  deletion?: { isReleased: boolean };
  /** Refunds that were sent for a vendor to bear and are not known yet; left out while there were never any. */
  awaited?: readonly PendingRefund[];
  /** Ids of the refunds that were sent so and are known: each is borne once. Left out while there were never any. */
  attributed?: readonly string[];
};

export const NO_DECISIONS: OrderDecisions = { overrides: {}, goodwill: {}, shippingRefundVendors: {} };

/** The money of one line as it stands: P, D, the tax inside them, the base and what is charged on it. Minor units. */
export type LineMoney = {
  line: RemainingLine;
  taxInPaidMinor: bigint;
  taxInDiscountMinor: bigint;
  netListMinor: bigint;
  netDiscountMinor: bigint;
  /** Its discounts whose bearer was decided, ex tax, and the vendor's part of each; the rest of each is the marketplace's. */
  sharedDiscounts: { title: string; vendorPercent: Percent; netMinor: bigint; vendorMinor: bigint }[];
  priceMinor: bigint;
  baseMinor: bigint;
  percent: Percent;
  percentPartMinor: bigint;
  flatPartMinor: bigint;
  commissionMinor: bigint;
};

/** One vendor's order: what the buyer paid for it, what the vendor gets, what the marketplace keeps or bears. Minor units. */
export type VendorOrder = {
  orderId: string;
  vendorId: string;
  currency: Currency;
  taxesIncluded: boolean;
  flags: FinanceFlags;
  override: CommissionOverride | null;
  lines: LineMoney[];
  goodsMinor: bigint;
  discountMinor: bigint;
  shippingMinor: bigint;
  /** What refunds took of its share of shipping, tax apart. */
  shippingRefundedMinor: bigint;
  /** What its buyer was quoted for it by our own carrier, where the order used that, and where the quote is from. */
  shippingQuote: { amountMinor: bigint; source: QuoteSource } | null;
  taxMinor: bigint;
  taxInPricesMinor: bigint;
  channelTaxMinor: bigint;
  totalMinor: bigint;
  /** What it was sold for, before refunds and what edits took away. */
  soldMinor: bigint;
  baseMinor: bigint;
  overrideFlatMinor: bigint;
  commissionMinor: bigint;
  netGoodsMinor: bigint;
  shippingInPayoutMinor: bigint;
  shippingKeptMinor: bigint;
  taxInPayoutMinor: bigint;
  taxKeptMinor: bigint;
  discountChargedMinor: bigint;
  discountBorneMinor: bigint;
  goodwillMinor: bigint;
  payoutMinor: bigint;
  marketplaceMinor: bigint;
  holds: HoldReason[];
};

export type OrderException =
  | { kind: 'no_commission_line'; vendorId: string; lineId: string }
  | { kind: 'commission_currency'; vendorId: string; lineId: string; listCurrency: string }
  | { kind: 'unknown_vendor'; lineId: string; vendorName: string }
  | { kind: 'refund_refused'; refundId: string }
  | { kind: 'total_unexplained'; amountMinor: bigint };

/** The target state of an order. `heldMinor` is what the buyer has paid and not got back; the parts sum to it. */
export type SettledOrder = {
  orderId: string;
  currency: Currency;
  isPaid: boolean;
  isCancelled: boolean;
  totalMinor: bigint;
  heldMinor: bigint;
  vendorOrders: VendorOrder[];
  marketplace: MarketplacePart;
  exceptions: OrderException[];
};

/** Whether nothing is left of what a vendor sold. */
export const isEmpty = (vendorOrder: VendorOrder): boolean =>
  vendorOrder.lines.every(({ line }) => line.quantity === 0);

/**
 * Computes an order as it must stand now, from all that is known of it, what was frozen at its sale and what admins decided.
 * A pure function: the same knowledge gives the same state, however it was gathered.
 */
export function splitOrder(known: OrderHistory, orderTerms: OrderTerms, decisions: OrderDecisions): SettledOrder {
  const facts = settledVersion(known);
  const sold = computeSold(known, orderTerms);
  const changed = isChanged(known);
  const groups = changed ? computeRemaining(known, orderTerms, decisions.shippingRefundVendors) : sold;
  const vendorOrders = groups.flatMap((group) =>
    group.vendorId === null
      ? []
      : [
          {
            ...computeVendorOrder(facts, orderTerms, group, group.vendorId, decisions),
            soldMinor: computeSoldAmount(sold, group.vendorId, facts),
          },
        ],
  );
  const retainedMinor = computeRetained(known);
  const isCancelled = known.latest.cancelledAt !== null;
  const retained = splitRetained(facts, { sold, groups, heldMinor: retainedMinor, changed });
  const vendorOf = new Map(groups.flatMap(({ vendorId, lines }) => lines.map((line) => [line.facts.id, vendorId])));
  const gestures = isCancelled ? null : computeGestures(decisions, known, { vendorOf, restMinor: retained.restMinor });
  const marketplace = computeMarketplace(facts, { groups, held: retained, gestures });
  if (gestures) assignGoodwill(vendorOrders, marketplace, gestures.borneMinor);
  if (decisions.deletion?.isReleased === false) for (const order of vendorOrders) order.holds.unshift('order_deleted');
  return {
    orderId: facts.id,
    currency: facts.currency,
    isPaid: known.paid !== null,
    isCancelled,
    totalMinor: facts.totalMinor + facts.cashRoundingPaidMinor,
    heldMinor: retainedMinor,
    vendorOrders,
    marketplace,
    exceptions: listExceptions(known, sold, marketplace),
  };
}

/** The tax inside an amount that includes it, at a rate in 10⁻⁹: half-up of amount × rate ÷ (1 + rate) (M20). */
export function computeIncludedTax(amountMinor: bigint, rateNano: bigint): bigint {
  return divideHalfUp(amountMinor * rateNano, RATE_ONE + rateNano);
}

const RATE_ONE = 1_000_000_000n;

function computeRetained(known: OrderHistory): bigint {
  return computeReceived(known) - computeRefunded(known.refunds) - known.latest.cashRoundingRefundedMinor;
}

function computeLineMoney(
  line: RemainingLine,
  facts: OrderFacts,
  flags: FinanceFlags,
  override: CommissionOverride | null,
): LineMoney {
  const rateNano = facts.taxesIncluded ? sumMinor(line.facts.taxes.map((tax) => tax.rateNano)) : 0n;
  const taxInPaidMinor = facts.taxesIncluded ? line.taxMinor + line.channelTaxMinor : 0n;
  const taxInDiscountMinor = computeIncludedTax(line.discountMinor, rateNano);
  const taxInListMinor = taxInPaidMinor + taxInDiscountMinor;
  const sharedDiscounts = line.sharedDiscounts.map(({ title, vendorPercent, amountMinor }) => {
    const netMinor = amountMinor - computeIncludedTax(amountMinor, rateNano);
    return { title, vendorPercent, netMinor, vendorMinor: computePercent(netMinor, vendorPercent) };
  });
  const priceMinor = line.listMinor - (flags.includeDiscount ? line.discountMinor : 0n);
  const taxInPriceMinor = flags.includeDiscount ? taxInPaidMinor : taxInListMinor;
  const baseMinor =
    priceMinor - (flags.includeTax ? 0n : taxInPriceMinor) + (flags.includeShipping ? line.shippingMinor : 0n);
  const percent = override?.percent ?? line.orderTerms.rule.percent;
  const hasFlat = override === null && line.quantity > 0;
  return {
    line,
    taxInPaidMinor,
    taxInDiscountMinor,
    netListMinor: line.listMinor - taxInListMinor,
    netDiscountMinor: line.discountMinor - taxInDiscountMinor,
    sharedDiscounts,
    priceMinor,
    baseMinor,
    percent,
    ...computeLineCommission(baseMinor, percent, hasFlat ? line.orderTerms.rule.flatMinor : 0n),
  };
}

/** What the buyer paid for a vendor's part of an order before anything went back. */
function computeSoldAmount(sold: readonly RemainingGroup[], vendorId: string, facts: OrderFacts): bigint {
  const group = sold.find((one) => one.vendorId === vendorId);
  return group ? computePaid(group, facts.taxesIncluded) : 0n;
}

function computeVendorOrder(
  facts: OrderFacts,
  orderTerms: OrderTerms,
  group: RemainingGroup,
  vendorId: string,
  decisions: OrderDecisions,
): Omit<VendorOrder, 'soldMinor'> {
  const { flags } = orderTerms.terms;
  const override = Object.hasOwn(decisions.overrides, vendorId) ? (decisions.overrides[vendorId] ?? null) : null;
  const lines = group.lines.map((line) => computeLineMoney(line, facts, flags, override));
  const total = (pick: (line: LineMoney) => bigint): bigint => sumMinor(lines.map(pick));
  const taxMinor = total((line) => line.line.taxMinor) + group.shippingTaxMinor;
  const channelTaxMinor = total((line) => line.line.channelTaxMinor) + group.shippingChannelTaxMinor;
  const baseMinor = total((line) => (line.baseMinor > 0n ? line.baseMinor : 0n));
  const overrideFlatMinor = computeOverrideFlat(override, lines, baseMinor);
  const commissionMinor = total((line) => line.commissionMinor) + overrideFlatMinor;
  const netDiscountMinor = total((line) => line.netDiscountMinor);
  const sumShared = (pick: (share: LineMoney['sharedDiscounts'][number]) => bigint): bigint =>
    total((line) => sumMinor(line.sharedDiscounts.map(pick)));
  // A decided bearer goes before the flags, which are left with the discounts of the store (M39).
  const otherDiscountMinor = netDiscountMinor - sumShared((share) => share.netMinor);
  const discountChargedMinor =
    sumShared((share) => share.vendorMinor) + (flags.discountInPayout ? otherDiscountMinor : 0n);
  const shippingInPayoutMinor = flags.shippingInPayout ? group.shippingMinor : 0n;
  const taxInPayoutMinor = flags.taxInPayout ? taxMinor : 0n;
  const netGoodsMinor = total((line) => line.netListMinor);
  const payoutMinor = netGoodsMinor - commissionMinor + shippingInPayoutMinor + taxInPayoutMinor - discountChargedMinor;
  const shippingKeptMinor = group.shippingMinor - shippingInPayoutMinor;
  const taxKeptMinor = taxMinor - taxInPayoutMinor;
  const discountShareMinor = netDiscountMinor - discountChargedMinor;
  const marketplaceMinor = commissionMinor + shippingKeptMinor + taxKeptMinor - discountShareMinor;
  return {
    orderId: facts.id,
    vendorId,
    currency: facts.currency,
    taxesIncluded: facts.taxesIncluded,
    flags,
    override,
    lines,
    goodsMinor: total((line) => line.line.listMinor),
    discountMinor: total((line) => line.line.discountMinor),
    shippingMinor: group.shippingMinor,
    shippingRefundedMinor: group.shippingSoldMinor - group.shippingMinor,
    shippingQuote: computeQuote(orderTerms.terms, vendorId),
    taxMinor,
    taxInPricesMinor: total((line) => line.taxInPaidMinor),
    channelTaxMinor,
    totalMinor: computePaid(group, facts.taxesIncluded),
    baseMinor,
    overrideFlatMinor,
    commissionMinor,
    netGoodsMinor,
    shippingInPayoutMinor,
    shippingKeptMinor,
    taxInPayoutMinor,
    taxKeptMinor,
    discountChargedMinor,
    discountBorneMinor: discountShareMinor,
    goodwillMinor: 0n,
    payoutMinor,
    marketplaceMinor,
    holds: listHolds(payoutMinor, lines),
  };
}

function computeQuote({ quotes, quoteSource, liveQuotes }: SaleTerms, vendorId: string): VendorOrder['shippingQuote'] {
  if (quoteSource === undefined) return null;
  const isLive = quoteSource === 'stored' && liveQuotes?.includes(vendorId) === true;
  return { amountMinor: quotes?.[vendorId] ?? 0n, source: isLive ? 'live' : quoteSource };
}

/** An override's flat counts once a vendor order, while a unit of it is left, and never lifts the commission over the bases (M32). */
function computeOverrideFlat(
  override: CommissionOverride | null,
  lines: readonly LineMoney[],
  baseMinor: bigint,
): bigint {
  if (override === null || lines.every((line) => line.line.quantity === 0)) return 0n;
  const limitMinor = baseMinor - sumMinor(lines.map((line) => line.commissionMinor));
  return override.flatMinor < limitMinor ? override.flatMinor : limitMinor;
}

function listHolds(payoutMinor: bigint, lines: readonly LineMoney[]): HoldReason[] {
  const holds: HoldReason[] = [];
  if (payoutMinor < 0n) holds.push('negative_payout');
  const isFullyDiscounted = ({ line }: LineMoney): boolean =>
    line.listMinor > 0n && line.discountMinor >= line.listMinor;
  if (lines.some(isFullyDiscounted)) holds.push('fully_discounted');
  return holds;
}

/** Goodwill that an admin assigned to vendors reduces their part, at most as much as there is of it (M54). */
function assignGoodwill(
  vendorOrders: VendorOrder[],
  marketplace: MarketplacePart,
  assigned: ReadonlyMap<string, bigint>,
): void {
  const wanted = vendorOrders.map((order) => assigned.get(order.vendorId) ?? 0n);
  const ownOrders = splitWithinCaps(marketplace.goodwillMinor, wanted, wanted);
  vendorOrders.forEach((order, index) => {
    const vendorOrder = ownOrders[index] ?? 0n;
    order.goodwillMinor = vendorOrder;
    order.payoutMinor -= vendorOrder;
    order.marketplaceMinor += vendorOrder;
    if (order.payoutMinor < 0n && !order.holds.includes('negative_payout')) order.holds.unshift('negative_payout');
  });
}

function listExceptions(
  known: OrderHistory,
  groups: readonly RemainingGroup[],
  marketplace: MarketplacePart,
): OrderException[] {
  const exceptions: OrderException[] = [];
  for (const { orderTerms, facts } of groups.flatMap((group) => group.lines)) {
    if (orderTerms.marketplaceReason === 'unknown_vendor') {
      exceptions.push({ kind: 'unknown_vendor', lineId: orderTerms.lineId, vendorName: facts.vendorName });
    } else if (orderTerms.vendorId !== null && orderTerms.rule.source === 'none') {
      exceptions.push({ kind: 'no_commission_line', vendorId: orderTerms.vendorId, lineId: orderTerms.lineId });
    } else if (orderTerms.vendorId !== null && orderTerms.rule.listCurrency !== undefined) {
      const { vendorId, lineId, rule } = orderTerms;
      exceptions.push({ kind: 'commission_currency', vendorId, lineId, listCurrency: rule.listCurrency ?? '' });
    }
  }
  for (const refund of known.refunds) {
    if (refund.refusal !== null) exceptions.push({ kind: 'refund_refused', refundId: refund.id });
  }
  if (marketplace.otherMinor !== 0n) {
    exceptions.push({ kind: 'total_unexplained', amountMinor: marketplace.otherMinor });
  }
  return exceptions;
}
