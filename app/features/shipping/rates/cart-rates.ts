import { chooseRates, combineRates } from '../zones/combine.ts';
import type { Destination, VendorCart, Zone } from '../zones/zone.ts';
import type { RateItem } from './rate-request.ts';

/** What a row at checkout is known by in the order. It never changes, whatever the row is called. */
export const RATE_CODES = { cheapest: 'souk-cheapest', fastest: 'souk-fastest' } as const;
export type RateCode = (typeof RATE_CODES)[keyof typeof RATE_CODES];

/** Whether a shipping line of an order was quoted by us. */
export function isRateCode(code: string): code is RateCode {
  return code === RATE_CODES.cheapest || code === RATE_CODES.fastest;
}

/**
 * Whose lines: the id of a vendor, `name:` and the folded name of one that is not known yet, or MARKETPLACE for lines that no
 * vendor sells.
 */
export type Party = string;
export const MARKETPLACE: Party = 'marketplace';
const NAMED = 'name:';

export const namedParty = (vendorKey: string): Party => NAMED + vendorKey;

/** The folded name of a party that had no id when it was quoted; undefined for the others. */
export const nameOfParty = (party: Party): string | undefined =>
  party.startsWith(NAMED) ? party.slice(NAMED.length) : undefined;

/** One party's lines of a cart, with the zones that hold for it. */
export type PartyCart = { party: Party; zones: readonly Zone[]; cart: VendorCart };

/** What one party is owed for its part of a row. */
export type QuotePart = { party: Party; amountMinor: bigint };

/** A row at checkout, and what it is made of: the parts sum to the total. Minor units. */
export type RateOption = {
  code: RateCode;
  name: string;
  description: string;
  totalMinor: bigint;
  parts: QuotePart[];
};

const MAX_DESCRIPTION = 250;

/** A cart's lines by whom they belong to, in the order of the cart. `partyOf` says whose a line is. */
export function groupByParty(
  items: readonly RateItem[],
  partyOf: (item: RateItem) => Party,
): { party: Party; cart: VendorCart }[] {
  const carts = new Map<Party, { weightGrams: bigint; priceMinor: bigint }>();
  for (const item of items) {
    const party = partyOf(item);
    const cart = carts.get(party) ?? { weightGrams: 0n, priceMinor: 0n };
    const quantity = BigInt(item.quantity);
    cart.weightGrams += item.grams * quantity;
    cart.priceMinor += item.priceMinor * quantity;
    carts.set(party, cart);
  }
  return [...carts].map(([party, cart]) => ({ party, cart }));
}

/**
 * The rows that a cart is offered: every party's cheapest rates together, and every one's fastest. No row lacks a party: where
 * one has no rate there is none. `names` go from the slowest to the fastest; a row is called as its rates are where they agree.
 */
export function rateCart(
  parties: readonly PartyCart[],
  { destination, names }: { destination: Destination; names: readonly string[] },
): RateOption[] {
  const chosen = parties.map(({ party, zones, cart }) => ({
    party,
    rates: chooseRates(zones, { cart, destination, names }),
  }));
  return combineRates(chosen.map(({ rates }) => rates)).map(({ kind, priceMinor }) => {
    const pick = kind === 'fastest' ? 'fastest' : 'cheapest';
    const picked = chosen.flatMap(({ party, rates }) => {
      const rate = rates[pick];
      return rate ? [{ party, rate }] : [];
    });
    const called = [...new Set(picked.map(({ rate }) => rate.name))];
    const general = (pick === 'fastest' ? names.at(-1) : names[0]) ?? '';
    const described = [...new Set(picked.flatMap(({ rate }) => (rate.description === '' ? [] : [rate.description])))];
    return {
      code: RATE_CODES[pick],
      name: called.length === 1 ? (called[0] ?? general) : general,
      description: described.join(', ').slice(0, MAX_DESCRIPTION),
      totalMinor: priceMinor,
      parts: picked.map(({ party, rate }) => ({ party, amountMinor: rate.priceMinor })),
    };
  });
}
