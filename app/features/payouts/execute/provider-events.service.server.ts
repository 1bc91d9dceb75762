import type { SqlTx } from '#app/server/db.server.ts';
import { schedulePoll } from './send-payouts.service.server.ts';
import { readReference } from './provider-payout.ts';
import * as repo from './provider-payouts.repo.server.ts';

/**
 * Plans a look at the payouts that a provider's word is about; false where it is about none of ours. `batchRef` is what the word
 * calls their batch.
 */
export async function scheduleRefresh(
  tx: SqlTx,
  reference: string | undefined,
  o: { word: string; at: Date; batchRef?: string | undefined },
): Promise<boolean> {
  if (reference === undefined || !readReference(reference)) return false;
  const payouts = await repo.listOfReferences(tx, [reference]);
  if (payouts.length === 0) return false;
  const ids = payouts.map(({ id }) => id);
  await schedulePoll(tx, reference, ids, o);
  return true;
}
