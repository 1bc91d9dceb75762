import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumMinor } from '#app/core/money/money.ts';
import { shareReturned, computeUnreturned, type ReturnableLine } from './part-returned.ts';

const line = (amountMinor: bigint, reversedMinor = 0n): ReturnableLine => ({ amountMinor, reversedMinor });

/** The lines after another part of their payout came back. */
const after = (lines: readonly ReturnableLine[], returnedMinor: bigint): ReturnableLine[] => {
  const shares = shareReturned(lines, returnedMinor);
  return lines.map((one, index) => ({ ...one, reversedMinor: one.reversedMinor + (shares[index] ?? 0n) }));
};

describe('the part of a payout that was reversed', () => {
  it('is of the first lines, each as far as it goes', () => {
    expect(shareReturned([line(10_00n), line(26_00n)], 4_00n)).toEqual([4_00n, 0n]);
    expect(shareReturned([line(10_00n), line(26_00n)], 12_50n)).toEqual([10_00n, 2_50n]);
    expect(shareReturned([line(10_00n, 10_00n), line(26_00n, 2_50n)], 12_51n)).toEqual([0n, 1n]);
  });

  it('is nothing of what was taken off', () => {
    expect(shareReturned([line(-3_00n), line(10_00n)], 6_99n)).toEqual([0n, 6_99n]);
  });

  it('is nothing new where it was reversed before, and never the whole', () => {
    expect(shareReturned([line(10_00n, 4_00n)], 4_00n)).toEqual([0n]);
    expect(() => shareReturned([line(10_00n)], 10_00n)).toThrow('less than the whole');
    expect(() => shareReturned([line(10_00n, 4_00n)], 3_99n)).toThrow('less than the whole');
  });

  it('adds up to the cent, in parts as at once, and leaves the rest standing', () => {
    const lines = fc
      .array(fc.bigInt({ min: -500n, max: 5_000n }), { minLength: 1, maxLength: 12 })
      .filter((amounts) => sumMinor(amounts) > 1n)
      .map((amounts) => amounts.map((amount) => line(amount)));
    const parts = fc.array(fc.double({ min: 0.001, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(lines, parts, (own, shares) => {
        const totalMinor = sumMinor(own.map(({ amountMinor }) => amountMinor));
        const steps = shares
          .map((share) => BigInt(Math.ceil(Number(totalMinor - 1n) * share)))
          .sort((a, b) => Number(a - b));
        let now: ReturnableLine[] = own;
        for (const returnedMinor of steps) {
          now = after(now, returnedMinor);
          expect(sumMinor(now.map(({ reversedMinor }) => reversedMinor))).toBe(returnedMinor);
          expect(sumMinor(now.map(computeUnreturned))).toBe(totalMinor - returnedMinor);
          for (const { amountMinor, reversedMinor } of now)
            expect(reversedMinor === 0n || (reversedMinor > 0n && reversedMinor <= amountMinor)).toBe(true);
        }
        expect(now).toEqual(after(own, steps.at(-1) ?? 0n));
      }),
    );
  });
});
