import { DAY_MS } from '#app/core/durations.ts';
import type { FlowEvent } from '#app/platform/flow-triggers/flow-trigger.ts';
import { recordFlowEvents } from '#app/platform/flow-triggers/flow-triggers.service.server.ts';
import { recordWebhookMessages } from '#app/platform/webhook-messages/record-messages.service.server.ts';
import type { WebhookEvent, WebhookTopic } from '#app/platform/webhook-messages/webhook-topic.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isEmpty, splitOrder, type SettledOrder, type VendorOrder } from './money/split-order.ts';
import type { OrdersWritten } from './orders-written.ts';
import type { SettledState, VendorOrderRow, WrittenOrder } from './rows.ts';

/** A part that was shipped longer ago is no news: its order was only read again. Events are known for longer. */
const SHIPPED_NEWS_MS = 30 * DAY_MS;

/**
 * Records what programs outside are told of orders: of each vendor's that it is new, paid, refunded or cancelled, and that
 * something of it changed; and what starts in Flow where all of a part was shipped. Orders from before the app was installed are
 * told to nobody.
 */
export async function recordOrderEvents(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  { orders, at }: OrdersWritten,
): Promise<void> {
  const live = orders.filter(({ state }) => !state.historical);
  const events = live.flatMap((order) => listEvents(order, at));
  await recordWebhookMessages(tx, services, events, at);
  const shipped = live.flatMap(({ rows }) => rows.flatMap((row) => listShipped(row, at)));
  await recordFlowEvents(tx, services, shipped, at);
}

/** That a vendor's part was shipped whole: one event, however often the order is written afterwards. */
function listShipped({ orderId, vendorId, fulfillment, fulfilledAt }: VendorOrderRow, at: Date): FlowEvent[] {
  if (fulfillment !== 'fulfilled' || !fulfilledAt || at.getTime() - fulfilledAt.getTime() > SHIPPED_NEWS_MS) return [];
  return [
    { trigger: 'souk-order-shipped', subjectId: orderId, vendorId, key: `${String(orderId)}/${String(vendorId)}` },
  ];
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
