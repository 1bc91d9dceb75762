import { listProductVersions, type ProductVersion } from '#app/adapters/shopify/products/product-versions.server.ts';
import { DAY_MS, HOUR_MS } from '#app/core/durations.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { deleteDoneJobs, scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { wholeSecond } from './mirror.repo.server.ts';
import { openPlatform } from './mirror.service.server.ts';
import { refreshProducts } from './refresh.service.server.ts';
import { foldProductCounts } from '../listing/product-counts.service.server.ts';
import * as repo from './sweep.repo.server.ts';

/** The kind of job that looks every hour for products whose webhook never came. */
export const SWEEP = 'products.sweep';
/** The job that compares one page of products with the platform's. */
export const COMPARE_JOB = 'products.compare';

/** Each run looks back a little further than the last one began: the platform's search may lag behind its changes. */
const OVERLAP_MS = 2 * HOUR_MS;
const KEEP_DONE_MS = 7 * DAY_MS;
const MAX_AT_ONCE = 250;

/** When the last run of each kind began. */
export type SweepState = { sweptAt?: Date | undefined; comparedAt?: Date | undefined };

/** Begins the hourly search of a store that was installed. May run twice: a run that is planned is not planned again. */
export async function startProductSweep(services: Services, storeId: StoreId): Promise<void> {
  const now = services.clock.now();
  await services.db.fast(marketplaceScope(storeId), (tx) => planSweep(tx, now, { sweptAt: now, comparedAt: now }));
}

async function planSweep(tx: SqlTx, now: Date, state: SweepState): Promise<void> {
  // Half past, so that it does not meet the search for orders.
  const dueAt = new Date((Math.floor((now.getTime() - HOUR_MS / 2) / HOUR_MS) + 1) * HOUR_MS + HOUR_MS / 2);
  const payload = { sweptAt: state.sweptAt?.toISOString(), comparedAt: state.comparedAt?.toISOString() };
  await scheduleJob(tx, { kind: SWEEP, key: dueAt.toISOString(), payload, dueAt });
}

/**
 * A run that became due: what changed since the last one is compared with ours, and once a day everything is, which alone
 * finds what was deleted and stock that moved. The next run is planned; an uninstalled store rests.
 */
export async function startSweep(services: Services, tx: SqlTx, storeId: StoreId, state: SweepState): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return;
  const now = services.clock.now();
  await foldProductCounts(tx);
  const isWhole = !state.comparedAt || now.getTime() - state.comparedAt.getTime() >= DAY_MS;
  const since = new Date((state.sweptAt ?? store.installedAt).getTime() - OVERLAP_MS);
  await services.jobs.enqueue(tx, COMPARE_JOB, {
    storeId: String(storeId),
    ...(isWhole ? {} : { since: since.toISOString() }),
  });
  await planSweep(tx, now, { sweptAt: now, comparedAt: isWhole ? now : state.comparedAt });
  await deleteDoneJobs(tx, SWEEP, new Date(now.getTime() - KEEP_DONE_MS));
}

/** A page of a comparison: of what changed since a moment, or of everything beyond the id that the page before ended at. */
export type CompareStep = {
  storeId: StoreId;
  since?: Date | undefined;
  cursor?: string | undefined;
  beyond?: bigint | undefined;
};

/**
 * Compares a page of the platform's products with ours, reads those that differ, and marks those that it no longer has. The
 * next page is a job of its own, so that a crash repeats one page only. Returns how many were read again.
 */
export async function comparePage(services: Services, step: CompareStep): Promise<number> {
  const { storeId, since } = step;
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return 0;
  const platform = await openPlatform(services, store.domain);
  if (!platform) return 0;
  const { versions, next } = await listProductVersions(platform, { after: step.cursor ?? null, changedSince: since });
  const scope = marketplaceScope(storeId);
  const ids = versions.map((version) => version.id);
  const last = ids.at(-1);
  const changed = await services.db.fast(scope, async (tx) => {
    const stored = await repo.listStored(tx, ids);
    const isUnsure = (version: ProductVersion): boolean => {
      const ours = stored.get(version.id);
      return differs(version, ours) || (since !== undefined && ours !== undefined && !isSettled(version, ours));
    };
    return versions.filter(isUnsure).map((version) => version.id);
  });
  // Each is asked for by its id, so that one that was made or deleted a moment ago is not taken for the other.
  await refreshProducts(services, storeId, changed);
  let different = changed.length;
  if (!since) {
    const range = { beyond: step.beyond ?? null, upTo: next === null ? null : (last ?? null) };
    different += await refreshUnlisted(services, storeId, range, new Set(ids));
  }
  if (different > 0) {
    services.log.warn({ shop: store.domain, products: different }, 'products were found whose webhook never came');
  }
  if (next === null) return different;
  await services.db.fast(scope, (tx) =>
    services.jobs.enqueue(tx, COMPARE_JOB, {
      storeId: String(storeId),
      cursor: next,
      ...(since ? { since: since.toISOString() } : { beyond: String(last ?? step.beyond ?? 0n) }),
    }),
  );
  return different;
}

/** Asks for each product that we hold in a range of ids and the platform did not list there, however many they are. Returns their number. */
async function refreshUnlisted(
  services: Services,
  storeId: StoreId,
  { beyond, upTo }: { beyond: bigint | null; upTo: bigint | null },
  listed: ReadonlySet<bigint>,
): Promise<number> {
  let after = beyond;
  let count = 0;
  for (;;) {
    const from = after;
    const stored = await services.db.fast(marketplaceScope(storeId), (tx) =>
      repo.listStoredIds(tx, { beyond: from, upTo }, MAX_AT_ONCE),
    );
    const unlisted = stored.filter((id) => !listed.has(id));
    await refreshProducts(services, storeId, unlisted);
    count += unlisted.length;
    const last = stored.at(-1);
    if (stored.length < MAX_AT_ONCE || last === undefined) return count;
    after = last;
  }
}

/**
 * Whether what we hold was read after the second of the platform's last change had passed. What webhooks alone told may lack
 * a change of the same second whose word was lost, and nothing but a reading shows that.
 */
const isSettled = (version: ProductVersion, stored: repo.StoredVersion): boolean =>
  stored.settledAt !== null && stored.settledAt.getTime() >= wholeSecond(version.updatedAt).getTime() + 1000;

/** Whether what we hold may be another state than the platform's. */
function differs(version: ProductVersion, stored: repo.StoredVersion | undefined): boolean {
  if (!stored) return true;
  return (
    wholeSecond(stored.platformUpdatedAt).getTime() < wholeSecond(version.updatedAt).getTime() ||
    stored.title !== version.title ||
    stored.vendorName !== version.vendor ||
    stored.status !== version.status ||
    stored.variantCount !== version.variantCount ||
    (stored.trackedStock !== version.totalInventory && stored.wholeStock !== version.totalInventory)
  );
}
