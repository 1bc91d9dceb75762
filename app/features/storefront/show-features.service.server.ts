import { writeShopValue } from '#app/adapters/shopify/shop.server.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { platformWriteJob } from '#app/server/platform-write-job.server.ts';
import type { ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';

/** The kind of job that tells the storefront which features are on. */
const SHOW_FEATURES = 'storefront.features';
/** Where the theme's blocks read them, at the shop: a block of a feature that is off draws nothing. */
const THEME_VALUE = { namespace: 'souk', key: 'features' };

/** Schedules telling the storefront which features are on, in the transaction of what switched them. */
export async function scheduleFeatures(tx: SqlTx, services: Pick<Services, 'jobs'>): Promise<void> {
  await services.jobs.enqueue(tx, SHOW_FEATURES, {}, { key: 'now' });
}

/** The job: writes which features are on at that moment; a platform that is away is tried again. */
export function featureScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [
    platformWriteJob(services, {
      kind: SHOW_FEATURES,
      what: 'features',
      write: (storeId) => showFeatures(services, storeId),
    }),
  ];
}

async function showFeatures(services: Services, storeId: StoreId): Promise<undefined> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return undefined;
  const { makeAnOffer, messages } = await services.db.fast(marketplaceScope(storeId), readSwitches);
  const platform = await services.adapters.platform(store.domain);
  const value = JSON.stringify({ offers: makeAnOffer, messages });
  await writeShopValue(platform, { ...THEME_VALUE, type: 'json', value });
  return undefined;
}
