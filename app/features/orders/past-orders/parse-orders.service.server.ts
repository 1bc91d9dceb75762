import { readBulkOrders, readBulkFulfillments } from '#app/adapters/shopify/orders/bulk-orders.server.ts';
import type { FulfillmentFacts } from '#app/features/orders/fulfillment/fulfillment.ts';
import { writeFirstVersion } from '#app/features/orders/ingest/order-history-json.ts';
import { parseReadOrders, parseReadFulfillments, type ReadOrders } from '#app/features/orders/ingest/read-orders.ts';

/** An order of a result, understood; `read` is missing where the result does not tell it whole. `place` is where reading goes on, in bytes. */
export type UnderstoodOrder = { id: bigint; read: ReadOrders | undefined; lines: number; place: number };
/** Some fulfillments of a result, understood. */
export type UnderstoodFulfillments = { facts: FulfillmentFacts[]; place: number };

/** What a result is read for, and the place of its first byte. */
export type Task = { phase: 'orders' | 'parcels'; from: number };
export type Understood<Phase extends Task['phase']> = Phase extends 'orders' ? UnderstoodOrder : UnderstoodFulfillments;

/**
 * Understands the bytes of a result, one order or some fulfillments after the other. Pure: of a result only the facts are kept, and
 * not the platform's much longer text. Throws ResultDisorder where it cannot be read.
 */
export function understand(
  { phase, from }: Task,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<UnderstoodOrder | UnderstoodFulfillments> {
  return phase === 'orders' ? understandOrders(bytes, from) : understandFulfillments(bytes, from);
}

async function* understandOrders(bytes: AsyncIterable<Uint8Array>, from: number): AsyncGenerator<UnderstoodOrder> {
  for await (const { id, payload, lines, place } of readBulkOrders(bytes, from)) {
    yield { id, read: payload && writeOrderEvents(parseReadOrders([payload])), lines, place };
  }
}

/** What will be stored of them is written here too: who learns them has the most to do. */
function writeOrderEvents({ orderEvents, unreadable }: ReadOrders): ReadOrders {
  return {
    orderEvents: orderEvents.map((one) =>
      one.kind === 'order' ? { ...one, written: writeFirstVersion(one.facts) } : one,
    ),
    unreadable,
  };
}

async function* understandFulfillments(
  bytes: AsyncIterable<Uint8Array>,
  from: number,
): AsyncGenerator<UnderstoodFulfillments> {
  for await (const { payloads, place } of readBulkFulfillments(bytes, from)) {
    yield { facts: parseReadFulfillments(payloads), place };
  }
}
