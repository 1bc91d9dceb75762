import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asCurrency } from '#app/core/money/money.ts';
import type { Rate, Zone } from '../zones/zone.ts';
import { groupByParty, withZones } from './cart-parties.ts';
import { chooseAmount, hasPickup, RATE_CODES, rateCart } from './cart-rates.ts';
import { findCharged, quoteKey, type KeptQuote } from './match-charge.ts';
import type { RateItem } from './rate-request.ts';
import { fromSubunits, toSubunits } from './subunits.ts';

const RUNS = { numRuns: Number(process.env['MONEY_RUNS'] ?? 400) };
const NAMES = ['Standard', 'Priority', 'Express'];
const COUNTRIES = ['NO', 'SE', 'CA'];
const CURRENCIES = ['JPY', 'EUR', 'KWD'].map(asCurrency);
const VENDORS = ['11', '12', '13'];

type StoredZone = Zone & { currency: string };

const bounds = fc.tuple(fc.bigInt(0n, 4_000n), fc.option(fc.bigInt(1n, 4_000n), { nil: null }));
const rates = fc
  .record({
    name: fc.constantFrom(...NAMES),
    description: fc.constantFrom('', '2 to 3 days'),
    priceMinor: fc.bigInt(0n, 2_000n),
    field: fc.constantFrom('TOTAL_WEIGHT' as const, 'TOTAL_PRICE' as const),
    bounds,
  })
  .map(({ bounds: [min, width], ...rate }): Rate => ({ ...rate, min, max: width === null ? null : min + width }));
