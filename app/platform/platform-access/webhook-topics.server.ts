import { DISCOUNT_SCOPE } from '#app/adapters/shopify/discounts.server.ts';
import { DRAFT_ORDER_SCOPE } from '#app/adapters/shopify/orders/draft-orders.server.ts';
import { RETURN_SCOPE } from '#app/adapters/shopify/orders/returns.server.ts';

/**
 * Topics that need an access which a store grants only with the feature: shopify.app.toml may declare none of them, because the
 * platform refuses a whole deploy for a topic without its scope. They are subscribed to by call once the access is there.
 */
export const OPTIONAL_TOPICS: readonly { scope: string; topics: readonly string[] }[] = [
  {
    scope: RETURN_SCOPE,
    topics: [
      'returns/request',
      'returns/approve',
      'returns/decline',
      'returns/process',
      'returns/cancel',
      'returns/close',
      'returns/reopen',
      'returns/update',
    ],
  },
  { scope: DRAFT_ORDER_SCOPE, topics: ['draft_orders/update', 'draft_orders/delete'] },
  { scope: DISCOUNT_SCOPE, topics: ['discounts/update', 'discounts/delete'] },
];

/** The topics that a store with these accesses subscribes to by call. */
export const listGrantedTopics = (granted: ReadonlySet<string>): string[] =>
  OPTIONAL_TOPICS.filter(({ scope }) => granted.has(scope)).flatMap(({ topics }) => topics);
