import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDisplay, visibleFields, withShowWhen, type AnswerValue } from '#app/core/text/field-display.ts';

const field = (key: string, description = '', required = false) => ({ key, description, required });
const keysOf = (fields: ReturnType<typeof field>[], answers: Record<string, AnswerValue> = {}, forAdmin = false) =>
  visibleFields(fields, new Map(Object.entries(answers)), { forAdmin }).map((one) => one.field.key);

describe('the display block of a description', () => {
  it('is read and never part of the text', () => {
    expect(readDisplay('Buyers see this. {show:true|showWhen:kind=shop, stall|required:false}')).toEqual({
      text: 'Buyers see this.',
      show: true,
      showWhen: { key: 'kind', values: ['shop', 'stall'] },
      required: false,
    });
  });

  it('is the last one, and an escaped separator or brace belongs to the value', () => {
    const display = readDisplay('Use \\{names\\} {a:1} {showWhen:size=a\\|b\\:c}');
    expect(display.showWhen).toEqual({ key: 'size', values: ['a|b:c'] });
    expect(display.text).toBe('Use \\{names\\} {a:1}');
  });

  it('is text when it holds no pairs', () => {
    expect(readDisplay('A set {like this}').text).toBe('A set {like this}');
    expect(readDisplay('').text).toBe('');
  });

  it('never fails and never makes a text longer', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '|', ':', '\\', 'a', '=', ',', ' ') }), (text) => {
        expect(readDisplay(text).text.length).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('a condition that is chosen', () => {
  it('is read as it was written, whatever stands before it, and is gone when it is taken away', () => {
    const value = fc
      .string({ minLength: 1, maxLength: 20 })
      .filter((text) => text.trim() === text && !text.includes(','));
    const key = fc.stringMatching(/^[a-z][a-z0-9_]{0,10}$/);
    fc.assert(
      fc.property(
        fc.stringMatching(/^[ a-z.]{0,40}$/),
        key,
        fc.array(value, { minLength: 1, maxLength: 4 }),
        (text, of, values) => {
          const written = withShowWhen(`${text} {show:false|required:true}`, { key: of, values });
          expect(readDisplay(written)).toEqual({
            text: text.trim(),
            show: false,
            required: true,
            showWhen: { key: of, values },
          });
          expect(withShowWhen(written, { key: of, values })).toBe(written);
          expect(readDisplay(withShowWhen(written, undefined)).showWhen).toBeUndefined();
        },
      ),
    );
    expect(withShowWhen('Plain', { key: 'kind', values: ['shop'] })).toBe('Plain {showWhen:kind=shop}');
    expect(withShowWhen('Plain {showWhen:kind=shop}', undefined)).toBe('Plain');
  });
});

describe('visible fields', () => {
  it('leave out what only admins see', () => {
    const fields = [field('name'), field('rating', '{show:false}')];
    expect(keysOf(fields)).toEqual(['name']);
    expect(keysOf(fields, {}, true)).toEqual(['name', 'rating']);
  });

  it('follow the answers of other fields, by any of several values, and by what a checkbox contains', () => {
    const fields = [field('kind'), field('size', '{showWhen:kind=shop,stall}')];
    expect(keysOf(fields, { kind: 'stall' })).toEqual(['kind', 'size']);
    expect(keysOf(fields, { kind: 'online' })).toEqual(['kind']);
    expect(keysOf(fields, { kind: ['online', 'shop'] })).toEqual(['kind', 'size']);
    expect(keysOf(fields)).toEqual(['kind']);
  });

  it('stay visible when a condition leads nowhere or round in a circle', () => {
    expect(keysOf([field('a', '{showWhen:gone=1}')])).toEqual(['a']);
    expect(keysOf([field('a', '{showWhen:b=1}'), field('b', '{showWhen:a=1}')])).toEqual(['a', 'b']);
  });

  it('hide what stands behind a hidden field', () => {
    const fields = [field('a'), field('b', '{showWhen:a=1}'), field('c', '{showWhen:b=2}')];
    expect(keysOf(fields, { a: '0', b: '2' })).toEqual(['a']);
  });

  it('take the required flag of the block before that of the definition', () => {
    const fields = [field('a', '{required:true}'), field('b', '{required:false}', true)];
    expect(visibleFields(fields, new Map()).map((one) => one.required)).toEqual([true, false]);
  });
});
