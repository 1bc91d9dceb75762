import { parseEditAgreement } from './edit-agreement.ts';
import { parseBuyer } from '../buyer.ts';
import { parseFulfillment, parseFulfillmentsOfOrder, type FulfillmentFacts } from '../fulfillment/fulfillment.ts';
import type { OrderEvent } from './order-events.ts';
import { parseOrder } from './parse-order.ts';
import { rebuildVersions } from './original-sale.ts';

/** An order that could not be read, and why. `name` is as the store says it. */
export type UnreadableOrder = { id: string; name: string; reason: string };

/** Orders that were read from the store, understood; and those that cannot be. */
export type ReadOrders = { orderEvents: OrderEvent[]; unreadable: UnreadableOrder[] };

/** Understands orders in the shape of the store's webhooks. Writes nothing, so that it can be done before a transaction, and in another thread. */
export function parseReadOrders(payloads: readonly object[]): ReadOrders {
  const unreadable: UnreadableOrder[] = [];
  const orderEvents = payloads.flatMap((payload): OrderEvent[] => {
    const order = parseOrder(payload);
    if (!order.ok) {
      const reason = order.refusal.map(({ path, message }) => `${path} ${message}`).join('; ');
      unreadable.push({ ...toNames(payload), reason });
      return [];
    }
    const agreement = parseEditAgreement(payload, order.value.currency);
    return [
      {
        kind: 'order',
        orderId: order.value.id,
        facts: order.value,
        buyer: parseBuyer(payload),
        fulfillments: parseFulfillmentsOfOrder(payload),
        source: { type: 'reconciliation', id: `order/${order.value.id}/${order.value.updatedAt}` },
        ...(agreement ? { sold: rebuildVersions(order.value, agreement) } : {}),
      },
    ];
  });
  return { orderEvents, unreadable };
}

/** Understands fulfillments in the shape of the store's webhooks; what is none is left out. */
export function parseReadFulfillments(payloads: readonly object[]): FulfillmentFacts[] {
  return payloads.flatMap((payload) => parseFulfillment(payload) ?? []);
}

function toNames(payload: object): { id: string; name: string } {
  const { id, name } = payload as { id?: unknown; name?: unknown };
  return { id: String(id), name: typeof name === 'string' ? name.slice(0, 100) : '' };
}
