/** The buyer's payment: `paid` in full (even where some went back later), or not. */
export const PAYMENTS = ['all', 'paid', 'unpaid'] as const;
export type Payment = (typeof PAYMENTS)[number];

/** How a vendor order stands with its vendor. `none`: nothing is owed, nothing was paid. */
export const TRANSACTION_STATES = ['due', 'not_due', 'paid', 'overpaid', 'none'] as const;
export type TransactionState = (typeof TRANSACTION_STATES)[number];

export const PAYOUT_FILTERS = ['all', 'paid', 'due', 'not_due', 'overpaid'] as const;
export type PayoutFilter = (typeof PAYOUT_FILTERS)[number];

/** Vendor orders call "not due yet" unpaid, after the buyer's payment that is missing. */
const STATE_OF_ROW: Readonly<Record<string, TransactionState>> = {
  due: 'due',
  unpaid: 'not_due',
  paid: 'paid',
  overpaid: 'overpaid',
};

/** The state of a stored payout state. */
export function stateOfRow(payoutState: string): TransactionState {
  return STATE_OF_ROW[payoutState] ?? 'none';
}

/** The stored payout state of a filter, or undefined for all. */
export function toRowState(filter: PayoutFilter): string | undefined {
  return filter === 'all' ? undefined : filter === 'not_due' ? 'unpaid' : filter;
}
