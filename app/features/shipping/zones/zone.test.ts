import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findGaps,
  findOverlaps,
  findTakenPlace,
  findZone,
  listTaken,
  matchRates,
  type CartRange,
  type Interval,
  type Rate,
  type Zone,
} from './zone.ts';

const HIGHEST = 12;
const rates = fc.array(
  fc
    .record({
      name: fc.constantFrom('Standard', 'Express'),
      field: fc.constantFrom('TOTAL_WEIGHT' as const, 'TOTAL_PRICE' as const),
      priceMinor: fc.bigInt(0n, 5n),
      min: fc.bigInt(0n, BigInt(HIGHEST) - 2n),
      width: fc.option(fc.bigInt(1n, 6n)),
    })
    .map(({ width, ...rest }): Rate => ({ ...rest, description: '', max: width === null ? null : rest.min + width })),
  { maxLength: 6 },
);

/** Every cart of the small world: bounds are whole, so whole weights and prices show all there is. */
const carts = Array.from({ length: (HIGHEST + 8) ** 2 }, (_, index) => ({
  weightGrams: BigInt(index % (HIGHEST + 8)),
  priceMinor: BigInt(Math.floor(index / (HIGHEST + 8))),
}));
type Cart = (typeof carts)[number];

/** The rule written again, cart by cart: not less than the lower bound and less than the upper one. */
const holds = (rate: Rate, cart: Cart): boolean => {
  const value = Number(rate.field === 'TOTAL_PRICE' ? cart.priceMinor : cart.weightGrams);
  return !(value < Number(rate.min)) && !(rate.max !== null && value >= Number(rate.max));
};
const within = (interval: Interval | null, value: bigint): boolean =>
  interval === null || (interval.from <= value && (interval.to === null || value < interval.to));
const contains = (range: CartRange, cart: Cart): boolean =>
  within(range.weight, cart.weightGrams) && within(range.price, cart.priceMinor);

describe('rates of a zone', () => {
  it('name exactly the carts without a rate, and each once', () => {
    fc.assert(
      fc.property(rates, (some) => {
        const gaps = findGaps(some);
        for (const cart of carts) {
          const isLeftOut = some.every((rate) => !holds(rate, cart));
          expect(gaps.filter((gap) => contains(gap, cart))).toHaveLength(isLeftOut ? 1 : 0);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('name exactly the carts for which two rates of one name hold', () => {
    fc.assert(
      fc.property(rates, (some) => {
        const overlaps = findOverlaps(some);
        for (const cart of carts) {
          for (const name of ['Standard', 'Express']) {
            const isTwice = some.filter((rate) => rate.name === name && holds(rate, cart)).length > 1;
            expect(overlaps.some((one) => one.name === name && contains(one, cart))).toBe(isTwice);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('offer a cart one rate of each name that holds, the cheapest', () => {
    fc.assert(
      fc.property(rates, fc.constantFrom(...carts), (some, cart) => {
        const offered = new Map(matchRates(some, cart).map((rate) => [rate.name, rate.priceMinor]));
        const expected = new Map<string, bigint>();
        for (const { name, priceMinor, ...rest } of some) {
          const known = expected.get(name);
          if (!holds({ name, priceMinor, ...rest }, cart)) continue;
          if (known === undefined || priceMinor < known) expected.set(name, priceMinor);
        }
        expect(offered).toEqual(expected);
      }),
    );
  });

  it('begin at the lower bound and end before the upper one', () => {
    const rate: Rate = { name: 'Standard', description: '', priceMinor: 500n, field: 'TOTAL_WEIGHT', min: 1n, max: 5n };
    const offered = (weightGrams: bigint) => matchRates([rate], { weightGrams, priceMinor: 0n }).length;
    expect([0n, 1n, 4n, 5n].map(offered)).toEqual([0, 1, 1, 0]);
  });
});

describe('places', () => {
  const zone = (id: string, code: string, provinces: string[]): Zone => ({
    id,
    zoneName: `Zone ${id}`,
    rates: [],
    countries: [{ code, provinces }],
  });
  const zones = [zone('1', 'CA', []), zone('2', 'CA', ['ON', 'QC'])];

  it('belong to the zone of their province before the zone of their country', () => {
    expect(findZone(zones, { country: 'CA', province: 'QC' })?.id).toBe('2');
    expect(findZone(zones, { country: 'CA', province: 'BC' })?.id).toBe('1');
    expect(findZone(zones, { country: 'CA', province: null })?.id).toBe('1');
    expect(findZone(zones, { country: 'US', province: 'NY' })).toBeUndefined();
  });

  it('are taken by another zone, never by the zone itself', () => {
    const taken = (id: string | null, code: string, provinces: string[]) =>
      findTakenPlace(listTaken(zones, id), { code, provinces })?.zoneName;
    expect(taken(null, 'CA', [])).toBe('Zone 1');
    expect(taken(null, 'CA', ['BC', 'ON'])).toBe('Zone 2');
    expect(taken(null, 'CA', ['BC'])).toBeUndefined();
    expect(taken('1', 'CA', [])).toBeUndefined();
  });
});
