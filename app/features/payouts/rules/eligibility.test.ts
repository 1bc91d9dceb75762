import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import { FULFILLMENT_STATUSES } from '#app/features/orders/money/units-left.ts';
import type { PayoutSchedule } from './payout-rules.ts';
import { computeEligibility, waitingDays, type RuleVendorOrder } from './eligibility.ts';

const OFF: PayoutSchedule = { kind: 'off' };
const shipped = new Date('2026-11-02T14:05:00Z');
const vendorOrder = (more: Partial<RuleVendorOrder> = {}): RuleVendorOrder => ({
  isPaidByBuyer: true,
  fulfillment: 'fulfilled',
  fulfilledAt: shipped,
  held: null,
  ...more,
});
const now = new Date('2026-11-23T14:00:00Z');

describe('what keeps a vendor order from being paid automatically', () => {
  it('is said in its order: the buyer, cancelling, shipping, a hold, the holding period', () => {
    const rules = { schedule: OFF, holdingDays: 30 };
    const open = { fulfillment: 'partially_fulfilled', fulfilledAt: null } as const;
    expect(computeEligibility(vendorOrder({ isPaidByBuyer: false, ...open }), rules, now)).toEqual({ state: 'unpaid' });
    expect(computeEligibility(vendorOrder({ fulfillment: 'cancelled', fulfilledAt: null }), rules, now)).toEqual({
      state: 'cancelled',
    });
    expect(computeEligibility(vendorOrder({ ...open, held: 'negative' }), rules, now)).toEqual({ state: 'unshipped' });
    expect(computeEligibility(vendorOrder({ held: 'negative' }), rules, now)).toEqual({
      state: 'held',
      reason: 'negative',
    });
    expect(computeEligibility(vendorOrder(), rules, now)).toEqual({
      state: 'waiting',
      until: new Date('2026-12-02T14:05:00Z'),
    });
    expect(computeEligibility(vendorOrder(), { ...rules, holdingDays: 0 }, now)).toEqual({
      state: 'eligible',
      since: shipped,
    });
  });

  it('ends to the moment: so many days of 24 hours after the last of it was shipped', () => {
    const rules = { schedule: { kind: 'relative', days: 21 }, holdingDays: 14 } as const;
    const due = new Date('2026-11-23T14:05:00Z');
    expect(computeEligibility(vendorOrder(), rules, new Date(due.getTime() - 1))).toEqual({
      state: 'waiting',
      until: due,
    });
    expect(computeEligibility(vendorOrder(), rules, due)).toEqual({ state: 'eligible', since: due });
  });

  it('waits for the longer of the holding period and a relative schedule', () => {
    expect(waitingDays({ schedule: { kind: 'relative', days: 7 }, holdingDays: 14 })).toBe(14);
    expect(waitingDays({ schedule: { kind: 'relative', days: 21 }, holdingDays: 14 })).toBe(21);
    expect(waitingDays({ schedule: OFF, holdingDays: 14 })).toBe(14);
  });

  it('once over stays over, and nothing is ever eligible that is unpaid, unshipped or on hold', () => {
    const anyVendorOrder = fc.record({
      isPaidByBuyer: fc.boolean(),
      fulfillment: fc.constantFrom(...FULFILLMENT_STATUSES),
      fulfilledAt: fc.option(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
      ),
      held: fc.option(fc.constant('negative')),
    });
    const days = fc.integer({ min: 0, max: 90 });
    fc.assert(
      fc.property(anyVendorOrder, days, days, fc.integer({ min: 0, max: 400 }), (one, holdingDays, relative, later) => {
        const rules = { schedule: { kind: 'relative', days: relative }, holdingDays } as const;
        const at = new Date('2026-06-01T00:00:00Z');
        const found = computeEligibility(one, rules, at);
        if (found.state === 'eligible') {
          expect(one).toMatchObject({ isPaidByBuyer: true, fulfillment: 'fulfilled', held: null });
          expect(found.since <= at).toBe(true);
          expect(computeEligibility(one, rules, new Date(at.getTime() + later * HOUR_MS))).toEqual(found);
        }
        if (found.state === 'waiting')
          expect(computeEligibility(one, rules, found.until)).toEqual({ state: 'eligible', since: found.until });
      }),
    );
  });
});
