import type { LabelTracking } from '../label.ts';

/** How many packages one label is for at most: what the carriers of Shippo take in one shipment without running out of time. */
export const MAX_PACKAGES = 10;

/** What became of the money of a package that was asked back. */
export const REFUND_STATES = ['open', 'done', 'refused'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

const hasArrived = (status: LabelTracking): boolean => status === 'delivered' || status === 'returned';

/** Whether nothing more is to be heard of any of the packages. */
export const haveAllArrived = (statuses: readonly LabelTracking[]): boolean => statuses.every(hasArrived);

/**
 * Where the packages of one label are together: a problem of one is told before everything else, it is delivered once all are,
 * and under way as soon as one is.
 */
export function joinTracking(statuses: readonly LabelTracking[]): LabelTracking {
  const [first] = statuses;
  if (first !== undefined && statuses.every((status) => status === first)) return first;
  if (statuses.includes('failure')) return 'failure';
  if (haveAllArrived(statuses)) return 'returned';
  if (statuses.some((status) => status === 'transit' || hasArrived(status))) return 'transit';
  return statuses.includes('pre_transit') ? 'pre_transit' : 'unknown';
}

/** What became of the refunds of all packages: open while one is, done once all are. Null stands for one that was not asked for. */
export function joinRefunds(states: readonly (RefundState | null)[]): RefundState {
  if (states.some((state) => state === null || state === 'open')) return 'open';
  return states.every((state) => state === 'done') ? 'done' : 'refused';
}

/** A weight in whole grams over several packages, as evenly as it goes: the parts sum to it. */
export function splitGrams(grams: number, count: number): number[] {
  const each = Math.floor(grams / count);
  const rest = grams - each * count;
  return Array.from({ length: count }, (_, at) => (at < rest ? each + 1 : each));
}
