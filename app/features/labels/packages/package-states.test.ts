import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumMinor } from '#app/core/money/money.ts';
import { isNewerTracking, LABEL_TRACKING } from '../label.ts';
import {
  haveAllArrived,
  joinTracking,
  REFUND_STATES,
  splitCharge,
  splitGrams,
  statusByRefunds,
} from './package-states.ts';

const statuses = fc.array(fc.constantFrom(...LABEL_TRACKING), { minLength: 1, maxLength: 10 });

test('a weight over several packages loses no gram, and no two differ by more than one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 1, max: 10 }), (grams, count) => {
      const vendorOrders = splitGrams(grams, count);
      expect(vendorOrders).toHaveLength(count);
      expect(vendorOrders.reduce((sum, one) => sum + one, 0)).toBe(grams);
      expect(Math.max(...vendorOrders) - Math.min(...vendorOrders)).toBeLessThanOrEqual(1);
    }),
  );
});

test('packages are delivered once all are, and together never further than they are one by one', () => {
  fc.assert(
    fc.property(statuses, (each) => {
      const joined = joinTracking(each);
      expect(joined === 'delivered').toBe(each.every((status) => status === 'delivered'));
      expect(joined === 'unknown' || joined === 'pre_transit').toBe(
        each.every((status) => status === 'unknown' || status === 'pre_transit'),
      );
      if (each.includes('failure')) expect(joined).toBe('failure');
      if (haveAllArrived(each)) expect(['delivered', 'returned']).toContain(joined);
    }),
  );
});

test('a package that is moved on never takes the label back', () => {
  fc.assert(
    fc.property(statuses, fc.nat(), fc.constantFrom(...LABEL_TRACKING), (before, at, next) => {
      const place = at % before.length;
      const known = before[place] ?? 'unknown';
      // A label keeps a problem that it was told of; that of one package that arrived after all is over.
      if (known === 'failure' || !isNewerTracking(known, next)) return;
      const after = before.map((status, index) => (index === place ? next : status));
      expect(isNewerTracking(joinTracking(after), joinTracking(before))).toBe(false);
    }),
  );
});

const refunds = fc.array(fc.constantFrom(null, ...REFUND_STATES), { minLength: 2, maxLength: 10 });

test('a label is voided once all its packages are, and stands as long as one is kept or was not asked for', () => {
  fc.assert(
    fc.property(refunds, (each) => {
      const status = statusByRefunds(each);
      expect(status === 'voided').toBe(each.every((state) => state === 'done'));
      expect(status === 'bought').toBe(each.some((state) => state === null || state === 'refused'));
    }),
  );
});

test('the charges of packages sum to that of the label, and to what is left of it once some were voided', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), refunds, (chargedMinor, each) => {
      const shares = splitCharge(chargedMinor, each.length);
      const voided = shares.filter((_, at) => each[at] === 'done');
      const left = shares.filter((_, at) => each[at] !== 'done');
      expect(sumMinor(left)).toBe(chargedMinor - sumMinor(voided));
      expect(shares.every((share) => share >= 0n && share <= chargedMinor / BigInt(each.length) + 1n)).toBe(true);
    }),
  );
});
