import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDefinition } from './definition-rules.ts';
import { toUnits } from './measured-value.ts';
import { checkPattern, isTamePattern } from './pattern.ts';
import { FILLABLE_TYPES, type Validation } from './specification.ts';
import { checkValue } from './specification-value.ts';
import { readableValue } from './value-text.ts';

const rules = (given: Record<string, string>): Validation[] =>
  Object.entries(given).map(([name, value]) => ({ name, value }));
const check = (type: string, value: string, given: Record<string, string> = {}) =>
  checkValue({ type, validations: rules(given) }, value, 'EUR');
const ruleOf = (checked: ReturnType<typeof check>): string => (checked.ok ? 'fits' : checked.rule);

describe('a value of a specification', () => {
  test(
    'is checked without ever failing, and what fits is written so that it fits again as it is',
    { timeout: 30_000 },
    () => {
      const type = fc.constantFrom(...FILLABLE_TYPES, 'json', 'collection_reference', 'constructor');
      const text = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.json(),
        fc.double().map(String),
        fc.integer().map(String),
        fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
        fc.array(fc.oneof(fc.string(), fc.integer())).map((list) => JSON.stringify(list)),
        fc
          .record({ value: fc.oneof(fc.double(), fc.string()), unit: fc.constantFrom('kg', 'cm', 'l', 'toString') })
          .map((one) => JSON.stringify(one)),
      );
      const validation = fc.record({
        name: fc.constantFrom(
          'min',
          'max',
          'regex',
          'choices',
          'max_precision',
          'list.max',
          'allowed_domains',
          'scale_max',
        ),
        value: fc.oneof(fc.string(), fc.integer().map(String), fc.json()),
      });
      fc.assert(
        fc.property(type, text, fc.array(validation, { maxLength: 3 }), (kind, value, validations) => {
          const checked = checkValue({ type: kind, validations }, value, 'EUR');
          if (!checked.ok || checked.value === '') return;
          expect(checkValue({ type: kind, validations }, checked.value, 'EUR')).toEqual(checked);
          expect(readableValue(kind, checked.value)).not.toBe('');
        }),
        { numRuns: 500 },
      );
    },
  );

  test('of nothing but blanks is no value, whatever the type', () => {
    for (const type of FILLABLE_TYPES) expect(check(type, ' \n')).toEqual({ ok: true, value: '' });
  });

  test('is a whole number exactly when it is within the bounds of its definition and of the platform', () => {
    const bound = fc.bigInt(-(10n ** 15n), 10n ** 15n);
    fc.assert(
      fc.property(bound, bound, bound, (value, one, other) => {
        const [min, max] = one < other ? [one, other] : [other, one];
        const found = check('number_integer', String(value), { min: String(min), max: String(max) });
        expect(ruleOf(found)).toBe(value < min ? 'too_low' : value > max ? 'too_high' : 'fits');
      }),
    );
    expect(check('number_integer', '007')).toEqual({ ok: true, value: '7' });
    for (const wrong of ['1.5', '1e3', '9007199254740992', '--1', '٣']) {
      expect(ruleOf(check('number_integer', wrong))).toBe('whole_number');
    }
  });

  test('is a decimal without rounding, with as many places as its definition allows', () => {
    expect(check('number_decimal', '0.100000001')).toEqual({ ok: true, value: '0.100000001' });
    expect(check('number_decimal', '-0.0')).toEqual({ ok: true, value: '0' });
    expect(ruleOf(check('number_decimal', '0.125', { max_precision: '2' }))).toBe('places');
    expect(ruleOf(check('number_decimal', '0.1', { min: '0.10000001' }))).toBe('too_low');
  });

  test('of a weight, a length or a volume is compared with bounds in other units', () => {
    expect(ruleOf(check('weight', '{"value":1,"unit":"kg"}', { max: '{"value":1000,"unit":"g"}' }))).toBe('fits');
    expect(ruleOf(check('weight', '{"value":1.001,"unit":"kg"}', { max: '{"value":1000,"unit":"g"}' }))).toBe(
      'too_high',
    );
    expect(ruleOf(check('dimension', '{"value":"2.5","unit":"cm"}', { min: '{"value":1,"unit":"in"}' }))).toBe(
      'too_low',
    );
    expect(ruleOf(check('volume', '{"value":1,"unit":"kg"}'))).toBe('unit');
    expect(ruleOf(check('weight', '{"value":-1,"unit":"kg"}'))).toBe('decimal');
    for (const unit of toUnits('volume'))
      expect(ruleOf(check('volume', `{"value":"1","unit":"${unit}"}`))).toBe('fits');
  });

  test('is one of the choices by the letter, where there are some', () => {
    const choices = JSON.stringify(['Gold ', 'Silver']);
    expect(check('single_line_text_field', 'Gold ', { choices })).toEqual({ ok: true, value: 'Gold ' });
    expect(ruleOf(check('single_line_text_field', 'gold', { choices }))).toBe('not_a_choice');
    expect(check('list.single_line_text_field', '["Silver",""]', { choices })).toEqual({
      ok: true,
      value: '["Silver"]',
    });
    expect(ruleOf(check('list.single_line_text_field', '["Tin"]', { choices }))).toBe('not_a_choice');
  });

  test.each([
    ['single_line_text_field', 'one\ntwo', 'one_line'],
    ['boolean', 'yes', 'yes_or_no'],
    ['date', '2026-02-30', 'date'],
    ['date_time', '2026-02-30T10:00', 'date_time'],
    ['date_time', 'tomorrow', 'date_time'],
    ['url', 'javascript:alert(1)', 'must_be_a_valid_url'],
    ['url', 'data:text/html,x', 'must_be_a_valid_url'],
    ['color', 'red', 'colour'],
    ['money', '{"amount":"1.00","currency_code":"USD"}', 'currency'],
    ['money', '{"amount":"1.005","currency_code":"EUR"}', 'amount'],
    ['money', '{"amount":"-1","currency_code":"EUR"}', 'amount'],
    ['rating', '{"value":"6"}', 'too_high'],
    ['rich_text_field', '<p>Text</p>', 'rich_text'],
    ['product_reference', '12', 'product'],
    ['list.url', '{"a":1}', 'list'],
    ['list.number_integer', '[1.5]', 'whole_number'],
    ['collection_reference', 'gid://shopify/Collection/1', 'not_fillable'],
    ['metaobject_reference', 'gid://shopify/Product/1', 'entry'],
    ['list.metaobject_reference', '["oak"]', 'entry'],
  ])('of the type %s cannot be %s', (type, value, rule) => {
    expect(ruleOf(check(type, value))).toBe(rule);
  });

  test.each([
    ['date_time', '2026-11-21T09:30', '2026-11-21T09:30:00Z'],
    ['date_time', '2026-11-21T09:30:00+01:00', '2026-11-21T08:30:00Z'],
    ['color', '#ABCDEF', '#abcdef'],
    ['money', '{"amount":"1.50"}', '{"amount":"1.5","currency_code":"EUR"}'],
    ['rating', '{"value":4.5}', '{"value":"4.5","scale_min":"1","scale_max":"5"}'],
    ['list.number_integer', '["1",2]', '[1,2]'],
    ['url', 'mailto:hello@example.com', 'mailto:hello@example.com'],
    ['product_reference', 'gid://shopify/Product/12', 'gid://shopify/Product/12'],
  ])('of the type %s is written in one way: %s', (type, value, written) => {
    expect(check(type, value)).toEqual({ ok: true, value: written });
  });

  test('of formatted text keeps no address that runs, and counts as none where it says nothing', () => {
    const link = (url: string) =>
      JSON.stringify({
        type: 'root',
        children: [{ type: 'paragraph', children: [{ type: 'link', url, children: [{ type: 'text', value: 'x' }] }] }],
      });
    expect(ruleOf(check('rich_text_field', link('https://example.com')))).toBe('fits');
    expect(ruleOf(check('rich_text_field', link('javascript:alert(1)')))).toBe('rich_text');
    expect(check('rich_text_field', '{"type":"root","children":[]}')).toEqual({ ok: true, value: '' });
  });
});

