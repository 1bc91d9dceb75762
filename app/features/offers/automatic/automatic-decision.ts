import type { OfferState } from '../offer.ts';

/** What a seller lets the program decide, in whole percent of the listed price; null is off. */
export type OfferRules = { acceptPercent: number | null; declinePercent: number | null };

export const NO_RULES: OfferRules = { acceptPercent: null, declinePercent: null };
export const MAX_PERCENT = 100;

/** What a seller's rules say about the price of a pending offer, with the percentage that decided. */
export type AutomaticDecision = { action: 'accept' | 'reject'; percent: number };

/** Decides a buyer's price by its seller's rules: accepted at or above one share of the listed price, declined below another. */
export function decideAutomatically(
  { status, priceMinor, listedMinor }: Pick<OfferState, 'status' | 'priceMinor' | 'listedMinor'>,
  { acceptPercent, declinePercent }: OfferRules,
): AutomaticDecision | undefined {
  if (status !== 'pending') return undefined;
  const reaches = (percent: number): boolean => priceMinor * 100n >= listedMinor * BigInt(percent);
  if (acceptPercent !== null && reaches(acceptPercent)) return { action: 'accept', percent: acceptPercent };
  if (declinePercent !== null && !reaches(declinePercent)) return { action: 'reject', percent: declinePercent };
  return undefined;
}

/** Which of the rules lie outside of what the store takes offers at, or contradict each other. */
export function checkRules(
  { acceptPercent, declinePercent }: OfferRules,
  minPercent: number,
): { path: keyof OfferRules; rule: 'number_or_more' | 'max_number' | 'above_decline_percent' }[] {
  const outside = (path: keyof OfferRules, percent: number | null) => {
    if (percent === null) return [];
    if (percent < minPercent) return [{ path, rule: 'number_or_more' as const }];
    return percent > MAX_PERCENT ? [{ path, rule: 'max_number' as const }] : [];
  };
  const found = [...outside('acceptPercent', acceptPercent), ...outside('declinePercent', declinePercent)];
  if (found.length > 0 || acceptPercent === null || declinePercent === null || declinePercent < acceptPercent)
    return found;
  return [{ path: 'acceptPercent', rule: 'above_decline_percent' }];
}
