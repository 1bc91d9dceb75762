import type { Percent } from '#app/core/money/percent.ts';
import {
  chooseCommission,
  computeLineCommission,
  type CommissionLists,
  type CommissionSource,
  type ProductMetafield,
} from '#app/features/commissions/commission.ts';

/** What a vendor earns of one unit sold at a price without tax, discount or shipping: minor units that add up to the price. */
export type UnitEarnings = {
  priceMinor: bigint;
  commissionMinor: bigint;
  earnsMinor: bigint;
  percent: Percent;
  flatMinor: bigint;
  source: CommissionSource;
};

/** The commission on one unit at a price, by the lists that hold now, and what is left of the price for the vendor. */
export function computeUnitEarnings(
  lists: CommissionLists,
  priceMinor: bigint,
  metafields: readonly ProductMetafield[],
  currency: string,
): UnitEarnings {
  const { percent, flatMinor, source } = chooseCommission(lists, priceMinor, metafields, currency);
  const { commissionMinor } = computeLineCommission(priceMinor, percent, flatMinor);
  return { priceMinor, commissionMinor, earnsMinor: priceMinor - commissionMinor, percent, flatMinor, source };
}

/** From which unit price on (minor units, as text) which percentage and flat amount hold. JSON-safe, and names no condition. */
export type UnitTerm = { fromMinor: string; percent: string; flatMinor: string };

/** The rates of a product by its price, lowest first: what somebody who types a price is charged by. */
export function listUnitTerms(
  lists: CommissionLists,
  metafields: readonly ProductMetafield[],
  currency: string,
): UnitTerm[] {
  const lines = lists.vendorLines.length > 0 ? lists.vendorLines : lists.defaultLines;
  const bounds = lines.flatMap(({ minMinor, maxMinor }) => (maxMinor === null ? [minMinor] : [minMinor, maxMinor]));
  const ordered = [...new Set([0n, ...bounds])].sort((one, other) => (one < other ? -1 : 1));
  return ordered.map((from) => {
    const { percent, flatMinor } = chooseCommission(lists, from, metafields, currency);
    return { fromMinor: String(from), percent: String(percent), flatMinor: String(flatMinor) };
  });
}

/** The commission on one unit at a price and what is left of it, by the rates of the product. */
export function computeTermEarnings(
  terms: readonly UnitTerm[],
  priceMinor: bigint,
): { commissionMinor: bigint; earnsMinor: bigint } {
  const term = terms.findLast(({ fromMinor }) => BigInt(fromMinor) <= priceMinor);
  const { commissionMinor } = computeLineCommission(
    priceMinor,
    BigInt(term?.percent ?? 0),
    BigInt(term?.flatMinor ?? 0),
  );
  return { commissionMinor, earnsMinor: priceMinor - commissionMinor };
}