const zones = fc.array(
  fc.record({
    id: fc.constant('1'),
    zoneName: fc.constant('Zone'),
    currency: fc.constantFrom(...CURRENCIES),
    rates: fc.array(rates, { maxLength: 4 }),
    countries: fc.array(
      fc.record({
        code: fc.constantFrom(...COUNTRIES),
        provinces: fc.subarray(['ON', 'QC'], { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
  { maxLength: 3 },
);
const items = fc.array(
  fc.record({
    productId: fc.constantFrom('101', '102', '103', '104', '105'),
    quantity: fc.integer({ min: 1, max: 4 }),
    grams: fc.bigInt(0n, 1_500n),
    priceMinor: fc.bigInt(0n, 2_000n),
  }),
  { minLength: 1, maxLength: 6 },
);
/** Products 101 to 103 are of known vendors, 104 of a vendor whom nobody knows yet, 105 of nobody. */
const OWNERS: Record<string, string> = { '101': '11', '102': '12', '103': '13' };
const scenarios = fc.record({
  currency: fc.constantFrom(...CURRENCIES),
  destination: fc.record({
    country: fc.constantFrom(...COUNTRIES),
    province: fc.constantFrom(null, 'ON', 'QC', 'BC'),
  }),
  useDefaults: fc.boolean(),
  defaults: zones,
  own: fc.tuple(zones, zones, zones),
  pickups: fc
    .record({
      places: fc
        .subarray(VENDORS)
        .map((ids) => ids.map((id, at) => [id, { place: `At ${id}`, isForAll: at % 2 === 0 }] as const)),
      products: fc.subarray(['101', '102', '103', '104', '105']),
    })
    .map(({ places, products }) => ({
      places: new Map(places),
      variants: new Set(products.flatMap((id) => [0, 1, 2, 3, 4, 5].map((at) => `${id}${String(at)}`))),
    })),
  items: items.map((drawn) =>
    drawn.map((item, index): RateItem => ({
      ...item,
      variantId: `${item.productId}${String(index)}`,
      vendorKey: item.productId === '104' ? 'newcomer' : '',
    })),
  ),
});
type Scenario = typeof scenarios extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function rate(scenario: Scenario) {
  const { currency, useDefaults, destination } = scenario;
  const owners = {
    ownerOfProduct: new Map(Object.entries(OWNERS)),
    ownerOfName: new Map<string, string>(),
    zones: new Map([['', scenario.defaults], ...VENDORS.map((id, at) => [id, scenario.own[at] ?? []] as const)]),
  };
  const groups = groupByParty(scenario.items, owners);
  return {
    groups,
    ...rateCart(withZones(groups, owners.zones, { useDefaults, currency, pickups: scenario.pickups }), {
      destination,
      names: NAMES,
      pickupName: 'Pickup',
    }),
  };
}

/** Section 17 written once more, by cases: which prices each seller may ask, and what rows follow from them, by their codes. */
function expectedTotals(scenario: Scenario): Record<string, bigint> {
  const sellers = ['11', '12', '13', 'newcomer', 'nobody'].flatMap((seller) => {
    const lines = scenario.items.filter((item) => {
      const known = OWNERS[item.productId ?? ''];
      return (known ?? (item.productId === '104' ? 'newcomer' : 'nobody')) === seller;
    });
    return lines.length === 0 ? [] : [{ seller, lines }];
  });
  const place = (seller: string) => scenario.pickups.places.get(seller);
  const collected = sellers.filter(
    ({ seller, lines }) =>
      place(seller) !== undefined &&
      lines.every((line) => place(seller)?.isForAll === true || scenario.pickups.variants.has(line.variantId ?? '')),
  );
  const sums = (some: typeof sellers): { cheapest: bigint; fastest: bigint } | null => {
    const each = some.map(({ seller, lines }) => pricesOf(scenario, seller, lines));
    if (each.some((prices) => prices.length === 0)) return null;
    const least = (prices: readonly { price: bigint }[]) =>
      prices.reduce((low, { price }) => (price < low ? price : low), 1n << 62n);
    return {
      cheapest: each.reduce((sum, prices) => sum + least(prices), 0n),
      fastest: each.reduce((sum, prices) => {
        const speed = Math.max(...prices.map((one) => one.speed));
        return sum + least(prices.filter((one) => one.speed === speed));
      }, 0n),
    };
  };
  const shipped = sums(sellers);
  const rest = sellers.filter((one) => !collected.includes(one));
  const mixed = collected.length > 0 && rest.length > 0 ? sums(rest) : null;
  return {
    ...(shipped ? { 'souk-cheapest': shipped.cheapest, 'souk-fastest': shipped.fastest } : {}),
    ...(mixed ? { 'souk-pickup-cheapest': mixed.cheapest, 'souk-pickup-fastest': mixed.fastest } : {}),
    ...(collected.length > 0 && rest.length === 0 ? { 'souk-pickup': 0n } : {}),
  };
}

function pricesOf(scenario: Scenario, seller: string, lines: readonly RateItem[]): { price: bigint; speed: number }[] {
  const own: StoredZone[] = scenario.own[VENDORS.indexOf(seller)] ?? [];
  const mayUseDefaults = seller === 'nobody' || scenario.useDefaults;
  const open = (own.length > 0 ? own : mayUseDefaults ? scenario.defaults : []).filter(
    ({ currency }) => currency === scenario.currency,
  );
  const { country, province } = scenario.destination;
  const names = (zone: StoredZone) => zone.countries.filter(({ code }) => code === country);
  const zone =
    open.find((one) => names(one).some(({ provinces }) => province !== null && provinces.includes(province))) ??
    open.find((one) => names(one).some(({ provinces }) => provinces.length === 0));
  const total = (pick: (item: RateItem) => bigint) =>
    lines.reduce((sum, item) => sum + pick(item) * BigInt(item.quantity), 0n);
  return (zone?.rates ?? [])
    .filter(({ field, min, max }) => {
      const value = total((item) => (field === 'TOTAL_WEIGHT' ? item.grams : item.priceMinor));
      return min <= value && (max === null || value < max);
    })
    .map(({ name, priceMinor }) => ({ price: priceMinor, speed: NAMES.indexOf(name) }));
}

describe('the rows of random carts', () => {
  it('equal the sums of each seller’s cheapest and fastest prices, and of pickup, written independently; none lacks a seller', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const { options, quotes, pickups, groups } = rate(scenario);
        const expected = expectedTotals(scenario);
        const totals: Record<string, bigint> = Object.fromEntries(
          options.map(({ code, totalMinor }) => [code, totalMinor]),
        );
        for (const [cheapest, fastest] of [
          [RATE_CODES.cheapest, RATE_CODES.fastest],
          [RATE_CODES.pickupCheapest, RATE_CODES.pickupFastest],
        ]) {
          expect(totals[cheapest!]).toBe(expected[cheapest!]);
          // A single row stands for both where every seller's cheapest is its fastest.
          expect(totals[fastest!] ?? totals[cheapest!]).toBe(expected[fastest!]);
        }
        expect(totals[RATE_CODES.pickup]).toBe(expected[RATE_CODES.pickup]);
        // Pickup stands last, and whoever is not collected from has quoted.
        const order = options.map(({ code }) => hasPickup(code));
        expect(order).toEqual([...order].sort());
        const quoted = new Set(quotes.map(({ party }) => party));
        for (const { code } of options) {
          seen.add(code);
          const lacking = groups.filter(
            ({ party }) => !quoted.has(party) && !(hasPickup(code) && pickups.includes(party)),
          );
          expect(lacking).toEqual([]);
        }
      }),
      { ...RUNS, numRuns: Math.max(RUNS.numRuns, 2_000) },
    );
    for (const code of [RATE_CODES.cheapest, RATE_CODES.pickup, RATE_CODES.pickupCheapest])
      expect(seen).toContain(code);
  });

  it('are paid out of the sellers’ quotes to the last minor unit, found again by the order’s own lines', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const { options, quotes, pickups, groups } = rate(scenario);
        const firstAt = new Date('2026-11-25T12:00:00Z');
        const { currency } = scenario;
        const keyOf = (lines: readonly RateItem[]) => quoteKey(scenario.destination, lines);
        const kept = new Map(
          groups.map(({ party, items: own }) => [keyOf(own), quotes.find((quote) => quote.party === party)]),
        );
        const free: KeptQuote = { cheapestMinor: 0n, fastestMinor: 0n, firstAt, currency };
        for (const { code, totalMinor } of options) {
          // The order has the lines in another sequence, and knows nothing of the checkout.
          const parties = groups.map(({ party, items: own }) => {
            const quote = kept.get(keyOf([...own].reverse()));
            return {
              party,
              kept: quote ? [{ ...quote, firstAt, currency }] : [],
              pickups: pickups.includes(party) ? [free] : [],
            };
          });
          const charged = findCharged(parties, { code, currency, quotedMinor: totalMinor, createdAt: firstAt });
          expect(Object.values(charged?.amounts ?? {}).reduce((sum, one) => sum + one, 0n)).toBe(totalMinor);
          expect(charged?.pickups.sort()).toEqual(hasPickup(code) ? [...pickups].sort() : []);
          for (const quote of quotes) {
            const isCollected = hasPickup(code) && pickups.includes(quote.party);
            expect(charged?.amounts[quote.party]).toBe(isCollected ? 0n : chooseAmount(quote, code));
          }
        }
      }),
      RUNS,
    );
  });

  it('are sent in the platform’s subunits of currencies with 0, 2 and 3 decimals, and read back', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), fc.constantFrom(...CURRENCIES), (amountMinor, currency) => {
        expect(fromSubunits(toSubunits(amountMinor, currency), currency)).toBe(amountMinor);
      }),
    );
    expect(CURRENCIES.map((currency) => toSubunits(1_000n, currency))).toEqual([100_000n, 1_000n, 1_000n]);
  });
});

