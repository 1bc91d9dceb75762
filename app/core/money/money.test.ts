import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountIssue,
  add,
  asCurrency,
  compareMoney,
  formatAmount,
  isCurrency,
  money,
  MoneyError,
  negate,
  parseAmount,
  readAmount,
  placesOf,
  subtract,
  sumMoney,
  toDto,
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

  it('writes the DTO with the currency’s places', () => {
    expect(toDto(money(-5n, EUR))).toEqual({ amount: '-0.05', currency: 'EUR' });
    expect(toDto(money(5n, JPY))).toEqual({ amount: '5', currency: 'JPY' });
    expect(toDto(money(1234n, KWD))).toEqual({ amount: '1.234', currency: 'KWD' });
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

describe('an amount as it is sent or typed', () => {
  it.each([
    ['€ 1.234,50', 'en', 123450n],
    ['12,50', 'en', 1250n],
    ['$12.50', 'de', 1250n],
    ['1 234,56', 'fr', 123456n],
    ['1\u202f234,56 €', 'fr', 123456n],
    ['1.234,56', 'de', 123456n],
    ['1,234', 'en', 123400n],
    ['Rs. 1,23,456.50', 'en', 12345650n],
  ] as const)('%j of somebody who reads %s is read', (typed, locale, minor) => {
    expect(readAmount(typed, EUR, locale)).toEqual({ ok: true, value: minor });
  });

  it('is never guessed where it is a plain decimal: the screens have read by the language before', () => {
    expect(readAmount('1.234', KWD, 'de')).toEqual({ ok: true, value: 1234n });
    expect(readAmount('1.234', EUR, 'de')).toEqual({ ok: false, refusal: { rule: 'too_many_places', places: 2 } });
    expect(readAmount('1,234', EUR, 'de')).toEqual({ ok: false, refusal: { rule: 'too_many_places', places: 2 } });
  });

  it('is refused with its rule and the numbers in it', () => {
    expect(amountIssue('price', { rule: 'too_many_places', places: 2 })).toEqual({
      path: 'price',
      rule: 'too_many_places',
      message: 'must have at most 2 decimal places',
      params: { places: 2 },
    });
    expect(readAmount('free', EUR, 'en')).toEqual({ ok: false, refusal: { rule: 'not_a_number' } });
  });
});
