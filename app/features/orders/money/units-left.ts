import type { OrderHistory, RefundFacts } from '../order.ts';

/** Units of a line: what refunds and edits left of it, what fulfillments hold, and what of that came back. */
export type LineUnits = { remaining: number; fulfilled: number; returned: number };

/**
 * Counts the units of a line that can still be shipped: the platform's `fulfillable_quantity`, brought up to the fulfillments that
 * are known. A unit that was shipped and came back left the order without making one of the others unshippable.
 */
export function countLeft({ remaining, fulfilled, returned }: LineUnits): number {
  const kept = fulfilled - Math.min(returned, fulfilled);
  return Math.min(remaining, Math.max(0, remaining - kept));
}

/** The quantities that one version of the order states of a line; `inFulfillments` is null where it lists no fulfillments. */
type StatedUnits = {
  current: number;
  fulfillable: number;
  inFulfillments: number | null;
  refunds: readonly TakenUnits[];
};
type TakenUnits = { quantity: number; restockType: string };

/**
 * Counts the shipped units that a version says came back. What is neither to ship nor in the order any more although it stands
 * in a fulfillment came back. A version that lists no fulfillments tells it by its refunds' restock type, which is `return` for shipped units.
 */
export function countReturned({ current, fulfillable, inFulfillments, refunds }: StatedUnits): number {
  if (inFulfillments !== null) return Math.max(0, inFulfillments - Math.max(0, current - fulfillable));
  // Nothing is left to ship, so that what came back cannot have made room for more: a unit taken back before it was shipped did not.
  return fulfillable === 0 ? 0 : sumReturned(refunds);
}

/** Counts the shipped units of a line that came back, as the newest version and refunds that arrived after it tell. */
export function countReturnedOf({ latest, refunds }: OrderHistory, lineId: string): number {
  const reported = new Set(latest.refunds.map(({ id }) => id));
  const line = latest.lines.find((one) => one.id === lineId);
  const stated = line?.returnedQuantity ?? sumReturned(unitsIn(latest.refunds, lineId));
  return (
    stated +
    sumReturned(
      unitsIn(
        refunds.filter(({ id }) => !reported.has(id)),
        lineId,
      ),
    )
  );
}

const sumReturned = (taken: readonly TakenUnits[]): number =>
  taken.reduce((sum, { quantity, restockType }) => (restockType === 'return' ? sum + quantity : sum), 0);

const unitsIn = (refunds: readonly RefundFacts[], lineId: string): TakenUnits[] =>
  refunds.flatMap(({ lines }) => lines.filter((line) => line.lineId === lineId));

export const FULFILLMENT_STATUSES = ['unfulfilled', 'partially_fulfilled', 'fulfilled', 'cancelled'] as const;
export type FulfillmentStatus = (typeof FULFILLMENT_STATUSES)[number];

/** The status of one vendor's part. What left stays fulfilled, whatever is refunded or comes back; cancelled is what never left. */
export function decideFulfillmentStatus(lines: readonly { left: number; fulfilled: number }[]): FulfillmentStatus {
  const isStarted = lines.some((line) => line.fulfilled > 0);
  if (lines.some((line) => line.left > 0)) return isStarted ? 'partially_fulfilled' : 'unfulfilled';
  return isStarted ? 'fulfilled' : 'cancelled';
}
