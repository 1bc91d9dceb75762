import { z } from 'zod';
import { writeShopValue } from '#app/adapters/shopify/shop.server.ts';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob, scheduleJobNow, type ScheduledJobHandler } from '#app/server/scheduled-jobs.server.ts';

/** The kind of job that tells the storefront which features are on. */
const SHOW_FEATURES = 'storefront.features';
/** Where the theme's blocks read them, at the shop: a block of a feature that is off draws nothing. */
const THEME_VALUE = { namespace: 'souk', key: 'features' };
const RETRY_MS = { first: 10_000, most: 3_600_000 };

const payloadSchema = z.object({ tries: z.number().int().default(0) });

/** Schedules telling the storefront which features are on, in the transaction of what switched them. */
export async function scheduleFeatures(tx: SqlTx, services: Pick<Services, 'jobs' | 'clock'>): Promise<void> {
  await scheduleJobNow(tx, { kind: SHOW_FEATURES, key: 'now', payload: {}, now: services.clock.now() });
  tx.afterCommit(() => {
    services.jobs.wake('due');
  });
}

/** The job: writes which features are on at that moment; a platform that is away is tried again. */
export function featureScheduledJobs(services: Services): ScheduledJobHandler[] {
  return [
    {
      kind: SHOW_FEATURES,
      deletesDone: true,
      async run(storeId, job) {
        const { tries } = payloadSchema.parse(job.payload);
        try {
          await showFeatures(services, storeId);
          return undefined;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          services.log.warn({ err: error }, 'features did not reach the platform');
          const dueAt = new Date(services.clock.now().getTime() + Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** tries));
          return (tx) =>
            scheduleJob(tx, { kind: SHOW_FEATURES, key: `retry:${tries + 1}`, payload: { tries: tries + 1 }, dueAt });
        }
      },
    },
  ];
}

async function showFeatures(services: Services, storeId: StoreId): Promise<void> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return;
  const { makeAnOffer, messages } = await services.db.fast(marketplaceScope(storeId), readSwitches);
  const platform = await services.adapters.platform(store.domain);
  const value = JSON.stringify({ offers: makeAnOffer, messages });
  await writeShopValue(platform, { ...THEME_VALUE, type: 'json', value });
}
