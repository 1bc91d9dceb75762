import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isTranslatedMetafield,
  kindOfText,
  buildLookup,
  toProgress,
  repeatedTerms,
  toResourceType,
  targetLanguages,
  variantsWithTexts,
} from './translations.ts';

describe('what is translated', () => {
  it('is what buyers read of a product, and neither its address nor its type', () => {
    expect(['title', 'body_html', 'meta_title', 'meta_description'].map((key) => kindOfText('Product', key))).toEqual([
      'title',
      'description',
      'seoTitle',
      'seoDescription',
    ]);
    expect(kindOfText('Product', 'handle')).toBeUndefined();
    expect(kindOfText('Product', 'product_type')).toBeUndefined();
    expect(kindOfText('Collection', 'title')).toBeUndefined();
    expect(kindOfText(toResourceType('gid://shopify/ProductOptionValue/7'), 'name')).toBe('optionValue');
    expect(toResourceType('gid://shopify/Product/7?x=1')).toBe('');
  });

  it('is the text of specifications, and nothing that programs keep', () => {
    const of = (namespace: string, type = 'single_line_text_field') => isTranslatedMetafield({ namespace, type });
    expect([of('custom'), of('custom', 'multi_line_text_field')]).toEqual([true, true]);
    expect([of('custom', 'rich_text_field'), of('custom', 'list.single_line_text_field')]).toEqual([true, true]);
    expect([of('custom', 'number_integer'), of('souk'), of('app--1--x'), of('shopify--discovery')]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('is of as many variants as a screen takes, and the rest is counted', () => {
    const field = (key: string, type = 'single_line_text_field') => ({ namespace: 'custom', key, type });
    const variants = Array.from({ length: 300 }, (_, index) => ({
      id: BigInt(index),
      title: `No. ${index}`,
      fields: [field('care'), field('grain'), field('hidden'), field('size', 'number_integer')],
    }));
    const taken = variantsWithTexts(variants, ({ key }) => key !== 'hidden');
    expect([taken.variants.length, taken.leftOut]).toEqual([250, 100]);
    expect(taken.variants[0]?.fields.map(({ key }) => key)).toEqual(['care', 'grain']);
    expect(variantsWithTexts([{ id: 1n, title: '', fields: [] }], () => true)).toEqual({ variants: [], leftOut: 0 });
  });

  it('is wanted in the languages that were chosen, or in all, and never in the store’s own', () => {
    const language = (locale: string, primary = false) => ({ locale, name: locale, primary, published: true });
    const all = [language('en', true), language('de'), language('pt-BR')];
    expect(targetLanguages(all, []).map((one) => one.locale)).toEqual(['de', 'pt-BR']);
    expect(targetLanguages(all, ['pt-BR', 'en', 'xx']).map((one) => one.locale)).toEqual(['pt-BR']);
  });

  it('counts what is translated, and what of it is outdated', () => {
    const texts = [
      { translation: null, outdated: false },
      { translation: 'Schale', outdated: true },
      { translation: 'Holz', outdated: false },
    ];
    expect(toProgress(texts)).toEqual({ total: 3, translated: 2, outdated: 1 });
  });
});

describe('the dictionary', () => {
  it('finds a term whichever way it is written, in its own language only', () => {
    const find = buildLookup([{ locale: 'de', key: ' Oak  wood', value: 'Eichenholz' }], 'de');
    expect(find('OAK WOOD')).toBe('Eichenholz');
    expect(find('Oak')).toBeNull();
    expect(buildLookup([{ locale: 'de', key: 'Oak', value: 'Eiche' }], 'fr')('Oak')).toBeNull();
  });

  it('knows each term of a language once: what is looked up is what stands there', () => {
    const term = fc.record({
      locale: fc.constantFrom('de', 'fr'),
      key: fc.constantFrom('Oak', 'oak ', 'Pine', 'PINE', 'Ash'),
      value: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(term, { maxLength: 8 }), (terms) => {
        const repeated = new Set(repeatedTerms(terms));
        const kept = terms.filter((_term, index) => !repeated.has(index));
        for (const { locale, key, value } of kept) expect(buildLookup(kept, locale)(key)).toBe(value);
        expect(repeatedTerms(kept)).toEqual([]);
      }),
    );
  });
});
