import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyDifferences, putBack, compareWithLive } from './apply-differences.ts';
import { CHANGE_FIELDS, differencesBetween, plainAmount, stable, withIds, type Content } from './differences.ts';

const word = fc.constantFrom('', 'Bowl', 'Deep bowl', '<p>Clay</p>', 'Töpfer 🏺');
const amount = fc
  .integer({ min: 0, max: 50_000 })
  .map((minor) => `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`);
const metafields = fc.uniqueArray(
  fc.record({
    namespace: fc.constant('custom'),
    key: fc.constantFrom('glaze', 'origin', 'care'),
    value: word,
    type: fc.constant('single_line_text_field'),
  }),
  { selector: (field) => field.key, maxLength: 3 },
);
const facts = fc.record({
  price: amount,
  compareAt: fc.option(amount),
  sku: word,
  barcode: word,
  taxable: fc.boolean(),
  trackStock: fc.boolean(),
  stock: fc.integer({ min: 0, max: 9 }),
  stockWas: fc.constant(null),
  requiresShipping: fc.boolean(),
  weight: fc.option(fc.integer({ min: 1, max: 9 })),
  weightUnit: fc.constantFrom('GRAMS' as const, 'KILOGRAMS' as const),
  dimensions: fc.option(
    fc.record({
      width: fc.integer({ min: 1, max: 9 }),
      height: fc.constant(2),
      length: fc.constant(3),
      dimUnit: fc.constant('cm' as const),
    }),
  ),
  localPickup: fc.boolean().map((enabled) => ({ enabled })),
  media: fc.option(fc.constantFrom('gid://shopify/MediaImage/1', 'gid://shopify/MediaImage/2')),
  metafields,
});
const medium = fc.record({
  id: fc.constantFrom('gid://shopify/MediaImage/1', 'gid://shopify/MediaImage/2', 'gid://shopify/MediaImage/3'),
  alt: word,
  contentType: fc.constant('IMAGE' as const),
});
const SIZES = ['S', 'M', 'L', 'XL'];

/** A product with a few sizes; each of its variants has the id of its size unless it is new. */
function product(isNew: fc.Arbitrary<boolean>): fc.Arbitrary<Content> {
  return fc
    .record({
      title: word,
      bodyHtml: word,
      media: fc.uniqueArray(medium, { selector: (one) => one.id, maxLength: 3 }),
      metafields,
      seo: fc.record({ title: word, description: word }),
      name: fc.constantFrom('Size', 'Grösse'),
      variants: fc
        .subarray(SIZES, { minLength: 1 })
        .chain((sizes) => fc.tuple(...sizes.map((size) => fc.tuple(fc.constant(size), facts, isNew)))),
    })
    .map(({ name, variants, ...rest }) => ({
      ...rest,
      options: [{ name, values: variants.map(([size]) => size) }],
      variants: variants.map(([size, one, fresh]) => ({
        ...one,
        ...(fresh ? {} : { id: BigInt(SIZES.indexOf(size) + 1) }),
        options: [{ name, value: size }],
      })),
    }));
}
const live = product(fc.constant(false));
/** Metafields that a save does not name stay as they are, so a wanted product has all that the live one has. */
const pair = fc.tuple(live, product(fc.boolean())).map(([is, wanted]): [Content, Content] => {
  const filled = (own: Content['metafields'], other: Content['metafields']) => [
    ...other,
    ...own.filter((field) => !other.some((one) => one.key === field.key)),
  ];
  const ids = new Set(is.variants.map((variant) => variant.id));
  const known = {
    ...wanted,
    metafields: filled(is.metafields, wanted.metafields),
    variants: wanted.variants.map(({ id, ...variant }) => {
      const old = is.variants.find((one) => one.id === id);
      const metafieldsOf = filled(old?.metafields ?? [], variant.metafields);
      return id !== undefined && ids.has(id) ? { ...variant, id, metafields: metafieldsOf } : variant;
    }),
  };
  return [is, withIds(is, known)];
});
const RUNS = { numRuns: 300 };

