import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberFormat } from '../intl.ts';
import { readTypedNumber } from './typed-number.ts';
import { LOCALES } from '../viewer.ts';

test.each([
  ['€ 1.234,50', '1234.50'],
  ['1,234.50', '1234.50'],
  ['12,50', '12.50'],
  ['$12.50', '12.50'],
  ['1 234,56', '1234.56'],
  ['1\u202f234,56', '1234.56'],
  ['1,234', '1234'],
  ['1.234', '1.234'],
  ['1,234,567', '1234567'],
  ['1.234.567', '1234567'],
  ['1,5', '1.5'],
  ['-3,00 kr.', '-3.00'],
  ['\u22123', '-3'],
  ["1'234.50", '1234.50'],
  ['Fr. 20', '20'],
  ['.5', '0.5'],
  ['12.', '12'],
  ['0,125', '0.125'],
  ['1234,567', '1234.567'],
])('%j is %s whatever the language', (typed, plain) => {
  expect(readTypedNumber(typed)).toBe(plain);
});

test.each([
  ['1.234', 'en', '1.234'],
  ['1,234', 'en', '1234'],
  ['1.234', 'de', '1234'],
  ['1,234', 'de', '1.234'],
  ['1.234', 'nl', '1234'],
  ['1.234', 'es', '1234'],
  ['1,234', 'fr', '1.234'],
] as const)('what could be either, %j, is read by %s: %s', (typed, locale, plain) => {
  expect(readTypedNumber(typed, locale)).toBe(plain);
});

test.each(['', 'abc', '-', '€', '3-4', '1.2.3', '12,5,5', '1e5', '3 x 4', '1.234,5.6', '9'.repeat(61)])(
  '%j is no number',
  (typed) => {
    expect(readTypedNumber(typed)).toBeUndefined();
  },
);

test('whatever a language writes is read back in it, with its symbol and its groups', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -99_999_999_99, max: 99_999_999_99 }),
      fc.constantFrom(...LOCALES),
      (cents, locale) => {
        const plain = `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
        const written = numberFormat(locale, { style: 'currency', currency: 'EUR' }).format(
          plain as Intl.StringNumericLiteral,
        );
        expect(Number(readTypedNumber(written, locale))).toBe(Number(plain));
      },
    ),
  );
});
