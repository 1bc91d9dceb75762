import { asCurrency, parseAmount, type Currency } from '#app/core/money/money.ts';
import type { MoneyDto } from '#app/core/dto.ts';

type Charged = { orders: number; before: MoneyDto; after: MoneyDto };
/** What one step of a comparison says of a vendor. */
export type VendorCharged = Charged & { vendorId: string; vendor: string };

/** What is charged before and after, and how much more that is, minor units. */
export type Difference = {
  currency: Currency;
  orders: number;
  beforeMinor: bigint;
  afterMinor: bigint;
  differenceMinor: bigint;
};
export type VendorDifference = Difference & { vendorId: string; vendor: string };

/** Steps of a comparison added up: a total for each currency, and the vendors for whom something changes, most first. */
export function addUp(steps: readonly (readonly VendorCharged[])[]): {
  totals: Difference[];
  vendors: VendorDifference[];
} {
  const totals = new Map<string, Difference>();
  const vendors = new Map<string, VendorDifference>();
  for (const charged of steps.flat()) {
    const { currency } = charged.before;
    totals.set(currency, plus(totals.get(currency), charged));
    const key = `${charged.vendorId}|${currency}`;
    const { vendorId, vendor } = charged;
    vendors.set(key, { ...plus(vendors.get(key), charged), vendorId, vendor });
  }
  return {
    totals: [...totals.values()],
    vendors: [...vendors.values()].filter((one) => one.differenceMinor !== 0n).sort(byChange),
  };
}

function plus(sum: Difference | undefined, { orders, before, after }: Charged): Difference {
  const currency = asCurrency(before.currency);
  const beforeMinor = (sum?.beforeMinor ?? 0n) + computeMinor(before, currency);
  const afterMinor = (sum?.afterMinor ?? 0n) + computeMinor(after, currency);
  const differenceMinor = afterMinor - beforeMinor;
  return { currency, orders: (sum?.orders ?? 0) + orders, beforeMinor, afterMinor, differenceMinor };
}

function computeMinor(value: MoneyDto, currency: Currency): bigint {
  const parsed = parseAmount(value.amount, currency);
  return parsed.ok ? parsed.value : 0n;
}

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

function byChange(left: VendorDifference, right: VendorDifference): number {
  const difference = size(right.differenceMinor) - size(left.differenceMinor);
  return difference > 0n ? 1 : difference < 0n ? -1 : left.vendor.localeCompare(right.vendor);
}
