import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WEIGHT_UNITS } from '#app/features/products/product.ts';
import type { Sent, SentVariant } from '../sent-product.ts';
import { joinRecords, recordUndo, settlePictures, toSent, undoRecord, undoRecordSchema } from './undo-record.ts';

const text = fc.constantFrom('', 'a', 'b', 'c');
const metafields = fc.uniqueArray(
  fc.record({
    namespace: fc.constantFrom('custom', 'my.own'),
    key: fc.constantFrom('size', 'care'),
    type: fc.constant('single_line_text_field'),
    value: fc.constantFrom('a', 'b'),
  }),
  { selector: ({ namespace, key }) => `${namespace}.${key}`, maxLength: 3 },
);
const variantOf = (id: string | undefined, choice: string): fc.Arbitrary<SentVariant> =>
  fc
    .record({
      price: fc.constantFrom('1.00', '2.00'),
      compareAt: fc.constantFrom(null, '9.00'),
      barcode: text,
      taxable: fc.boolean(),
      requiresShipping: fc.boolean(),
      weight: fc.constantFrom(null, 1, 2.5),
      weightUnit: fc.constantFrom(...WEIGHT_UNITS),
      media: fc.constantFrom(null, 'gid://1', 'gid://2'),
      dimensions: fc.constantFrom(null, { width: 1, height: 2, length: 3, dimUnit: 'cm' as const }),
      localPickup: fc.record({ enabled: fc.boolean() }),
      metafields,
      stocked: fc.constantFrom(
        { trackStock: true, stock: 4 },
        { trackStock: true, stock: 0 },
        { trackStock: false, stock: 0 },
      ),
    })
    .map(({ stocked, ...variant }) => ({
      ...variant,
      ...stocked,
      id,
      sku: `SKU-${choice}`,
      options: [{ name: 'Color', value: choice }],
      stockWas: null,
    }));
const media = fc
  .subarray(['1', '2', '3'])
  .map((ids) =>
    ids.map((id) => ({ id: `gid://${id}`, src: `https://cdn.test/${id}.jpg`, alt: id, contentType: 'IMAGE' as const })),
  );
const productOf = (added: readonly string[]): fc.Arbitrary<Sent> =>
  fc
    .record({
      title: text,
      bodyHtml: text,
      media,
      metafields,
      seo: fc.record({ title: text, description: text }),
      variants: fc.tuple(
        variantOf('11', 'Blue'),
        variantOf('12', 'Red'),
        ...added.map((choice) => variantOf(undefined, choice)),
      ),
    })
    .map((product) => ({ ...product, id: '1', version: 'v', vendor: undefined, options: [] }));

/** A product without what nobody sees: the order of specifications, empty ones, and a count that is not kept. */
const plain = (product: Sent) => ({
  ...product,
  metafields: plainFields(product),
  variants: product.variants.map((variant) => ({
    ...variant,
    stock: variant.trackStock ? variant.stock : null,
    metafields: plainFields(variant),
  })),
});
const plainFields = ({ metafields: fields }: Pick<Sent, 'metafields'>): string[] =>
  fields.flatMap(({ namespace, key, value }) => (value === '' ? [] : [`${namespace}.${key} ${value}`])).sort();
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const withIds = (product: Sent): Sent => ({
  ...product,
  variants: product.variants.map((variant, index) => ({ ...variant, id: variant.id ?? String(20 + index) })),
});
const nothingSold = () => false;

describe('the record of an import', () => {
  it('puts a product back as it was, and once more changes nothing', () => {
    fc.assert(
      fc.property(productOf([]), productOf(['Green']), (before, after) => {
        const record = undoRecordSchema.parse(stored(recordUndo(before, after)));
        const back = undoRecord(withIds(after), record, nothingSold);
        expect(back.kept).toEqual([]);
        expect(plain(back.product)).toEqual(plain(before));
        const again = undoRecord(back.product, record, nothingSold);
        expect([again.kept, plain(again.product)]).toEqual([[], plain(before)]);
      }),
    );
  });

  it('leaves every field that somebody changed since, and names it', () => {
    fc.assert(
      fc.property(productOf([]), productOf([]), productOf([]), (before, after, changed) => {
        const record = undoRecordSchema.parse(stored(recordUndo(before, after)));
        const { product, kept } = undoRecord(changed, record, nothingSold);
        for (const field of ['title', 'bodyHtml'] as const) {
          const isOurs = changed[field] === after[field] && before[field] !== after[field];
          expect(product[field]).toBe(isOurs ? before[field] : changed[field]);
        }
        const isForeign = before.title !== after.title && ![before.title, after.title].includes(changed.title);
        expect(kept.some(({ field }) => field === 'title')).toBe(isForeign);
      }),
    );
  });

  it('of a save that broke off and of the one that went on puts back what was before both', () => {
    fc.assert(
      fc.property(productOf([]), productOf([]), fc.boolean(), (before, after, wasSaved) => {
        const first = recordUndo(before, after);
        // The platform took the product's own fields, or nothing, before it broke off.
        const { title, bodyHtml, seo } = after;
        const half = wasSaved ? { ...before, title, bodyHtml, seo } : before;
        const record = undoRecordSchema.parse(stored(joinRecords(first, recordUndo(half, after))));
        expect(plain(undoRecord(after, record, nothingSold).product)).toEqual(plain(before));
      }),
    );
  });

  it('keeps an added variant that was sold', () => {
    const [before] = fc.sample(productOf([]), 1);
    if (!before) throw new Error('a product is drawn');
    const after = withIds({
      ...before,
      variants: [...before.variants, ...fc.sample(variantOf(undefined, 'Green'), 1)],
    });
    const record = recordUndo(before, after);
    const { product, kept } = undoRecord(after, record, (id) => id === '22');
    expect([product.variants.length, kept]).toEqual([3, [{ field: null, variant: 'Green', reason: 'sold' }]]);
  });

  it('fetches a picture again that the product has no more, for the variant too', () => {
    const [drawn] = fc.sample(productOf([]), 1);
    if (!drawn) throw new Error('a product is drawn');
    const picture = (id: string) => ({
      id: `gid://${id}`,
      src: `https://cdn.test/${id}.jpg`,
      alt: '',
      contentType: 'IMAGE' as const,
    });
    const [blue, red] = drawn.variants;
    if (!blue || !red) throw new Error('two variants are drawn');
    const before = {
      ...drawn,
      media: [picture('1')],
      variants: [
        { ...blue, media: 'gid://1' },
        { ...red, media: null },
      ],
    };
    const sent = {
      ...before,
      media: [{ ...picture('9'), id: undefined }],
      variants: [
        { ...blue, media: null },
        { ...red, media: null },
      ],
    };
    const now = { ...sent, media: [picture('9')] };
    const record = settlePictures(recordUndo(before, sent), now);
    const { product } = undoRecord(now, record, nothingSold);
    expect(toSent(product, now)).toMatchObject({
      media: [{ id: undefined, src: 'https://cdn.test/1.jpg' }],
      variants: [{ media: 'https://cdn.test/1.jpg' }, { media: null }],
    });
  });
});
