import { dayOf } from '#app/core/calendar.ts';
import type { AdjustmentKind } from '#app/features/orders/money/adjustment.ts';

/** What moves a vendor's balance, as a statement calls it. */
export const MOVEMENT_TYPES = [
  'sale',
  'refund',
  'change',
  'payout',
  'payout_returned',
  'adjustment',
  'chargeback',
  'label',
] as const;
export type MovementType = (typeof MOVEMENT_TYPES)[number];

/**
 * One ledger transaction as it touched one vendor. `grossMinor` is what buyers paid more for the vendor's part (less, below
 * zero), `commissionMinor` what of it the marketplace took as commission, `amountMinor` what the vendor's balance moved by.
 */
export type Movement = {
  type: MovementType;
  at: Date;
  orderId: bigint | null;
  orderName: string | null;
  payoutId: bigint | null;
  /** Why it was adjusted, or undone; null for everything else. */
  note: string | null;
  grossMinor: bigint;
  commissionMinor: bigint;
  amountMinor: bigint;
};

/**
 * A posted transaction summed by account, for one vendor. `kind` is null where the transaction is not the vendor's alone;
 * `adjusted` says by which adjustment it was posted, or undone.
 */
export type PostedSums = {
  kind: string | null;
  adjusted: AdjustmentKind | null;
  receiptsMinor: bigint;
  commissionMinor: bigint;
  adjustmentMinor: bigint;
  otherMinor: bigint;
};

/** What a transaction was for the vendor, told by its own postings: those of others are never read. */
export function chooseType(posted: PostedSums): MovementType {
  if (posted.adjusted === 'chargeback' || posted.adjusted === 'label') return posted.adjusted;
  if (posted.adjusted !== null) return 'adjustment';
  switch (posted.kind) {
    case 'payout_started':
    case 'manual_payout':
      return 'payout';
    case 'payout_reopened':
    case 'manual_payout_reversal':
      return 'payout_returned';
    case 'chargeback':
      return 'chargeback';
    case 'adjustment':
      return 'adjustment';
    case 'label_cost':
      return 'label';
  }
  if (posted.adjustmentMinor !== 0n) return 'adjustment';
  if (posted.receiptsMinor < 0n) return 'sale';
  if (posted.receiptsMinor > 0n) return 'refund';
  // A chargeback is booked with the marketplace; of the vendor's there is only what it has to bear.
  return posted.commissionMinor === 0n && posted.otherMinor === 0n ? 'chargeback' : 'change';
}

/**
 * A month's movements by what they were, in minor units. `other` is what is neither commission nor the vendor's: tax and
 * shipping that the marketplace keeps (below zero), discounts that it bears (above). All of them add up to `changeMinor`.
 */
export type MonthSums = {
  salesMinor: bigint;
  refundsMinor: bigint;
  commissionMinor: bigint;
  otherMinor: bigint;
  payoutsMinor: bigint;
  correctionsMinor: bigint;
  changeMinor: bigint;
};

const isPayout = (type: MovementType): boolean => type === 'payout' || type === 'payout_returned';
const isCorrection = (type: MovementType): boolean =>
  type === 'adjustment' || type === 'chargeback' || type === 'label';

/**
 * What an order's movement took from its gross besides commission, in minor units: below zero where it took something. Payouts
 * and corrections move the balance by themselves.
 */
export const computeOther = (one: Movement): bigint =>
  isPayout(one.type) || isCorrection(one.type) ? 0n : one.amountMinor - one.grossMinor + one.commissionMinor;

/** Adds movements up. */
export function sumMovements(movements: readonly Movement[]): MonthSums {
  const sums: MonthSums = {
    salesMinor: 0n,
    refundsMinor: 0n,
    commissionMinor: 0n,
    otherMinor: 0n,
    payoutsMinor: 0n,
    correctionsMinor: 0n,
    changeMinor: 0n,
  };
  for (const one of movements) {
    sums.changeMinor += one.amountMinor;
    if (isPayout(one.type)) sums.payoutsMinor += one.amountMinor;
    else if (isCorrection(one.type)) sums.correctionsMinor += one.amountMinor;
    else {
      if (one.grossMinor < 0n) sums.refundsMinor += one.grossMinor;
      else sums.salesMinor += one.grossMinor;
      sums.commissionMinor -= one.commissionMinor;
      sums.otherMinor += computeOther(one);
    }
  }
  return sums;
}

/** The lines that a page or a paper shows one by one; of a busier month it shows each day's sums by type. */
export const MAX_LINES = 1_000;

/** One line of a statement: a movement, or (`count` above one) all of a day and type. */
export type StatementLine = Movement & { count: number };

/** The lines of a statement, oldest first. Their amounts add up to the same as the movements, whichever way they stand. */
export function computeLines(movements: readonly Movement[], timezone: string, max = MAX_LINES): StatementLine[] {
  if (movements.length <= max) return movements.map((one) => ({ ...one, count: 1 }));
  const byDay = new Map<string, StatementLine>();
  for (const one of movements) {
    const key = `${dayOf(one.at, timezone)}|${one.type}`;
    const line = byDay.get(key);
    if (!line) byDay.set(key, { ...one, count: 1 });
    else {
      line.count += 1;
      line.orderId = line.orderName = line.payoutId = line.note = null;
      line.grossMinor += one.grossMinor;
      line.commissionMinor += one.commissionMinor;
      line.amountMinor += one.amountMinor;
    }
  }
  return [...byDay.values()];
}
