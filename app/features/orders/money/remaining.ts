import { sumMinor } from '#app/core/money/money.ts';
import { divideHalfUp } from '#app/core/money/percent.ts';
import { splitLargestRemainder, splitWithinCaps } from '#app/core/money/split.ts';
import {
  collectChanges,
  countKeptByEdits,
  NO_CHANGES,
  shippingTotals,
  splitTaxChange,
  computeTotal,
  type Changes,
  type LineChange,
  type ShippingChange,
} from './changes.ts';
import { settledVersion, type OrderHistory, type LineFacts, type OrderFacts } from '../order.ts';
import {
  snapshotAddedLine,
  listAmountOf,
  splitDiscounts,
  splitOverSharers,
  type GroupTerms,
  type LineTerms,
  type OrderTerms,
  type LineDiscount,
  type SharedDiscount,
} from './order-terms.ts';

/** What is left of a line after edits and refunds: the amounts that the buyer has paid for and keeps. */
export type RemainingLine = {
  facts: LineFacts;
  orderTerms: LineTerms;
  quantity: number;
  listMinor: bigint;
  discountMinor: bigint;
  /** What is left of its discounts whose bearer was decided, allocation by allocation. */
  sharedDiscounts: SharedDiscount[];
  taxMinor: bigint;
  channelTaxMinor: bigint;
  shippingMinor: bigint;
};

/** One vendor's part (null: the marketplace's lines) with its share of shipping ex tax and of shipping's tax. */
export type RemainingGroup = {
  vendorId: string | null;
  lines: RemainingLine[];
  shippingMinor: bigint;
  /** The share before refunds; none of a cancelled order. */
  shippingSoldMinor: bigint;
  shippingTaxMinor: bigint;
  shippingChannelTaxMinor: bigint;
};

/** The order as it was sold, before refunds and removals. */
export function computeSold(known: OrderHistory, orderTerms: OrderTerms): RemainingGroup[] {
  return computeGroups(settledVersion(known), orderTerms, NO_CHANGES);
}

/** The order as it stands: edits that take away, then refunds, then cancellation (M50–M57). */
export function computeRemaining(
  known: OrderHistory,
  orderTerms: OrderTerms,
  shippingRefundVendors: Readonly<Record<string, string>>,
): RemainingGroup[] {
  const settled = settledVersion(known);
  if (known.latest.cancelledAt !== null) return computeGroups(settled, orderTerms, NO_CHANGES).map(emptyGroup);
  return computeGroups(settled, orderTerms, collectChanges(known, settled, shippingRefundVendors));
}

/** Whether a line, refund or cancellation has changed what was sold. */
export function isChanged(known: OrderHistory): boolean {
  const settled = settledVersion(known);
  return (
    known.refunds.length > 0 ||
    known.latest.cancelledAt !== null ||
    settled.lines.some((line) => countKeptByEdits(line, known.latest) < line.quantity)
  );
}

function computeGroups(facts: OrderFacts, orderTerms: OrderTerms, changes: Changes): RemainingGroup[] {
  const termLines = new Map(orderTerms.lines.map((line) => [line.lineId, line]));
  const discounts = splitDiscounts(facts, orderTerms);
  const lines = facts.lines.map((line, index) =>
    computeLine(
      line,
      termLines.get(line.id) ?? snapshotAddedLine(line, orderTerms.terms, facts.currency),
      discounts[index] ?? { totalMinor: 0n, shared: [], otherMinor: 0n },
      changes.lines.get(line.id),
    ),
  );
  const known = new Set(orderTerms.groups.map((group) => group.vendorId));
  const added = new Set(lines.map((line) => line.orderTerms.vendorId).filter((vendorId) => !known.has(vendorId)));
  const groups: GroupTerms[] = [
    ...orderTerms.groups,
    ...[...added].map((vendorId) => ({ vendorId, weightMinor: 0n, hasShare: false })),
  ];
  const totals = shippingTotals(facts);
  const taxChanges = splitTaxChange(changes.shippingTax, totals.taxMinor, totals.channelTaxMinor);
  const shipping = spreadShipping(totals.chargedMinor, groups, changes.shipping);
  const tax = spreadShipping(totals.taxMinor, groups, taxChanges.own);
  const channelTax = spreadShipping(totals.channelTaxMinor, groups, taxChanges.channel);
  return groups.map((group, index) =>
    fillGroup(group.vendorId, lines, {
      sold: shipping[index]?.sold ?? 0n,
      left: shipping[index]?.left ?? 0n,
      tax: tax[index]?.left ?? 0n,
      channelTax: channelTax[index]?.left ?? 0n,
    }),
  );
}

