import { DAY_MS } from '#app/core/durations.ts';
import type { FulfillmentStatus } from '#app/features/orders/money/units-left.ts';
import type { PayoutRules } from './payout-rules.ts';

/** A vendor's part of an order, as the rules look at it. */
export type RuleVendorOrder = {
  isPaidByBuyer: boolean;
  fulfillment: FulfillmentStatus;
  /** When the last of it was shipped; null while something is left. */
  fulfilledAt: Date | null;
  /** Why an admin has to confirm it first (M40), or null. */
  held: string | null;
};

export type Eligibility =
  | { state: 'unpaid' | 'cancelled' | 'unshipped' }
  | { state: 'held'; reason: string }
  | { state: 'waiting'; until: Date }
  | { state: 'eligible'; since: Date };

/**
 * Why a vendor order is not paid automatically yet, or since when it may be. A part of which something is left to ship pays
 * nothing, and one that is held (M40) waits for a person.
 */
export function computeEligibility(
  vendorOrder: RuleVendorOrder,
  rules: Pick<PayoutRules, 'schedule' | 'holdingDays'>,
  now: Date,
): Eligibility {
  if (!vendorOrder.isPaidByBuyer) return { state: 'unpaid' };
  if (vendorOrder.fulfillment === 'cancelled') return { state: 'cancelled' };
  if (vendorOrder.fulfillment !== 'fulfilled' || vendorOrder.fulfilledAt === null) return { state: 'unshipped' };
  if (vendorOrder.held !== null) return { state: 'held', reason: vendorOrder.held };
  const at = new Date(vendorOrder.fulfilledAt.getTime() + waitingDays(rules) * DAY_MS);
  return at > now ? { state: 'waiting', until: at } : { state: 'eligible', since: at };
}

/** How many days of 24 hours an order waits after it was wholly shipped: the longer of the holding period and a relative schedule. */
export function waitingDays({ schedule, holdingDays }: Pick<PayoutRules, 'schedule' | 'holdingDays'>): number {
  return Math.max(holdingDays, schedule.kind === 'relative' ? schedule.days : 0);
}
