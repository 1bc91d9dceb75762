import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { listGrantedScopes } from '#app/adapters/shopify/products/translations.server.ts';
import {
  createWebhookSubscription,
  deleteWebhookSubscription,
  isOfTopic,
  listWebhookSubscriptions,
  type WebhookSubscription,
} from '#app/adapters/shopify/webhook-subscriptions.server.ts';
import { DAY_MS } from '#app/core/durations.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob, type JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { withAccess } from './open-platform.server.ts';
import { listGrantedTopics, OPTIONAL_TOPICS } from './webhook-topics.server.ts';

/** The job that brings the subscriptions made by call to what the store has granted; at most one of a store runs. */
export const SUBSCRIPTIONS_JOB = 'platform.webhookSubscriptions';

/** Where the program takes deliveries. */
const WEBHOOK_PATH = '/webhooks';

/** Plans a look at the subscriptions now: after what is granted changed. */
export async function planSubscriptions(services: Pick<Services, 'jobs'>, tx: SqlTx): Promise<void> {
  await services.jobs.enqueue(tx, SUBSCRIPTIONS_JOB, {}, { key: 'now' });
}

/** The part of an installation that subscribes to topics of optional accesses. May run twice. */
export async function startSubscriptions(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), (tx) => planSubscriptions(services, tx));
}

/**
 * Subscribes to the topics whose access is granted and ends those whose access was withdrawn, and those of an address that is no
 * longer ours. May run twice: what is there is found before anything is made. Plans the look of tomorrow. Throws platform_failed.
 */
export async function syncSubscriptions(services: Services, storeId: StoreId): Promise<JobEnd | undefined> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return undefined;
  await withAccess(services, store.domain, (platform) => matchSubscriptions(platform, webhookUri(services)));
  return async (tx) => {
    const dueAt = new Date(services.clock.now().getTime() + DAY_MS);
    await scheduleJob(tx, { kind: SUBSCRIPTIONS_JOB, key: dueAt.toISOString().slice(0, 10), payload: {}, dueAt });
  };
}

async function matchSubscriptions(platform: PlatformClient, uri: string): Promise<void> {
  const topics = listGrantedTopics(await listGrantedScopes(platform));
  const made = (await listWebhookSubscriptions(platform)).filter(isManaged);
  const isWanted = (one: WebhookSubscription) => one.uri === uri && topics.some((topic) => isOfTopic(one, topic));
  for (const one of made) if (!isWanted(one)) await deleteWebhookSubscription(platform, one.id);
  const kept = made.filter(isWanted);
  for (const topic of topics)
    if (!kept.some((one) => isOfTopic(one, topic))) await createWebhookSubscription(platform, topic, uri);
}

const webhookUri = ({ env }: Pick<Services, 'env'>): string => new URL(WEBHOOK_PATH, env.SHOPIFY_APP_URL).toString();

/** Only topics of optional accesses are ours to end: others may have been made by hand. */
const isManaged = (one: WebhookSubscription): boolean =>
  OPTIONAL_TOPICS.some(({ topics }) => topics.some((topic) => isOfTopic(one, topic)));

/** What a store's topics of optional accesses are: `missing` should be registered and is not, `registered` is at the platform. */
export type SubscriptionStatus = {
  registered: { topic: string; uri: string; apiVersion: string }[];
  missing: string[];
};

/** Asks the platform what is registered by call, and compares it with what is granted. Throws platform_failed. */
export async function readSubscriptions(
  services: Pick<Services, 'env'>,
  platform: PlatformClient,
): Promise<SubscriptionStatus> {
  const uri = webhookUri(services);
  const made = await listWebhookSubscriptions(platform);
  const topics = listGrantedTopics(await listGrantedScopes(platform));
  return {
    registered: made.map(({ topic, uri: address, apiVersion }) => ({ topic, uri: address, apiVersion })),
    missing: topics.filter((topic) => !made.some((one) => one.uri === uri && isOfTopic(one, topic))),
  };
}
