import { sumMinor } from '#app/core/money/money.ts';
import { chargedBackMinor, type Adjustment } from '#app/features/orders/money/adjustment.ts';
import type { SettledOrder } from '#app/features/orders/money/split-order.ts';

/** What of an order can still be adjusted, minor units: goodwill that no vendor bears yet, receipts that were not charged back. */
export type Limits = { goodwillMinor: bigint; chargeableMinor: bigint };

/** Computes the room of an order as it is settled now. Never below zero. */
export function computeLimits(
  settled: Pick<SettledOrder, 'heldMinor' | 'vendorOrders' | 'marketplace'>,
  adjustments: readonly Adjustment[],
): Limits {
  const shareMinor = sumMinor(settled.vendorOrders.map((vendorOrder) => vendorOrder.goodwillMinor));
  const atLeastZero = (minor: bigint): bigint => (minor > 0n ? minor : 0n);
  return {
    goodwillMinor: atLeastZero(settled.marketplace.goodwillMinor - shareMinor),
    chargeableMinor: atLeastZero(settled.heldMinor - chargedBackMinor(adjustments)),
  };
}

/** What an adjustment adds to what its vendor is owed, minor units: `borneMinor` is what the vendor bears of a chargeback. */
export function computeVendorMinor(
  input: { kind: Adjustment['kind']; amountMinor: bigint },
  shareMinor: bigint | null,
): bigint {
  if (input.kind === 'correction') return input.amountMinor;
  return -(input.kind === 'goodwill' || input.kind === 'label' ? input.amountMinor : (shareMinor ?? 0n));
}

/** How many adjustments one order takes. */
export const MAX_ADJUSTMENTS = 50;
export const NOTE_MIN = 10;
export const NOTE_MAX = 500;
