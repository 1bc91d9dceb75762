import { chooseRates, combineRates } from './combine-rates.ts';
import type { Destination, VendorCart, Zone } from '../zones/zone.ts';

/** What a row at checkout is known by in the order. It never changes, whatever the row is called. */
export const RATE_CODES = { cheapest: 'souk-cheapest', fastest: 'souk-fastest' } as const;
export type RateCode = (typeof RATE_CODES)[keyof typeof RATE_CODES];

/** Whether a shipping line of an order was quoted by us. */
export function isRateCode(code: string): code is RateCode {
  return code === RATE_CODES.cheapest || code === RATE_CODES.fastest;
}

/** Whose lines: the id of a vendor, or MARKETPLACE for what no vendor sells; at a checkout, a name that nobody has yet. */
export type Party = string;
export const MARKETPLACE: Party = 'marketplace';

/** One party's lines of a cart, with the zones that hold for it. */
export type PartyCart = { party: Party; zones: readonly Zone[]; cart: VendorCart };

/** What one party asks for its lines in either row. Minor units. */
export type PartyQuote = { party: Party; cheapestMinor: bigint; fastestMinor: bigint };

/** A row at checkout. Minor units. */
export type RateOption = { code: RateCode; name: string; description: string; totalMinor: bigint };

const MAX_DESCRIPTION = 250;

/**
 * The rows that a cart is offered, and what each party asks in them: every party's cheapest rates together, and every one's
 * fastest. No row lacks a party: where one has no rate there is none. `names` go from the slowest to the fastest; a row is
 * called as its rates are where they agree, else by the first or the last of the names.
 */
export function rateCart(
  parties: readonly PartyCart[],
  { destination, names }: { destination: Destination; names: readonly string[] },
): { options: RateOption[]; quotes: PartyQuote[] } {
  const chosen = parties.map(({ party, zones, cart }) => ({
    party,
    rates: chooseRates(zones, { cart, destination, names }),
  }));
  const combined = combineRates(chosen.map(({ rates }) => rates));
  if (combined.length === 0) return { options: [], quotes: [] };
  const options = combined.map(({ kind, priceMinor }): RateOption => {
    const pick = kind === 'fastest' ? 'fastest' : 'cheapest';
    const picked = chosen.flatMap(({ rates }) => rates[pick] ?? []);
    const called = [...new Set(picked.map(({ name }) => name))];
    const general = (pick === 'fastest' ? names.at(-1) : names[0]) ?? '';
    const described = [...new Set(picked.map(({ description }) => description))].filter((one) => one !== '');
    return {
      code: RATE_CODES[pick],
      name: called.length === 1 ? (called[0] ?? general) : general,
      description: described.join(', ').slice(0, MAX_DESCRIPTION),
      totalMinor: priceMinor,
    };
  });
  const quotes = chosen.flatMap(({ party, rates: { cheapest, fastest } }) =>
    cheapest && fastest ? [{ party, cheapestMinor: cheapest.priceMinor, fastestMinor: fastest.priceMinor }] : [],
  );
  return { options, quotes };
}

/** What a quote asks in the row of a code. */
export function amountOf(quote: Omit<PartyQuote, 'party'>, code: RateCode): bigint {
  return code === RATE_CODES.fastest ? quote.fastestMinor : quote.cheapestMinor;
}
