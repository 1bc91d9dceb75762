import type { MoneyDto } from '#app/core/dto.ts';
import type { PayoutMethod } from '#app/platform/ledger/ledger.ts';
import type { EndOutcome } from './resolve/manual-resolution.ts';
import type { PayoutState } from './payout.ts';
import type { ReportedReason } from '#app/core/payout-reason.ts';

/** A payout as lists show it. JSON-safe. */
export type PayoutSummary = {
  id: string;
  vendor: string;
  amount: MoneyDto;
  method: PayoutMethod;
  state: PayoutState;
  paidAt: string | null;
  details: string | null;
  createdAt: string;
  deletedAt: string | null;
  lineCount: number;
  /** Made with a test key. */
  isTest: boolean;
  /** What of it was taken back while the rest stays paid; null where nothing was. */
  cameBack: MoneyDto | null;
  /** Why it failed, came back or waits. A vendor reads one word for what is the marketplace’s own with its provider. */
  reason: ReportedReason | null;
};

/** What became of the orders of a payout that came to nothing, or of which a part came back. JSON-safe. */
export type FailureDetails = {
  /** What is due again, of how many orders. */
  due: { amount: MoneyDto; orders: number } | null;
  /** The payouts that paid orders of it again. */
  paidAgain: string[];
  /** Where what is due is paid again, for those who may. */
  payUrl: string | null;
};

/** A payout that did not arrive and that somebody has to see to. JSON-safe. */
export type PayoutIssue = Pick<PayoutSummary, 'id' | 'vendor' | 'amount' | 'state' | 'reason'> & { vendorId: string };

/** A payout with its lines. `paidBy` and `deletedBy` are told to the marketplace only. */
export type PayoutDetail = PayoutSummary & {
  /** `end`: say what became of one that can no longer be looked up. */
  allowedActions: ('delete' | 'look' | 'remind' | 'pay' | 'end')[];
  /** Nobody can look it up any more: people have to say what became of it. */
  isLostForGood: boolean;
  /** Who says what became of it and waits for another person; told to the marketplace only. */
  claim: { outcome: EndOutcome; by: string; note: string; at: string; isOwn: boolean } | null;
  /** What people said became of it; told to the marketplace only. */
  ended: { outcome: EndOutcome; by: string; confirmedBy: string | null; note: string } | null;
  /** Read by the marketplace, who sees to it; else by the vendor whose money it is. */
  forMarketplace: boolean;
  vendorId: string;
  aftermath: FailureDetails | null;
  /** When the vendor was last told of what it can claim. */
  toldAt: string | null;
  paidBy: string | null;
  /** The other person who approved it, and the request; null where none was needed. */
  approval: { requestId: string; by: string } | null;
  deletedBy: string | null;
  /** The account, address or handle that a provider sent it to. */
  sentTo: string | null;
  providerRef: string | null;
  providerCode: string | null;
  /** `cameBack`: what of it was taken back while the payout stays paid; null for nothing. */
  lines: { orderId: string; orderName: string; orderedAt: string; amount: MoneyDto; cameBack: MoneyDto | null }[];
  /** What still stands of it once a part came back; null where no part did. */
  stands: MoneyDto | null;
  /** `amount`: of a part that came back. */
  timeline: { id: string; action: string; by: string | null; at: string; amount: MoneyDto | null }[];
};

/** A vendor with what is owed to it, and what it owes, in one currency. JSON-safe. */
export type DueVendor = {
  id: string;
  name: string;
  due: MoneyDto;
  overpaid: MoneyDto;
  dueCount: number;
  overpaidCount: number;
  oldestAt: string | null;
  /** Its payouts are held. */
  isOnHold: boolean;
  /** The last payout, where it did not arrive. */
  payoutIssue: PayoutIssue | null;
};
