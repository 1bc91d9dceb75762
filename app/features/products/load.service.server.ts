import { listProductIds, readProducts } from '#app/adapters/shopify/products.server.ts';
import { stateRefuses } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStoreById } from '#app/features/stores/stores.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import * as repo from './loads.repo.server.ts';
import { touchProducts } from './mirror.repo.server.ts';
import { mirrorProducts } from './mirror.service.server.ts';
import { foldProductCounts } from './product-counts.service.server.ts';

/** The job that goes on with a reading that was stopped. */
export const LOAD_JOB = 'products.load';
const PAGES_A_FOLD = 50;

/**
 * Reads every product of a store, page by page, and forgets the ones that are gone: what is read is in the list at once,
 * and no number of products fills the memory. Goes on where an interrupted or stopped reading stood. Part of the job
 * `stores.load`; may run twice.
 */
export async function loadProducts(services: Services, storeId: StoreId): Promise<{ loaded: number }> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return { loaded: 0 };
  const scope = marketplaceScope(storeId);
  const platform = await services.adapters.platform(store.domain);
  const load = await services.db.fast(scope, (tx) => repo.beginLoad(tx, services.clock.now()));
  let loaded = 0;
  let after = load.cursor;
  for (let pages = 1; ; pages++) {
    const readFrom = services.clock.now();
    const page = await listProductIds(platform, { after });
    const products = await readProducts(platform, page.ids);
    const { isStopped } = await services.db.fast(scope, async (tx) => {
      const now = services.clock.now();
      await mirrorProducts(tx, products, { currency: store.currency, now, readFrom });
      await touchProducts(tx, page.ids, now);
      const noted = await repo.noteLoaded(tx, { cursor: page.next, count: products.length });
      if (page.next === null) await repo.finishLoad(tx, load, now);
      if (page.next === null || pages % PAGES_A_FOLD === 0) await foldProductCounts(tx);
      return noted;
    });
    loaded += products.length;
    if (page.next === null || isStopped) return { loaded };
    after = page.next;
  }
}

export type LoadProgress = { state: 'running' | 'stopped'; loaded: number };

/** How far the reading of the store's products came; null when it has ended, or in a vendor's view. */
export async function readLoadProgress(ctx: Ctx): Promise<LoadProgress | null> {
  const { viewer } = ctx;
  if (viewer.vendorScope !== '*') return null;
  const load = await ctx.db.fast(marketplaceScope(viewer.store.id), repo.findLoad);
  if (!load || load.finishedAt !== null) return null;
  return { state: load.stoppedAt === null ? 'running' : 'stopped', loaded: load.loaded };
}

/**
 * Stops the reading of the store's products after the page that it is at, or lets it go on. Throws state_refuses (409) when
 * there is nothing to stop, or nothing that was stopped.
 */
export async function steerLoad(ctx: Ctx, to: 'stop' | 'resume'): Promise<LoadProgress | null> {
  const { store } = ctx.viewer;
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    if (!(await repo.markStopped(tx, to === 'stop' ? ctx.clock.now() : null))) throw stateRefuses('nothing_is_read');
    if (to === 'resume') await ctx.jobs.enqueue(tx, LOAD_JOB, { storeId: String(store.id) });
  });
  return readLoadProgress(ctx);
}
