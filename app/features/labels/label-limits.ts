import { foldName } from '#app/core/text/folding.ts';
import type { LabelStatus } from './label.ts';

/**
 * What the marketplace lets vendors spend on labels of an order. `maxPricePercent`: of what the items of the label cost the buyer, but
 * `minPriceMinor` is always allowed; `extraGrams`: above what the items weigh. Null is no limit.
 */
export type LabelLimits = { maxPricePercent: number | null; minPriceMinor: bigint; extraGrams: number | null };

/** The highest price of a label for items of a value, minor units; undefined without a limit. */
export function computeMaxPrice(
  { maxPricePercent, minPriceMinor }: LabelLimits,
  valueMinor: bigint,
): bigint | undefined {
  if (maxPricePercent === null) return undefined;
  const share = (valueMinor * BigInt(maxPricePercent)) / 100n;
  return share > minPriceMinor ? share : minPriceMinor;
}

type Weighed = { quantity: number; unitGrams: number };

/**
 * The highest weight of all packages for some items, grams; undefined without a limit, and where an item states no weight: nobody can
 * say then what they weigh.
 */
export function computeMaxGrams({ extraGrams }: LabelLimits, items: readonly Weighed[]): number | undefined {
  if (extraGrams === null || items.length === 0 || items.some(({ unitGrams }) => unitGrams === 0)) return undefined;
  return items.reduce((sum, one) => sum + one.quantity * one.unitGrams, 0) + extraGrams;
}

type Address = { street1: string; street2: string; city: string; zip: string; country: string };

/** Whether two addresses are the same place, whatever the case and the spaces of their words. */
export function isSamePlace(left: Address, right: Address): boolean {
  const fold = (one: Address): string =>
    [one.street1, one.street2, one.city, one.zip, one.country]
      .map((text) => foldName(text).replaceAll(' ', ''))
      .join('|');
  return fold(left) === fold(right);
}

/** How many labels a unit is sent with at most: one more where a package got lost. */
export const MAX_LABELS_A_UNIT = 2;

/** Whether a label of a status costs money, or may. */
export const isPaidFor = (status: LabelStatus): boolean => status !== 'failed' && status !== 'voided';
