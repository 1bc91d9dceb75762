import { sumMinor } from '#app/core/money/money.ts';
import type { OrderHistory, RefundFacts } from '../order.ts';
import { computeGoodwill, computeSent, listVendorGoodwill, type LiabilityDecisions } from './pending-refunds.ts';
import { computeRefundValue } from './refunded.ts';

/** What the refunds of an order leave of gestures and of money that was kept back. Minor units, never below zero. */
export type Gestures = {
  /** What refunds that sent money kept back of the worth of their lines and shipping, less what of it consumed gestures. */
  keptBackMinor: bigint;
  /** What is left of the gestures whose refund was sent for a vendor to bear, and of these with those that were assigned later. */
  namedMinor: bigint;
  assignedMinor: bigint;
  /** What vendors are to bear at most, by vendor. */
  borneMinor: ReadonlyMap<string, bigint>;
};

/** A gesture, or a part of one: money that a refund sent beyond its lines. Without a vendor the marketplace bears it. */
type Gesture = { refund: RefundFacts; vendorId: string | null; isNamed: boolean; amountMinor: bigint };
/** What a refund paid less than its lines and shipping are worth. One without money keeps nothing back: it is owed still. */
type Shortfall = { refund: RefundFacts; isOwed: boolean; amountMinor: bigint };

/**
 * Computes what vendors still bear of gestures (M54): one is consumed, the oldest first, by the shortfall of later refunds that
 * return lines of its vendor, each cent once. `restMinor` is what is held beyond lines and extras; `vendorOf` is by line.
 */
export function computeGestures(
  decisions: LiabilityDecisions,
  known: OrderHistory,
  { vendorOf, restMinor }: { vendorOf: ReadonlyMap<string, string | null>; restMinor: bigint },
): Gestures {
  const refunds = known.refunds.filter(({ refusal }) => refusal === null).toSorted(compareAge);
  const { taxesIncluded } = known.latest;
  const gestures = assignGestures(listGestures(decisions, refunds, taxesIncluded), decisions, vendorOf);
  const sentBeyondMinor = sumMinor(gestures.map(({ amountMinor }) => amountMinor));
  const shortfalls = payOwed(listShortfalls(refunds, taxesIncluded), gestures);
  const keptMinor = sumMinor(shortfalls.flatMap((one) => (one.isOwed ? [] : [one.amountMinor])));
  // Goods that came back for no money may stand for those of an exchange: then nothing is held for them, and nothing is owed.
  let owedMinor = atLeastZero(restMinor + sentBeyondMinor - keptMinor);
  const shareMinor = new Map(listVendorGoodwill(decisions, known));
  let keptBackMinor = 0n;
  for (const shortfall of shortfalls) {
    const limitMinor = shortfall.isOwed ? least(owedMinor, shortfall.amountMinor) : shortfall.amountMinor;
    const leftMinor = consumeGestures(limitMinor, shortfall.refund, { gestures, vendorOf, borneMinor: shareMinor });
    if (shortfall.isOwed) owedMinor -= limitMinor;
    else keptBackMinor += leftMinor;
  }
  const assigned = gestures.filter(({ vendorId }) => vendorId !== null);
  return {
    keptBackMinor,
    namedMinor: sumMinor(assigned.flatMap((one) => (one.isNamed ? [one.amountMinor] : []))),
    assignedMinor: sumMinor(assigned.map((one) => one.amountMinor)),
    borneMinor: new Map([...shareMinor].map(([vendorId, minor]) => [vendorId, atLeastZero(minor)])),
  };
}

/** Lists the gestures, oldest first: what each refund sent for its vendor to bear, and the rest of it, which names nobody. */
function listGestures(
  decisions: LiabilityDecisions,
  refunds: readonly RefundFacts[],
  taxesIncluded: boolean,
): Gesture[] {
  return refunds.flatMap((refund) => {
    const beyondMinor = computeGoodwill(refund, taxesIncluded);
    const named = decisions.goodwillRefunds?.[refund.id];
    const namedMinor = named ? least(named.amountMinor, beyondMinor) : 0n;
    const found: Gesture[] = [
      { refund, vendorId: named?.vendorId ?? null, isNamed: true, amountMinor: namedMinor },
      { refund, vendorId: null, isNamed: false, amountMinor: beyondMinor - namedMinor },
    ];
    return found.filter(({ amountMinor }) => amountMinor > 0n);
  });
}

