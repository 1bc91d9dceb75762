import { expect, test } from 'vitest';
import { readTypedNumber } from '#app/core/money/typed-number.ts';
import {
  currencySymbol,
  formatAmount,
  formatMoney,
  formatPercent,
  formatTenThousandths,
  isNegative,
  writeNumber,
} from './format.ts';

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

test('format of amounts: writes an amount in the language of the viewer, with all its minor digits', () => {
  expect(formatMoney({ amount: '1312.4', currency: 'EUR' }, 'en')).toBe('€1,312.40');
  expect(plain(formatMoney({ amount: '1312.40', currency: 'EUR' }, 'de'))).toBe('1.312,40 €');
  expect(plain(formatMoney({ amount: '1500', currency: 'JPY' }, 'en'))).toBe('¥1,500');
  expect(plain(formatMoney({ amount: '1.234', currency: 'KWD' }, 'en'))).toBe('KWD 1.234');
});

test('a minus is a true minus and zero has none', () => {
  expect(formatMoney({ amount: '-6.94', currency: 'EUR' }, 'en')).toBe('−€6.94');
  expect(plain(formatMoney({ amount: '-6.94', currency: 'EUR' }, 'nl'))).toBe('€ −6,94');
  expect(formatMoney({ amount: '-0.00', currency: 'EUR' }, 'en')).toBe('€0.00');
  expect(isNegative({ amount: '-0.00', currency: 'EUR' })).toBe(false);
  expect(isNegative({ amount: '-0.01', currency: 'EUR' })).toBe(true);
});

test('format of amounts: never loses a digit of a large amount', () => {
  expect(formatMoney({ amount: '12345678901234567.89', currency: 'EUR' }, 'en')).toBe('€12,345,678,901,234,567.89');
});

test('format of amounts: leaves the symbol out where a column names the currency', () => {
  expect(formatAmount({ amount: '-126.9', currency: 'EUR' }, 'en')).toBe('−126.90');
  expect(currencySymbol('EUR', 'en')).toBe('€');
});

test('format of amounts: writes percentages with up to four places and no trailing zeros', () => {
  expect(formatPercent('12.5', 'en')).toBe('12.5%');
  expect(plain(formatPercent('12.5000', 'de'))).toBe('12,5 %');
  expect(formatTenThousandths(125000n, 'en')).toBe('12.5%');
  expect(formatTenThousandths('-1', 'en')).toBe('−0.0001%');
});

test('format of amounts: writes a plain decimal with the separator of a language, and reads it back', () => {
  for (const locale of ['de', 'nl', 'fr', 'es'] as const) {
    expect(writeNumber('1234.50', locale)).toBe('1234,50');
    // Also where three places follow, which elsewhere would separate thousands.
    for (const plain of ['0.00', '12.125', '-3.5', '1234.567', '7'])
      expect(readTypedNumber(writeNumber(plain, locale), locale)).toBe(plain);
  }
  expect(writeNumber('1234.50', 'en')).toBe('1234.50');
  for (const other of ['', 'abc', '12,50', '7']) expect(writeNumber(other, 'de')).toBe(other);
});
