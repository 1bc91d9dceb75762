import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseCheckout,
  chooseSubscription,
  effectiveLimit,
  hasAccess,
  MEMBERSHIP_STATUSES,
  toStatus,
  trialDaysFor,
  withheldPermissions,
} from './membership.ts';

describe('a membership', () => {
  it('gives access while it is tried, active or past due, and in no other status', () => {
    expect(MEMBERSHIP_STATUSES.filter(hasAccess)).toEqual(['trialing', 'active', 'past_due']);
    expect(hasAccess(toStatus('a word of tomorrow'))).toBe(false);
  });

  it('is bought on one checkout of several, whoever lists them in whatever order', () => {
    const one = { checkoutId: 'cs_1', createdAt: new Date(1_000) };
    const [two, three] = [
      { checkoutId: 'cs_2', createdAt: new Date(2_000) },
      { checkoutId: 'cs_3', createdAt: new Date(2_000) },
    ];
    const kept = [one, two, three].map((own) => chooseCheckout([own, three, two, one])?.checkoutId);
    expect(kept).toEqual(['cs_3', 'cs_3', 'cs_3']);
    expect(chooseCheckout([one])).toBe(one);
    expect(chooseCheckout<typeof one>([])).toBeUndefined();
  });

  it('is the same of many subscriptions in whatever order they are listed, and gives access if any does', () => {
    const subscription = fc.record({
      subscriptionId: fc.stringMatching(/^sub_[a-z]{3}$/),
      status: fc.constantFrom(...MEMBERSHIP_STATUSES),
      createdAt: fc.date({ min: new Date(0), max: new Date(10_000), noInvalidDate: true }),
    });
    const several = fc.uniqueArray(subscription, { selector: (one) => one.subscriptionId, maxLength: 6 });
    fc.assert(
      fc.property(several, (all) => {
        const chosen = chooseSubscription(all);
        expect(chooseSubscription(all.toReversed())).toEqual(chosen);
        expect(chosen !== undefined && hasAccess(toStatus(chosen.status))).toBe(
          all.some(({ status }) => hasAccess(toStatus(status))),
        );
      }),
    );
  });

  it('is tried once: not after a trial, and not after any earlier subscription', () => {
    const first = { trialDays: 14, hasUsedTrial: false, hadSubscription: false };
    expect(trialDaysFor(first)).toBe(14);
    expect(trialDaysFor({ ...first, hasUsedTrial: true })).toBe(0);
    expect(trialDaysFor({ ...first, hadSubscription: true })).toBe(0);
  });

  it('withholds products, and orders unless the marketplace lets vendors go on with them', () => {
    expect(withheldPermissions({ allowFulfillment: false })).toContain('write_orders');
    expect(withheldPermissions({ allowFulfillment: true })).not.toContain('write_orders');
    expect(withheldPermissions({ allowFulfillment: true })).toContain('write_products');
  });

  it('limits products by the vendor’s own number before the plan’s', () => {
    expect([
      effectiveLimit(3, 10),
      effectiveLimit(null, 10),
      effectiveLimit(0, 10),
      effectiveLimit(null, null),
    ]).toEqual([3, 10, 0, null]);
  });
});
