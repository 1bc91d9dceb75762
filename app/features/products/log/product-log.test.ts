import { describe, expect, it } from 'vitest';
import { loggedFields, readableDetail, type Readable } from './product-log.ts';

describe('what an entry of the log says', () => {
  it('is each field from what to what, also where it is part of a change', () => {
    const fields = {
      title: ['Bowl', 'Cup'],
      price: [
        { 1: '10', 2: '10' },
        { 1: '12.5', 2: '13' },
      ],
      description: ['<p>A <b>bowl</b></p>', ''],
    };
    const read = [
      { field: 'title', old: 'Bowl', new: 'Cup' },
      { field: 'description', old: 'A bowl', new: null },
      { field: 'price', old: '10', new: '12.50, 13' },
    ];
    expect(loggedFields(fields)).toEqual(read);
    expect(loggedFields({ change: '7', fields })).toEqual(read);
  });

  it('has the stock of each variant, tags as they are called, and translations by language and text', () => {
    const detail = {
      stock: [
        { 1: 5, 2: 7, 9: 1 },
        { 1: 4, 2: 9, 9: 0 },
      ],
      tags: [['new'], ['new', 'sale']],
      'de.title': [null, 'Schale'],
      'pt-BR.optionValue Wood: Oak': ['Carvalho', null],
      'de.description': ['<p>Alt</p>', '<p>Von <b>Hand</b></p>'],
    };
    const titles = new Map([
      ['1', 'S'],
      ['2', 'L'],
    ]);
    expect(loggedFields(detail, titles)).toEqual([
      { field: 'stock', old: 'S: 5, L: 7, #9: 1', new: 'S: 4, L: 9, #9: 0' },
      { field: 'tags', old: 'new', new: 'new; sale' },
      {
        field: 'translation',
        old: null,
        new: 'Schale',
        translation: { locale: 'de', text: 'title', name: '' },
      },
      {
        field: 'translation',
        old: 'Alt',
        new: 'Von Hand',
        translation: { locale: 'de', text: 'description', name: '' },
      },
      {
        field: 'translation',
        old: 'Carvalho',
        new: null,
        translation: { locale: 'pt-BR', text: 'optionValue', name: 'Wood: Oak' },
      },
    ]);
    expect(loggedFields({ stock: [{ 1: 5 }, { 1: 4 }] }, new Map([['1', '']]))).toEqual([
      { field: 'stock', old: '5', new: '4' },
    ]);
  });

  it('names options, specifications and pictures, and leaves out what is no field or too long', () => {
    expect(
      loggedFields({
        stock: true,
        version: ['a', 'b'],
        options: [
          { options: [{ name: 'Size', values: ['S'] }], variants: [] },
          { options: [{ name: 'Size', values: ['S', 'M'] }], variants: [] },
        ],
        specifications: [[], [{ key: 'care', value: 'By hand' }]],
        media: [[{ alt: 'Front' }, { alt: '' }], []],
        sku: [{ tooLong: 2_048 }, { tooLong: 2_048 }],
        description: ['', 'x'.repeat(900)],
      }).map((one) => [one.field, one.old, one.new?.length ?? null]),
    ).toEqual([
      ['description', null, 301],
      ['media', 'Front; ▢', null],
      ['options', 'Size: S', 10],
      ['sku', null, null],
      ['specifications', null, 13],
    ]);
  });
});

describe('the log as somebody reads who may not read every specification', () => {
  const secret = { namespace: 'custom', key: 'margin', value: '12' };
  const open = { namespace: 'custom', key: 'care', value: 'By hand' };
  // The same key of a variant is another specification.
  const readable: Readable = (owner, fields) => fields.filter((one) => owner !== 'PRODUCT' || one.key !== 'margin');

  it('has the others alone, also in a change, and no entry of which nothing is left', () => {
    const detail = {
      title: ['Bowl', 'Cup'],
      specifications: [
        [{ ...secret, value: '' }, open],
        [secret, { ...open, value: '' }],
      ],
      variantSpecifications: [{ 1: [] }, { 1: [secret] }],
    };
    const left = {
      title: ['Bowl', 'Cup'],
      specifications: [[open], [{ ...open, value: '' }]],
      variantSpecifications: [null, { 1: [secret] }],
    };
    expect(readableDetail(detail, readable)).toEqual(left);
    const translated = {
      'de.title': [null, 'Schale'],
      'de.specification Margin': [null, 'zwölf'],
      'de.specification Care': [null, 'Von Hand'],
      'de.specification Old': [null, 'Früher'],
      specificationsOf: {
        'de.specification Margin': { owner: 'PRODUCT', namespace: 'custom', key: 'margin' },
        'de.specification Care': { owner: 'PRODUCT', namespace: 'custom', key: 'care' },
      },
    };
    expect(readableDetail(translated, readable)).toEqual({
      'de.title': [null, 'Schale'],
      'de.specification Care': [null, 'Von Hand'],
    });
    expect(readableDetail({ change: '7', fields: detail }, readable)).toEqual({ change: '7', fields: left });
    expect(readableDetail({ specifications: [[secret], { tooLong: 90 }] }, readable)).toEqual({});
    expect(loggedFields(readableDetail({ specifications: [[], [secret]] }, readable))).toEqual([]);
  });
});
