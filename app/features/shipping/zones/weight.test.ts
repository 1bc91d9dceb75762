import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toGrams } from './weight.ts';

describe('weight of a product', () => {
  it.each([
    ['3.9000000000000004', 'KILOGRAMS', 3_900n],
    ['0.30000000000000004', 'KILOGRAMS', 300n],
    ['1e-7', 'KILOGRAMS', 0n],
    ['1.5E+3', 'GRAMS', 1_500n],
    ['0.4995', 'KILOGRAMS', 500n],
    ['0.49949999', 'KILOGRAMS', 500n],
    ['1', 'POUNDS', 454n],
    ['2.5', 'OUNCES', 71n],
    [null, null, 0n],
    ['', 'GRAMS', 0n],
  ])('%s %s is %s grams', (weight, unit, grams) => {
    expect(toGrams(weight, unit)).toBe(grams);
  });

  it.each([
    ['heavy', 'GRAMS'],
    ['-1', 'GRAMS'],
    ['1,5', 'KILOGRAMS'],
    ['1', 'STONES'],
    ['1', null],
    ['9'.repeat(500), 'GRAMS'],
  ])('%s %s is no weight, and not 0', (weight, unit) => {
    expect(toGrams(weight, unit)).toBeUndefined();
  });

  it('is the same for every float that is written as the nearest milligram', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000_000 }), fc.integer({ min: 1, max: 9 }), (milligrams, factor) => {
        const float = (milligrams / 1_000_000 / factor) * factor;
        expect(toGrams(String(float), 'KILOGRAMS')).toBe(
          toGrams(String(milligrams), 'GRAMS') && BigInt(Math.round(milligrams / 1_000)),
        );
      }),
    );
  });
});
