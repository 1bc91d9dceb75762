import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { FulfillmentFacts } from './fulfillment.ts';
import * as orders from '../ingest/ingest.repo.server.ts';
import * as fulfillmentsRepoServer from '../ingest/fulfillments.repo.server.ts';
import { newestFulfillments } from '../ingest/order-events.ts';
import * as repo from './past-fulfillments.repo.server.ts';
import { splitFulfillment, type Fulfilled } from '../rows.ts';
import { countLeft, decideFulfillmentStatus } from '../money/units-left.ts';
import { rereadHolds } from '../ingest/write-orders.service.server.ts';

/**
 * Learns fulfillments by the thousand. They change how much of each line was shipped and how far each vendor's part is, and no
 * amount: the orders are neither read whole nor settled anew. Those of orders that are not known are left out.
 */
export async function ingestPastFulfillments(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  fulfillments: readonly FulfillmentFacts[],
): Promise<void> {
  const ids = [...new Set(fulfillments.map((fulfillment) => fulfillment.orderId))]
    .map(BigInt)
    .sort((a, b) => (a < b ? -1 : 1));
  if (ids.length === 0) return;
  await orders.lockOrders(tx, ids);
  const lines = await repo.findOwnedLines(tx, ids);
  const ownerOf = new Map(lines.map((line) => [String(line.id), String(line.vendorId)]));
  await fulfillmentsRepoServer.upsertFulfillments(
    tx,
    newestFulfillments(fulfillments).flatMap((fulfillment) => splitFulfillment(fulfillment, ownerOf)),
  );
  const fulfilled = await fulfillmentsRepoServer.sumFulfilled(tx, ids);
  const shipped = lines.map((line) => {
    const now = fulfilled.quantityOf.get(String(line.id)) ?? 0;
    const units = { remaining: line.remainingQuantity, fulfilled: now, returned: line.returnedQuantity };
    return { ...line, now, left: countLeft(units) };
  });
  await repo.writeShipped(
    tx,
    shipped.filter((line) => line.now !== line.fulfilledQuantity),
  );
  await repo.writeFulfillment(tx, computeParts(shipped, fulfilled), services.clock.now());
  await rereadHolds(services, tx, ids);
}

type ShippedLine = repo.OwnedLine & { now: number; left: number };

/** How far each vendor's part of each order is. */
function computeParts(lines: readonly ShippedLine[], { lastAt }: Fulfilled): repo.VendorOrderFulfillment[] {
  const vendorOrders = new Map<string, ShippedLine[]>();
  for (const line of lines) {
    const key = `${line.orderId}|${line.vendorId}`;
    const vendorOrder = vendorOrders.get(key);
    if (vendorOrder) vendorOrder.push(line);
    else vendorOrders.set(key, [line]);
  }
  return [...vendorOrders].flatMap(([key, [first, ...rest]]) => {
    if (!first) return [];
    const fulfillment = decideFulfillmentStatus([first, ...rest].map(({ left, now }) => ({ left, fulfilled: now })));
    const { orderId, vendorId } = first;
    return [
      { orderId, vendorId, fulfillment, fulfilledAt: fulfillment === 'fulfilled' ? (lastAt.get(key) ?? null) : null },
    ];
  });
}