describe('what a row is called', () => {
  const zone = (...offered: [name: string, priceMinor: bigint, description?: string][]): Zone => ({
    id: '1',
    zoneName: 'Home',
    countries: [{ code: 'NO', provinces: [] }],
    rates: offered.map(([name, priceMinor, description = '']) => ({
      name,
      description,
      priceMinor,
      field: 'TOTAL_WEIGHT' as const,
      min: 0n,
      max: null,
    })),
  });
  const cart = { weightGrams: 100n, priceMinor: 100n };
  const rateAll = (own: readonly Zone[], pickups: readonly (string | undefined)[]) =>
    rateCart(
      own.map((one, index) => ({ party: String(index), zones: [one], cart, pickup: pickups[index] })),
      { destination: { country: 'NO', province: null }, names: NAMES, pickupName: 'Pickup' },
    ).options.map(({ code, name, description }) => [code, name, description]);
  const call = (...own: Zone[]) => rateAll(own, []);

  it('is the name that all its rates have, else the first or the last of the marketplace’s', () => {
    expect(call(zone(['Priority', 500n, '2 days']), zone(['Priority', 700n, '3 days']))).toEqual([
      ['souk-cheapest', 'Priority', '2 days, 3 days'],
    ]);
    expect(call(zone(['Priority', 500n]), zone(['Standard', 300n], ['Express', 900n]))).toEqual([
      ['souk-cheapest', 'Standard', ''],
      ['souk-fastest', 'Express', ''],
    ]);
  });

  it('says for pickup where it is, before the rates of the sellers that ship', () => {
    const [north, south] = [zone(['Standard', 500n]), zone(['Standard', 300n, '2 days'], ['Express', 900n])];
    expect(rateAll([north, south], ['North: Quay 3, 5003 Bergen (Mon–Fri 9–17)'])).toEqual([
      ['souk-cheapest', 'Standard', '2 days'],
      ['souk-fastest', 'Express', ''],
      ['souk-pickup-cheapest', 'Pickup + Standard', 'North: Quay 3, 5003 Bergen (Mon–Fri 9–17), 2 days'],
      ['souk-pickup-fastest', 'Pickup + Express', 'North: Quay 3, 5003 Bergen (Mon–Fri 9–17)'],
    ]);
    expect(rateAll([north, south], ['North: Quay 3', 'South: Mill 1']).at(-1)).toEqual([
      ...['souk-pickup', 'Pickup', 'North: Quay 3, South: Mill 1'],
    ]);
  });
});

