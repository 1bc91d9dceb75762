import { recordWebhookMessages } from '#app/platform/webhook-messages/record-messages.service.server.ts';
import type { WebhookEvent, WebhookTopic } from '#app/platform/webhook-messages/webhook-topic.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isEmpty, splitOrder, type SettledOrder, type VendorOrder } from './money/split-order.ts';
import type { OrdersWritten } from './orders-written.ts';
import type { SettledState, WrittenOrder } from './rows.ts';

/**
 * Records what programs outside are told of orders: of each vendor's that it is new, paid, refunded or cancelled, and that
 * something of it changed. Orders from before the app was installed are told to nobody.
 */
export function recordOrderEvents(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  { orders, at }: OrdersWritten,
): Promise<void> {
  const events = orders.filter(({ state }) => !state.historical).flatMap((order) => listEvents(order, at));
  return recordWebhookMessages(tx, services, events, at);
}

/** What happened to the part of each vendor of an order, in the order in which it is told. */
function listEvents({ state, rows }: WrittenOrder, at: Date): WebhookEvent[] {
  const before = splitStored(state);
  const statusOf = new Map(rows.map((row) => [String(row.vendorId), row.fulfillment]));
  return state.settled.vendorOrders.flatMap((vendorOrder) => {
    const earlier = before?.vendorOrders.find((one) => one.vendorId === vendorOrder.vendorId);
    const event = (topic: WebhookTopic, occasion?: string): WebhookEvent => ({
      topic,
      vendorId: BigInt(vendorOrder.vendorId),
      subject: 'order',
      subjectId: state.id,
      key: occasion === undefined ? String(state.id) : `${String(state.id)}/${occasion}`,
    });
    const isCancelled = isEmpty(vendorOrder) && statusOf.get(vendorOrder.vendorId) === 'cancelled';
    return [
      ...(earlier ? [] : [event('order.created')]),
      ...(state.settled.isPaid && !(earlier && before?.isPaid) ? [event('order.paid')] : []),
      ...listNewRefunds(state, vendorOrder).map((id) => event('refund.created', id)),
      ...(isCancelled && !(earlier && isEmpty(earlier)) ? [event('order.cancelled')] : []),
      ...(earlier ? [event('order.updated', at.toISOString())] : []),
    ];
  });
}

/** The order as it was settled before; undefined for a new one. */
function splitStored({ stored, known, settled }: SettledState): SettledOrder | undefined {
  if (!stored) return undefined;
  return stored.known === known ? settled : splitOrder(stored.known, stored.orderTerms, stored.decisions);
}

/** The refunds that are new and take back something of a vendor's lines, or of no line at all. */
function listNewRefunds({ known, stored }: SettledState, { lines }: VendorOrder): string[] {
  const before = new Set(stored?.known.refunds.map(({ id }) => id));
  const own = new Set(lines.map(({ line }) => line.facts.id));
  return known.refunds
    .filter(({ id }) => !before.has(id))
    .filter((refund) => refund.lines.length === 0 || refund.lines.some(({ lineId }) => own.has(lineId)))
    .map(({ id }) => id);
}
