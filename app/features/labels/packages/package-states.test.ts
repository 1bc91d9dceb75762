import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNewerTracking, LABEL_TRACKING } from '../label.ts';
import { haveAllArrived, joinRefunds, joinTracking, REFUND_STATES, splitGrams } from './package-states.ts';

const statuses = fc.array(fc.constantFrom(...LABEL_TRACKING), { minLength: 1, maxLength: 10 });

test('a weight over several packages loses no gram, and no two differ by more than one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 1, max: 10 }), (grams, count) => {
      const parts = splitGrams(grams, count);
      expect(parts).toHaveLength(count);
      expect(parts.reduce((sum, one) => sum + one, 0)).toBe(grams);
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
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

test('the money of a label is back once that of all its packages is', () => {
  const states = fc.array(fc.constantFrom(null, ...REFUND_STATES), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(states, (each) => {
      const joined = joinRefunds(each);
      expect(joined === 'done').toBe(each.every((state) => state === 'done'));
      if (joined === 'refused') expect(each.every((state) => state === 'done' || state === 'refused')).toBe(true);
    }),
  );
});
