import fc from 'fast-check';
import { wordIssue } from '#app/core/errors.ts';
import { describe, expect, test } from 'vitest';
import { checkFields, type Field } from './product-fields.ts';
import { formatHtml, toRich, type ReadNode } from './rich-html.ts';
import type { RichNode } from './rich-text-value.ts';
import { idOf, inSections, visibleSpecifications, type Specification } from './specification.ts';

const build = (key: string, over: Partial<Specification> = {}): Specification => ({
  owner: 'PRODUCT',
  namespace: 'custom',
  key,
  name: key,
  description: '',
  type: 'single_line_text_field',
  validations: [],
  required: false,
  show: true,
  upload: false,
  showWhen: null,
  ...over,
});
const field = (key: string, value: string, type = 'single_line_text_field'): Field => ({
  namespace: 'custom',
  key,
  value,
  type,
});
const keysOf = (list: readonly Specification[]) => list.map((one) => one.key);

describe('conditions', () => {
  const values = (given: Record<string, string>) =>
    new Map(Object.entries(given).map(([key, value]) => [`custom/${key}`, value]));
  const shown = (list: readonly Specification[], given: Record<string, string> = {}, productType = '') =>
    keysOf(visibleSpecifications(list, { values: values(given), productType }));

  test('look at another specification, whichever way its key is written, and at entries of a list', () => {
    const list = [
      build('wood'),
      build('oil', { showWhen: { key: 'wood', values: ['Oak', 'Ash'] } }),
      build('wax', { showWhen: { key: 'custom.wood', values: ['Pine'] } }),
    ];
    expect(shown(list)).toEqual(['wood']);
    expect(shown(list, { wood: 'Ash' })).toEqual(['wood', 'oil']);
    expect(shown(list, { wood: '["Oak","Pine"]' })).toEqual(['wood', 'oil', 'wax']);
  });

  test('look at the type of the product, and read no and nothing alike', () => {
    const list = [
      build('size', { showWhen: { key: 'productType', values: ['Shirt'] } }),
      build('why', { showWhen: { key: 'fragile', values: ['false'] } }),
      build('fragile', { type: 'boolean' }),
    ];
    expect(shown(list, {}, 'Shirt')).toEqual(['size', 'why', 'fragile']);
    expect(shown(list, { fragile: 'true' }, 'Bowl')).toEqual(['fragile']);
  });

  test('on nothing that is there, and those that lead round in a circle, hide nothing; one behind a hidden one is not met', () => {
    const list = [
      build('one', { showWhen: { key: 'two', values: ['x'] } }),
      build('two', { showWhen: { key: 'one', values: ['x'] } }),
      build('lost', { showWhen: { key: 'gone', values: ['x'] } }),
      build('secret', { show: false }),
      build('behind', { showWhen: { key: 'secret', values: ['x'] } }),
    ];
    expect(shown(list, { secret: 'x' })).toEqual(['one', 'two', 'lost']);
  });

  test('never fail and never hide what has none, however they point at each other', () => {
    const key = fc.constantFrom('one', 'two', 'three', 'four', 'gone', 'productType');
    const when = fc.option(fc.record({ key, values: fc.array(fc.constantFrom('x', '', 'false'), { minLength: 1 }) }), {
      nil: null,
    });
    fc.assert(
      fc.property(fc.array(when, { minLength: 4, maxLength: 4 }), fc.constantFrom('', 'x'), (conditions, value) => {
        const list = ['one', 'two', 'three', 'four'].map((name, index) =>
          build(name, { showWhen: conditions[index] ?? null }),
        );
        const visible = visibleSpecifications(list, { values: values({ one: value, two: value }), productType: '' });
        for (const one of list) if (!one.showWhen) expect(visible).toContain(one);
      }),
    );
  });
});

describe('sections', () => {
  test('hold each specification once, and the last one has no name', () => {
    const list = [build('wood'), build('care'), build('size')];
    const groups = inSections(list, [
      { name: 'Material', keys: ['custom.wood', 'wood'] },
      { name: 'Again', keys: ['wood'] },
    ]);
    expect(groups.map(({ name, specifications }) => [name, keysOf(specifications)])).toEqual([
      ['Material', ['wood']],
      ['', ['care', 'size']],
    ]);
  });
});

