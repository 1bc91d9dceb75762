import { sumMinor } from '#app/core/money.ts';
import type { Destination } from '../zones/zone.ts';
import { amountOf, type Party, type PartyQuote, type RateCode } from './cart-rates.ts';

/** What was answered to checkouts for one party's lines, and when first. Minor units. */
export type KeptQuote = Omit<PartyQuote, 'party'> & { currency: string; firstAt: Date };

/** Each party's part of a charge: as it was quoted, or computed again because it was not found. */
export type OrderQuotes = { amounts: Record<Party, bigint>; source: 'stored' | 'recomputed' };

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

/** The platform's clock and ours may differ by so much. */
const SKEW_MS = 60_000;

/**
 * Each party's part of a charge among what was answered before the order, newest first. Answers that sum to the charge come
 * before newer ones that do not: a checkout keeps an answer for a quarter of an hour. Undefined where one party has none.
 */
export function findCharged(
  parties: readonly { party: Party; kept: readonly KeptQuote[] }[],
  order: { code: RateCode; currency: string; quotedMinor: bigint; createdAt: Date },
): Record<Party, bigint> | undefined {
  const latest = order.createdAt.getTime() + SKEW_MS;
  const offered = parties.map(({ party, kept }) => ({
    party,
    amounts: kept
      .filter(({ firstAt, currency }) => firstAt.getTime() <= latest && currency === order.currency)
      .map((quote) => amountOf(quote, order.code)),
  }));
  if (offered.length === 0 || offered.some(({ amounts }) => amounts.length === 0)) return undefined;
  const rounds = Math.max(...offered.map(({ amounts }) => amounts.length));
  const pick = (round: number): [Party, bigint][] =>
    offered.map(({ party, amounts }) => [party, amounts[Math.min(round, amounts.length - 1)] ?? 0n]);
  for (let round = 0; round < rounds; round++) {
    const picked = pick(round);
    if (sumMinor(picked.map(([, amountMinor]) => amountMinor)) === order.quotedMinor) return Object.fromEntries(picked);
  }
  return Object.fromEntries(pick(0));
}
