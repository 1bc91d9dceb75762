import { splitLargestRemainder } from '#app/core/money/split.ts';
import { isUnused, type LabelTracking } from '../label.ts';

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

/** How a label stands by the refunds of its packages: voided once all are, and whole again where one is kept or was not asked for. */
export function statusByRefunds(states: readonly (RefundState | null)[]): 'bought' | 'voiding' | 'voided' {
  if (states.every((state) => state === 'done')) return 'voided';
  return states.every((state) => state === 'done' || state === 'open') ? 'voiding' : 'bought';
}

type Refundable = { trackingStatus: LabelTracking; refundStatus: RefundState | null };

/** Whether the money of a package can be asked back: no carrier has it, and it was not asked back, or in vain. */
export const isVoidable = ({ trackingStatus, refundStatus }: Refundable): boolean =>
  isUnused(trackingStatus) && (refundStatus === null || refundStatus === 'refused');

/** The packages that are still sent. */
export const listSent = <One extends Pick<Refundable, 'refundStatus'>>(packages: readonly One[]): One[] =>
  packages.filter(({ refundStatus }) => refundStatus !== 'done');

/** The charge of a label over its packages, minor units, in equal shares: no carrier states what one of several costs. */
export const splitCharge = (chargedMinor: bigint, count: number): bigint[] =>
  splitLargestRemainder(
    chargedMinor,
    Array.from({ length: count }, () => 1n),
  );

/** A weight in whole grams over several packages, as evenly as it goes: the parts sum to it. */
export function splitGrams(grams: number, count: number): number[] {
  const each = Math.floor(grams / count);
  const rest = grams - each * count;
  return Array.from({ length: count }, (_, at) => (at < rest ? each + 1 : each));
}
