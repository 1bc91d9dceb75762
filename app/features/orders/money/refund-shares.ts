import { splitOrder, type OrderDecisions, type VendorOrder } from './split-order.ts';
import { computeRefunded, type OrderHistory, type RefundFacts } from '../order.ts';
import { computeRefundValue } from './refunded.ts';
import type { OrderTerms } from './order-terms.ts';

/** A refund as one event: the units that it took, and all that it gave back, whatever it is made of. Minor units. */
export type RefundEvent = { id: string; createdAt: string; units: number; amountMinor: bigint };

type Knowledge = { known: OrderHistory; orderTerms: OrderTerms; decisions: OrderDecisions };

/**
 * Lists what each refund gave back of each vendor's part: lines, their tax and the part's share of shipping, as one amount. The
 * amounts are running differences of what the buyer paid for the part, so that they add up to all that was taken of it. A refund
 * that takes nothing of a part is not listed for it; one that could not be read (M53) is listed for nobody.
 */
export function listRefundShares(knowledge: Knowledge): Map<string, RefundEvent[]> {
  const shares = new Map<string, RefundEvent[]>();
  for (const { refund, before, after } of settleByRefunds(knowledge)) {
    for (const vendorOrder of after) {
      const earlier = before.find((one) => one.vendorId === vendorOrder.vendorId);
      const units = computeUnits(earlier) - computeUnits(vendorOrder);
      const amountMinor = (earlier?.totalMinor ?? 0n) - vendorOrder.totalMinor;
      if (units === 0 && amountMinor === 0n) continue;
      const list = shares.get(vendorOrder.vendorId) ?? [];
      list.push({ id: refund.id, createdAt: refund.createdAt, units, amountMinor });
      shares.set(vendorOrder.vendorId, list);
    }
  }
  return shares;
}

/** What refunds, one after another, and the end of an order changed of a vendor's earnings. Minor units, below zero where taken. */
export type EarningsHistory = {
  beforeMinor: bigint;
  /** `refundId`: the refund that changed it; null for a cancellation. */
  changes: { kind: 'refund' | 'cancelled'; at: string; amountMinor: bigint; refundId: string | null }[];
};

/** What a refund changed of a vendor's earnings, in minor units; 0 where it changed nothing of them. */
export const findEarned = (history: EarningsHistory | null, refundId: string): bigint =>
  history?.changes.find((one) => one.refundId === refundId)?.amountMinor ?? 0n;

/**
 * Lists how the earnings of each vendor's part came from what it earned before any refund to what it earns now: the amounts add up,
 * as they are running differences. Only parts of which a refund or a cancellation changed the earnings are listed.
 */
export function listEarningsHistory(knowledge: Knowledge, now: readonly VendorOrder[]): Map<string, EarningsHistory> {
  const steps = settleByRefunds(knowledge);
  const { cancelledAt } = knowledge.known.latest;
  const payoutOf = (vendorOrders: readonly VendorOrder[], vendorId: string): bigint =>
    vendorOrders.find((vendorOrder) => vendorOrder.vendorId === vendorId)?.payoutMinor ?? 0n;
  const histories = new Map<string, EarningsHistory>();
  for (const { vendorId, payoutMinor } of now) {
    const changes: EarningsHistory['changes'] = [];
    for (const { refund, before, after } of steps) {
      const amountMinor = payoutOf(after, vendorId) - payoutOf(before, vendorId);
      if (amountMinor !== 0n) changes.push({ kind: 'refund', at: refund.createdAt, amountMinor, refundId: refund.id });
    }
    const [first] = steps;
    const last = steps.at(-1);
    const beforeMinor = first ? payoutOf(first.before, vendorId) : payoutOf(settleAfter(knowledge, []), vendorId);
    const endMinor = payoutMinor - (last ? payoutOf(last.after, vendorId) : beforeMinor);
    if (cancelledAt !== null && endMinor !== 0n) {
      changes.push({ kind: 'cancelled', at: cancelledAt, amountMinor: endMinor, refundId: null });
    }
    if (changes.length > 0) histories.set(vendorId, { beforeMinor, changes });
  }
  return histories;
}

type RefundStep = { refund: RefundFacts; before: VendorOrder[]; after: VendorOrder[] };

/** The vendors' parts before and after each refund that could be read, a cancellation left out. */
function settleByRefunds(knowledge: Knowledge): RefundStep[] {
  const refunds = readable(knowledge.known.refunds);
  const steps: RefundStep[] = [];
  for (const [index, refund] of refunds.entries()) {
    const before = steps.at(-1)?.after ?? settleAfter(knowledge, []);
    steps.push({ refund, before, after: settleAfter(knowledge, refunds.slice(0, index + 1)) });
  }
  return steps;
}

function settleAfter({ known, orderTerms, decisions }: Knowledge, refunds: RefundFacts[]): VendorOrder[] {
  const latest = { ...known.latest, cancelledAt: null };
  return splitOrder({ ...known, latest, refunds }, orderTerms, decisions).vendorOrders;
}

/** Lists the refunds of the whole order, each with the money that went back; one without money with what it took. */
export function listWholeRefunds({ refunds, latest }: OrderHistory): RefundEvent[] {
  return readable(refunds).map((refund) => ({
    id: refund.id,
    createdAt: refund.createdAt,
    units: refund.lines.reduce((sum, line) => sum + line.quantity, 0),
    amountMinor: computeRefunded([refund]) || computeRefundValue(refund, latest.taxesIncluded),
  }));
}

const readable = (refunds: readonly RefundFacts[]): RefundFacts[] => refunds.filter(({ refusal }) => refusal === null);

const computeUnits = (vendorOrder: VendorOrder | undefined): number =>
  (vendorOrder?.lines ?? []).reduce((sum, { line }) => sum + line.quantity, 0);
