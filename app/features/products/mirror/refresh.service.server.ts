import { readProduct, readProducts, type PlatformProduct } from '#app/adapters/shopify/products/products.server.ts';
import { AppError } from '#app/core/errors.ts';
import { asStoreId, type StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import { listVersions } from './external-change.repo.server.ts';
import { markDeletedExternally, mirrorAndLog } from './external-change.service.server.ts';
import { openPlatform } from './mirror.service.server.ts';

/** Reads products from the platform again and writes what it says; the ones that it no longer has are marked as deleted. What somebody changed elsewhere is logged. */
export async function refreshProducts(services: Services, storeId: StoreId, ids: readonly bigint[]): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt || ids.length === 0) return;
  const platform = await openPlatform(services, store.domain);
  if (!platform) return;
  const scope = marketplaceScope(storeId);
  const versions = await services.db.once(scope, (tx) => listVersions(tx, ids));
  const readFrom = services.clock.now();
  const products = await readProducts(platform, ids);
  const found = new Set(products.map((product) => product.id));
  await services.db.fast(scope, async (tx) => {
    const now = services.clock.now();
    const overtaken = await mirrorAndLog(tx, products, { currency: store.currency, now, readFrom, versions });
    if (overtaken.length > 0) {
      const productIds = overtaken.map(String);
      await services.jobs.enqueue(tx, 'products.refresh', { storeId: String(storeId), productIds });
    }
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0) await markDeletedExternally(tx, missing, now);
  });
}

/**
 * Reads one product from the platform before somebody's change of it is written, so that nothing is written over what a late
 * word has not told us yet; what was changed elsewhere is logged. One that the platform no longer has is not_found (404).
 */
export async function readBeforeChange(ctx: Ctx, id: bigint): Promise<PlatformProduct> {
  const { store } = ctx.viewer;
  const scope = marketplaceScope(store.id);
  const versions = await ctx.db.once(scope, (tx) => listVersions(tx, [id]));
  const live = await readProduct(await ctx.adapters.platform(store.domain), id);
  await ctx.db.fast(scope, async (tx) => {
    const now = ctx.clock.now();
    if (live) await mirrorAndLog(tx, [live], { currency: store.currency, now, versions });
    else await markDeletedExternally(tx, [id], now);
  });
  if (!live) throw new AppError('not_found');
  return live;
}

/** The job that reads single products again. */
export async function runRefresh(services: Services, data: unknown): Promise<void> {
  const { storeId, productIds } = data as { storeId: string; productIds: string[] };
  await refreshProducts(services, asStoreId(BigInt(storeId)), productIds.map(BigInt));
}
