import { z } from 'zod';
import { sentIdSchema } from '#app/core/ids.ts';
import { encodeExact } from '#app/core/exact-json.ts';
import { asCurrency, isCurrency } from '#app/core/money/money.ts';
import type { Services } from '#app/server/context.server.ts';
import { releaseWaiting, type Delivery, type DeliveryHandler, type Outcome } from '#app/server/webhook-queue.server.ts';
import { parseBuyer } from './buyer.ts';
import { parseFulfillment, parseFulfillmentsOfOrder } from './fulfillment/fulfillment.ts';
import { recordDeleted } from './ingest/deletion.service.server.ts';
import { READ_HOLDS_JOB } from './fulfillment/hold.ts';
import { ingestOrders } from './ingest/ingest.service.server.ts';
import type { OrderEvent } from './ingest/order-events.ts';
import { isReceiptUnsure } from './order.ts';
import { describeIssues } from './ingest/order-payload-values.ts';
import { parseOrder, parseRefund } from './ingest/parse-order.ts';

const ORDER_TOPICS = ['orders/create', 'orders/updated', 'orders/paid', 'orders/cancelled', 'orders/fulfilled'];
const EDITED = 'orders/edited';
const DELETED = 'orders/delete';
const REFUND_TOPICS = ['refunds/create'];
const FULFILLMENT_TOPICS = ['fulfillments/create', 'fulfillments/update'];
const HOLD_TOPICS = ['fulfillment_orders/placed_on_hold', 'fulfillment_orders/hold_released'];

const editSchema = z.object({ order_edit: z.object({ order_id: sentIdSchema }) });
const deletedSchema = z.object({ id: sentIdSchema });
const onHoldSchema = z.object({ fulfillment_order: z.object({ id: z.string().regex(/\/\d+$/) }) });
const refundCurrency = z.object({
  transactions: z.array(z.object({ currency: z.string() })).nullish(),
  refund_line_items: z
    .array(z.object({ subtotal_set: z.object({ shop_money: z.object({ currency_code: z.string() }) }).nullish() }))
    .nullish(),
});

