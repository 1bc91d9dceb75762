import { BULK_KEEP_ALIVE, startBulk } from '#app/adapters/shopify/bulk/bulk.server.ts';
import { DAY_MS } from '#app/core/durations.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { withAccess } from './open-platform.server.ts';

/** The job that runs a small bulk query: an app that runs none for 31 days loses the right to. */
export const BULK_ACCESS_JOB = 'platform.bulkAccess';

/** Less than a week, so that one that could not run is made up for within it. */
const INTERVAL_MS = 6 * DAY_MS;

/** The part of an installation that keeps bulk queries allowed. The first one waits a day: an installation runs its own. May run twice. */
export async function startBulkAccess(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), (tx) => scheduleNext(services, tx, DAY_MS));
}

async function scheduleNext({ clock }: Pick<Services, 'clock'>, tx: SqlTx, inMs: number): Promise<void> {
  const dueAt = new Date(clock.now().getTime() + inMs);
  await scheduleJob(tx, { kind: BULK_ACCESS_JOB, key: dueAt.toISOString().slice(0, 10), payload: {}, dueAt });
}

/**
 * Starts a small bulk query, whose result nobody reads; a refusal is recorded where System shows it. One that could not be started
 * is tried tomorrow, the next comes in six days. May run twice. Throws platform_failed.
 */
export async function keepBulkAccess(services: Services, storeId: StoreId): Promise<JobEnd | undefined> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return undefined;
  const started = await withAccess(services, store.domain, (platform) => startBulk(platform, BULK_KEEP_ALIVE));
  return (tx) => scheduleNext(services, tx, started ? INTERVAL_MS : DAY_MS);
}
