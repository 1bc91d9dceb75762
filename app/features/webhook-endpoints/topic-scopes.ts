import type { KeyScope, Permission } from '#app/core/viewer.ts';
import type { WebhookTopic } from '#app/platform/webhook-messages/webhook-topic.ts';
import { listTopics } from './webhook-endpoint.ts';

// A module of its own: what a screen loads is searched for names of texts, and scopes look like them.

const TOPIC_SCOPES: Readonly<Record<WebhookTopic, KeyScope>> = {
  'order.created': 'orders:read',
  'order.updated': 'orders:read',
  'order.paid': 'orders:read',
  'order.cancelled': 'orders:read',
  'refund.created': 'orders:read',
  'return.requested': 'orders:read',
  'product.approved': 'products:read',
  'product.rejected': 'products:read',
  'product.updated': 'products:read',
  'stock.low': 'products:read',
  'payout.sent': 'money:read',
  'payout.failed': 'money:read',
  'message.received': 'messages:read',
  'offer.received': 'orders:read',
  'vendor.applied': 'vendors:read',
  'vendor.approved': 'vendors:read',
  'product.submitted': 'products:read',
  'reconciliation.difference': 'reconciliation:read',
};
/** What a key needs to be told of a topic. */
export const findTopicScope = (topic: WebhookTopic): KeyScope => TOPIC_SCOPES[topic];

/** Who is told of something: in a vendor's view or the marketplace's, with what rights, and the scopes where it is a key. */
type Follower = {
  isMarketplace: boolean;
  permissions: ReadonlySet<Permission>;
  scopes?: ReadonlySet<KeyScope> | undefined;
};

/** The topics that somebody may have an endpoint told; a key those that its scopes show. */
export function listFollowed({ scopes, ...viewer }: Follower): WebhookTopic[] {
  const topics = listTopics(viewer);
  return scopes ? topics.filter((topic) => scopes.has(TOPIC_SCOPES[topic])) : topics;
}

/** Whether somebody may be told of a topic. */
export const mayFollow = (topic: WebhookTopic, follower: Follower): boolean => listFollowed(follower).includes(topic);
