import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_VARIANTS } from '../product.ts';
import {
  checkVariants,
  choiceKey,
  countVariants,
  generateVariants,
  renameChoices,
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

  it('go on under the new names when an option or a value is typed over in its place', () => {
    const typed = generateVariants([colour, size], [], blank).map((variant, index) => ({
      ...variant,
      sku: `S${index}`,
    }));
    const after = [
      { name: 'Color', values: ['Sand', 'Ocean'] },
      { name: 'Size', values: ['Small', 'Large'] },
    ];
    const renamed = generateVariants(after, renameChoices([colour, size], after, typed), blank);
    expect(renamed.map((variant) => [variantTitle(variant.options), variant.sku])).toEqual([
      ['Sand / Small', 'S0'],
      ['Sand / Large', 'S1'],
      ['Ocean / Small', 'S2'],
      ['Ocean / Large', 'S3'],
    ]);
  });

  it('follow their values when these change places, and start again for a value that was put in place of another', () => {
    const typed = generateVariants([colour], [], blank).map((variant, index) => ({ ...variant, sku: `S${index}` }));
    const turned = [{ name: 'Colour', values: ['Sea', 'Sand'] }];
    const again = generateVariants(turned, renameChoices([colour], turned, typed), blank);
    expect(again.map((variant) => variant.sku)).toEqual(['S1', 'S0']);
    const fewer = [{ name: 'Colour', values: ['Clay'] }];
    expect(generateVariants(fewer, renameChoices([colour], fewer, typed), blank)[0]?.sku).toBe('');
  });

  it('are 2,048 at most, and are made within a moment', () => {
    const many = (name: string, count: number) => ({
      name,
      values: Array.from({ length: count }, (_, index) => `${name} ${index}`),
    });
    const options = [many('A', 16), many('B', 16), many('C', 8)];
    const variants = generateVariants(options, [], blank);
    expect(variants).toHaveLength(MAX_VARIANTS);
    expect(generateVariants(options, variants, blank)[2047]?.options).toEqual(variants[2047]?.options);
    expect(checkVariants({ options, variants })).toEqual([]);
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
    const variants = Array.from({ length: MAX_VARIANTS + 1 }, (_, index) => variant(String(index)));
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
