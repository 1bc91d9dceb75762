import { DAY_MS, HOUR_MS } from '#app/core/durations.ts';
import { sumMinor } from '#app/core/money/money.ts';
import type { PayoutReason, ReportedReason } from '#app/core/payout-reason.ts';
import type { PayoutState } from '../payout.ts';

/** What has to happen before a payout that did not arrive is paid again. */
export const NEXT_STEPS = ['fund', 'key', 'grant', 'account', 'receiver', 'look', 'decide', 'send', 'claim'] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

const NEXT: Readonly<Record<PayoutReason, NextStep>> = {
  insufficient: 'fund',
  key: 'key',
  expired: 'key',
  not_connected: 'key',
  not_granted: 'grant',
  account: 'account',
  country: 'account',
  missing: 'account',
  refused: 'receiver',
  blocked: 'receiver',
  returned: 'receiver',
  refunded: 'receiver',
  denied: 'look',
  reversed: 'look',
  not_sent: 'send',
  unknown_transfer: 'decide',
  unclaimed: 'claim',
};

/** What the marketplace has to do about a payout that did not arrive. */
export const nextStepOf = (reason: PayoutReason): NextStep => NEXT[reason];

export type VendorStep = 'wait' | 'ask' | 'account' | 'receiver' | 'claim';

/** What a vendor can do about a payout that did not arrive. */
export function chooseVendorStep(reason: ReportedReason): VendorStep {
  if (reason === 'marketplace') return 'wait';
  const step = nextStepOf(reason);
  if (step === 'account' || step === 'receiver' || step === 'claim') return step;
  return step === 'look' ? 'ask' : 'wait';
}

/** Whether a payout came to nothing, so that its orders are due again. */
export const isFailedOrReversed = (state: PayoutState): boolean => state === 'failed' || state === 'reversed';

/** A vendor order of a payout that came to nothing, as it stands now; `laterId` is the live payout that took it since. */
export type FreedOrder = { payoutState: string; dueMinor: bigint; laterId: bigint | null };

/** What became of the orders of a payout that came to nothing: what is due of how many, and the payouts that paid others again. */
export function summarizeFailure(orders: readonly FreedOrder[]): {
  dueMinor: bigint;
  orders: number;
  paidAgain: bigint[];
} {
  const due = orders.filter(({ payoutState, laterId }) => payoutState === 'due' && laterId === null);
  const owed = orders.filter(({ payoutState, laterId }) => payoutState === 'overpaid' && laterId === null);
  const dueMinor = sumMinor([...due, ...owed].map((order) => order.dueMinor));
  const paidAgain = [...new Set(orders.flatMap(({ laterId }) => (laterId === null ? [] : [laterId])))];
  return dueMinor > 0n ? { dueMinor, orders: due.length, paidAgain } : { dueMinor: 0n, orders: 0, paidAgain };
}

/** A vendor is reminded of what it has to claim once a day at most. */
export const REMIND_AFTER_MS = DAY_MS;
/** For so long a lost answer is looked up without anybody's doing. */
export const UNKNOWN_AFTER_MS = HOUR_MS;
