/** What a message to a program outside can be about. */
export const WEBHOOK_SUBJECTS = [
  'order',
  'product',
  'change',
  'payout',
  'conversation',
  'message',
  'offer',
  'vendor',
  'application',
  'finding',
] as const;
export type WebhookSubject = (typeof WEBHOOK_SUBJECTS)[number];

/** What programs of vendors and of the marketplace can be told of. */
export const VENDOR_TOPICS = [
  'order.created',
  'order.updated',
  'order.paid',
  'order.cancelled',
  'refund.created',
  'return.requested',
  'product.approved',
  'product.rejected',
  'product.updated',
  'stock.low',
  'payout.sent',
  'payout.failed',
  'message.received',
  'offer.received',
] as const;

/** What only the marketplace's own programs can be told of. */
export const MARKETPLACE_ONLY_TOPICS = [
  'vendor.applied',
  'vendor.approved',
  'product.submitted',
  'reconciliation.difference',
] as const;

export const WEBHOOK_TOPICS = [...VENDOR_TOPICS, ...MARKETPLACE_ONLY_TOPICS] as const;
export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number];

/** The subject that a test event of a topic is about. */
export const TEST_SUBJECTS: Readonly<Record<WebhookTopic, WebhookSubject>> = {
  'order.created': 'order',
  'order.updated': 'order',
  'order.paid': 'order',
  'order.cancelled': 'order',
  'refund.created': 'order',
  'return.requested': 'order',
  'product.approved': 'product',
  'product.rejected': 'product',
  'product.updated': 'product',
  'stock.low': 'product',
  'payout.sent': 'payout',
  'payout.failed': 'payout',
  'message.received': 'conversation',
  'offer.received': 'offer',
  'vendor.applied': 'application',
  'vendor.approved': 'vendor',
  'product.submitted': 'product',
  'reconciliation.difference': 'finding',
};

/**
 * Something that programs outside may be told of. `vendorId` is whose it is, null for what is the marketplace's alone. The same
 * occasion always has the same key.
 */
export type WebhookEvent = {
  topic: WebhookTopic;
  vendorId: bigint | null;
  subject: WebhookSubject;
  subjectId: bigint;
  key: string;
};