function computeLine(
  facts: LineFacts,
  orderTerms: LineTerms,
  discount: LineDiscount,
  change: LineChange | undefined,
): RemainingLine {
  const taxes = facts.taxes.map((tax) => tax.amountMinor);
  const soldTax = sumMinor(taxes);
  const kept = change?.keptByEdits ?? facts.quantity;
  const quantity = Math.max(0, kept - (change?.refunded ?? 0));
  const leave = (soldMinor: bigint, backMinor: bigint): bigint => {
    if (quantity === 0) return 0n;
    const keptMinor = kept === facts.quantity ? soldMinor : computeShare(soldMinor, kept, facts.quantity);
    return clamp(keptMinor - backMinor, soldMinor);
  };
  const discountMinor = leave(discount.totalMinor, change?.discountBackMinor ?? 0n);
  const discountParts = resplit(discountMinor, discount.totalMinor, [
    ...discount.shared.map((share) => share.amountMinor),
    discount.otherMinor,
  ]);
  const taxParts = resplit(leave(soldTax, change?.taxBackMinor ?? 0n), soldTax, taxes);
  const channelTaxMinor = sumMinor(taxParts.filter((_, index) => facts.taxes[index]?.channelLiable));
  return {
    facts,
    orderTerms,
    quantity,
    listMinor: listAmountOf({ unitPriceMinor: facts.unitPriceMinor, quantity }),
    discountMinor,
    sharedDiscounts: discount.shared.map((vendorOrder, index) => ({
      ...vendorOrder,
      amountMinor: discountParts[index] ?? 0n,
    })),
    taxMinor: sumMinor(taxParts) - channelTaxMinor,
    channelTaxMinor,
    shippingMinor: 0n,
  };
}

function computeShare(amountMinor: bigint, vendorOrder: number, whole: number): bigint {
  return divideHalfUp(amountMinor * BigInt(vendorOrder), BigInt(whole));
}

function clamp(amountMinor: bigint, highestMinor: bigint): bigint {
  if (amountMinor < 0n) return 0n;
  return amountMinor > highestMinor ? highestMinor : amountMinor;
}

/** The parts of what is left of a sum, in the proportions of its original parts. */
function resplit(leftMinor: bigint, wholeMinor: bigint, vendorOrders: readonly bigint[]): bigint[] {
  return leftMinor === wholeMinor ? [...vendorOrders] : splitLargestRemainder(leftMinor, vendorOrders);
}

/** Splits one shipping amount over the groups and takes back what was refunded: first from named vendors, then by weight. */
function spreadShipping(
  totalMinor: bigint,
  groups: readonly GroupTerms[],
  change: ShippingChange,
): { sold: bigint; left: bigint }[] {
  const sold = splitOverSharers(totalMinor, groups);
  const afterNamed = groups.map((group, index) => {
    const named = group.vendorId === null ? 0n : (change.namedMinor.get(group.vendorId) ?? 0n);
    return clamp((sold[index] ?? 0n) - named, sold[index] ?? 0n);
  });
  // What a refund names beyond that vendor's share went back all the same, so it comes off by weight like the rest.
  const openMinor = computeTotal(change) - (sumMinor(sold) - sumMinor(afterNamed));
  const weights = groups.map((group) => group.weightMinor);
  const back = openMinor > 0n ? splitWithinCaps(openMinor, weights, afterNamed) : [];
  return sold.map((soldMinor, index) => ({
    sold: soldMinor,
    left: (afterNamed[index] ?? 0n) - (back[index] ?? 0n),
  }));
}

function fillGroup(
  vendorId: string | null,
  all: readonly RemainingLine[],
  shipping: { sold: bigint; left: bigint; tax: bigint; channelTax: bigint },
): RemainingGroup {
  const lines = all.filter((line) => line.orderTerms.vendorId === vendorId);
  const sharers = lines.some((line) => line.orderTerms.hasShare)
    ? lines.map((line) => line.orderTerms)
    : lines.map((line) => ({ weightMinor: listAmountOf(line.orderTerms), hasShare: true }));
  const sold = lines.length === 0 ? [] : splitOverSharers(shipping.sold, sharers);
  const back =
    shipping.sold === shipping.left
      ? []
      : splitWithinCaps(
          shipping.sold - shipping.left,
          sharers.map((sharer) => sharer.weightMinor),
          sold,
        );
  return {
    vendorId,
    lines: lines.map((line, index) => ({ ...line, shippingMinor: (sold[index] ?? 0n) - (back[index] ?? 0n) })),
    shippingMinor: shipping.left,
    shippingSoldMinor: shipping.sold,
    shippingTaxMinor: shipping.tax,
    shippingChannelTaxMinor: shipping.channelTax,
  };
}

/** What the buyer paid for a group and keeps: goods less discount, shipping, and the tax that is not inside the prices. */
export function computePaid(group: RemainingGroup, taxesIncluded: boolean): bigint {
  let paidMinor = group.shippingMinor + group.shippingTaxMinor + group.shippingChannelTaxMinor;
  for (const line of group.lines) {
    paidMinor += line.listMinor - line.discountMinor;
    if (!taxesIncluded) paidMinor += line.taxMinor + line.channelTaxMinor;
  }
  return paidMinor;
}

function emptyGroup(group: RemainingGroup): RemainingGroup {
  return {
    vendorId: group.vendorId,
    shippingMinor: 0n,
    shippingSoldMinor: 0n,
    shippingTaxMinor: 0n,
    shippingChannelTaxMinor: 0n,
    lines: group.lines.map((line) => ({
      ...line,
      quantity: 0,
      listMinor: 0n,
      discountMinor: 0n,
      sharedDiscounts: [],
      taxMinor: 0n,
      channelTaxMinor: 0n,
      shippingMinor: 0n,
    })),
  };
}
