import type { WebhookEvent, WebhookSubject, WebhookTopic } from '#app/platform/webhook-messages/webhook-topic.ts';
import type { NoticeKind } from './notice.ts';

const of = (topic: WebhookTopic, subject: WebhookSubject) => ({ topic, subject });

/** The notices of which programs outside are told as well. Orders are not among them: programs are told more of those than people. */
const TOPICS: Partial<Record<NoticeKind, { topic: WebhookTopic; subject: WebhookSubject }>> = {
  productApproved: of('product.approved', 'product'),
  changeApproved: of('product.approved', 'change'),
  productSentBack: of('product.rejected', 'product'),
  changeDeclined: of('product.rejected', 'change'),
  stockLow: of('stock.low', 'product'),
  productSubmitted: of('product.submitted', 'product'),
  changeSubmitted: of('product.submitted', 'change'),
  offerRequested: of('offer.received', 'offer'),
  conversationMessage: of('message.received', 'conversation'),
  contactMessage: of('message.received', 'message'),
  payoutPaid: of('payout.sent', 'payout'),
  payoutUnclaimed: of('payout.failed', 'payout'),
  payoutReturned: of('payout.failed', 'payout'),
  payoutFailed: of('payout.failed', 'payout'),
  applicationReceived: of('vendor.applied', 'application'),
  vendorCreated: of('vendor.approved', 'vendor'),
};

/** What programs outside are told of a notice: one event or none. */
export function toWebhookEvents(occasion: {
  vendorId: bigint | null;
  kind: NoticeKind;
  subjectId: bigint;
  dedupeKey: string;
}): WebhookEvent[] {
  const { kind, vendorId, subjectId, dedupeKey } = occasion;
  const found = TOPICS[kind];
  if (!found) return [];
  // What stands before the first slash names the mail: one to the admins and one to a vendor tell of the same.
  const occasionKey = dedupeKey.slice(dedupeKey.indexOf('/') + 1);
  return [{ ...found, vendorId, subjectId, key: `${found.subject}/${occasionKey}` }];
}
