import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { isOffSale, planLapsedProducts } from '#app/features/memberships/lapsed-products.service.server.ts';
import { readMembership } from '#app/platform/settings/store-sections.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { republishLapsed, unpublishLapsed } from './lapsed-products.service.server.ts';
import { listVendors } from './lapsed-products.repo.server.ts';

/** Plans that products come back where the settings keep them live from now on. */
export async function planAfterSettings(tx: SqlTx, services: Pick<Services, 'clock' | 'jobs'>): Promise<void> {
  const { enabled, lapsedProducts } = await readMembership(tx);
  if (enabled && lapsedProducts === 'unpublish') return;
  for (const vendorId of await listVendors(tx)) await planLapsedProducts(tx, services, vendorId);
}

/** The job. What the platform did not take is tried again with the whole run, which repeats nothing that was done. */
export async function runLapsedProducts(
  services: Services,
  storeId: StoreId,
  vendorId: bigint,
): Promise<JobEnd | undefined> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return undefined;
  const isOff = await services.db.fast(marketplaceScope(storeId), (tx) => isOffSale(tx, vendorId));
  const isStillSo = async (tx: SqlTx): Promise<boolean> => (await isOffSale(tx, vendorId)) === isOff;
  const hasMore = await (isOff ? unpublishLapsed : republishLapsed)(services, store, { vendorId, isStillSo });
  return hasMore ? (tx) => planLapsedProducts(tx, services, vendorId) : undefined;
}