describe('the differences of two products', () => {
  it('of the same product are none', () => {
    fc.assert(
      fc.property(live, (one) => {
        expect(differencesBetween(one, structuredClone(one))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('make the wanted product of the live one when all are applied, and again when they are applied twice', () => {
    fc.assert(
      fc.property(pair, ([is, wanted]) => {
        const differences = differencesBetween(is, wanted);
        const applied = applyDifferences(is, differences);
        expect(differencesBetween(withNew(applied), withNew(wanted))).toEqual([]);
        expect(applyDifferences(is, differences)).toEqual(applied);
      }),
      RUNS,
    );
  });

  it('leave the live product when all are put back', () => {
    fc.assert(
      fc.property(pair, ([is, wanted]) => {
        expect(differencesBetween(is, putBack(is, wanted, differencesBetween(is, wanted)))).toEqual([]);
      }),
      RUNS,
    );
  });

  it('are exactly the others when some are put back, whichever those are', () => {
    fc.assert(
      fc.property(pair, fc.subarray([...CHANGE_FIELDS]), ([is, wanted], fields) => {
        const all = differencesBetween(is, wanted);
        const pending = all.filter((one) => fields.includes(one.field));
        const rest = differencesBetween(is, putBack(is, wanted, pending));
        const names = rest.map((one) => one.field);
        expect(names.filter((name) => fields.includes(name))).toEqual([]);
        // What variants say of themselves goes with the variants that are held back as a whole.
        expect(rest.every((one) => all.some((other) => other.field === one.field))).toBe(true);
      }),
      RUNS,
    );
  });

  it('survive being kept as JSON', () => {
    fc.assert(
      fc.property(pair, ([is, wanted]) => {
        const differences = differencesBetween(is, wanted);
        const kept = JSON.parse(JSON.stringify(differences)) as typeof differences;
        expect(stable(kept)).toBe(stable(differences));
        expect(applyDifferences(is, kept)).toEqual(applyDifferences(is, differences));
      }),
      RUNS,
    );
  });

  it('stand untouched until they are live, and reached then', () => {
    fc.assert(
      fc.property(pair, ([is, wanted]) => {
        for (const one of differencesBetween(is, wanted)) {
          expect(compareWithLive(is, one)).toBe('untouched');
        }
        const title = { field: 'title' as const, old: is.title, new: `${is.title}!` };
        expect(compareWithLive({ ...is, title: `${is.title}!` }, title)).toBe('reached');
        expect(compareWithLive({ ...is, title: `${is.title}?` }, title)).toBe('moved');
      }),
      RUNS,
    );
  });
});

/** New variants count as the same when they have the same values: ids come from the platform. */
const withNew = (content: Content): Content => ({
  ...content,
  variants: content.variants.map((variant, index) => ({ ...variant, id: variant.id ?? BigInt(1_000 + index) })),
});

describe('what a save names', () => {
  const base: Content = {
    title: 'Bowl',
    bodyHtml: '',
    media: [],
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: ['S', 'M'].map((value, index) => ({
      id: BigInt(index + 1),
      options: [{ name: 'Size', value }],
      price: '10.00',
      compareAt: null,
      sku: '',
      barcode: '',
      taxable: true,
      trackStock: true,
      stock: 1,
      stockWas: 1,
      requiresShipping: true,
      weight: null,
      weightUnit: 'KILOGRAMS',
      metafields: [],
    })),
    metafields: [],
    seo: { title: '', description: '' },
  };

  it('is the variant that has its values when it names none: deleted and created again is changed', () => {
    const wanted = withIds(base, {
      ...base,
      variants: base.variants.map(({ id: _id, ...variant }) => ({ ...variant, price: '99' })),
    });
    expect(differencesBetween(base, wanted)).toEqual([
      { field: 'price', old: { 1: '10', 2: '10' }, new: { 1: '99', 2: '99' } },
    ]);
  });

  it('has a price by its worth, not by how it is written', () => {
    expect(['12', '12.00', '012.0', '12.50', '0.10'].map(plainAmount)).toEqual(['12', '12', '12', '12.5', '0.1']);
  });

  it('of which a variant is gone is left out when it is applied', () => {
    const one = { field: 'price' as const, old: { 1: '10', 7: '10' }, new: { 1: '12', 7: '12' } };
    expect(applyDifferences(base, [one]).variants.map((variant) => variant.price)).toEqual(['12', '10.00']);
    expect(compareWithLive(base, { ...one, old: { 7: '10' }, new: { 7: '12' } })).toBe('moved');
  });
});
