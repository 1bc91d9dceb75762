import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { silentSince } from './connection.ts';
import * as repo from './connections.repo.server.ts';
import { notifyPaused } from './run-sync.service.server.ts';

/** In whose name a vendor's own store is synced. */
export async function findStoreMaker(
  tx: SqlTx,
  vendorId: bigint,
): Promise<{ name: string; maker: string | null } | undefined> {
  const found = await repo.findConnection(tx, vendorId, { lock: true });
  return found && { name: found.shop, maker: found.maker };
}

/** Syncs a vendor's own store in another person's name from the next run on. */
export const setStoreMaker = (tx: SqlTx, vendorId: bigint, maker: string): Promise<void> =>
  repo.setMaker(tx, vendorId, maker);

/** Stops the syncs of a vendor's own store because whoever connected it goes, with a notice and a mail; paused already, it stays so. */
export async function pauseStore(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  vendorId: bigint,
  at: Date,
): Promise<void> {
  const found = await repo.findConnection(tx, vendorId, { lock: true });
  if (found?.state !== 'active') return;
  const problem = 'maker' as const;
  await repo.markRun(tx, vendorId, { state: 'paused', problem, tries: 0, failingSince: null, syncedAt: null });
  await notifyPaused(tx, services, found, { problem, at });
}

/** How many own stores of the scope's vendors are not synced until a person does something, or have not answered for a day. */
export const countFailingStores = (tx: SqlTx, now: Date): Promise<number> => repo.countFailing(tx, silentSince(now));
