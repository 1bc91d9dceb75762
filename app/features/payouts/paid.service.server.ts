import { appendTo } from '#app/core/append-to.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { sumPaid, type PaidRow } from './paid.repo.server.ts';

/** What each vendor within the scope was paid in all, by currency. Vendors that were never paid are missing. */
export async function sumPaidByVendor(tx: SqlTx): Promise<Map<bigint, PaidRow[]>> {
  const paid = new Map<bigint, PaidRow[]>();
  for (const row of await sumPaid(tx, undefined)) appendTo(paid, row.vendorId, row);
  return paid;
}

/** What one vendor within the scope was paid in all, by currency. */
export const sumPaidTo = (tx: SqlTx, vendorId: bigint): Promise<PaidRow[]> => sumPaid(tx, vendorId);
