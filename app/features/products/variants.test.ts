import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_VARIANTS } from './product.ts';
import {
  checkVariants,
  choiceKey,
  countVariants,
  generateVariants,
  variantTitle,
  type OptionChoice,
} from './variants.ts';

type V = { options: OptionChoice[]; price: string; sku: string };
const blank = (options: OptionChoice[], template: V | undefined): V => ({
  options,
  price: template?.price ?? '',
  sku: '',
});
const colour = { name: 'Colour', values: ['Sand', 'Sea'] };
const size = { name: 'Size', values: ['Small', 'Large'] };

describe('the variants of options', () => {
  it('are every combination, the first option slowest', () => {
    const variants = generateVariants([colour, size], [], blank);
    expect(variants.map((variant) => variantTitle(variant.options))).toEqual([
      'Sand / Small',
      'Sand / Large',
      'Sea / Small',
      'Sea / Large',
    ]);
  });

  it('keep what was typed when a value or an option is added', () => {
    const [first] = generateVariants([colour], [], blank);
    const typed = [{ ...(first as V), price: '28.00', sku: 'BWL-SND' }];
    const more = generateVariants([{ ...colour, values: ['Sand', 'Sea', 'Clay'] }, size], typed, blank);
    expect(more).toHaveLength(6);
    expect(more[0]).toMatchObject({ price: '28.00', sku: 'BWL-SND' });
    expect(more[1]).toMatchObject({ price: '28.00', sku: '' });
  });

  it('are one plain variant without options', () => {
    const plain: V = { options: [], price: '5.00', sku: 'A' };
    expect(generateVariants([], [plain], blank)).toEqual([plain]);
  });

  it('are as many as the values multiply to, each once, whatever the options', () => {
    const values = fc.uniqueArray(
      fc.string({ minLength: 1, maxLength: 6 }).filter((text) => text.trim() !== ''),
      {
        minLength: 1,
        maxLength: 5,
        selector: (text) => text.trim().toLocaleLowerCase('en'),
      },
    );
    fc.assert(
      fc.property(fc.array(values, { minLength: 0, maxLength: 3 }), (lists) => {
        const options = lists.map((list, index) => ({ name: `Option ${index}`, values: list }));
        const variants = generateVariants(options, [], blank);
        expect(variants).toHaveLength(countVariants(options));
        expect(new Set(variants.map((variant) => choiceKey(options, variant.options))).size).toBe(variants.length);
        expect(checkVariants({ options, variants })).toEqual([]);
        expect(generateVariants(options, variants, blank)).toEqual(variants);
      }),
    );
  });
});

describe('checking variants', () => {
  const variant = (color: string, sku = '') => ({ options: [{ name: 'Colour', value: color }], sku });

  it('takes one variant without options, and refuses two', () => {
    expect(checkVariants({ options: [], variants: [{ options: [], sku: '' }] })).toEqual([]);
    expect(checkVariants({ options: [], variants: [variant('a'), variant('b')] })).toMatchObject([
      { rule: 'options_missing' },
    ]);
  });

  it('refuses more than three options and more variants than the platform takes', () => {
    const many = Array.from({ length: 4 }, (_, index) => ({ name: `O${index}`, values: ['a'] }));
    expect(checkVariants({ options: many, variants: [{ options: [], sku: '' }] })).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ rule: 'too_many_options' })]) as object,
    );
    const variants = Array.from({ length: MOST_VARIANTS + 1 }, (_, index) => variant(String(index)));
    expect(checkVariants({ options: [colour], variants })).toMatchObject([
      { path: 'variants', rule: 'too_many_variants' },
    ]);
  });

  it('names a value that no option lists, and a combination that is there twice', () => {
    expect(checkVariants({ options: [colour], variants: [variant('Clay')] })).toMatchObject([
      { path: 'variants.0.options', rule: 'options_mismatch' },
    ]);
    expect(checkVariants({ options: [colour], variants: [variant('Sand'), variant('SAND ')] })).toMatchObject([
      { path: 'variants.1.options', rule: 'duplicate' },
    ]);
  });

  it('names a SKU that another variant of the product has', () => {
    expect(
      checkVariants({ options: [colour], variants: [variant('Sand', 'A-1'), variant('Sea', 'a-1')] }),
    ).toMatchObject([{ path: 'variants.1.sku', rule: 'sku_taken' }]);
  });

  it('names an option and a value that are there twice', () => {
    const issues = checkVariants({
      options: [colour, { name: 'colour', values: ['x', 'X'] }],
      variants: [variant('Sand')],
    });
    expect(issues.map((issue) => issue.path)).toEqual(
      expect.arrayContaining(['options.1.name', 'options.1.values.1']) as string[],
    );
  });
});
