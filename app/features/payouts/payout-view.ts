import type { MoneyWire } from '#app/core/wire.ts';
import type { PayoutMethod } from '#app/features/ledger/ledger.ts';
import type { PayoutState } from './payout.ts';

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
};

/** A payout with its lines. `paidBy` and `deletedBy` are told to the marketplace only. */
export type PayoutDetail = PayoutSummary & {
  can: 'delete'[];
  paidBy: string | null;
  deletedBy: string | null;
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
