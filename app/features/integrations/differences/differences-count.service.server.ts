import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './differences.repo.server.ts';

/** How many products of each vendor of the scope differ from their own store. */
export const listDifferenceCounts = (tx: SqlTx): Promise<{ vendorId: bigint; count: number }[]> =>
  repo.countDiffering(tx);

/** How many products of a vendor differ from its own store. */
export async function countDifferences(tx: SqlTx, vendorId: bigint): Promise<number> {
  return (await repo.countDiffering(tx)).find((one) => one.vendorId === vendorId)?.count ?? 0;
}
