import { HOUR_MS } from '#app/core/durations.ts';
import { sumMinor } from '#app/core/money/money.ts';
import type { OrderHistory, RefundFacts } from '../order.ts';
import { computeRefundValue } from './refunded.ts';

/** What admins decided of the money that went back: see `OrderDecisions`, which these are part of. */
export type LiabilityDecisions = {
  goodwill: Record<string, bigint>;
  goodwillRefunds?: Readonly<Record<string, VendorGoodwill>>;
  shippingRefundVendors: Record<string, string>;
  awaited?: readonly PendingRefund[];
  attributed?: readonly string[];
};

/** Of which vendor's goodwill a refund is the reason, and how much of it: it is borne as long as the money went back. */
export type VendorGoodwill = { vendorId: string; amountMinor: bigint };

/**
 * A refund that an admin sent for a vendor to bear, noted before it was sent: whoever learns of it first knows whose it is,
 * also where its answer was lost and nobody asked again. `until` is when the platform has made it, if it makes it at all.
 */
export type PendingRefund = {
  actId: string;
  vendorId: string;
  units: readonly { lineId: string; quantity: number }[];
  shippingMinor: bigint;
  amountMinor: bigint;
  knownRefunds: readonly string[];
  until: string;
};

/** How long after it was sent last a refund can still be made at the platform under its key. */
const PENDING_MS = HOUR_MS;

/**
 * What an admin decides with a refund: the vendor who bears its shipping (M51) and what goes beyond its lines (M54). Without
 * a vendor shipping is spread by the weights of the sale, and goodwill is the marketplace's.
 */
export function decideLiableParty<Decisions extends LiabilityDecisions>(
  decisions: Decisions,
  refund: { id: string; shippingMinor: bigint; goodwillMinor: bigint },
  vendorId: string | null,
): Decisions {
  if (vendorId === null) return decisions;
  const { shippingRefundVendors, goodwill } = decisions;
  const shares = { vendorId, amountMinor: refund.goodwillMinor };
  return {
    ...decisions,
    ...(refund.goodwillMinor > 0n ? { goodwillRefunds: { ...decisions.goodwillRefunds, [refund.id]: shares } } : {}),
    shippingRefundVendors:
      refund.shippingMinor > 0n ? { ...shippingRefundVendors, [refund.id]: vendorId } : shippingRefundVendors,
    goodwill:
      refund.goodwillMinor > 0n
        ? { ...goodwill, [vendorId]: (goodwill[vendorId] ?? 0n) + refund.goodwillMinor }
        : goodwill,
  };
}

/** Goodwill that vendors bear, by vendor id, minor units: what was assigned to them, less what never went back (M53). */
export function listVendorGoodwill(decisions: LiabilityDecisions, known: OrderHistory): ReadonlyMap<string, bigint> {
  const shares = new Map(Object.entries(decisions.goodwill));
  for (const refund of known.refunds) {
    const assigned = decisions.goodwillRefunds?.[refund.id];
    if (!assigned) continue;
    const failedMinor = assigned.amountMinor - computeGoodwill(refund, known.latest.taxesIncluded);
    if (failedMinor > 0n) shares.set(assigned.vendorId, (shares.get(assigned.vendorId) ?? 0n) - failedMinor);
  }
  return shares;
}

/** The money of a refund that went back, or is on its way. Minor units. */
export const computeSent = (refund: RefundFacts): bigint =>
  sumMinor(refund.transactions.flatMap(({ state, amountMinor }) => (state === 'failure' ? [] : [amountMinor])));

/** What of a refund's money goes beyond its lines and shipping. Money that failed to go back is none. Minor units, at least 0. */
export function computeGoodwill(refund: RefundFacts, taxesIncluded: boolean): bigint {
  const beyondMinor = computeSent(refund) - computeRefundValue(refund, taxesIncluded);
  return beyondMinor > 0n ? beyondMinor : 0n;
}

/** Notes a refund before it is sent; one of the same act, sent again, takes the place of the first. Those of long ago go. */
export function awaitRefund<Decisions extends LiabilityDecisions>(
  decisions: Decisions,
  refund: Omit<PendingRefund, 'until'>,
  now: Date,
): Decisions {
  const open = computeOthers(decisions, refund.actId).filter((one) => Date.parse(one.until) > now.getTime());
  const until = new Date(now.getTime() + PENDING_MS).toISOString();
  return { ...decisions, awaited: [...open, { ...refund, until }] };
}

/** Awaits the refund of an act no more. */
export function forgetRefund<Decisions extends LiabilityDecisions>(
  decisions: Decisions,
  operationId: string,
): Decisions {
  if (!decisions.awaited) return decisions;
  return { ...decisions, awaited: computeOthers(decisions, operationId) };
}

/**
 * The refund of an act is this one. Done once: an act that is not awaited any more was attributed before, and changes nothing;
 * nor does a refund that somebody bears already, whosever note it fits.
 */
export function attributeRefund<Decisions extends LiabilityDecisions>(
  decisions: Decisions,
  operationId: string,
  refund: { id: string; shippingMinor: bigint; goodwillMinor: bigint },
): Decisions {
  const pendingRefund = decisions.awaited?.find((one) => one.actId === operationId);
  if (!pendingRefund) return decisions;
  const rest = forgetRefund(decisions, operationId);
  const attributed = decisions.attributed ?? [];
  if (attributed.includes(refund.id)) return rest;
  return { ...decideLiableParty(rest, refund, pendingRefund.vendorId), attributed: [...attributed, refund.id] };
}

/** Attributes the awaited refunds that are known by now: new since they were noted, of just these units, shipping and money. */
export function assignLiability<Decisions extends LiabilityDecisions>(
  decisions: Decisions,
  known: OrderHistory,
): Decisions {
  let decided = decisions;
  for (const pendingRefund of decisions.awaited ?? []) {
    const made = known.refunds.find(
      (refund) => !decided.attributed?.includes(refund.id) && isPending(refund, pendingRefund),
    );
    if (!made) continue;
    const goodwillMinor = computeGoodwill(made, known.latest.taxesIncluded);
    decided = attributeRefund(decided, pendingRefund.actId, { ...made, goodwillMinor });
  }
  return decided;
}

function isPending(refund: RefundFacts, pendingRefund: PendingRefund): boolean {
  return (
    !pendingRefund.knownRefunds.includes(refund.id) &&
    Date.parse(refund.createdAt) <= Date.parse(pendingRefund.until) &&
    refund.shippingMinor === pendingRefund.shippingMinor &&
    sumMinor(refund.transactions.map((transaction) => transaction.amountMinor)) === pendingRefund.amountMinor &&
    unitsText(refund.lines) === unitsText(pendingRefund.units)
  );
}

const computeOthers = (decisions: LiabilityDecisions, operationId: string): PendingRefund[] =>
  (decisions.awaited ?? []).filter((one) => one.actId !== operationId);

/** Units of lines as one text: the same for the same units in whatever order. */
export function unitsText(units: readonly { lineId: string; quantity: number }[]): string {
  return units
    .map(({ lineId, quantity }) => `${lineId}×${quantity}`)
    .sort()
    .join(' ');
}
