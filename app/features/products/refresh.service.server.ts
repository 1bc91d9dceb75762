import { readProducts } from '#app/adapters/shopify/products.server.ts';
import { asStoreId, type StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStoreById } from '#app/features/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { markDeletedElsewhere, mirrorAndLog } from './elsewhere.service.server.ts';
import { openPlatform } from './mirror.service.server.ts';

/** Reads products from the platform again and writes what it says; the ones that it no longer has are marked as deleted. What somebody changed elsewhere is logged. */
export async function refreshProducts(services: Services, storeId: StoreId, ids: readonly bigint[]): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt || ids.length === 0) return;
  const platform = await openPlatform(services, store.domain);
  if (!platform) return;
  const readFrom = services.clock.now();
  const products = await readProducts(platform, ids);
  const found = new Set(products.map((product) => product.id));
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    const now = services.clock.now();
    await mirrorAndLog(tx, products, { currency: store.currency, now, readFrom });
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length > 0) await markDeletedElsewhere(tx, missing, now);
  });
}

/** The job that reads single products again. */
export async function runRefresh(services: Services, data: unknown): Promise<void> {
  const { storeId, productIds } = data as { storeId: string; productIds: string[] };
  await refreshProducts(services, asStoreId(BigInt(storeId)), productIds.map(BigInt));
}
