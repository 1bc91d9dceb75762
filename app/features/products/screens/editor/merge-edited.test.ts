import { describe, expect, it } from 'vitest';
import { blankVariant, type Edited } from './editor-values.ts';
import { mergeEdited, takeTheirs } from './merge-edited.ts';

const size = (value: string) => [{ name: 'Size', value }];
const base: Edited = {
  title: 'Bowl',
  vendor: 'North',
  description: 'By hand',
  media: [],
  options: [{ id: 'o', name: 'Size', values: ['S', 'L'] }],
  variants: ['S', 'L'].map((value, index) => ({
    ...blankVariant(size(value)),
    id: String(index + 1),
    price: '10.00',
    stock: '5',
    stockWas: '5',
  })),
  seoTitle: '',
  seoDescription: '',
  specifications: { 'custom/care': 'By hand', 'custom/wood': 'Oak' },
};
const withCell = (edited: Edited, index: number, cell: object): Edited => ({
  ...edited,
  variants: edited.variants.map((variant, at) => (at === index ? { ...variant, ...cell } : variant)),
});

describe('two people who changed a product', () => {
  it('keep both changes where they touched different fields and cells', () => {
    const mine = withCell({ ...base, title: 'Deep bowl' }, 0, { price: '12.00' });
    const theirs = withCell({ ...base, description: 'By machine' }, 1, { price: '14.00' });
    const { value, taken, clashes } = mergeEdited(base, mine, theirs);
    expect(value).toMatchObject({ title: 'Deep bowl', description: 'By machine' });
    expect(value.variants.map((variant) => variant.price)).toEqual(['12.00', '14.00']);
    expect(taken).toEqual(['description', 'variants.price']);
    expect(clashes).toEqual([]);
  });

  it('are asked about the fields that both changed, and nothing typed is lost', () => {
    const mine = withCell({ ...base, title: 'Mine' }, 0, { price: '12.00' });
    const theirs = withCell({ ...base, title: 'Theirs' }, 0, { price: '13.00' });
    const { value, clashes } = mergeEdited(base, mine, theirs);
    expect(value).toMatchObject({ title: 'Mine' });
    expect(clashes).toEqual([
      { path: 'title', mine: 'Mine', theirs: 'Theirs' },
      { path: 'variants.0.price', mine: '12.00', theirs: '13.00' },
    ]);
    const decided = clashes.reduce((now, clash) => takeTheirs(now, clash, theirs), value);
    expect(decided.title).toBe('Theirs');
    expect(decided.variants[0]?.price).toBe('13.00');
  });

  it('have nothing between them when both made the same of it', () => {
    const both = { ...base, title: 'Same' };
    expect(mergeEdited(base, both, structuredClone(both))).toMatchObject({ taken: [], clashes: [] });
  });

  it('get the rows of the one who built other variants, with what the other typed into those that stayed', () => {
    const theirs: Edited = {
      ...base,
      options: [{ id: 'o', name: 'Size', values: ['S'] }],
      variants: base.variants.slice(0, 1),
    };
    const { value, taken } = mergeEdited(base, withCell(base, 0, { price: '11.00' }), theirs);
    expect(value.variants.map((variant) => variant.price)).toEqual(['11.00']);
    expect(taken).toEqual(['options']);
    const mine = { ...base, options: [{ id: 'o', name: 'Length', values: ['S', 'L'] }] };
    expect(mergeEdited(base, mine, theirs).clashes.map((clash) => clash.path)).toEqual(['options']);
  });

  it('see the stock of now, and typed stock stays a difference from it', () => {
    const theirs = withCell(withCell(base, 0, { stock: '3', stockWas: '3' }), 1, { stock: '4', stockWas: '4' });
    const { value } = mergeEdited(base, withCell(base, 0, { stock: '9' }), theirs);
    expect(value.variants.map(({ stock, stockWas }) => [stock, stockWas])).toEqual([
      ['9', '3'],
      ['4', '4'],
    ]);
  });

  it('are shown specification by specification, and the other one’s can be taken', () => {
    const give = (values: object): Edited => ({ ...base, specifications: { ...base.specifications, ...values } });
    const mine = give({ 'custom/care': 'In a machine', 'custom/wood': 'Ash' });
    const theirs = give({ 'custom/care': 'Never', 'custom/size': 'L' });
    const { value, taken, clashes } = mergeEdited(base, mine, theirs);
    expect(value.specifications).toEqual({ 'custom/care': 'In a machine', 'custom/wood': 'Ash', 'custom/size': 'L' });
    expect(taken).toEqual(['specifications.custom/size']);
    expect(clashes.map(({ path }) => path)).toEqual(['specifications.custom/care']);
    const [clash] = clashes;
    expect(clash && takeTheirs(value, clash, theirs).specifications['custom/care']).toBe('Never');
  });
});
