import { splitOrder, type OrderDecisions, type VendorOrder } from './split-order.ts';
import { computeRefunded, type OrderHistory, type RefundFacts } from '../order.ts';
import { computeRefundValue } from './refunded.ts';
import type { OrderTerms } from './order-terms.ts';

/** A refund as one event: the units that it took, and all that it gave back, whatever it is made of. Minor units. */
export type RefundEvent = { id: string; createdAt: string; units: number; amountMinor: bigint };

type Knowledge = { known: OrderHistory; frozen: OrderTerms; decisions: OrderDecisions };

/**
 * Lists what each refund gave back of each vendor's part: lines, their tax and the part's share of shipping, as one amount. The
 * amounts are running differences of what the buyer paid for the part, so that they add up to all that was taken of it. A refund
 * that takes nothing of a part is not listed for it; one that could not be read (M53) is listed for nobody.
 */
export function listRefundShares({ known, frozen, decisions }: Knowledge): Map<string, RefundEvent[]> {
  const shares = new Map<string, RefundEvent[]>();
  const refunds = readable(known.refunds);
  if (refunds.length === 0) return shares;
  const settleAfter = (some: RefundFacts[]): VendorOrder[] => {
    const latest = { ...known.latest, cancelledAt: null };
    return splitOrder({ ...known, latest, refunds: some }, frozen, decisions).vendorOrders;
  };
  let before = settleAfter([]);
  refunds.forEach((refund, index) => {
    const after = settleAfter(refunds.slice(0, index + 1));
    for (const part of after) {
      const earlier = before.find((one) => one.vendorId === part.vendorId);
      const units = computeUnits(earlier) - computeUnits(part);
      const amountMinor = (earlier?.totalMinor ?? 0n) - part.totalMinor;
      if (units === 0 && amountMinor === 0n) continue;
      const list = shares.get(part.vendorId) ?? [];
      shares.set(part.vendorId, [...list, { id: refund.id, createdAt: refund.createdAt, units, amountMinor }]);
    }
    before = after;
  });
  return shares;
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

const computeUnits = (part: VendorOrder | undefined): number =>
  (part?.lines ?? []).reduce((sum, { line }) => sum + line.quantity, 0);
