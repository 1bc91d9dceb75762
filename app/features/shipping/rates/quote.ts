import type { Destination } from '../zones/zone.ts';
import type { QuotePart, RateCode } from './cart-rates.ts';

/** A row that was offered, as it is kept: its code, what the buyer was to pay, and each party's part. */
export type KeptOption = { code: RateCode; totalMinor: bigint; parts: QuotePart[] };

/** What was answered to a checkout, and when first. */
export type KeptQuote = { firstAt: Date; options: KeptOption[] };

/** The parts of a charge: found among what was offered, or computed again because nothing was. */
export type OrderQuote = { parts: QuotePart[]; source: 'stored' | 'recomputed' };

/**
 * What a quote depends on, and nothing that tells of a person: country, province, and how many of which variants are shipped.
 * The same text follows from a checkout and from its order.
 */
export function quoteKey(
  { country, province }: Destination,
  items: readonly { variantId: string | null; quantity: number }[],
): string {
  const quantities = new Map<string, number>();
  for (const { variantId, quantity } of items) {
    const id = variantId ?? 'custom';
    quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  }
  const lines = [...quantities].map(([id, quantity]) => `${id}*${String(quantity)}`).sort();
  return [country, province ?? '', ...lines].join('|');
}

/** The platform's clock and ours may differ by so much. */
const SKEW_MS = 60_000;

/**
 * The parts by which a buyer was charged, among what was answered for the same cart and destination, newest first. An answer
 * that sums to the charge comes before a newer one that does not: checkouts keep an answer for a quarter of an hour. Undefined
 * where the row was never offered before the order.
 */
export function findCharged(
  quotes: readonly KeptQuote[],
  order: { code: string; quotedMinor: bigint; createdAt: Date },
): QuotePart[] | undefined {
  const latest = order.createdAt.getTime() + SKEW_MS;
  const offered = quotes
    .filter((quote) => quote.firstAt.getTime() <= latest)
    .flatMap((quote) => quote.options.filter((option) => option.code === order.code));
  return (offered.find((option) => option.totalMinor === order.quotedMinor) ?? offered[0])?.parts;
}
