import type { Currency } from '#app/core/money/money.ts';

/** What vendor orders come to, by currency; amounts in minor units. `notDue` waits for the buyer, `overpaid` is more than was earned. */
export type OrderSums = {
  currency: Currency;
  count: bigint;
  grossMinor: bigint;
  commissionMinor: bigint;
  payoutMinor: bigint;
  adjustedMinor: bigint;
  postedMinor: bigint;
  paidOutMinor: bigint;
  notDueMinor: bigint;
  overpaidMinor: bigint;
};

/** Which of the scope's vendor orders are summed: of one vendor, of some payments (or of all others), of one payout state. */
export type SumFilter = {
  vendorId: bigint | undefined;
  payment: { of: readonly string[]; isOthers: boolean } | undefined;
  payoutState: string | undefined;
};
