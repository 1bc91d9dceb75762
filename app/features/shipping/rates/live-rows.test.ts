import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asCurrency } from '#app/core/money/money.ts';
import { packLines, readLiveRates, usesFlatRates, type LiveAnswer } from '../live/live-rate.ts';
import type { Zone } from '../zones/zone.ts';
import { chooseAmount, hasPickup, rateCart, RATE_CODES, type PartyCart } from './cart-rates.ts';
import { toDeliveryDates } from './delivery-dates.ts';
import { findCharged, liveQuoteKey } from './match-charge.ts';

const RUNS = { numRuns: Number(process.env['MONEY_RUNS'] ?? 400) };
const NAMES = ['Standard', 'Priority', 'Express'];
const DESTINATION = { country: 'NO', province: null };
const PLACES = { JPY: 0, EUR: 2, KWD: 3 } as const;
const CODES = Object.keys(PLACES) as (keyof typeof PLACES)[];

/** What the provider says of one rate: units of its smallest coin in its currency, and perhaps the same in another. */
const stated = fc.record({
  minor: fc.integer({ min: 0, max: 99_999 }),
  currency: fc.constantFrom(...CODES),
  local: fc.option(fc.record({ minor: fc.integer({ min: 0, max: 99_999 }), currency: fc.constantFrom(...CODES) }), {
    nil: null,
  }),
  token: fc.constantFrom('a_ground', 'a_air', 'b_ground'),
  days: fc.option(fc.integer({ min: 0, max: 9 }), { nil: null }),
});
type Stated = typeof stated extends fc.Arbitrary<infer Drawn> ? Drawn : never;
const sellers = fc.array(
  fc.record({
    mode: fc.constantFrom('flat' as const, 'live' as const, 'both' as const),
    status: fc.constantFrom('said' as const, 'said' as const, 'slow' as const, 'failed' as const, 'paused' as const),
    services: fc.subarray(['a_ground', 'a_air', 'b_ground']),
    stated: fc.array(stated, { maxLength: 4 }),
    flat: fc.uniqueArray(fc.record({ name: fc.constantFrom(...NAMES), price: fc.integer({ min: 0, max: 5_000 }) }), {
      selector: ({ name }) => name,
      maxLength: 3,
    }),
    hasPickup: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);
const carts = fc.record({ currency: fc.constantFrom(...CODES), sellers });
type Cart = typeof carts extends fc.Arbitrary<infer Drawn> ? Drawn : never;
type Seller = Cart['sellers'][number];

/** An amount as the provider writes it. */
function write(minor: number, currency: keyof typeof PLACES): string {
  const places = PLACES[currency];
  const digits = String(minor).padStart(places + 1, '0');
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const toProvider = ({ minor, currency, local, token, days }: Stated) => ({
  amount: write(minor, currency),
  currency,
  days,
  serviceToken: token,
  carrier: 'Post',
  service: token,
  amountLocal: local && write(local.minor, local.currency),
  currencyLocal: local && local.currency,
});

function answerOf({ mode, status, stated: rates, services }: Seller, currency: string): LiveAnswer | undefined {
  if (mode === 'flat') return undefined;
  if (status !== 'said') return { status, rates: [] };
  return readLiveRates(rates.map(toProvider), { currency: asCurrency(currency), services });
}

function toParty(seller: Seller, at: number, currency: string): PartyCart {
  const rates = seller.flat.map(({ name, price }) => ({
    name,
    description: '',
    priceMinor: BigInt(price),
    field: 'TOTAL_WEIGHT' as const,
    min: 0n,
    max: null,
  }));
  const zone: Zone = { id: '1', zoneName: 'Zone', rates, countries: [{ code: 'NO', provinces: [] }] };
  const answer = answerOf(seller, currency);
  return {
    party: String(at),
    zones: [zone],
    cart: { weightGrams: 1n, priceMinor: 1n },
    pickup: seller.hasPickup ? `At ${String(at)}` : undefined,
    live: answer && { rates: answer.rates, usesFlat: usesFlatRates(seller.mode, answer.status) },
  };
}

/** What a seller may be paid for shipping, written once more from section 17: price, days (Infinity: nobody says), rank. */
function pricesOf(seller: Seller, currency: keyof typeof PLACES) {
  const { mode, services, status } = seller;
  const sent = seller.stated.filter(({ token }) => services.length === 0 || services.includes(token));
  const inCurrency = sent.flatMap((one) => {
    const price =
      one.currency === currency ? one.minor : one.local?.currency === currency ? one.local.minor : undefined;
    return price === undefined ? [] : [{ price, days: one.days, rank: one.days === null ? -1_000 : 1_000 - one.days }];
  });
  const live = mode !== 'flat' && status === 'said' ? inCurrency : [];
  // Carriers that answered with nothing leave nothing; whoever said nothing that counts leaves the flat rates.
  const isAnswered = status === 'said' && (sent.length === 0 || inCurrency.length > 0);
  const flat = seller.flat.map(({ name, price }) => ({ price, days: null, rank: NAMES.indexOf(name) }));
  return [...(mode === 'live' && isAnswered ? [] : flat), ...live];
}

function expectedRows({ sellers: all, currency }: Cart) {
  const rows = (some: Seller[]) => {
    const each = some.map((seller) => pricesOf(seller, currency));
    if (each.some((prices) => prices.length === 0)) return undefined;
    const pick = (best: (prices: (typeof each)[number]) => (typeof each)[number][number]) => {
      const picked = each.map(best);
      const days = picked.map((one) => one.days);
      return {
        total: picked.reduce((sum, { price }) => sum + price, 0),
        latest: days.includes(null) ? null : Math.max(...days.map((one) => one ?? 0)),
      };
    };
    const least = (prices: (typeof each)[number]) => {
      const low = Math.min(...prices.map(({ price }) => price));
      return prices.find(({ price }) => price === low) ?? prices[0]!;
    };
    return {
      cheapest: pick(least),
      fastest: pick((prices) => {
        const rank = Math.max(...prices.map((one) => one.rank));
        return least(prices.filter((one) => one.rank === rank));
      }),
    };
  };
  const collected = all.filter((seller) => seller.hasPickup);
  const rest = all.filter((seller) => !seller.hasPickup);
  return { shipped: rows(all), mixed: collected.length > 0 && rest.length > 0 ? rows(rest) : undefined };
}

const rate = ({ sellers: all, currency }: Cart) =>
  rateCart(
    all.map((seller, at) => toParty(seller, at, currency)),
    { destination: DESTINATION, names: NAMES, pickupName: 'Pickup' },
  );

describe('rows of flat and live rates', () => {
  it('equal the sums of each seller’s cheapest and fastest, with the later end of all windows, written independently', () => {
    const seen = { live: 0, dated: 0, none: 0 };
    fc.assert(
      fc.property(carts, (cart) => {
        const { options } = rate(cart);
        const { shipped, mixed } = expectedRows(cart);
        for (const [rows, codes] of [
          [shipped, ['cheapest', 'fastest']],
          [mixed, ['pickupCheapest', 'pickupFastest']],
        ] as const) {
          const [cheapest, fastest] = codes.map((code) => options.find((one) => one.code === RATE_CODES[code]));
          expect(cheapest && Number(cheapest.totalMinor)).toBe(rows?.cheapest.total);
          expect(cheapest && (cheapest.days?.max ?? null)).toBe(rows?.cheapest.latest);
          // A single row stands for both where every seller's cheapest is its fastest.
          const both = fastest ?? cheapest;
          expect(both && Number(both.totalMinor)).toBe(rows?.fastest.total);
          expect(both && (both.days?.max ?? null)).toBe(rows?.fastest.latest);
        }
        seen.live += cart.sellers.some(({ mode }) => mode === 'live') && shipped ? 1 : 0;
        seen.dated += options.some(({ days }) => days !== null) ? 1 : 0;
        seen.none += options.length === 0 ? 1 : 0;
      }),
      RUNS,
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
  });

  it('are paid out of the sellers’ quotes to the last minor unit, and none lacks a seller', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const { options, quotes, pickups } = rate(cart);
        const firstAt = new Date('2026-11-25T12:00:00Z');
        const { currency } = cart;
        for (const { code, totalMinor } of options) {
          const parties = cart.sellers.map((_, at) => {
            const party = String(at);
            const quote = quotes.find((one) => one.party === party);
            const free = { cheapestMinor: 0n, fastestMinor: 0n, firstAt, currency };
            expect(quote !== undefined || (hasPickup(code) && pickups.includes(party))).toBe(true);
            return {
              party,
              kept: quote ? [{ ...quote, firstAt, currency }] : [],
              pickups: pickups.includes(party) ? [free] : [],
            };
          });
          const charged = findCharged(parties, { code, currency, quotedMinor: totalMinor, createdAt: firstAt });
          expect(Object.values(charged?.amounts ?? {}).reduce((sum, one) => sum + one, 0n)).toBe(totalMinor);
          for (const quote of quotes) {
            const isCollected = hasPickup(code) && pickups.includes(quote.party);
            expect(charged?.amounts[quote.party]).toBe(isCollected ? 0n : chooseAmount(quote, code));
          }
        }
      }),
      RUNS,
    );
  });

  it('are paid out exactly also where each seller’s answers changed at another time', () => {
    const answers = fc.array(fc.bigInt({ min: 0n, max: 3_000n }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(answers, { minLength: 1, maxLength: 6 }), fc.infiniteStream(fc.nat()), (kept, choices) => {
        const firstAt = new Date('2026-11-25T12:00:00Z');
        const charged = kept.map((own) => own[(choices.next().value ?? 0) % own.length] ?? 0n);
        const quotedMinor = charged.reduce((sum, one) => sum + one, 0n);
        const found = findCharged(
          kept.map((own, at) => ({
            party: String(at),
            kept: own.map((minor) => ({ cheapestMinor: minor, fastestMinor: minor, currency: 'EUR', firstAt })),
          })),
          { code: RATE_CODES.cheapest, currency: 'EUR', quotedMinor, createdAt: firstAt },
        );
        expect(Object.values(found?.amounts ?? {}).reduce((sum, one) => sum + one, 0n)).toBe(quotedMinor);
      }),
      RUNS,
    );
  });

  it('arrive within the later of both ends: 1 to 3 and 2 to 5 days are 2 to 5, and unknown beside known is unknown', () => {
    const party = (days: { min: number; max: number } | null, at: number): PartyCart => ({
      party: String(at),
      zones: [],
      cart: { weightGrams: 1n, priceMinor: 1n },
      live: { rates: [{ name: '', description: 'Post', priceMinor: 1n, days, isLive: true }], usesFlat: false },
    });
    const daysOf = (...days: Parameters<typeof party>[0][]) =>
      rateCart(days.map(party), { destination: DESTINATION, names: NAMES, pickupName: '' }).options[0]?.days;
    expect(daysOf({ min: 1, max: 3 }, { min: 2, max: 5 })).toEqual({ min: 2, max: 5 });
    expect(daysOf({ min: 1, max: 3 }, null)).toBeNull();
  });
});

