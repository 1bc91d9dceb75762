import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './order-sums.repo.server.ts';
import type { OrderSums, SumFilter } from './order-sums.ts';

/** What vendor orders of all time come to, from kept sums; undefined while not every order is in them. */
export async function readOrderSums(tx: SqlTx, filter: SumFilter): Promise<OrderSums[] | undefined> {
  const [isWhole, sums] = await Promise.all([repo.isSummed(tx), repo.readSums(tx, filter)]);
  return isWhole ? sums : undefined;
}

/** Brings the orders of before into the sums of the scope's store, once; after that makes few rows of many steps. */
export async function refreshOrderSums(tx: SqlTx): Promise<void> {
  if (await repo.isSummed(tx)) await repo.foldSums(tx);
  else await repo.sumAllOrders(tx);
}
