import { sumMinor, type Currency } from '#app/core/money/money.ts';
import {
  buildAdjustment,
  buildChargeback,
  buildLabelCost,
  type LedgerTransaction,
  type Occasion,
  type Posting,
} from '#app/platform/ledger/ledger.ts';
import type { OrderDecisions } from './split-order.ts';

/**
 * What an admin does to what vendors are owed for an order. `correction`: an amount more or less; `goodwill`: how much of the
 * order's goodwill a vendor bears (M54); `chargeback`: what the buyer's bank took back, and what of it a vendor bears (M58).
 */
export const TYPED_ADJUSTMENT_KINDS = ['correction', 'goodwill', 'chargeback'] as const;

/** All of them, with `label`: what a shipping label cost that the marketplace paid for a vendor. Buying one makes it. */
export const ADJUSTMENT_KINDS = [...TYPED_ADJUSTMENT_KINDS, 'label'] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];

/**
 * One adjustment of an order. `amountMinor` is what was said: above zero but for a correction, which has either sign;
 * `vendorMinor` is what it adds to what the vendor is owed. No vendor: a chargeback that the marketplace bears alone.
 */
export type Adjustment = {
  id: string;
  orderId: string;
  vendorId: string | null;
  kind: AdjustmentKind;
  currency: Currency;
  amountMinor: bigint;
  vendorMinor: bigint;
  isUndone: boolean;
};

/** What an adjustment posts; null for goodwill, which is a part of the order's own postings: see `decideGoodwill`. */
export function adjustmentTransaction(one: Adjustment, occasion: Occasion): LedgerTransaction | null {
  const { kind, orderId, vendorId, amountMinor, vendorMinor, currency } = one;
  if (kind === 'goodwill') return null;
  if (kind === 'correction')
    return buildAdjustment(occasion, { vendorId: vendorId ?? '', orderId, amountMinor, currency });
  if (kind === 'label') return buildLabelCost(occasion, { vendorId: vendorId ?? '', orderId, amountMinor, currency });
  const assigned = vendorId === null ? null : { vendorId, amountMinor: -vendorMinor };
  return buildChargeback(occasion, { orderId, amountMinor, currency, assigned });
}

const NO_OCCASION: Occasion = { reference: '', occurredAt: new Date(0), source: { type: 'admin', id: '' } };

/** Where the adjustments of an order that stand must have brought the ledger. */
export function adjustmentPostings(adjustments: readonly Adjustment[]): Posting[] {
  return adjustments.flatMap((one) => (one.isUndone ? [] : (adjustmentTransaction(one, NO_OCCASION)?.postings ?? [])));
}

/** What the corrections, chargebacks and labels that stand add to what a vendor is owed, minor units. Goodwill is in the order's own. */
export function adjustedMinor(adjustments: readonly Adjustment[], vendorId: string): bigint {
  return sumMinor(
    adjustments
      .filter((one) => !one.isUndone && one.kind !== 'goodwill' && one.vendorId === vendorId)
      .map((one) => one.vendorMinor),
  );
}

/** What the bank of the buyer took back by the adjustments that stand, minor units. */
export function chargedBackMinor(adjustments: readonly Adjustment[]): bigint {
  return sumMinor(
    adjustments.filter((one) => !one.isUndone && one.kind === 'chargeback').map((one) => one.amountMinor),
  );
}

/**
 * Lets a vendor bear more of an order's goodwill, or less (below zero). It is a decision that the order is settled by, and not
 * an entry beside it: goodwill whose refund fails later is nobody's any more (M53).
 */
export function decideGoodwill(decisions: OrderDecisions, vendorId: string, moreMinor: bigint): OrderDecisions {
  const shareMinor = (decisions.goodwill[vendorId] ?? 0n) + moreMinor;
  return { ...decisions, goodwill: { ...decisions.goodwill, [vendorId]: shareMinor } };
}
