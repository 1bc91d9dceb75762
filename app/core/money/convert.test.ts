import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convertForDisplay, isRate } from './convert.ts';
import { asCurrency, placesOf } from './money.ts';

const currency = fc.constantFrom(...['JPY', 'USD', 'EUR', 'KWD', 'CLF'].map(asCurrency));
const rate = fc
  .tuple(fc.integer({ min: 0, max: 999_999 }), fc.integer({ min: 1, max: 9_999 }))
  .map(([whole, part]) => `${whole}.${String(part).padStart(4, '0')}`);
const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });

test('convert: the result is off by at most half a minor unit, and the sign and the order of amounts stay', () => {
  fc.assert(
    fc.property(amount, amount, currency, currency, rate, (a, b, from, to, of) => {
      const [x, y] = [convertForDisplay(a, from, to, of) ?? 0n, convertForDisplay(b, from, to, of) ?? 0n];
      expect(convertForDisplay(-a, from, to, of)).toBe(-x);
      if (a <= b) expect(x <= y).toBe(true);
      const [whole = '', part = ''] = of.split('.');
      // Both sides times 10^(4 + places of `from`), exactly.
      const exact = a * BigInt(whole + part) * 10n ** BigInt(placesOf(to));
      const off = exact - x * 10n ** BigInt(4 + placesOf(from));
      expect((off < 0n ? -off : off) * 2n <= 10n ** BigInt(4 + placesOf(from))).toBe(true);
    }),
  );
});

test('convert: compared with results computed manually, across numbers of places', () => {
  const [usd, eur, jpy, kwd] = ['USD', 'EUR', 'JPY', 'KWD'].map(asCurrency) as [never, never, never, never];
  expect(convertForDisplay(10_000n, usd, eur, '0.92')).toBe(9_200n);
  expect(convertForDisplay(10_000n, usd, jpy, '155.255')).toBe(15_526n);
  expect(convertForDisplay(1_000n, jpy, usd, '0.0064')).toBe(640n);
  expect(convertForDisplay(-12_345n, usd, kwd, '0.3071')).toBe(-37_911n);
  expect(convertForDisplay(5n, usd, eur, '0.1')).toBe(1n);
});

test('convert: what is no rate converts nothing', () => {
  const usd = asCurrency('USD');
  for (const text of ['', '0', '0.00', '-1', '1e3', '1,5', '.5', '1.', '0x10', '1'.repeat(400), '1234567890', ' 1'])
    expect([isRate(text), convertForDisplay(1n, usd, usd, text)], text).toEqual([false, undefined]);
  for (const text of ['1', '0.0000000001', '999999999.9999999999']) expect(isRate(text), text).toBe(true);
});
