import { MINUTE_MS } from '#app/core/durations.ts';
import { sumMinor } from '#app/core/money/money.ts';
import type { Destination } from '../zones/zone.ts';
import { chooseAmount, hasPickup, RATE_CODES, type Party, type PartyQuote, type RateCode } from './cart-rates.ts';

/** What was answered to checkouts for one party's lines, and when first. Minor units. */
export type KeptQuote = Omit<PartyQuote, 'party'> & {
  currency: string;
  firstAt: Date;
  /** Carriers were asked for it. */
  isLive?: boolean;
};

/** Each party's part of a charge, and the parties from whom the buyer collects. */
export type ChargedQuotes = {
  amounts: Record<Party, bigint>;
  pickups: Party[];
  /** The parties for whom carriers were asked; left out where there are none. */
  live?: Party[];
};

/** The same as it was quoted, or computed again because it was not found. */
export type OrderQuotes = ChargedQuotes & { source: 'stored' | 'recomputed' };

/**
 * What a quote of one party's lines depends on, and nothing that tells of a person: country, province, and how many of which
 * variants are shipped. The same text follows from a checkout and from its order.
 */
export function quoteKey(
  { country, province }: Destination,
  items: readonly { variantId: string | null; vendorKey: string; quantity: number }[],
): string {
  const quantities = new Map<string, number>();
  for (const { variantId, vendorKey, quantity } of items) {
    const id = variantId ?? `custom/${vendorKey}`;
    quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  }
  const lines = [...quantities].map(([id, quantity]) => `${id}*${String(quantity)}`).sort();
  return [country, province ?? '', ...lines].join('|');
}

/** The same where live rates are offered: they depend on the postal code, too. */
export const liveQuoteKey = (zip: string, ...key: Parameters<typeof quoteKey>): string =>
  `live|${zip.toUpperCase().replace(/[^A-Z0-9]/g, '')}|${quoteKey(...key)}`;

/** The same of an offer to collect these lines. */
export const pickupKey = (...key: Parameters<typeof quoteKey>): string => `pickup|${quoteKey(...key)}`;

/** The platform's clock and ours may differ by so much. */
const SKEW_MS = MINUTE_MS;

/** What was answered for one party's lines, newest first: to ship them, and to collect them. */
export type PartyAnswers = { party: Party; kept: readonly KeptQuote[]; pickups?: readonly KeptQuote[] };

type Charged = { party: Party; amountMinor: bigint; isPickup: boolean; isLive: boolean };

/**
 * Each party's part of a charge among what was answered before the order, newest first. In a row of pickup, whoever offered it
 * is collected from. Answers that sum to the charge come before newer ones that do not: a checkout keeps an answer for a quarter
 * of an hour. Undefined where one party has none.
 */
export function findCharged(
  parties: readonly PartyAnswers[],
  order: { code: RateCode; currency: string; quotedMinor: bigint; createdAt: Date },
): ChargedQuotes | undefined {
  const latest = order.createdAt.getTime() + SKEW_MS;
  const isOf = ({ firstAt, currency }: KeptQuote) => firstAt.getTime() <= latest && currency === order.currency;
  const offered = parties.map(({ party, kept, pickups = [] }): Charged[] => {
    const collected = hasPickup(order.code) ? pickups.filter(isOf) : [];
    const shipped = order.code === RATE_CODES.pickup ? [] : kept.filter(isOf);
    return [
      ...collected.map(() => ({ party, amountMinor: 0n, isPickup: true, isLive: false })),
      ...shipped.map((quote) => ({
        party,
        amountMinor: chooseAmount(quote, order.code),
        isPickup: false,
        isLive: quote.isLive === true,
      })),
    ];
  });
  if (offered.length === 0 || offered.some((answers) => answers.length === 0)) return undefined;
  const rounds = Math.max(...offered.map((answers) => answers.length));
  const pick = (round: number): Charged[] =>
    offered.flatMap((answers) => answers[Math.min(round, answers.length - 1)] ?? []);
  for (let round = 0; round < rounds; round++) {
    const picked = pick(round);
    if (sumMinor(picked.map(({ amountMinor }) => amountMinor)) === order.quotedMinor) return toCharged(picked);
  }
  return toCharged(pickExact(offered, order.quotedMinor) ?? pick(0));
}

/** How many mixes of answers are looked at before the newest ones are taken as weights. */
const MAX_MIXES = 20_000;

/**
 * One answer of each party that together are a sum, the newest first: one party's answer may be older than another's, because live
 * rates of different carriers change at different times. Undefined where there is no such mix.
 */
function pickExact(offered: readonly (readonly Charged[])[], sumWanted: bigint): Charged[] | undefined {
  const hopeless = new Set<string>();
  let looked = 0;
  const pickFrom = (at: number, left: bigint): Charged[] | undefined => {
    const answers = offered[at];
    if (!answers) return left === 0n ? [] : undefined;
    const key = `${String(at)}/${String(left)}`;
    if (left < 0n || hopeless.has(key)) return undefined;
    for (const answer of answers) {
      looked += 1;
      if (looked > MAX_MIXES) return undefined;
      const rest = pickFrom(at + 1, left - answer.amountMinor);
      if (rest) return [answer, ...rest];
    }
    hopeless.add(key);
    return undefined;
  };
  return pickFrom(0, sumWanted);
}

function toCharged(picked: readonly Charged[]): ChargedQuotes {
  const live = picked.flatMap(({ party, isLive }) => (isLive ? [party] : []));
  return {
    amounts: Object.fromEntries(picked.map(({ party, amountMinor }) => [party, amountMinor])),
    pickups: picked.flatMap(({ party, isPickup }) => (isPickup ? [party] : [])),
    ...(live.length > 0 ? { live } : {}),
  };
}
