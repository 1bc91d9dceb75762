import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { asCurrency, formatAmount, parseAmount, placesOf } from '#app/core/money/money.ts';
import { amountIn } from '#app/features/shipping/live/provider-amount.ts';
import {
  findOwnPurchase,
  isNewerTracking,
  isRateFresh,
  LABEL_TRACKING,
  listCustomsItems,
  passesCustoms,
  RATE_LIFETIME_MS,
  readOutcome,
  buildReference,
} from './label.ts';
import { suggestPackage, type DefaultPackage, type PackedLine } from '#app/features/shipping/ship-from/package.ts';

const currencies = fc.constantFrom('JPY', 'EUR', 'KWD').map(asCurrency);

describe('what a rate costs', () => {
  it('is exact in the currency’s own places, never too low, and less than one unit too high', () => {
    fc.assert(
      fc.property(
        currencies,
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        fc.integer({ min: 0, max: 6 }),
        (currency, units, places) => {
          const digits = String(units).padStart(places + 1, '0');
          const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
          const minor = amountIn({ amount: text, currency, amountLocal: null, currencyLocal: null }, currency);
          const scale = 10n ** BigInt(Math.max(0, places - placesOf(currency)));
          const exact = units * 10n ** BigInt(Math.max(0, placesOf(currency) - places));
          expect(minor).not.toBeNull();
          expect((minor ?? 0n) * scale).toBeGreaterThanOrEqual(exact);
          expect((minor ?? 0n) * scale - exact).toBeLessThan(scale);
        },
      ),
    );
  });

  it('is read from either currency of the provider, and is unknown in a third', () => {
    const rate = { amount: '5.50', currency: 'USD', amountLocal: '4.95', currencyLocal: 'EUR' };
    expect(amountIn(rate, asCurrency('USD'))).toBe(550n);
    expect(amountIn(rate, asCurrency('EUR'))).toBe(495n);
    expect(amountIn(rate, asCurrency('GBP'))).toBeNull();
    for (const amount of ['', '-1.00', 'free', '1e3', '1.2.3'])
      expect(amountIn({ ...rate, amount }, asCurrency('USD'))).toBeNull();
  });
});

test('a rate is fresh for less than seven days', () => {
  const at = new Date('2026-11-25T12:00:00Z');
  expect(isRateFresh(at, new Date(at.getTime() + RATE_LIFETIME_MS - 1))).toBe(true);
  expect(isRateFresh(at, new Date(at.getTime() + RATE_LIFETIME_MS))).toBe(false);
});

test('of the purchases of a rate ours bears the reference; one that was refused is none', () => {
  const purchase = (status: string, metadata: string) => ({ status, metadata, rateId: 'r' });
  const own = buildReference(7n, 12n);
  expect(own).toBe('souk:7:12');
  const [refused, other, mine] = [purchase('ERROR', own), purchase('SUCCESS', ''), purchase('QUEUED', own)];
  expect(findOwnPurchase([refused, other, mine], own)).toBe(mine);
  expect(findOwnPurchase([refused, other], own)).toBe(other);
  expect(findOwnPurchase([refused], own)).toBeUndefined();
  expect(['ERROR', 'QUEUED', 'WAITING', 'SUCCESS', 'REFUNDED'].map(readOutcome)).toEqual([
    ...['failed', undefined, undefined, 'bought', 'bought'],
  ]);
});

test('tracking never goes back, in whatever order its words arrive', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...LABEL_TRACKING]), (words) => {
      let reported: (typeof words)[number] = 'unknown';
      for (const next of words) if (isNewerTracking(reported, next)) reported = next;
      if (words.includes('delivered')) expect(reported).toBe('delivered');
      for (const word of words) expect(isNewerTracking(reported, word)).toBe(false);
    }),
  );
});

