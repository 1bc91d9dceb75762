import type { FlowEvent, FlowTrigger } from '#app/platform/flow-triggers/flow-trigger.ts';
import type { WebhookEvent, WebhookSubject, WebhookTopic } from './webhook-topic.ts';

/** The trigger of what programs outside are told as well. */
const TRIGGERS: Partial<Record<WebhookTopic, FlowTrigger | Partial<Record<WebhookSubject, FlowTrigger>>>> = {
  'vendor.applied': 'souk-vendor-applied',
  'vendor.approved': 'souk-vendor-approved',
  'product.submitted': { product: 'souk-product-submitted', change: 'souk-product-changed' },
  'return.requested': 'souk-return-requested',
  'payout.sent': 'souk-payout-sent',
  'payout.failed': 'souk-payout-failed',
  'offer.received': 'souk-offer-received',
  'reconciliation.difference': 'souk-difference-found',
};

/** What a webhook's event starts as well: one event or none. Of an order of several vendors, each part starts its own. */
export function toFlowEvents(event: WebhookEvent): FlowEvent[] {
  const found = TRIGGERS[event.topic];
  const trigger = typeof found === 'object' ? found[event.subject] : found;
  if (!trigger) return [];
  const { subjectId, key } = event;
  const vendorId = event.subject === 'order' ? event.vendorId : null;
  return [{ trigger, subjectId, vendorId, key: vendorId === null ? key : `${key}/${String(vendorId)}` }];
}
