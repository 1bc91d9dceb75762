import type { MoneyWire } from '#app/core/wire.ts';
import type { PayoutMethod } from '#app/features/ledger/ledger.ts';
import type { PayoutState } from './payout.ts';
import type { PayoutReason } from './provider-payout.ts';

/** A payout as lists show it. JSON-safe. */
export type PayoutSummary = {
  id: string;
  vendor: string;
  amount: MoneyWire;
  method: PayoutMethod;
  state: PayoutState;
  paidAt: string | null;
  details: string | null;
  createdAt: string;
  deletedAt: string | null;
  lineCount: number;
  /** Made with a test key. */
  isTest: boolean;
  /** Why it failed, came back or waits. */
  reason: PayoutReason | null;
};

/** A payout with its lines. `paidBy` and `deletedBy` are told to the marketplace only. */
export type PayoutDetail = PayoutSummary & {
  can: 'delete'[];
  paidBy: string | null;
  /** The other person who approved it, and the request; null where none was needed. */
  approval: { requestId: string; by: string } | null;
  deletedBy: string | null;
  /** The account, address or handle that a provider sent it to. */
  sentTo: string | null;
  providerRef: string | null;
  providerCode: string | null;
  lines: { orderId: string; orderName: string; orderedAt: string; amount: MoneyWire }[];
  timeline: { id: string; action: string; by: string | null; at: string }[];
};

/** A vendor with what is owed to it, and what it owes, in one currency. JSON-safe. */
export type DueVendor = {
  id: string;
  name: string;
  due: MoneyWire;
  overpaid: MoneyWire;
  dueCount: number;
  overpaidCount: number;
  oldestAt: string | null;
};