describe('a pattern of a definition', () => {
  test('is asked only where it cannot keep the program busy', () => {
    for (const tame of ['^[A-Z]{2}-[0-9]+$', '^a?b{2,4}c*$', '(?:red|blue)', '.*x.*', '.*[0-9]+.*', '.*'])
      expect(isTamePattern(tame), tame).toBe(true);
    const slow = ['[a-z]+[a-z0-9]+-', `^${'a?'.repeat(26)}b$`, `^${'(a|aa)'.repeat(26)}$`, 'a{0,999}a{0,999}b'];
    for (const wild of [
      '(a+)+$',
      '(a|a)*b',
      '(.*)*',
      '((a)b+)*',
      '.*.*.*x',
      '(?=a)b',
      '(a)\\1',
      '[',
      'a{1,9999}',
      ...slow,
    ]) {
      expect(isTamePattern(wild), wild).toBe(false);
    }
    expect(ruleOf(check('single_line_text_field', 'AB-12', { regex: '^[A-Z]{2}-[0-9]+$' }))).toBe('fits');
    // A long text is left to the platform.
    expect(ruleOf(check('multi_line_text_field', 'a'.repeat(1_001), { regex: '^b+$' }))).toBe('fits');
    expect(ruleOf(check('single_line_text_field', 'AB12', { regex: '^[A-Z]{2}-[0-9]+$' }))).toBe('pattern');
  });

  test('means the same with and without the stars at its ends', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'x', '.', '*', '\n', '0'), maxLength: 12 });
    const pattern = fc.constantFrom(
      '.*x.*',
      '.*x',
      'x.*',
      'x\\.*',
      '.*?[0-9]+.*',
      '^.*x',
      '.*x$',
      '.*',
      'a|x.*',
      '.*\\.*',
    );
    fc.assert(
      fc.property(text, pattern, (value, source) => {
        expect(checkPattern(value, source)).toBe(new RegExp(source, 'u').test(value));
      }),
    );
  });

  test('that is accepted answers quickly on any text', { timeout: 30_000 }, () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      '.',
      '*',
      '+',
      '?',
      '(',
      ')',
      '|',
      '[ab]',
      '{1,3}',
      '{2,}',
      '^',
      '$',
      '\\d',
    );
    const pattern = fc.array(piece, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
    const text = 'ab'.repeat(150);
    fc.assert(
      fc.property(pattern, (source) => {
        if (!isTamePattern(source)) return;
        const started = performance.now();
        checkPattern(`${text}!`, source);
        expect(performance.now() - started, source).toBeLessThan(2_000);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a definition that somebody wants', () => {
  const definition = { owner: 'PRODUCT' as const, namespace: 'custom', key: 'care', upload: false, showWhen: null };
  const kind = rules({ metaobject_definition_id: 'gid://shopify/MetaobjectDefinition/7' });
  const made = { add: false, own: false, variants: true };
  const issues = (over: object) =>
    checkDefinition({ ...definition, type: 'single_line_text_field', validations: [], ...over }).map((one) => one.rule);

  test('belongs to no app, and is not its own condition', () => {
    for (const namespace of ['$app', 'app--1', 'souk', 'souk_vendor', 'shopify']) {
      expect(issues({ namespace })).toEqual(['reserved']);
    }
    expect(issues({ namespace: 'soukette' })).toEqual([]);
    expect(issues({ showWhen: { key: 'custom.care', values: ['x'] } })).toEqual(['own_condition']);
    expect(issues({ showWhen: { key: 'care', values: ['x'] } })).toEqual(['own_condition']);
  });

  test.each([
    [{ validations: rules({ choices: '[]' }) }, 'choices'],
    [{ validations: rules({ choices: '["a","a"]' }) }, 'choices'],
    [{ type: 'boolean', validations: rules({ choices: '["a"]' }) }, 'choices'],
    [{ type: 'rating' }, 'scale'],
    [{ type: 'number_integer', validations: rules({ min: '5', max: '4' }) }, 'bounds_crossed'],
    [{ type: 'date', validations: rules({ min: 'soon' }) }, 'bound_refused'],
    [{ validations: rules({ regex: '(a+)+' }) }, 'pattern_refused'],
    [{ type: 'url', upload: true }, 'upload_type'],
    [{ entries: made }, 'entries_type'],
    [{ type: 'metaobject_reference' }, 'kind_required'],
    [{ type: 'list.metaobject_reference', validations: rules({ metaobject_definition_id: '7' }) }, 'kind_required'],
    [{ type: 'metaobject_reference', validations: kind, entries: made }, 'entries_variants'],
    [
      { type: 'list.metaobject_reference', owner: 'PRODUCTVARIANT', validations: kind, entries: made },
      'entries_variants',
    ],
  ])('is refused as %j', (over, rule) => {
    expect(issues(over)).toEqual([rule]);
  });

  test('that is chosen from entries names their kind, and as a list of the product makes variants', () => {
    expect(issues({ type: 'metaobject_reference', validations: kind })).toEqual([]);
    expect(issues({ type: 'list.metaobject_reference', validations: kind, entries: made })).toEqual([]);
  });
});