describe('the fields of a save', () => {
  const wood = build('wood', { required: true, validations: [{ name: 'choices', value: '["Oak","Ash"]' }] });
  const oil = build('oil', { required: true, showWhen: { key: 'wood', values: ['Oak'] } });
  const grade = build('grade', { show: false });
  const model = build('model', { type: 'collection_reference' });
  const save = (given: Field[], o: { current?: Field[]; isAdmin?: boolean } = {}) => {
    const { current = [], isAdmin = false } = o;
    return checkFields({
      specifications: [wood, oil, grade, model],
      owner: 'PRODUCT' as const,
      at: 'metafields',
      productType: '',
      given,
      current,
      isAdmin,
      currency: 'EUR',
    });
  };
  const said = (given: Field[], o: Parameters<typeof save>[1] = {}) =>
    save(given, o)
      .issues.map(wordIssue)
      .map(({ path, message }) => [path, message]);

  test('are missed in the words of the specification: once for the whole, and beside each', () => {
    expect(said([])).toEqual([
      ['metafields', 'Some metafields are required'],
      ['metafields.custom.wood', 'Required'],
    ]);
    expect(said([field('wood', 'Oak')])).toEqual([
      ['metafields', 'Some metafields are required'],
      ['metafields.custom.oil', 'Required'],
    ]);
    expect(said([field('wood', 'Ash')])).toEqual([]);
    expect(said([], { current: [field('wood', 'Ash')] })).toEqual([]);
    expect(said([field('wood', ' ')], { current: [field('wood', 'Ash')] })).toHaveLength(2);
    expect(said([], { isAdmin: true })).toEqual([]);
  });

  test('of a vendor are those that are shown to it; another that stays as it is, is no change', () => {
    const current = [field('wood', 'Ash'), field('grade', 'A'), field('other', '1'), field('model', 'gid', 'json')];
    expect(said([field('grade', 'B')], { current })).toEqual([
      ['metafields.custom.grade', 'The marketplace has not given this field to vendors'],
    ]);
    for (const key of ['other', 'model', 'new']) expect(said([field(key, 'B')], { current })).toHaveLength(1);
    expect(save(current, { current })).toEqual({ fields: [field('wood', 'Ash')], issues: [] });
    expect(said([{ ...field('page', 'x'), namespace: 'souk' }], { current, isAdmin: true })).toHaveLength(1);
    expect(save([field('other', '2')], { current, isAdmin: true }).fields).toEqual([field('other', '2')]);
  });

  test('that are hidden are not written, and have the type of their definition', () => {
    const given = [field('wood', 'Ash', 'json'), field('oil', 'Linseed')];
    expect(save(given).fields).toEqual([field('wood', 'Ash')]);
  });

  test('break rules by name, but a value from before a rule stays', () => {
    const [issue] = save([field('wood', 'Tin')]).issues;
    expect(issue).toMatchObject({ path: 'metafields.custom.wood', rule: 'not_a_choice', params: { name: 'wood' } });
    expect(
      save([field('wood', 'Tin')], { current: [field('wood', 'Tin')] }).issues.map((one) => one.rule),
    ).not.toContain('not_a_choice');
  });

  test('never fail, and a vendor never writes what is not its own', () => {
    const key = fc.constantFrom('wood', 'oil', 'grade', 'model', 'other');
    const fields = fc.uniqueArray(fc.record({ key, value: fc.constantFrom('', 'Oak', 'Ash', 'x') }), {
      selector: (one) => one.key,
    });
    fc.assert(
      fc.property(fields, fields, (given, before) => {
        const current = before.map((one) => field(one.key, one.value));
        const checked = save(
          given.map((one) => field(one.key, one.value)),
          { current },
        );
        for (const one of checked.fields) expect(['custom/wood', 'custom/oil']).toContain(idOf(one));
      }),
    );
  });
});

describe('formatted text', () => {
  test('becomes HTML in which nothing of it runs', () => {
    const tree: RichNode = {
      type: 'root',
      children: [
        { type: 'heading', level: 1, children: [{ type: 'text', value: '<script>alert(1)</script>' }] },
        { type: 'paragraph', children: [{ type: 'text', value: 'Bold', bold: true, italic: true }] },
        {
          type: 'list',
          listType: 'ordered',
          children: [{ type: 'list-item', children: [{ type: 'text', value: 'a' }] }],
        },
      ],
    };
    expect(formatHtml(tree)).toBe(
      '<h2>&lt;script&gt;alert(1)&lt;/script&gt;</h2><p><strong><em>Bold</em></strong></p><ol><li><p>a</p></li></ol>',
    );
  });

  test('is read back from what an editor wrote', () => {
    const text = (textContent: string): ReadNode => ({ nodeName: '#text', textContent, childNodes: [] });
    const element = (nodeName: string, ...childNodes: ReadNode[]): ReadNode => ({
      nodeName,
      textContent: '',
      childNodes,
    });
    const link: ReadNode = { ...element('A', text('here')), getAttribute: () => 'https://example.com' };
    const body = element(
      'BODY',
      element('P', element('STRONG', text('Bold')), text(' and '), link),
      element('UL', element('LI', element('P', text('one')))),
    );
    expect(toRich(body)).toEqual({
      type: 'root',
      children: [
        {
          type: 'paragraph',
          children: [
            { type: 'text', value: 'Bold', bold: true },
            { type: 'text', value: ' and ' },
            { type: 'link', url: 'https://example.com', title: null, children: [{ type: 'text', value: 'here' }] },
          ],
        },
        {
          type: 'list',
          listType: 'unordered',
          children: [{ type: 'list-item', children: [{ type: 'text', value: 'one' }] }],
        },
      ],
    });
  });
});