const packed: fc.Arbitrary<PackedLine> = fc.record({
  quantity: fc.integer({ min: 1, max: 20 }),
  weight: fc.option(fc.integer({ min: 1, max: 5000 }).map(String)),
  weightUnit: fc.constant('GRAMS'),
  size: fc.option(
    fc.record({
      length: fc.integer({ min: 1, max: 90 }),
      width: fc.integer({ min: 1, max: 90 }),
      height: fc.integer({ min: 1, max: 90 }),
      unit: fc.constantFrom('cm', 'mm', 'in'),
    }),
  ),
});
const BOX: DefaultPackage = { length: 30, width: 20, height: 10, dimUnit: 'cm', weight: 1.2, weightUnit: 'kg' };

describe('the suggested package', () => {
  it('weighs at least what its products weigh, and holds each of them', () => {
    fc.assert(
      fc.property(fc.array(packed, { minLength: 1, maxLength: 6 }), fc.option(fc.constant(BOX)), (lines, box) => {
        const { grams, length, width, height } = suggestPackage(lines, box);
        const known = lines.reduce((sum, line) => sum + Number(line.weight ?? 0) * line.quantity, 0);
        expect(grams ?? 0).toBeGreaterThanOrEqual(known);
        if (!lines.every(({ size }) => size !== null)) {
          expect([length, width, height]).toEqual(box ? [30, 20, 10] : [null, null, null]);
          return;
        }
        for (const { size } of lines) {
          const scale = { cm: 1, mm: 0.1, in: 2.54 }[String(size?.unit)] ?? 1;
          expect(length ?? 0).toBeGreaterThanOrEqual((size?.length ?? 0) * scale - 1e-9);
          expect(width ?? 0).toBeGreaterThanOrEqual((size?.width ?? 0) * scale - 1e-9);
        }
      }),
    );
  });

  it('takes the default package’s weight once where items state none', () => {
    const line = { quantity: 3, weight: '200', weightUnit: 'GRAMS', size: null };
    expect(suggestPackage([line, { ...line, weight: null }], BOX)).toEqual({
      grams: 1800,
      length: 30,
      width: 20,
      height: 10,
      usesDefault: true,
    });
    expect(suggestPackage([line], null)).toMatchObject({ grams: 600, length: null, usesDefault: false });
    // Floats of the platform weigh what was meant, and what is no weight is known by nobody.
    const float = { ...line, quantity: 4, weight: '3.9000000000000004', weightUnit: 'KILOGRAMS' };
    expect(suggestPackage([float], BOX)).toMatchObject({ grams: 15_600 });
    expect(suggestPackage([{ ...line, weight: 'heavy' }], BOX)).toMatchObject({ grams: null });
  });
});

test('customs items never weigh more than their package, and their values add up to the lines’', () => {
  const line = fc.record({
    title: fc.string({ maxLength: 200 }),
    sku: fc.constant(''),
    quantity: fc.integer({ min: 1, max: 50 }),
    unitPriceMinor: fc.bigInt({ min: 0n, max: 10n ** 7n }),
    unitGrams: fc.integer({ min: 0, max: 2000 }),
  });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 100, max: 30_000 }),
      (lines, grams) => {
        const items = listCustomsItems(lines, grams);
        const value = items.reduce((sum, one) => sum + one.valueMinor, 0n);
        expect(value).toBe(lines.reduce((sum, one) => sum + one.unitPriceMinor * BigInt(one.quantity), 0n));
        // Each item weighs at least a gram, however little is left of the package.
        expect(items.reduce((sum, one) => sum + one.grams, 0)).toBeLessThanOrEqual(grams + lines.length);
        expect(items.every((one) => one.description.length <= 100 && one.grams >= 1)).toBe(true);
      },
    ),
  );
  expect([
    passesCustoms('NL', 'DE'),
    passesCustoms('NO', 'NO'),
    passesCustoms('NL', 'GB'),
    passesCustoms('US', 'CA'),
  ]).toEqual([...[false, false, true, true]]);
  const eur = asCurrency('EUR');
  expect(parseAmount(formatAmount(495n, eur), eur)).toEqual({ ok: true, value: 495n });
});
