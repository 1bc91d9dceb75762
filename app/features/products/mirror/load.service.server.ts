import { cancelBulks } from '#app/adapters/shopify/bulk/bulk.server.ts';
import { listProductIds, readProducts } from '#app/adapters/shopify/products/products.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { stateRefuses } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import { logDeleted } from './external-change.service.server.ts';
import { isWorthBulk, loadInBulk, type Reading } from './load-bulk.service.server.ts';
import * as repo from './loads.repo.server.ts';
import { touchProducts } from './mirror.repo.server.ts';
import { mirrorProducts } from './mirror.service.server.ts';
import { foldProductCounts } from '../listing/product-counts.service.server.ts';

/** The job that goes on with a reading that was stopped, or that waits for the platform. */
export const LOAD_JOB = 'products.load';
const PAGES_A_FOLD = 50;

/**
 * Reads every product of a store, and forgets the ones that are gone: what is read is in the list at once, and no number of
 * products fills the memory. Many are gathered by the platform itself and read from its results; few, and where that cannot
 * be, page by page. Goes on where an interrupted or stopped reading stood; one that somebody stopped stays so. Part of the
 * job `stores.load`; may run twice.
 */
export async function loadProducts(services: Services, storeId: StoreId): Promise<{ loaded: number }> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return { loaded: 0 };
  const scope = marketplaceScope(storeId);
  const platform = await services.adapters.platform(store.domain);
  const load = await services.db.fast(scope, (tx) => repo.startLoad(tx, services.clock.now()));
  if (load.stoppedAt !== null) return { loaded: 0 };
  const reading: Reading = { storeId, currency: store.currency, load };
  if (await isWorthBulk(platform, load)) {
    const { outcome, loaded } = await loadInBulk(services, platform, reading);
    if (outcome === 'waits') {
      await services.db.fast(scope, (tx) => services.jobs.enqueue(tx, LOAD_JOB, { storeId: String(storeId) }));
    }
    if (outcome !== 'impossible') return { loaded };
  }
  return loadPages(services, platform, reading);
}

async function loadPages(services: Services, platform: PlatformClient, reading: Reading): Promise<{ loaded: number }> {
  const { storeId, currency, load } = reading;
  let loaded = 0;
  let after = load.cursor;
  for (let pages = 1; ; pages++) {
    const readFrom = services.clock.now();
    const page = await listProductIds(platform, { after });
    const products = await readProducts(platform, page.ids);
    const { isStopped } = await services.db.fast(marketplaceScope(storeId), async (tx) => {
      const now = services.clock.now();
      await mirrorProducts(tx, products, { currency, now, readFrom });
      await touchProducts(tx, page.ids, now);
      const recorded = await repo.recordLoaded(tx, { run: load.run, cursor: page.next, count: products.length });
      if (page.next === null) await logDeleted(tx, await repo.finishLoad(tx, load, now), now);
      if (page.next === null || pages % PAGES_A_FOLD === 0) await foldProductCounts(tx);
      return recorded;
    });
    loaded += products.length;
    if (page.next === null || isStopped) return { loaded };
    after = page.next;
  }
}

/**
 * How far a reading came: `gathering` while the platform gathers (`found` objects so far), then `loaded` products of `total`,
 * which is null where nobody knows it.
 */
export type LoadProgress = {
  state: 'running' | 'stopped';
  loaded: number;
  total: number | null;
  found: number;
  isGathering: boolean;
};

/** How far the reading of the store's products came; null when it has ended, or in a vendor's view. */
export async function readLoadProgress(ctx: Ctx): Promise<LoadProgress | null> {
  const { viewer } = ctx;
  if (viewer.vendorScope !== '*') return null;
  const load = await ctx.db.fast(marketplaceScope(viewer.store.id), repo.findLoad);
  if (!load || load.finishedAt !== null) return null;
  const { loaded, total, found, bulk } = load;
  const state = load.stoppedAt === null ? 'running' : 'stopped';
  return { state, loaded, total, found, isGathering: bulk !== null && !bulk.isReady };
}

/**
 * Stops the reading of the store's products after the page that it is at, or lets it go on. What the platform is still
 * gathering for it is cancelled there. Throws invalid_state (409) when there is nothing to stop, or nothing that was stopped.
 */
export async function controlLoad(ctx: Ctx, to: 'stop' | 'resume'): Promise<LoadProgress | null> {
  const { store } = ctx.viewer;
  const needless = await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const left = await repo.markStopped(tx, to === 'stop' ? ctx.clock.now() : null);
    if (left === undefined) throw stateRefuses('nothing_is_read');
    if (to === 'resume') await ctx.jobs.enqueue(tx, LOAD_JOB, { storeId: String(store.id) });
    return left;
  });
  if (needless) {
    const platform = await ctx.adapters.platform(store.domain);
    await cancelBulks(platform, [needless.contents, needless.variants]);
  }
  return readLoadProgress(ctx);
}
