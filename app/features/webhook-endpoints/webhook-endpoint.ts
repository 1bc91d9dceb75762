import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/core/durations.ts';
import {
  MARKETPLACE_ONLY_TOPICS,
  VENDOR_TOPICS,
  type WebhookTopic,
} from '#app/platform/webhook-messages/webhook-topic.ts';
import type { Permission } from '#app/core/viewer.ts';

/** Endpoints that a vendor, or the marketplace, may have at a time. */
export const MAX_ENDPOINTS = 10;
export const MAX_URL = 500;
export const MAX_DESCRIPTION = 100;
/** So long a message stays in the log. */
export const LOG_DAYS = 30;
/** Messages that can be sent again at once. */
export const MAX_REPLAYED = 1_000;
/** What is kept of an answer, in bytes. */
export const MAX_ANSWER_BYTES = 4_096;
/** How long an endpoint may take to answer. */
export const ANSWER_MS = 15_000;
/** How long the secret before still signs after it was replaced. */
export const OLD_SECRET_MS = DAY_MS;
/** An endpoint that took nothing for so long is switched off. */
export const MAX_FAILING_MS = 5 * DAY_MS;

export const ENDPOINT_STATES = ['on', 'off'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** Why an endpoint was switched off by itself: it took nothing for days, it said that it is gone (410), or its maker left. */
export const ENDPOINT_PROBLEMS = ['failing', 'gone', 'maker'] as const;
export type EndpointProblem = (typeof ENDPOINT_PROBLEMS)[number];

/**
 * `pending` waits for its time, `paused` for its endpoint, `sent` was taken, `failed` was given up, `skipped` is not told.
 */
export const MESSAGE_STATES = ['pending', 'paused', 'sent', 'failed', 'skipped'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/**
 * Why nobody was called for a message: its maker may not see what it is about, that could not be read, or the process of each try
 * ended before it did.
 */
export const MESSAGE_PROBLEMS = ['rights', 'unread', 'process'] as const;
export type MessageProblem = (typeof MESSAGE_PROBLEMS)[number];

/** The pauses before each try after the first, as Standard Webhooks recommends them. */
const PAUSES_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;

export const MAX_TRIES = PAUSES_MS.length + 1;

/** When a message is tried again after so many tries; undefined where it is given up. */
export function nextAttempt(attempts: number, now: Date): Date | undefined {
  const pause = PAUSES_MS[attempts - 1];
  return pause === undefined ? undefined : new Date(now.getTime() + pause);
}

const TOPIC_PERMISSIONS: Readonly<Record<(typeof VENDOR_TOPICS)[number], Permission>> = {
  'order.created': 'read_orders',
  'order.updated': 'read_orders',
  'order.paid': 'read_orders',
  'order.cancelled': 'read_orders',
  'refund.created': 'read_orders',
  'return.requested': 'read_orders',
  'product.approved': 'read_products',
  'product.rejected': 'read_products',
  'product.updated': 'read_products',
  'stock.low': 'read_products',
  'payout.sent': 'read_finance',
  'payout.failed': 'read_finance',
  'message.received': 'read_orders',
  'offer.received': 'read_orders',
};

/** What somebody needs to be told of a topic; `switch_vendor` for the marketplace's own. */
export const findTopicPermission = (topic: WebhookTopic): Permission =>
  (TOPIC_PERMISSIONS as Partial<Record<WebhookTopic, Permission>>)[topic] ?? 'switch_vendor';

/** The topics that somebody may have an endpoint told, in a vendor's view or the marketplace's. */
export function listTopics(viewer: { isMarketplace: boolean; permissions: ReadonlySet<Permission> }): WebhookTopic[] {
  const vendorTopics = VENDOR_TOPICS.filter((topic) => viewer.permissions.has(TOPIC_PERMISSIONS[topic]));
  return viewer.isMarketplace ? [...vendorTopics, ...MARKETPLACE_ONLY_TOPICS] : vendorTopics;
}

/** Whether a text is an address that can be called: https, or also http where a developer tries it, and without a password in it. */
export function isEndpointUrl(text: string, o: { allowsHttp: boolean }): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  const isScheme = protocol === 'https:' || (o.allowsHttp && protocol === 'http:');
  return isScheme && username === '' && password === '' && hash === '';
}

/** The endpoint as people know it again: its host and path. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '');
