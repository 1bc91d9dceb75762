import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arrayText } from './array-text.ts';

describe('an array for PostgreSQL', () => {
  it('holds numbers, truth, times, texts and nothing', () => {
    const at = new Date('2026-11-21T10:00:00.123Z');
    expect(arrayText([1n, -2, 0.5, true, null, undefined, at])).toBe(
      '{1,-2,0.5,true,NULL,NULL,2026-11-21T10:00:00.123Z}',
    );
    expect(arrayText(['', 'NULL', 'a, {b}', 'say "hi" \\ there'])).toBe(
      '{"","NULL","a, {b}","say \\"hi\\" \\\\ there"}',
    );
    expect(arrayText([])).toBe('{}');
  });

  it('leaves to the driver what is more than that', () => {
    for (const more of [[1], { a: 1 }, Buffer.from('x')]) expect(arrayText([more])).toBeUndefined();
  });

  it('refuses a time that is none', () => {
    expect(() => arrayText([new Date(Number.NaN)])).toThrow(RangeError);
  });

  it('gives back each text', () => {
    const readBack = (text: string) => JSON.parse(`[${text.slice(1, -1)}]`) as string[];
    const plain = fc.string().filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text));
    fc.assert(
      fc.property(fc.array(plain), (texts) => {
        expect(readBack(arrayText(texts) ?? '')).toEqual(texts);
      }),
    );
  });
});
