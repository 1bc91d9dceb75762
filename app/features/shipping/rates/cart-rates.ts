import { chooseRates, combineRates, type LiveOffer, type VendorRates } from './combine-rates.ts';
import { combineDays, type DeliveryDays } from './offered-rate.ts';
import type { Destination, VendorCart, Zone } from '../zones/zone.ts';

/** What a row at checkout is known by in the order. It never changes, whatever the row is called. */
export const RATE_CODES = {
  cheapest: 'souk-cheapest',
  fastest: 'souk-fastest',
  pickup: 'souk-pickup',
  pickupCheapest: 'souk-pickup-cheapest',
  pickupFastest: 'souk-pickup-fastest',
} as const;
export type RateCode = (typeof RATE_CODES)[keyof typeof RATE_CODES];

const CODES: ReadonlySet<string> = new Set(Object.values(RATE_CODES));

/** Whether a shipping line of an order was quoted by us. */
export function isRateCode(code: string): code is RateCode {
  return CODES.has(code);
}

/** Whether the buyer collects in the row of a code, from those who offer it. */
export function hasPickup(code: RateCode): boolean {
  return code !== RATE_CODES.cheapest && code !== RATE_CODES.fastest;
}

/** Whose lines: the id of a vendor, or MARKETPLACE for what no vendor sells; at a checkout, a name that nobody has yet. */
export type Party = string;
export const MARKETPLACE: Party = 'marketplace';

/**
 * One party's lines of a cart, with the zones that hold for it, and live rates where it offers them. `pickup` says where the buyer
 * may collect all of them.
 */
export type PartyCart = {
  party: Party;
  zones: readonly Zone[];
  cart: VendorCart;
  pickup?: string | undefined;
  live?: LiveOffer | undefined;
};

/** What one party asks for its lines in either row. Minor units. */
export type PartyQuote = { party: Party; cheapestMinor: bigint; fastestMinor: bigint };

/** A row at checkout. Minor units; `days` is null where one of its rates does not say when goods arrive. */
export type RateOption = {
  code: RateCode;
  name: string;
  description: string;
  totalMinor: bigint;
  days: DeliveryDays | null;
};

const MAX_DESCRIPTION = 250;

/** The names of rates, from the slowest to the fastest, and what a row is called in which the buyer collects. */
export type RateNames = { names: readonly string[]; pickupName: string };

/**
 * The rows that a cart is offered, and what each party asks in them: every party's cheapest rates together, and every one's
 * fastest; then, where the buyer may collect from some, the same with these for nothing, or one row where it may from all. No
 * row lacks a party. A row is called as its flat rates are where all agree, else by the first or the last of the names. `pickups`
 * are the parties that are collected from in the rows of pickup; `chosen` are the rates of each party.
 */
export function rateCart(
  parties: readonly PartyCart[],
  { destination, names, pickupName }: { destination: Destination } & RateNames,
): { options: RateOption[]; quotes: PartyQuote[]; pickups: Party[]; chosen: VendorRates[] } {
  const chosen = parties.map(({ party, zones, cart, pickup, live }) => ({
    party,
    pickup,
    rates: chooseRates(zones, { cart, destination, names, live }),
  }));
  const rates = chosen.map((one) => one.rates);
  const shipped = combineRows(rates, names);
  const collected = chosen.filter(({ pickup }) => pickup !== undefined);
  const options = [...shipped, ...pickupRows(chosen, { names, pickupName })];
  if (options.length === 0) return { options: [], quotes: [], pickups: [], chosen: rates };
  const quotes = chosen.flatMap(({ party, rates: { cheapest, fastest } }) =>
    cheapest && fastest ? [{ party, cheapestMinor: cheapest.priceMinor, fastestMinor: fastest.priceMinor }] : [],
  );
  return { options, quotes, pickups: collected.map(({ party }) => party), chosen: rates };
}

/** The rows in which all that can be collected is. */
function pickupRows(
  chosen: readonly { pickup: string | undefined; rates: VendorRates }[],
  { names, pickupName }: RateNames,
): RateOption[] {
  const places = chosen.flatMap(({ pickup }) => pickup ?? []);
  const rest = chosen.filter(({ pickup }) => pickup === undefined).map(({ rates }) => rates);
  if (places.length === 0) return [];
  const described = (more: string) => [...places, more].filter((one) => one !== '').join(', ');
  if (rest.length === 0) {
    const description = described('').slice(0, MAX_DESCRIPTION);
    return [{ code: RATE_CODES.pickup, name: pickupName, description, totalMinor: 0n, days: null }];
  }
  return combineRows(rest, names).map(({ code, name, description, totalMinor, days }) => ({
    code: code === RATE_CODES.fastest ? RATE_CODES.pickupFastest : RATE_CODES.pickupCheapest,
    name: `${pickupName} + ${name}`,
    description: described(description).slice(0, MAX_DESCRIPTION),
    totalMinor,
    days,
  }));
}

/** The rows of lines that are all shipped; none where one has no rate. */
function combineRows(rates: readonly VendorRates[], names: readonly string[]): RateOption[] {
  return combineRates(rates).map(({ kind, priceMinor }): RateOption => {
    const pick = kind === 'fastest' ? 'fastest' : 'cheapest';
    const picked = rates.flatMap((one) => one[pick] ?? []);
    const called = [...new Set(picked.map(({ name }) => name))];
    const general = (pick === 'fastest' ? names.at(-1) : names[0]) ?? '';
    const described = [...new Set(picked.map(({ description }) => description))].filter((one) => one !== '');
    return {
      code: RATE_CODES[pick],
      name: called.length === 1 && called[0] ? called[0] : general,
      description: described.join(', ').slice(0, MAX_DESCRIPTION),
      totalMinor: priceMinor,
      days: combineDays(picked),
    };
  });
}

/** What a quote asks for shipping in the row of a code. */
export function chooseAmount(quote: Omit<PartyQuote, 'party'>, code: RateCode): bigint {
  return code === RATE_CODES.fastest || code === RATE_CODES.pickupFastest ? quote.fastestMinor : quote.cheapestMinor;
}
