import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asCurrency } from '#app/core/money/money.ts';
import { DEFAULT_SETTINGS, type ComparedProduct } from '../connections/connection.ts';
import { agreeOn, keepAgreed, listDifferences, listKept, type LookedAt } from './difference.ts';

const SETTINGS = { ...DEFAULT_SETTINGS, currency: asCurrency('EUR') };
const bowl: ComparedProduct = {
  title: 'Bowl',
  description: '<p>Blue.</p>',
  images: 'a',
  prices: { s: '10.00/', l: '12.00/15.00' },
  stocks: { s: 3, l: null },
};
const stocks = fc.dictionary(fc.constantFrom('s', 'm', 'l'), fc.option(fc.nat({ max: 9 })), { minKeys: 1 });
const products: fc.Arbitrary<ComparedProduct> = fc
  .record({ title: fc.constantFrom('Bowl', 'Dish'), description: fc.constantFrom('', 'x'), stocks })
  .map((one) => ({
    ...one,
    images: '',
    prices: Object.fromEntries(Object.keys(one.stocks).map((sku) => [sku, `${one.title.length}.00/`])),
  }));

describe('differences of a product from its own store', () => {
  it('name each field with both values, by SKU where it is a variant’s', () => {
    const there = { ...bowl, title: 'Blue bowl', prices: { s: '11.00/', m: '9.00/' }, stocks: { s: 2, m: 1 } };
    expect(listDifferences({ saved: { there, here: bowl }, kept: [], agreed: null }, SETTINGS)).toEqual([
      { field: 'title', sku: null, there: 'Blue bowl', here: 'Bowl' },
      { field: 'variant', sku: 'l', there: null, here: 'l' },
      { field: 'variant', sku: 'm', there: 'm', here: null },
      { field: 'price', sku: 's', there: '11.00/', here: '10.00/' },
      { field: 'stock', sku: 's', there: '2', here: '3' },
    ]);
  });

  it('are none between equals, and none once they were left so', () => {
    fc.assert(
      fc.property(products, products, (there, here) => {
        const saved = { there, here };
        expect(listDifferences({ saved: { there, here: there }, kept: [], agreed: null }, SETTINGS)).toEqual([]);
        const looked: LookedAt = { saved, kept: [], agreed: null };
        expect(listDifferences({ ...looked, agreed: agreeOn(looked, SETTINGS) }, SETTINGS)).toEqual([]);
      }),
    );
  });

  it('come back with what changes there, and with nothing else', () => {
    const there = { ...bowl, title: 'Blue bowl', prices: { ...bowl.prices, s: '11.00/' } };
    const later = { ...there, prices: { ...there.prices, s: '11.50/' } };
    const agreed = agreeOn({ saved: { there, here: bowl }, kept: [], agreed: null }, SETTINGS);
    const fields = listDifferences({ saved: { there: later, here: bowl }, kept: [], agreed }, SETTINGS);
    expect(fields.map(({ field }) => field)).toEqual(['price']);
  });

  it('that nobody left so are listed beside one that somebody did', () => {
    const there = { ...bowl, title: 'Blue bowl' };
    const agreed = agreeOn({ saved: { there, here: bowl }, kept: [], agreed: null }, SETTINGS);
    const here = { ...bowl, stocks: { ...bowl.stocks, s: 1 } };
    const fields = listDifferences({ saved: { there, here }, kept: [], agreed }, SETTINGS);
    expect(fields.map(({ field }) => field)).toEqual(['stock']);
  });

  it('that ended are agreed on no longer', () => {
    const there = { ...bowl, title: 'Blue bowl', stocks: { ...bowl.stocks, s: 9 } };
    const looked: LookedAt = { saved: { there, here: bowl }, kept: [], agreed: null };
    const agreed = agreeOn(looked, SETTINGS);
    expect(keepAgreed({ ...looked, agreed }, SETTINGS)).toEqual(agreed);
    const sold = { there, here: { ...bowl, stocks: there.stocks } };
    expect(keepAgreed({ saved: sold, kept: [], agreed }, SETTINGS)).toEqual({ title: 'Blue bowl' });
    expect(keepAgreed({ saved: { there, here: there }, kept: [], agreed }, SETTINGS)).toBeNull();
  });

  it('are no differences where the settings leave a field alone, or nothing is on sale there', () => {
    const there = { ...bowl, title: 'Blue bowl', prices: { ...bowl.prices, s: '11.00/' } };
    const skips = { ...SETTINGS, skipPriceUpdate: true, skipContentUpdate: true };
    expect(listDifferences({ saved: { there, here: bowl }, kept: ['images'], agreed: null }, skips)).toEqual([]);
    const gone = { ...there, stocks: {} };
    expect(listDifferences({ saved: { there: gone, here: bowl }, kept: [], agreed: null }, SETTINGS)).toEqual([]);
  });

  it('that are left so keep their fields here, but never a stock', () => {
    const there = { ...bowl, title: 'Blue bowl', stocks: { ...bowl.stocks, s: 9 } };
    expect(listKept({ saved: { there, here: bowl }, kept: ['price'], agreed: null }, SETTINGS)).toEqual([
      'title',
      'price',
    ]);
  });
});
