import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumMinor } from './money.ts';
import { splitLargestRemainder, splitWithinCaps } from './split.ts';

const amounts = fc.bigInt({ min: -1_000_000n, max: 1_000_000n });
const weights = fc.array(fc.bigInt({ min: 0n, max: 100_000n }), { minLength: 1, maxLength: 12 });

describe('splits by largest remainder', () => {
  it('gives the documented example: 50 over 100 and 150 is 20 and 30', () => {
    expect(splitLargestRemainder(50_00n, [100_00n, 150_00n])).toEqual([20_00n, 30_00n]);
  });

  it('breaks ties in order, and splits equally where all weights are zero', () => {
    expect(splitLargestRemainder(1n, [5n, 5n])).toEqual([1n, 0n]);
    expect(splitLargestRemainder(5n, [0n, 0n, 0n])).toEqual([2n, 2n, 1n]);
    expect(splitLargestRemainder(-5n, [0n, 0n, 0n])).toEqual([-2n, -2n, -1n]);
  });

  it('always sums to the whole', () => {
    fc.assert(
      fc.property(amounts, weights, (total, parts) => {
        expect(sumMinor(splitLargestRemainder(total, parts))).toBe(total);
      }),
    );
  });

  it('stays within one minor unit of the exact share, and gives a zero weight nothing', () => {
    fc.assert(
      fc.property(amounts, weights, (total, parts) => {
        const sum = sumMinor(parts);
        fc.pre(sum > 0n);
        splitLargestRemainder(total, parts).forEach((part, index) => {
          const weight = parts[index] ?? 0n;
          const error = part * sum - total * weight;
          expect((error < 0n ? -error : error) < sum).toBe(true);
          if (weight === 0n) expect(part).toBe(0n);
        });
      }),
    );
  });

  it('refuses negative weights and a split over nobody', () => {
    expect(() => splitLargestRemainder(1n, [-1n])).toThrow(/never negative/);
    expect(() => splitLargestRemainder(1n, [])).toThrow(/nobody/);
  });
});

describe('splits within caps', () => {
  const capped = fc.array(fc.tuple(fc.bigInt({ min: 0n, max: 50n }), fc.bigInt({ min: 0n, max: 500n })), {
    minLength: 1,
    maxLength: 8,
  });

  it('gives nobody more than their cap and as much in total as fits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 3_000n }), capped, (total, sharers) => {
        const caps = sharers.map(([, cap]) => cap);
        const parts = splitWithinCaps(
          total,
          sharers.map(([weight]) => weight),
          caps,
        );
        const capacity = sumMinor(caps);
        expect(sumMinor(parts)).toBe(total < capacity ? total : capacity);
        expect(parts.every((part, index) => part >= 0n && part <= (caps[index] ?? 0n))).toBe(true);
      }),
    );
  });

  it('equals the plain split where no cap is reached', () => {
    expect(splitWithinCaps(10n, [3n, 1n, 1n], [100n, 100n, 100n])).toEqual(splitLargestRemainder(10n, [3n, 1n, 1n]));
  });
});
