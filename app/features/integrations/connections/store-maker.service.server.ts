import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { silentSince, type StoreProblem } from './connection.ts';
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
export const pauseStore = (tx: SqlTx, services: Pick<Services, 'jobs'>, vendorId: bigint, at: Date): Promise<void> =>
  pause(tx, services, { vendorId, at, problem: 'maker', isSame: () => true });

/** Stops everything with a vendor's own store that took its access away, unless it was connected again since `connectedAt`. */
export const pauseRevokedStore = (
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  { vendorId, connectedAt }: { vendorId: bigint; connectedAt: Date },
  at: Date,
): Promise<void> =>
  pause(tx, services, {
    vendorId,
    at,
    problem: 'access',
    isSame: (found) => found.connectedAt.getTime() === connectedAt.getTime(),
  });

async function pause(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  o: { vendorId: bigint; at: Date; problem: StoreProblem; isSame: (found: repo.StoredConnection) => boolean },
): Promise<void> {
  const { vendorId, at, problem } = o;
  const found = await repo.findConnection(tx, vendorId, { lock: true });
  if (found?.state !== 'active' || !o.isSame(found)) return;
  await repo.markRun(tx, vendorId, { state: 'paused', problem, tries: 0, failingSince: null, syncedAt: null });
  await notifyPaused(tx, services, found, { problem, at });
}

/** How many own stores of the scope's vendors are not synced until a person does something, or have not answered for a day. */
export const countFailingStores = (tx: SqlTx, now: Date): Promise<number> => repo.countFailing(tx, silentSince(now));
