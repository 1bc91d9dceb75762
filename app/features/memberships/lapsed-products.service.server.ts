import type { StoreId } from '#app/core/ids.ts';
import { readMembership } from '#app/features/settings/store-sections.service.server.ts';
import {
  listLapsedVendors,
  republishLapsed,
  unpublishLapsed,
} from '#app/features/products/lapse/lapsed-products.service.server.ts';
import { findStoreById } from '#app/features/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJobNow, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findTerms, readAccess } from './membership-access.service.server.ts';

/** Takes products of a vendor whose membership lapsed off sale, or puts them back, some at a time. */
export const LAPSED_PRODUCTS_JOB = 'memberships.products';

type Waker = Pick<Services, 'clock' | 'jobs'>;

/** Plans what the lapse or return of a membership does to its vendor's products. */
export async function planLapsedProducts(tx: SqlTx, services: Waker, vendorId: bigint): Promise<void> {
  const payload = { vendorId: String(vendorId) };
  await scheduleJobNow(tx, {
    kind: LAPSED_PRODUCTS_JOB,
    key: String(vendorId),
    payload,
    now: services.clock.now(),
  });
  tx.afterCommit(() => {
    services.jobs.wake('due');
  });
}

/** Plans that products come back where the settings keep them live from now on. */
export async function planAfterSettings(tx: SqlTx, services: Waker): Promise<void> {
  const { enabled, lapsedProducts } = await readMembership(tx);
  if (enabled && lapsedProducts === 'unpublish') return;
  for (const vendorId of await listLapsedVendors(tx)) await planLapsedProducts(tx, services, vendorId);
}

/** Whether a vendor's products are off sale: the store asks for a membership that the vendor no longer has, and says so. */
async function isOffSale(tx: SqlTx, vendorId: bigint): Promise<boolean> {
  const terms = await findTerms(tx);
  if (terms?.settings.lapsedProducts !== 'unpublish') return false;
  const { isRequired, hasAccess, row } = await readAccess(tx, vendorId, terms);
  return isRequired && row !== undefined && !hasAccess;
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
  const isSo = async (tx: SqlTx): Promise<boolean> => (await isOffSale(tx, vendorId)) === isOff;
  const hasMore = await (isOff ? unpublishLapsed : republishLapsed)(services, store, { vendorId, isSo });
  return hasMore ? (tx) => planLapsedProducts(tx, services, vendorId) : undefined;
}
