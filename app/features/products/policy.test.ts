import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANGE_FIELDS, type Content, type Difference } from './review/differences.ts';
import {
  chooseHold,
  DEFAULT_HOLD_BY_ORIGIN,
  findOrigin,
  holdsNothing,
  isWithin,
  listFieldsToReview,
  nextBases,
  type HoldPolicy,
} from './policy.ts';

const live: Content = {
  title: 'Bowl',
  bodyHtml: '',
  media: [],
  options: [],
  variants: [],
  metafields: [],
  seo: { title: '', description: '' },
};
const priced: Content = { ...live, variants: [variant('1', '10')] };
function variant(id: string, price: string): Content['variants'][number] {
  return {
    id: BigInt(id),
    options: [],
    price,
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
  };
}
/** A difference of each field. */
const ONE_OF_EACH = CHANGE_FIELDS.map((field) => {
  if (field === 'options') return { field, old: { options: [], variants: [] }, new: { options: [], variants: [] } };
  if (field === 'media' || field === 'specifications') return { field, old: [], new: [] };
  if (field === 'price' || field === 'compareAt') return { field, old: { 1: '10' }, new: { 1: '20' } };
  return { field, old: 'a', new: 'b' };
}) as unknown as Difference[];
const holdsOf = (policy: HoldPolicy, content = live) =>
  listFieldsToReview(policy, content, ONE_OF_EACH).map((one) => one.field);

describe('what a policy holds', () => {
  it('is nothing where vendors change freely', () => {
    expect(holdsNothing({ hold: 'free', priceTolerance: null })).toBe(true);
    expect(holdsOf({ hold: 'free', priceTolerance: null })).toEqual([]);
  });

  it('is what buyers read and see where content is held; prices and stock flow', () => {
    expect(holdsOf({ hold: 'content', priceTolerance: null })).toEqual([
      'title',
      'description',
      'media',
      'options',
      'variantMedia',
      'variantSpecifications',
      'specifications',
      'seoTitle',
      'seoDescription',
    ]);
  });

  it('is every field where everything is held', () => {
    expect(holdsOf({ hold: 'everything', priceTolerance: null })).toEqual([...CHANGE_FIELDS]);
  });

  it('is a price beyond the tolerance in each mode, of its variant alone', () => {
    const difference: Difference = { field: 'price', old: { 1: '10', 2: '10' }, new: { 1: '11', 2: '11.01' } };
    for (const hold of ['free', 'content', 'everything'] as const) {
      expect(listFieldsToReview({ hold, priceTolerance: 10 }, priced, [difference])).toEqual([
        { field: 'price', old: { 2: '10' }, new: { 2: '11.01' } },
      ]);
    }
  });

  it('is a new variant far from every live price: it would be a way round', () => {
    const made = (price: string): Difference => ({
      field: 'options',
      old: { options: [], variants: [] },
      new: { options: [], variants: [{ id: null, options: [], details: { ...variant('9', price) } }] },
    });
    const policy: HoldPolicy = { hold: 'free', priceTolerance: 10 };
    expect(listFieldsToReview(policy, priced, [made('10.50')])).toEqual([]);
    expect(listFieldsToReview(policy, priced, [made('0.50')])).toHaveLength(1);
  });

  it('adds small steps up until the marketplace sets a price itself', () => {
    const policy: HoldPolicy = { hold: 'free', priceTolerance: 10 };
    const step = (from: string, to: string): Difference => ({ field: 'price', old: { 1: from }, new: { 1: to } });
    const bases = nextBases({ 1: { base: '10', last: '10.9' } }, [{ id: '1', price: '10.9' }]);
    expect(listFieldsToReview(policy, priced, [step('10.9', '11.5')], bases)).toHaveLength(1);
    const set = nextBases({ 1: { base: '10', last: '10.9' } }, [{ id: '1', price: '11' }]);
    expect(listFieldsToReview(policy, priced, [step('11', '11.5')], set)).toEqual([]);
  });
});

describe('a tolerance', () => {
  it('is exact at its edge, and takes nothing from nothing', () => {
    expect(isWithin('0.10', '0.11', 10)).toBe(true);
    expect(isWithin('0.10', '0.12', 10)).toBe(false);
    expect(isWithin('0', '0.01', 100)).toBe(false);
    expect(isWithin(null, '5', 100)).toBe(false);
    expect(isWithin('5', null, 100)).toBe(false);
    expect(isWithin(null, null, 0)).toBe(true);
  });

  it('lets through what is at most that far, whichever way', () => {
    const cents = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 0, max: 100 }), (from, to, percent) => {
        const text = (minor: number) => `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;
        expect(isWithin(text(from), text(to), percent)).toBe(Math.abs(to - from) * 100 <= from * percent);
      }),
    );
  });
});

describe('what waits of a change by where it comes from', () => {
  const rules = { hold: 'free', holdByOrigin: DEFAULT_HOLD_BY_ORIGIN } as const;
  const choose = (role: string, o: Partial<Parameters<typeof chooseHold>[0]> = {}, goesLiveAtOnce = false) =>
    chooseHold({ ...rules, ...o }, { origin: findOrigin(role), goesLiveAtOnce });

  it('is nothing at the form and content from an own store, until the marketplace says otherwise', () => {
    expect(['owner', 'csv', 'sheet', 'api_key', 'assistant'].map((role) => choose(role))).toEqual(
      Array(5).fill('free'),
    );
    expect(choose('own_store')).toBe('content');
    expect(choose('own_store', { holdByOrigin: { ...DEFAULT_HOLD_BY_ORIGIN, own_store: null } })).toBe('free');
  });

  it('is as at the form for an own store whose vendor’s new products go live at once', () => {
    expect(choose('own_store', {}, true)).toBe('free');
    expect(choose('own_store', { hold: 'everything' }, true)).toBe('everything');
  });

  it('is named by origin; an assistant is bound as an API key', () => {
    const holdByOrigin = { import: 'everything', sheet: 'content', own_store: 'free', api_key: 'content' } as const;
    const roles = ['csv', 'sheet', 'own_store', 'api_key', 'assistant', 'manager'];
    expect(roles.map((role) => choose(role, { hold: 'content', holdByOrigin }))).toEqual([
      'everything',
      'content',
      'free',
      'content',
      'content',
      'content',
    ]);
  });
});
