import { sumMinor } from '#app/core/money/money.ts';
import { divideHalfUp } from '#app/core/money/percent.ts';
import { splitLargestRemainder } from '#app/core/money/split.ts';
import type { OrderHistory, LineFacts, OrderFacts, RefundFacts } from '../order.ts';

/** How much of shipping went back, to all by weight and to vendors that the refund names. */
export type ShippingChange = { generalMinor: bigint; namedMinor: ReadonlyMap<string, bigint> };

/** What edits kept of a line, and what refunds took of its units, discount and tax. */
export type LineChange = { keptByEdits: number; refunded: number; discountBackMinor: bigint; taxBackMinor: bigint };

/** All that happened to an order after its sale. */
export type Changes = { lines: ReadonlyMap<string, LineChange>; shipping: ShippingChange; shippingTax: ShippingChange };

const NO_SHIPPING_CHANGE: ShippingChange = { generalMinor: 0n, namedMinor: new Map() };
export const NO_CHANGES: Changes = { lines: new Map(), shipping: NO_SHIPPING_CHANGE, shippingTax: NO_SHIPPING_CHANGE };

/** Gathers removals by edits and refunds, each refund once; a refused refund counts for nothing. */
export function collectChanges(
  known: OrderHistory,
  settled: OrderFacts,
  shippingRefundVendors: Readonly<Record<string, string>>,
): Changes {
  const refunds = known.refunds.filter((refund) => refund.refusal === null);
  const lines = new Map(settled.lines.map((line) => [line.id, collectLineChange(line, known.latest, refunds)]));
  const totals = shippingTotals(settled);
  const taxMinor = totals.taxMinor + totals.channelTaxMinor;
  const taxOf = (refund: RefundFacts): bigint =>
    refund.shippingTaxMinor ??
    (totals.chargedMinor > 0n ? divideHalfUp(taxMinor * refund.shippingMinor, totals.chargedMinor) : 0n);
  const shipping = collectShippingChange(refunds, shippingRefundVendors, (refund) => refund.shippingMinor);
  const shippingTax = collectShippingChange(refunds, shippingRefundVendors, taxOf);
  const isTaxGuessed = refunds.some((refund) => refund.shippingTaxMinor === null && refund.shippingMinor > 0n);
  // Where the platform does not state the tax, rounding must not leave a cent of it behind a full refund.
  const isAllBack = computeTotal(shipping) >= totals.chargedMinor;
  return {
    lines,
    shipping,
    shippingTax:
      isTaxGuessed && isAllBack
        ? { ...shippingTax, generalMinor: taxMinor - sumMinor(shippingTax.namedMinor.values()) }
        : shippingTax,
  };
}

function collectLineChange(line: LineFacts, latest: OrderFacts, refunds: readonly RefundFacts[]): LineChange {
  const change: LineChange = {
    keptByEdits: countKeptByEdits(line, latest),
    refunded: 0,
    discountBackMinor: 0n,
    taxBackMinor: 0n,
  };
  for (const refund of refunds) {
    for (const refundLine of refund.lines) {
      if (refundLine.lineId !== line.id) continue;
      change.refunded += refundLine.quantity;
      change.discountBackMinor += line.unitPriceMinor * BigInt(refundLine.quantity) - refundLine.subtotalMinor;
      change.taxBackMinor += refundLine.taxMinor;
    }
  }
  return change;
}

/** Units that edits have left of a settled line. `currentQuantity` also lacks what its own version's refunds took back. */
export function countKeptByEdits(line: LineFacts, latest: OrderFacts): number {
  const now = latest.lines.find((candidate) => candidate.id === line.id);
  if (!now) return line.quantity;
  const refunded = latest.refunds
    .flatMap((refund) => refund.lines)
    .reduce((sum, refundLine) => (refundLine.lineId === line.id ? sum + refundLine.quantity : sum), 0);
  return Math.min(line.quantity, now.currentQuantity + refunded);
}

function collectShippingChange(
  refunds: readonly RefundFacts[],
  vendors: Readonly<Record<string, string>>,
  amountOf: (refund: RefundFacts) => bigint,
): ShippingChange {
  const namedMinor = new Map<string, bigint>();
  let generalMinor = 0n;
  for (const refund of refunds) {
    const vendorId = Object.hasOwn(vendors, refund.id) ? vendors[refund.id] : undefined;
    if (vendorId === undefined) generalMinor += amountOf(refund);
    else namedMinor.set(vendorId, (namedMinor.get(vendorId) ?? 0n) + amountOf(refund));
  }
  return { generalMinor, namedMinor };
}

/** All shipping that went back. */
export function computeTotal(change: ShippingChange): bigint {
  return change.generalMinor + sumMinor(change.namedMinor.values());
}

/** Shipping of an order: what was charged ex tax, its own tax, and the tax that the channel remits (M06, M08, M22). */
export function shippingTotals(facts: OrderFacts): { chargedMinor: bigint; taxMinor: bigint; channelTaxMinor: bigint } {
  const taxes = facts.shipping.flatMap((line) => line.taxes);
  const taxMinor = sumMinor(taxes.filter((tax) => !tax.channelLiable).map((tax) => tax.amountMinor));
  const channelTaxMinor = sumMinor(taxes.filter((tax) => tax.channelLiable).map((tax) => tax.amountMinor));
  const quotedMinor = sumMinor(facts.shipping.map((line) => line.chargedMinor));
  return {
    chargedMinor: facts.taxesIncluded ? quotedMinor - taxMinor - channelTaxMinor : quotedMinor,
    taxMinor,
    channelTaxMinor,
  };
}

/** A refund of shipping states one tax; it is split between our tax and the channel's by what was charged of each. */
export function splitTaxChange(
  change: ShippingChange,
  ownMinor: bigint,
  channelMinor: bigint,
): { own: ShippingChange; channel: ShippingChange } {
  if (channelMinor === 0n) return { own: change, channel: NO_SHIPPING_CHANGE };
  // Split as running sums, so that the parts of all refunds together are the split of their sum.
  let runningMinor = 0n;
  const takeOwn = (amountMinor: bigint): bigint => {
    const [before = 0n] = splitLargestRemainder(runningMinor, [ownMinor, channelMinor]);
    runningMinor += amountMinor;
    const [after = 0n] = splitLargestRemainder(runningMinor, [ownMinor, channelMinor]);
    return after - before;
  };
  const ownGeneralMinor = takeOwn(change.generalMinor);
  const ownNamed = new Map([...change.namedMinor].map(([vendorId, minor]) => [vendorId, takeOwn(minor)]));
  const channelNamed = new Map(
    [...change.namedMinor].map(([vendorId, minor]) => [vendorId, minor - (ownNamed.get(vendorId) ?? 0n)]),
  );
  return {
    own: { generalMinor: ownGeneralMinor, namedMinor: ownNamed },
    channel: { generalMinor: change.generalMinor - ownGeneralMinor, namedMinor: channelNamed },
  };
}
