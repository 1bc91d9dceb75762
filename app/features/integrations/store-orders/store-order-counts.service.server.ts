import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './store-orders.repo.server.ts';

/** How many orders of each vendor of the scope went to its own store. */
export const listStoreOrderCounts = (tx: SqlTx): Promise<repo.OrderCounts[]> => repo.countOrders(tx);

/** How many orders of a vendor went to its own store, wait for it, or are to be seen to. */
export async function countStoreOrders(
  tx: SqlTx,
  vendorId: bigint,
): Promise<{ placed: number; waiting: number; problems: number }> {
  const found = (await repo.countOrders(tx)).find((one) => one.vendorId === vendorId);
  return { placed: found?.placed ?? 0, waiting: found?.waiting ?? 0, problems: found?.problems ?? 0 };
}
