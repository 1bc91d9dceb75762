import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import { asCurrency } from '#app/core/money/money.ts';
import { nextHourlySync } from '../next-hourly-sync.ts';
import {
  computePrice,
  DEFAULT_SETTINGS,
  formatFactor,
  parseFactor,
  planSync,
  type ComparedProduct,
  type SavedSync,
} from './connection.ts';

const EUR = { ...DEFAULT_SETTINGS, currency: asCurrency('EUR') };
const decimal = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
const amounts = fc.bigInt({ min: 0n, max: 10n ** 12n });
const factors = fc.bigInt({ min: 1n, max: 10_000_000n });

describe('a price here', () => {
  it('is the price there where nothing is added', () => {
    fc.assert(fc.property(amounts, (minor) => computePrice(decimal(minor), EUR) === minor));
  });

  it('is the cost and the price times the factor, less than half a cent away', () => {
    fc.assert(
      fc.property(amounts, factors, amounts, (minor, additionalFactor, additionalCostMinor) => {
        const price = computePrice(decimal(minor), { ...EUR, additionalFactor, additionalCostMinor }) ?? -1n;
        const off = (price - additionalCostMinor) * 10_000n - minor * additionalFactor;
        return off > -5_000n && off <= 5_000n;
      }),
    );
  });

  it('never falls where the price there rises', () => {
    fc.assert(
      fc.property(amounts, amounts, factors, (one, more, additionalFactor) => {
        const settings = { ...EUR, additionalFactor };
        return (computePrice(decimal(one + more), settings) ?? 0n) >= (computePrice(decimal(one), settings) ?? 0n);
      }),
    );
  });

  it.each([
    ['10.00', 12_500n, 300n, 'EUR', 1_550n],
    ['0.99', 10_000n, 0n, 'JPY', 1n],
    ['12.3456', 10_000n, 0n, 'KWD', 12_346n],
  ])('%s × %s + %s in %s is %s', (source, additionalFactor, additionalCostMinor, code, expected) => {
    expect(computePrice(source, { ...EUR, currency: asCurrency(code), additionalFactor, additionalCostMinor })).toBe(
      expected,
    );
  });

  it.each(['', '-1', '1e5', '1.1234567', '1,5'])('is none where the price there is "%s"', (source) => {
    expect(computePrice(source, EUR)).toBeUndefined();
  });
});

describe('a factor', () => {
  it('is written as it is read', () => {
    fc.assert(fc.property(factors, (factor) => parseFactor(formatFactor(factor)) === factor));
  });

  it.each(['0', '-1', '1000.0001', '1.23456', 'x', ''])('is never "%s"', (text) => {
    expect(parseFactor(text)).toBeUndefined();
  });
});

const product = (o: Partial<ComparedProduct> = {}): ComparedProduct => ({
  title: 'Bowl',
  description: 'A bowl.',
  images: '',
  prices: { b1: '24.00/' },
  stocks: { b1: 5 },
  ...o,
});
const SAVED: SavedSync = { there: product(), here: product() };
const plan = (o: Partial<Parameters<typeof planSync>[0]>) => {
  const { texts, prices, stocks, kept } = planSync({
    there: product(),
    here: product(),
    saved: SAVED,
    kept: [],
    overwrites: false,
    settings: EUR,
    ...o,
  });
  return { taken: [...texts], prices: [...prices], stocks: [...stocks], kept };
};

describe('a sync', () => {
  it('joins a product that is here already without changing it, and names what differs', () => {
    const here = product({ title: 'My bowl', prices: { b1: '24.00/' }, stocks: { b1: 1 } });
    expect(plan({ saved: null, here })).toEqual({ taken: [], prices: [], stocks: ['b1'], kept: ['title'] });
  });

  it('takes over everything at first, and where somebody asks for it', () => {
    const all = { taken: ['title', 'description', 'images'], prices: ['b1'], stocks: ['b1'], kept: [] };
    expect(plan({ saved: null, here: null })).toEqual(all);
    expect(plan({ here: product({ title: 'My bowl' }), kept: ['title'], overwrites: true })).toEqual(all);
  });

  it('takes over nothing where nothing changed there, whatever was changed here', () => {
    const here = product({ title: 'My bowl', prices: { b1: '30.00/' }, stocks: { b1: 1 } });
    expect(plan({ here })).toEqual({ taken: [], prices: [], stocks: [], kept: [] });
  });

  it('keeps what was changed here and there, names it until it is taken over, and lets stock follow', () => {
    const there = product({ title: 'Big bowl', description: 'New.', prices: { b1: '25.00/' }, stocks: { b1: 4 } });
    const here = product({ title: 'My bowl', prices: { b1: '30.00/' } });
    const first = plan({ there, here });
    expect(first).toEqual({ taken: ['description'], prices: [], stocks: ['b1'], kept: ['title', 'price'] });
    const saved = { there, here };
    const later = product({ ...there, title: 'Biggest bowl', prices: { b1: '26.00/' } });
    const second = plan({ there: later, here, saved, kept: first.kept });
    expect(second).toEqual({ taken: [], prices: [], stocks: [], kept: ['title', 'price'] });
    expect(plan({ there: later, here: { ...here, title: 'Biggest bowl' }, saved, kept: first.kept }).kept).toEqual([
      'price',
    ]);
  });

  it('leaves prices or contents as the settings say, never stock, and prices new variants', () => {
    const there = product({
      title: 'Big bowl',
      prices: { b1: '25.00/', b2: '9.00/' },
      stocks: { b1: 4, b2: 1 },
    });
    expect(plan({ there, settings: { skipPriceUpdate: true, skipContentUpdate: true } })).toEqual({
      taken: [],
      prices: ['b2'],
      stocks: ['b1', 'b2'],
      kept: [],
    });
  });
});

it('sync of a vendor’s own store: ticks are in the next hour, an hour apart', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') }),
      (id, now) => {
        const next = nextHourlySync(id, now).getTime();
        return next > now.getTime() && next - now.getTime() <= HOUR_MS;
      },
    ),
  );
});
