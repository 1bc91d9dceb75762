import type { Posting } from '#app/platform/ledger/ledger.ts';
import { listOrders, listPayouts } from '#app/features/finance/reconciliation/books.repo.server.ts';
import { expectedOfOrder } from '#app/features/finance/reconciliation/order-check.ts';
import { expectedOfPayout } from '#app/features/finance/reconciliation/payout-check.ts';
import type { SqlTx } from '#app/server/db.server.ts';

const MAX_POSTINGS = 10_000;

/** Sums by account, vendor, order and currency as lines of text, without those that are zero: two ledgers are compared by them. */
function sumUp(postings: readonly Pick<Posting, 'account' | 'vendorId' | 'orderId' | 'currency' | 'amountMinor'>[]) {
  const sums = new Map<string, bigint>();
  for (const { account, vendorId, orderId, currency, amountMinor } of postings) {
    const key = [account, vendorId ?? '-', orderId ?? '-', currency].join(' ');
    sums.set(key, (sums.get(key) ?? 0n) + amountMinor);
  }
  return [...sums]
    .filter(([, sum]) => sum !== 0n)
    .map(([key, sum]) => `${key} ${sum}`)
    .sort();
}

type Entry = Pick<Posting, 'account' | 'vendorId' | 'orderId' | 'currency' | 'amountMinor'>;
const ENTRIES = `SELECT p.account, p.vendor_id::text AS "vendorId", p.order_id::text AS "orderId", p.currency, p.amount_minor AS "amountMinor"
  FROM ledger_postings p JOIN ledger_transactions t ON t.id = p.transaction_id WHERE p.store_id = $1`;

/**
 * The whole ledger of a store made anew: from what is known of its orders, decided about them and adjusted of them, and from
 * its payouts.
 */
export async function rebuildLedger(tx: SqlTx): Promise<string[]> {
  const orders = await listOrders(tx, { after: null, limit: MAX_POSTINGS });
  const payouts = await listPayouts(tx, { after: null, limit: MAX_POSTINGS });
  return sumUp([...orders.flatMap(({ read }) => expectedOfOrder(read()).target), ...payouts.flatMap(expectedOfPayout)]);
}

/** What the ledger holds. */
export async function readLedgerSums(tx: SqlTx): Promise<string[]> {
  return sumUp(await tx.query<Entry>(ENTRIES, [tx.scope.storeId]));
}