describe('the quote of an order', () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 10, 25, 12, minutes));
  const quote = (cheapestMinor: bigint, minutes: number) => ({
    cheapestMinor,
    fastestMinor: cheapestMinor + 100n,
    currency: 'EUR',
    firstAt: at(minutes),
  });
  const find = (kept: ReturnType<typeof quote>[][], quotedMinor: bigint, minutes: number, currency = 'EUR') =>
    findCharged(
      kept.map((own, index) => ({ party: String(index), kept: own })),
      { code: 'souk-cheapest', currency, quotedMinor, createdAt: at(minutes) },
    );

  it('is the newest that sums to the charge, then the newest before the order', () => {
    const kept = [[quote(500n, 10), quote(400n, 0)], [quote(300n, 0)]];
    expect(find(kept, 700n, 12)?.amounts).toEqual({ '0': 400n, '1': 300n });
    expect(find(kept, 800n, 12)?.amounts).toEqual({ '0': 500n, '1': 300n });
    expect(find(kept, 750n, 12)?.amounts).toEqual({ '0': 500n, '1': 300n });
    expect(find(kept, 750n, 5)?.amounts).toEqual({ '0': 400n, '1': 300n });
  });

  it('is missing where one seller was never answered for, only after the order, or in another currency', () => {
    expect(find([[quote(500n, 10)], []], 500n, 12)).toBeUndefined();
    expect(find([[quote(500n, 10)]], 500n, 5)).toBeUndefined();
    expect(find([], 500n, 5)).toBeUndefined();
    expect(find([[quote(500n, 0)]], 500n, 5, 'USD')).toBeUndefined();
  });

  it('is found by country, province and quantities, whatever the lines’ order and whoever buys', () => {
    const line = (variantId: string | null, quantity: number) => ({ variantId, quantity, vendorKey: 'north' });
    const key = (...lines: ReturnType<typeof line>[]) => quoteKey({ country: 'CA', province: 'ON' }, lines);
    expect(key(line('1', 2), line('2', 1))).toBe(key(line('2', 1), line('1', 1), line('1', 1)));
    expect(key(line('1', 2))).not.toBe(key(line('1', 3)));
    expect(key(line(null, 1))).toBe('CA|ON|custom/north*1');
  });
});