/** Gives what was assigned to vendors afterwards to the gestures that name nobody, the oldest first, vendors by their first line. */
function assignGestures(
  listed: readonly Gesture[],
  decisions: LiabilityDecisions,
  vendorOf: ReadonlyMap<string, string | null>,
): Gesture[] {
  const named = Object.values(decisions.goodwillRefunds ?? {});
  const open = [...new Set(vendorOf.values())].map((vendorId) => {
    const byRefunds = named.flatMap((one) => (one.vendorId === vendorId ? [one.amountMinor] : []));
    const byDecision = Object.entries(decisions.goodwill).flatMap(([id, minor]) => (id === vendorId ? [minor] : []));
    return { vendorId, leftMinor: atLeastZero(sumMinor(byDecision) - sumMinor(byRefunds)) };
  });
  return listed.flatMap((gesture) => {
    if (gesture.vendorId !== null) return [gesture];
    const vendorOrders: Gesture[] = [];
    let { amountMinor } = gesture;
    for (const one of open) {
      const takenMinor = least(one.leftMinor, amountMinor);
      if (takenMinor > 0n) vendorOrders.push({ ...gesture, vendorId: one.vendorId, amountMinor: takenMinor });
      one.leftMinor -= takenMinor;
      amountMinor -= takenMinor;
    }
    return amountMinor > 0n ? [...vendorOrders, { ...gesture, amountMinor }] : vendorOrders;
  });
}

function listShortfalls(refunds: readonly RefundFacts[], taxesIncluded: boolean): Shortfall[] {
  return refunds.flatMap((refund) => {
    const sentMinor = computeSent(refund);
    const amountMinor = computeRefundValue(refund, taxesIncluded) - sentMinor;
    return amountMinor > 0n ? [{ refund, isOwed: sentMinor <= 0n, amountMinor }] : [];
  });
}

/** A refund without lines pays first what is owed for lines that came back before it for no money, and is no gesture so far. */
function payOwed(shortfalls: readonly Shortfall[], gestures: readonly Gesture[]): Shortfall[] {
  const payments = gestures
    .filter(({ vendorId, refund }) => vendorId === null && refund.lines.length === 0)
    .map((gesture) => ({ ...gesture }));
  return shortfalls.map((shortfall) => {
    if (!shortfall.isOwed) return shortfall;
    let { amountMinor } = shortfall;
    for (const payment of payments) {
      if (compareAge(payment.refund, shortfall.refund) < 0) continue;
      const paidMinor = least(payment.amountMinor, amountMinor);
      payment.amountMinor -= paidMinor;
      amountMinor -= paidMinor;
    }
    return { ...shortfall, amountMinor };
  });
}

/** Takes a shortfall off the earlier gestures of the vendors whose lines its refund returns; answers what of it is left. */
function consumeGestures(
  amountMinor: bigint,
  refund: RefundFacts,
  state: {
    gestures: readonly Gesture[];
    vendorOf: ReadonlyMap<string, string | null>;
    borneMinor: Map<string, bigint>;
  },
): bigint {
  const vendors = new Set(refund.lines.map((line) => state.vendorOf.get(line.lineId) ?? null));
  let leftMinor = amountMinor;
  for (const gesture of state.gestures) {
    const { vendorId } = gesture;
    if (vendorId === null || !vendors.has(vendorId) || compareAge(gesture.refund, refund) >= 0) continue;
    const consumedMinor = least(gesture.amountMinor, leftMinor);
    gesture.amountMinor -= consumedMinor;
    leftMinor -= consumedMinor;
    state.borneMinor.set(vendorId, (state.borneMinor.get(vendorId) ?? 0n) - consumedMinor);
  }
  return leftMinor;
}

/** Refunds by age; of those of one moment the platform's smaller id is the older. */
function compareAge(one: RefundFacts, other: RefundFacts): number {
  const ages = Date.parse(one.createdAt) - Date.parse(other.createdAt);
  if (ages !== 0) return ages;
  const [id, otherId] = [BigInt(one.id), BigInt(other.id)];
  return id < otherId ? -1 : id > otherId ? 1 : 0;
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const atLeastZero = (minor: bigint): bigint => (minor > 0n ? minor : 0n);
