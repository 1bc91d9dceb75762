import type { SqlTx } from '#app/server/db.server.ts';
import type { StoredBuyer } from '../orders.repo.server.ts';
import * as repo from './lock-buyers.repo.server.ts';

/** Locks the buyers of orders against redaction until the transaction ends, for whoever writes down who bought. */
export function lockBuyers(tx: SqlTx, orderIds: readonly bigint[]): Promise<Map<bigint, StoredBuyer>> {
  return repo.lockBuyers(tx, orderIds);
}
