import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkListing, computeUnitEarnings, risePercent } from './listing-review.ts';

const listing = {
  media: [{ hasProblem: false }],
  texts: ['Serving bowl', 'Wheel-thrown stoneware.'],
  description: 'Wheel-thrown stoneware.',
  prices: [{ priceMinor: 5_800n, compareAtMinor: null }],
};
const failed = (...args: Parameters<typeof checkListing>) =>
  checkListing(...args).flatMap(({ check, isMet }) => (isMet ? [] : [check]));

describe('the checks of a listing', () => {
  test('a complete listing meets all of them', () => {
    expect(failed(listing)).toEqual([]);
  });

  test.each([
    ['no picture', { ...listing, media: [] }, 'pictures'],
    ['a picture that did not arrive', { ...listing, media: [{ hasProblem: true }] }, 'pictures'],
    ['no description', { ...listing, description: ' ' }, 'description'],
    ['no price', { ...listing, prices: [{ priceMinor: 0n, compareAtMinor: null }] }, 'prices'],
    ['a comparison below the price', { ...listing, prices: [{ priceMinor: 9n, compareAtMinor: 8n }] }, 'prices'],
    ['an email address in the text', { ...listing, texts: ['Write to ann@example.com'] }, 'contact'],
    ['a telephone number in the text', { ...listing, texts: ['Call +49 30 1234567'] }, 'contact'],
  ])('points out %s', (_name, of, check) => {
    expect(failed(of)).toEqual([check]);
  });

  test('a price that rose by 10 percent is met, by more it is not, and a fall is', () => {
    expect(failed(listing, [{ oldMinor: 1_000n, newMinor: 1_100n }])).toEqual([]);
    expect(failed(listing, [{ oldMinor: 1_000n, newMinor: 1_101n }])).toEqual(['rise']);
    expect(failed(listing, [{ oldMinor: 1_000n, newMinor: 10n }])).toEqual([]);
  });
});

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

test.each([
  [5_800n, 6_400n, '10.3'],
  [1_000n, 1_000n, '0.0'],
  [2_000n, 1_000n, '-50.0'],
  [3n, 4n, '33.3'],
  [0n, 4n, null],
])('a price of %s that becomes %s changes by %s percent', (oldMinor, newMinor, percent) => {
  expect(risePercent({ oldMinor, newMinor })).toBe(percent);
});
