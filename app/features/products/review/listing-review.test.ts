import { describe, expect, test } from 'vitest';
import { checkListing, risePercent } from './listing-review.ts';

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

test.each([
  [5_800n, 6_400n, '10.3'],
  [1_000n, 1_000n, '0.0'],
  [2_000n, 1_000n, '-50.0'],
  [3n, 4n, '33.3'],
  [0n, 4n, null],
])('a price of %s that becomes %s changes by %s percent', (oldMinor, newMinor, percent) => {
  expect(risePercent({ oldMinor, newMinor })).toBe(percent);
});