/** Deliveries about orders: their versions, refunds and fulfillments, learnt together. An edit holds deltas only: the order is read again. */
export function orderHandlers(services: Services): DeliveryHandler[] {
  return [
    {
      topics: [...ORDER_TOPICS, EDITED, ...REFUND_TOPICS, ...FULFILLMENT_TOPICS],
      async handle(tx, store, deliveries) {
        const read = deliveries.map((delivery) => readDelivery(delivery, store.currency));
        const orderEvents = read.flatMap((one) => (one.kind === 'order_event' ? [one.orderEvent] : []));
        const { missing, recorded } = await ingestOrders(services, tx, store, orderEvents);
        for (const orderId of read.flatMap(toReadAgain)) {
          await services.jobs.enqueue(tx, 'orders.read', { storeId: String(store.id), orderId }, { key: orderId });
        }
        if (recorded.length > 0) await releaseWaiting(tx, store.domain, recorded, services.clock.now());
        return read.map((one): Outcome => {
          if (one.kind === 'unreadable') return { id: one.delivery.id, state: 'dead', note: one.note };
          if (one.kind === 'read_again') return { id: one.delivery.id, state: 'done', subjectId: one.orderId };
          const { orderId } = one.orderEvent;
          return {
            id: one.delivery.id,
            state: missing.has(orderId) ? 'waiting' : 'done',
            subjectId: orderId,
            facts: one.facts,
          };
        });
      },
    },
    {
      topics: [DELETED],
      async handle(tx, _store, deliveries) {
        const read = deliveries.map(({ id, payload }) => ({ id, deleted: deletedSchema.safeParse(payload) }));
        const ids = read.flatMap(({ deleted }) => (deleted.success ? [BigInt(deleted.data.id)] : []));
        await recordDeleted(services, tx, ids, 'webhook');
        return read.map(({ id, deleted }): Outcome =>
          deleted.success
            ? { id, state: 'done', subjectId: String(deleted.data.id) }
            : { id, state: 'dead', note: 'not a deleted order' },
        );
      },
    },
    {
      topics: HOLD_TOPICS,
      // They name a fulfillment order and nothing of its order: what is on hold is read again.
      async handle(tx, store, deliveries) {
        const outcomes: Outcome[] = [];
        const units = new Set<string>();
        for (const { id, payload } of deliveries) {
          const onHold = onHoldSchema.safeParse(payload);
          if (!onHold.success) {
            outcomes.push({ id, state: 'dead', note: 'not a hold' });
            continue;
          }
          const fulfillmentOrderId = onHold.data.fulfillment_order.id.replace(/^.*\//, '');
          units.add(fulfillmentOrderId);
          outcomes.push({ id, state: 'done', subjectId: fulfillmentOrderId });
        }
        for (const fulfillmentOrderId of [...units].sort()) {
          const data = { storeId: String(store.id), fulfillmentOrderId };
          await services.jobs.enqueue(tx, READ_HOLDS_JOB, data, { key: `${data.storeId}/unit/${fulfillmentOrderId}` });
        }
        return outcomes;
      },
    },
  ];
}

type Read =
  | { kind: 'order_event'; delivery: Delivery; orderEvent: OrderEvent; facts: object }
  | { kind: 'read_again'; delivery: Delivery; orderId: string }
  | { kind: 'unreadable'; delivery: Delivery; note: string };

function readDelivery(delivery: Delivery, storeCurrency: string): Read {
  const { topic, payload } = delivery;
  const source = { type: 'webhook' as const, id: delivery.webhookId };
  const unreadable = (note: string): Read => ({ kind: 'unreadable', delivery, note });
  if (topic === EDITED) {
    const edit = editSchema.safeParse(payload);
    return edit.success
      ? { kind: 'read_again', delivery, orderId: String(edit.data.order_edit.order_id) }
      : unreadable('not an order edit');
  }
  if (FULFILLMENT_TOPICS.includes(topic)) {
    const fulfillment = parseFulfillment(payload);
    if (!fulfillment) return unreadable('not a fulfillment');
    const { orderId } = fulfillment;
    return {
      kind: 'order_event',
      delivery,
      orderEvent: { kind: 'fulfillment', orderId, fulfillment, source },
      facts: {
        fulfillment: encodeExact({
          ...fulfillment,
          createdAt: fulfillment.createdAt.toISOString(),
          updatedAt: fulfillment.updatedAt.toISOString(),
        }),
      },
    };
  }
  if (REFUND_TOPICS.includes(topic)) {
    const refund = parseRefund(payload, currencyOfRefund(payload, storeCurrency));
    if (!refund.ok) return unreadable(describeIssues(refund.refusal));
    const { orderId, ...facts } = refund.value;
    return {
      kind: 'order_event',
      delivery,
      orderEvent: { kind: 'refund', orderId, refund: facts, source },
      facts: { refund: encodeExact(facts) },
    };
  }
  const order = parseOrder(payload);
  if (!order.ok) return unreadable(describeIssues(order.refusal));
  const facts = order.value;
  const orderEvent: OrderEvent = {
    kind: 'order',
    orderId: facts.id,
    facts,
    buyer: parseBuyer(payload),
    fulfillments: parseFulfillmentsOfOrder(payload),
    source,
  };
  return { kind: 'order_event', delivery, orderEvent, facts: { order: encodeExact(facts) } };
}

/** The order of a delivery that does not tell enough of it. */
function toReadAgain(one: Read): string[] {
  if (one.kind === 'read_again') return [one.orderId];
  const isUnsure =
    one.kind === 'order_event' && one.orderEvent.kind === 'order' && isReceiptUnsure(one.orderEvent.facts);
  return isUnsure ? [one.orderEvent.orderId] : [];
}

/** A refund states its amounts' currency in its sets; the store's own serves where there are none. */
function currencyOfRefund(payload: unknown, storeCurrency: string) {
  const parsed = refundCurrency.safeParse(payload);
  const stated = parsed.success
    ? parsed.data.refund_line_items?.find((line) => line.subtotal_set)?.subtotal_set?.shop_money.currency_code
    : undefined;
  return asCurrency(stated && isCurrency(stated) ? stated : storeCurrency);
}
