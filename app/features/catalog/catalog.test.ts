import { describe, expect, it } from 'vitest';
import { inBuyersOrder, formatSearchText, searchWords, findPricePosition } from './catalog.ts';

const offer = (id: number, price: number, inStock = true) => ({
  productId: BigInt(id),
  priceMinor: BigInt(price),
  inStock,
});

describe('the order of offers', () => {
  it('puts what can be bought first, each cheapest first, and of equal prices the older product', () => {
    const offers = [offer(1, 900), offer(2, 500, false), offer(4, 700), offer(3, 700), offer(5, 100, false)];
    expect(inBuyersOrder(offers).map(({ productId }) => Number(productId))).toEqual([3, 4, 1, 5, 2]);
  });

  it('leaves the given list as it is', () => {
    const offers = [offer(1, 900), offer(2, 500)];
    inBuyersOrder(offers);
    expect(offers.map(({ productId }) => Number(productId))).toEqual([1, 2]);
  });
});

describe('where a price stands', () => {
  const live = [offer(1, 900), offer(2, 500), offer(3, 700)];

  it('is reported as the lowest of the others, how many there are, and its place', () => {
    expect(findPricePosition(offer(3, 700), live)).toEqual({ lowestMinor: 500n, others: 2, place: 2 });
    expect(findPricePosition(offer(2, 500), live)).toEqual({ lowestMinor: 700n, others: 2, place: 1 });
    expect(findPricePosition(offer(9, 950), live)).toEqual({ lowestMinor: 500n, others: 3, place: 4 });
  });

  it('shares the first place with an equal price', () => {
    expect(findPricePosition(offer(4, 500), live)).toMatchObject({ place: 1 });
  });

  it('is nothing while nobody else offers', () => {
    expect(findPricePosition(offer(1, 900), [offer(1, 900)])).toBeUndefined();
  });
});

describe('searching entries', () => {
  it('looks through title, type and barcode', () => {
    expect(formatSearchText({ title: 'Blue Teapot', productType: 'Kitchen', barcode: '4006381333931' })).toBe(
      'Blue Teapot Kitchen 4006381333931',
    );
    expect(formatSearchText({ title: 'Cup', productType: '', barcode: '' })).toBe('Cup');
  });

  it('takes at most eight words', () => {
    expect(searchWords('  Blue\tTEA ')).toEqual(['Blue', 'TEA']);
    expect(searchWords('a '.repeat(20))).toHaveLength(8);
  });
});
