import type { SettledOrder, VendorOrder } from './money/split-order.ts';
import type { MarketplacePart } from './money/marketplace.ts';
import type { FinancialStatus, OrderHistory } from './order.ts';
import { decideFulfillmentStatus, type FulfillmentStatus } from './money/units-left.ts';

/** In which order a list of orders stands, by when they were placed. */
export const ORDER_SORTS = ['newest', 'oldest'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];
export const FULFILLMENT_FILTERS = ['any', 'unfulfilled', 'fulfilled', 'cancelled'] as const;
/** `sold`: paid, not cancelled, and placed since the install, as the figures of the dashboard count orders. */
export const PAYMENT_FILTERS = ['all', 'sold'] as const;
export const PAYOUT_FILTERS = ['all', 'paid', 'due'] as const;

/** `unpaid`: the buyer still owes; `none`: nothing is or was owed. */
export const PAYOUT_STATES = ['unpaid', 'due', 'paid', 'overpaid', 'none'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

/** Fields of a buyer that the store's settings may hide from vendors; the delivery address and its phone always stay. */
export const HIDEABLE_FIELDS = ['customer.email', 'customer.phone', 'billing.email', 'billing.phone'] as const;
export type HideableField = (typeof HIDEABLE_FIELDS)[number];

export const OWN_FINANCIAL_STATUSES = [
  'pending',
  'authorized',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
] as const;
export type OwnFinancialStatus = (typeof OWN_FINANCIAL_STATUSES)[number];

export const TIMELINE_KINDS = [
  'placed',
  'paid',
  'fulfilled',
  'trackingChanged',
  'fulfillmentCancelled',
  'held',
  'released',
  'pickupReady',
  'reminded',
  'refunded',
  'cancelled',
  'payout',
  'payout_failed',
  'payout_back',
  'payout_deleted',
  'corrected',
  'goodwill_borne',
  'charged_back',
  'label_charged',
  'labelBought',
  'labelVoided',
  'labelPackageVoided',
  'labelInTransit',
  'labelDelivered',
  'labelDeliveryFailed',
  'labelReturned',
  'returnInTransit',
  'returnDelivered',
  'adjustment_undone',
  'return_requested',
  'return_approved',
  'return_declined',
  'return_received',
  'return_closed',
  'return_cancelled',
] as const;

export const MARKETPLACE_PARTS = [
  'lines',
  'tips',
  'duties',
  'fees',
  'cash_rounding',
  'tax_difference',
  'other',
  'not_refunded',
  'channel_tax',
  'goodwill',
] as const;
type MarketplacePartKind = (typeof MARKETPLACE_PARTS)[number];

/** Who gets what of the buyer's money: vendors, and what the marketplace keeps of their orders or bears, and its own. */
export const SPLIT_KINDS = [
  'vendor',
  'commission',
  'tax_kept',
  'shipping_kept',
  'discount_borne',
  ...MARKETPLACE_PARTS,
] as const;
export type SplitShare = { kind: (typeof SPLIT_KINDS)[number]; vendorId: string | null; amountMinor: bigint };

/** The statuses of vendor orders that a filter lets through. */
export function toStatuses(filter: (typeof FULFILLMENT_FILTERS)[number]): readonly FulfillmentStatus[] | undefined {
  if (filter === 'any') return undefined;
  return filter === 'unfulfilled' ? ['unfulfilled', 'partially_fulfilled'] : [filter];
}

/**
 * How a part stands with its buyer, told from the part alone: another vendor's refund must not show in it. `voided` is told
 * to everybody, because a voided order is no order for anybody.
 */
export function ownFinancialStatus(vendorOrder: VendorOrder, known: OrderHistory): OwnFinancialStatus {
  const VOIDED: readonly FinancialStatus[] = ['voided', 'expired'];
  if (VOIDED.includes(known.latest.financialStatus)) return 'voided';
  if (known.paid === null) return unpaidStatus(known);
  const sold = vendorOrder.lines.reduce((sum, { line }) => sum + line.facts.quantity, 0);
  const left = vendorOrder.lines.reduce((sum, { line }) => sum + line.quantity, 0);
  if (left === sold) return vendorOrder.shippingRefundedMinor > 0n ? 'partially_refunded' : 'paid';
  return left === 0 ? 'refunded' : 'partially_refunded';
}

/** The whole order's standing, for the marketplace view. */
export function wholeFinancialStatus(known: OrderHistory): OwnFinancialStatus {
  const { financialStatus } = known.latest;
  if (financialStatus === 'voided' || financialStatus === 'expired') return 'voided';
  if (financialStatus === 'refunded' || financialStatus === 'partially_refunded') return financialStatus;
  if (known.paid === null) return unpaidStatus(known);
  return financialStatus === 'partially_paid' ? 'partially_paid' : 'paid';
}

/** How an order stands that was never paid in full. */
function unpaidStatus(known: OrderHistory): 'pending' | 'authorized' | 'partially_paid' {
  const { financialStatus } = known.latest;
  return financialStatus === 'authorized' || financialStatus === 'partially_paid' ? financialStatus : 'pending';
}

/**
 * The order's status over all parts: fulfilled when every open part is, cancelled when none is open. One without vendors stands
 * as its own lines do.
 */
export function wholeFulfillment(
  vendorOrders: readonly FulfillmentStatus[],
  lines: Parameters<typeof decideFulfillmentStatus>[0],
): FulfillmentStatus {
  if (vendorOrders.length === 0) return decideFulfillmentStatus(lines);
  const open = vendorOrders.filter((status) => status !== 'cancelled');
  if (open.length === 0) return 'cancelled';
  if (open.every((status) => status === 'fulfilled')) return 'fulfilled';
  return open.every((status) => status === 'unfulfilled') ? 'unfulfilled' : 'partially_fulfilled';
}

/** What of the buyer's money is the marketplace's own and why; only what is there. Signed as it counts to the sum. */
export function marketplaceParts(vendorOrder: MarketplacePart): { kind: MarketplacePartKind; amountMinor: bigint }[] {
  const vendorOrders: { kind: MarketplacePartKind; amountMinor: bigint }[] = [
    { kind: 'lines', amountMinor: vendorOrder.linesMinor },
    { kind: 'tips', amountMinor: vendorOrder.tipsMinor },
    { kind: 'duties', amountMinor: vendorOrder.dutiesMinor },
    { kind: 'fees', amountMinor: vendorOrder.feesMinor },
    { kind: 'cash_rounding', amountMinor: vendorOrder.cashRoundingMinor },
    { kind: 'tax_difference', amountMinor: vendorOrder.taxDifferenceMinor },
    { kind: 'other', amountMinor: vendorOrder.otherMinor },
    { kind: 'not_refunded', amountMinor: vendorOrder.notRefundedMinor },
    { kind: 'channel_tax', amountMinor: vendorOrder.channelTaxMinor },
    { kind: 'goodwill', amountMinor: -vendorOrder.goodwillMinor },
  ];
  return vendorOrders.filter((one) => one.amountMinor !== 0n);
}

/**
 * Who gets what of what the buyer paid: the earnings of each vendor, what the marketplace keeps of their orders (less what it
 * bears), and its own parts. Shares of nothing are left out; the others add up to what the store holds of the order.
 */
export function splitShares({
  vendorOrders,
  marketplace,
}: Pick<SettledOrder, 'vendorOrders' | 'marketplace'>): SplitShare[] {
  const sum = (of: (vendorOrder: VendorOrder) => bigint): bigint =>
    vendorOrders.reduce((total, vendorOrder) => total + of(vendorOrder), 0n);
  const kept = new Map<SplitShare['kind'], bigint>([
    ['commission', sum((one) => one.commissionMinor)],
    ['tax_kept', sum((one) => one.taxKeptMinor)],
    ['shipping_kept', sum((one) => one.shippingKeptMinor)],
    ['discount_borne', -sum((one) => one.discountBorneMinor)],
    ['channel_tax', sum((one) => one.channelTaxMinor)],
    ['goodwill', sum((one) => one.goodwillMinor)],
  ]);
  for (const { kind, amountMinor } of marketplaceParts(marketplace))
    kept.set(kind, (kept.get(kind) ?? 0n) + amountMinor);
  const vendors = vendorOrders.map(({ vendorId, payoutMinor }): SplitShare => ({
    kind: 'vendor',
    vendorId,
    amountMinor: payoutMinor,
  }));
  const own = [...kept].map(([kind, amountMinor]): SplitShare => ({ kind, vendorId: null, amountMinor }));
  return [...vendors, ...own.filter(({ amountMinor }) => amountMinor !== 0n)];
}

/** Which changes after the sale make sense for an order as it stands; each looks closer before it does anything. */
export function computeChanges(
  known: OrderHistory,
  lines: readonly { fulfilled: number; remaining: number }[],
): ('refund' | 'cancel' | 'return')[] {
  const { latest } = known;
  const isShipped = lines.some((line) => line.fulfilled > 0);
  const UNPAID: readonly FinancialStatus[] = ['pending', 'authorized', 'voided', 'expired'];
  const changes: ('refund' | 'cancel' | 'return')[] = [];
  if (!UNPAID.includes(latest.financialStatus) && latest.financialStatus !== 'refunded') changes.push('refund');
  // What was given back whole cannot come back once more.
  if (lines.some((line) => line.fulfilled > 0 && line.remaining > 0)) changes.push('return');
  if (!isShipped && latest.cancelledAt === null) changes.push('cancel');
  return changes;
}
