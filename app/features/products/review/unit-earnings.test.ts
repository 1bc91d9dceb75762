import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeTermEarnings, computeUnitEarnings, listUnitTerms } from './unit-earnings.ts';

describe('what a vendor earns of one unit', () => {
  const line = (percent: bigint, flatMinor: bigint) => ({
    minMinor: 0n,
    maxMinor: null,
    flatMinor,
    percent,
    constraint: null,
  });

  test('is the price less the commission of the vendor’s own list, else of the default', () => {
    const lists = { vendorLines: [], defaultLines: [line(120_000n, 0n)] };
    expect(computeUnitEarnings(lists, 6_400n, [], 'EUR')).toMatchObject({
      commissionMinor: 768n,
      earnsMinor: 5_632n,
      source: 'default',
    });
    const own = { ...lists, vendorLines: [line(50_000n, 30n)] };
    expect(computeUnitEarnings(own, 6_400n, [], 'EUR')).toMatchObject({ commissionMinor: 350n, source: 'vendor' });
  });

  test('never leaves the price, and adds up to it, for any price and rate', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.bigInt({ min: 0n, max: 1_000_000n }),
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        (priceMinor, percent, flatMinor) => {
          const lists = { vendorLines: [line(percent, flatMinor)], defaultLines: [] };
          const { commissionMinor, earnsMinor } = computeUnitEarnings(lists, priceMinor, [], 'EUR');
          expect(commissionMinor + earnsMinor).toBe(priceMinor);
          expect(earnsMinor).toBeGreaterThanOrEqual(0n);
          expect(commissionMinor).toBeGreaterThanOrEqual(0n);
        },
      ),
    );
  });
});

test('the rates that a vendor is shown charge each price as the lists do', () => {
  const amount = fc.bigInt({ min: 0n, max: 100_000n });
  const line = fc.record({
    minMinor: amount,
    maxMinor: fc.option(amount, { nil: null }),
    flatMinor: fc.bigInt({ min: 0n, max: 500n }),
    percent: fc.bigInt({ min: 0n, max: 1_000_000n }),
    constraint: fc.constantFrom(null, { key: 'kind', value: 'mug' }, { key: 'kind', value: 'vase' }),
  });
  const fields = [{ namespace: 'own', key: 'kind', values: ['mug'] }];
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), fc.array(line, { maxLength: 5 }), amount, (own, usual, price) => {
      const lists = { vendorLines: own, defaultLines: usual };
      const { commissionMinor, earnsMinor } = computeUnitEarnings(lists, price, fields, 'EUR');
      expect(computeTermEarnings(listUnitTerms(lists, fields, 'EUR'), price)).toEqual({ commissionMinor, earnsMinor });
    }),
  );
});
