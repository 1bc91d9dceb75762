import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { nextHourlySync } from '../next-hourly-sync.ts';
import * as repo from './connections.repo.server.ts';

/** The kind of job that keeps products of one vendor's own store in step. */
export const STORE_SYNC = 'connections.sync';

/**
 * Schedules the next sync of a vendor's own store in the place of every one that was scheduled before. `roundAt` is when all of its
 * products are looked at again; left out, that stays as it is.
 */
export async function scheduleStoreSync(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  o: { vendorId: bigint; at: Date; roundAt?: Date },
): Promise<void> {
  const { vendorId, at, roundAt = null } = o;
  const turn = await repo.planTurn(tx, vendorId, { at, roundAt });
  if (turn === undefined) return;
  await services.jobs.schedule(tx, {
    kind: STORE_SYNC,
    key: `${vendorId}:${turn}`,
    payload: { vendorId: String(vendorId), turn },
    dueAt: at,
  });
}

/** Schedules the syncs of a marketplace whose feature was turned on, or that came back. */
export async function resumeStoreSyncs(tx: SqlTx, services: Pick<Services, 'jobs' | 'clock'>): Promise<void> {
  if (!(await readSwitches(tx)).integrations) return;
  const now = services.clock.now();
  for (const vendorId of await repo.listActiveVendors(tx)) {
    const at = nextHourlySync(vendorId, now);
    await scheduleStoreSync(tx, services, { vendorId, at, roundAt: at });
  }
}

/** Schedules the syncs of a marketplace that was installed or came back. */
export async function startStoreSyncs(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), (tx) => resumeStoreSyncs(tx, services));
}
