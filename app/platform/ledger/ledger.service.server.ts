import { asCurrency } from '#app/core/money/money.ts';
import { invariant } from '#app/core/invariant.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { assertBalanced, type LedgerTransaction } from './ledger.ts';
import * as repo from './ledger.repo.server.ts';

export {
  findBalanceDifferences,
  listBalances,
  listOrderEntries,
  sumOrderPostings,
  type OrderEntry,
} from './ledger.repo.server.ts';

/** Ties of a transaction that are not in its postings. */
export type TransactionTies = { orderId?: bigint | null; vendorId?: bigint | null; payoutId?: bigint | null };

/**
 * Records transactions in the unit of work of their cause. Recording a reference again does nothing. Each must be balanced
 * and of one currency; the database checks the balance once more.
 */
export async function recordTransactions(
  tx: SqlTx,
  transactions: readonly (LedgerTransaction & TransactionTies)[],
  recordedAt: Date,
): Promise<Set<string>> {
  return repo.insertTransactions(
    tx,
    transactions.map((one) => {
      assertBalanced(one);
      const currency = one.postings[0]?.currency;
      invariant(
        currency && one.postings.every((posting) => posting.currency === currency),
        'a transaction has one currency',
      );
      return {
        ...one,
        currency: asCurrency(currency),
        orderId: one.orderId ?? null,
        vendorId: one.vendorId ?? null,
        payoutId: one.payoutId ?? null,
      };
    }),
    recordedAt,
  );
}
