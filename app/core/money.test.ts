import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  asCurrency,
  compareMoney,
  formatAmount,
  isCurrency,
  money,
  MoneyError,
  negate,
  parseAmount,
  parseTypedNumber,
  placesOf,
  subtract,
  sumMoney,
  toWire,
} from './money.ts';

const [EUR, JPY, KWD] = ['EUR', 'JPY', 'KWD'].map(asCurrency) as [
  ReturnType<typeof asCurrency>,
  ReturnType<typeof asCurrency>,
  ReturnType<typeof asCurrency>,
];

describe('amounts', () => {
  it('knows the exponents of ISO 4217', () => {
    const codes = ['JPY', 'KRW', 'EUR', 'USD', 'HUF', 'KWD', 'TND', 'CLF'];
    expect(codes.map((code) => placesOf(asCurrency(code)))).toEqual([0, 0, 2, 2, 2, 3, 3, 4]);
    expect(isCurrency('XXX')).toBe(false);
    expect(isCurrency('eur')).toBe(false);
  });

  it('reads decimals exactly and refuses too many places', () => {
    expect(parseAmount('12.34', EUR)).toEqual({ ok: true, value: 1234n });
    expect(parseAmount(12.3, EUR)).toEqual({ ok: true, value: 1230n });
    expect(parseAmount('-0.05', EUR)).toEqual({ ok: true, value: -5n });
    expect(parseAmount('1.005', KWD)).toEqual({ ok: true, value: 1005n });
    expect(parseAmount('1.005', EUR)).toEqual({ ok: false, refusal: { rule: 'too_many_places', places: 2 } });
  });

  it('M64 accepts "1000.00" for JPY and refuses "1000.50"', () => {
    expect(parseAmount('1000.00', JPY)).toEqual({ ok: true, value: 1000n });
    expect(parseAmount('1000.50', JPY)).toEqual({ ok: false, refusal: { rule: 'too_many_places', places: 0 } });
  });

  it.each(['', ' ', 'abc', '1e3', '--1', '1,5', 'NaN', 'Infinity', '0x10'])('refuses %j as no number', (text) => {
    expect(parseAmount(text, EUR)).toEqual({ ok: false, refusal: { rule: 'not_a_number' } });
  });

  it('refuses amounts that a database column could not sum', () => {
    expect(parseAmount('99999999999999', EUR).ok).toBe(false);
    expect(parseAmount(1e21, EUR).ok).toBe(false);
  });

  it('formats what it reads', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.constantFrom(EUR, JPY, KWD),
        (minor, currency) => {
          expect(parseAmount(formatAmount(minor, currency), currency)).toEqual({ ok: true, value: minor });
        },
      ),
    );
  });

  it('writes the wire shape with the currency’s places', () => {
    expect(toWire(money(-5n, EUR))).toEqual({ amount: '-0.05', currency: 'EUR' });
    expect(toWire(money(5n, JPY))).toEqual({ amount: '5', currency: 'JPY' });
    expect(toWire(money(1234n, KWD))).toEqual({ amount: '1.234', currency: 'KWD' });
  });

  it('adds, subtracts, negates, sums and compares one currency', () => {
    expect(add(money(3n, EUR), money(4n, EUR))).toEqual(money(7n, EUR));
    expect(subtract(money(3n, EUR), money(4n, EUR))).toEqual(money(-1n, EUR));
    expect(negate(money(3n, EUR))).toEqual(money(-3n, EUR));
    expect(sumMoney([money(1n, EUR), money(2n, EUR)], EUR)).toEqual(money(3n, EUR));
    expect(compareMoney(money(1n, EUR), money(2n, EUR))).toBe(-1);
  });

  it('never adds two currencies', () => {
    expect(() => add(money(1n, EUR), money(1n, JPY))).toThrow(MoneyError);
    expect(() => sumMoney([money(1n, JPY)], EUR)).toThrow(MoneyError);
    expect(() => compareMoney(money(1n, EUR), money(1n, JPY))).toThrow(MoneyError);
  });
});

describe('typed numbers', () => {
  it.each([
    ['€ 1.234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['12,50', '12.50'],
    ['1,234', '1234'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1,5', '1.5'],
    ['12.5', '12.5'],
    ['-3,00 kr', '-3.00'],
    ['$ 20', '20'],
    ['.5', '0.5'],
  ])('reads %j as %s', (typed, expected) => {
    expect(parseTypedNumber(typed)).toBe(expected);
  });

  it.each(['', 'abc', '-', '€', '3-4'])('takes %j as no number', (typed) => {
    expect(parseTypedNumber(typed)).toBeNull();
  });
});
