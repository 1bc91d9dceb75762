import { AppError } from '#app/core/errors.ts';
import { refuseUserErrors, requireAnswer, type PlatformClient } from './client.server.ts';
import type {
  CreateWebhookSubscriptionMutation,
  DeleteWebhookSubscriptionMutation,
  ListWebhookSubscriptionsQuery,
} from './operations.generated.ts';
import { readRest } from './pages.ts';

/** One that was made by call: of this store alone, unlike those of shopify.app.toml, which no call lists. */
export type WebhookSubscription = { id: string; topic: string; uri: string; apiVersion: string };

const LIST = `#graphql
  query ListWebhookSubscriptions($after: String) {
    webhookSubscriptions(first: 100, after: $after) {
      nodes { id topic uri apiVersion { handle } }
      pageInfo { hasNextPage endCursor }
    }
  }`;
const CREATE = `#graphql
  mutation CreateWebhookSubscription($topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) {
      webhookSubscription { id }
      userErrors { field message }
    }
  }`;
const DELETE = `#graphql
  mutation DeleteWebhookSubscription($id: ID!) {
    webhookSubscriptionDelete(id: $id) {
      deletedWebhookSubscriptionId
      userErrors { field message }
    }
  }`;

/** `returns/update` as the API names it (`RETURNS_UPDATE`). */
const toEnum = (topic: string): string => topic.toUpperCase().replace('/', '_');

/** The subscriptions that were made by call in this store; `topic` in the API's own spelling (`RETURNS_UPDATE`). */
export async function listWebhookSubscriptions(platform: PlatformClient): Promise<WebhookSubscription[]> {
  const readPage = async (after?: string) =>
    (await platform.query<ListWebhookSubscriptionsQuery>(LIST, after ? { after } : {})).webhookSubscriptions;
  const nodes = await readRest(await readPage(), readPage);
  return nodes.map(({ id, topic, uri, apiVersion }) => ({ id, topic, uri, apiVersion: apiVersion.handle }));
}

/** Whether a subscription is of a topic (`returns/update`). */
export const isOfTopic = (subscription: WebhookSubscription, topic: string): boolean =>
  subscription.topic === toEnum(topic);

/** Subscribes to a topic; one that is there already stays. Throws platform_refused (422). */
export async function createWebhookSubscription(platform: PlatformClient, topic: string, uri: string): Promise<void> {
  const variables = { topic: toEnum(topic), subscription: { uri, format: 'JSON' } };
  const { webhookSubscriptionCreate } = await platform.mutate<CreateWebhookSubscriptionMutation>(CREATE, variables);
  const { userErrors } = requireAnswer(webhookSubscriptionCreate);
  // Another process made the same one a moment ago.
  if (userErrors.some(({ message }) => /already been taken/i.test(message))) return;
  refuseUserErrors(userErrors);
}

/** Ends a subscription; one that is gone is gone. */
export async function deleteWebhookSubscription(platform: PlatformClient, id: string): Promise<void> {
  try {
    const { webhookSubscriptionDelete } = await platform.mutate<DeleteWebhookSubscriptionMutation>(
      DELETE,
      { id },
      { idempotent: true },
    );
    refuseUserErrors(requireAnswer(webhookSubscriptionDelete).userErrors);
  } catch (error) {
    if (error instanceof AppError && error.code === 'platform_refused') return;
    throw error;
  }
}