describe('what live rates depend on', () => {
  it('is reported as days of the store’s zone', () => {
    const late = new Date('2026-11-25T23:30:00Z');
    expect(toDeliveryDates({ min: 1, max: 6 }, late, 'Europe/Oslo')).toEqual({
      min: '2026-11-27 12:00:00 +0000',
      max: '2026-12-02 12:00:00 +0000',
    });
    expect(toDeliveryDates({ min: 0, max: 0 }, late, 'America/New_York').min).toBe('2026-11-25 12:00:00 +0000');
  });

  it('is the postal code as well, however it is written', () => {
    const line = { variantId: '1', vendorKey: '', quantity: 1 };
    const key = (zip: string) => liveQuoteKey(zip, { country: 'NL', province: null }, [line]);
    expect(key('1011 ab')).toBe(key('1011AB'));
    expect(key('1011 AC')).not.toBe(key('1011AB'));
  });

  it('is a package with its weight and measures; without them carriers are not asked', () => {
    const spare = { length: 30, width: 20, height: 10, dimUnit: 'cm' as const, weight: 1, weightUnit: 'kg' as const };
    const line = { quantity: 3, weight: '400', weightUnit: 'GRAMS', size: null };
    expect(packLines([line], spare)).toEqual({
      grams: '1200',
      length: '30',
      width: '20',
      height: '10',
      distanceUnit: 'cm',
    });
    expect(packLines([line], null)).toBeUndefined();
    const own = { ...line, quantity: 1, size: { length: 12, width: 8, height: 4, unit: 'cm' as const } };
    expect(packLines([own], spare)).toMatchObject({ length: '12', height: '4', grams: '400' });
  });
});
