import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { releaseWaiting } from '#app/server/webhook-queue.server.ts';
import { ingestOrders } from './ingest.service.server.ts';
import * as repo from '../orders.repo.server.ts';
import type { ReadOrders, UnreadableOrder } from './read-orders.ts';

/** A store as far as orders that were read from it need it. */
export type ReadStore = { domain: string; installedAt: Date };

/** Throws for an order that cannot be read, so that the work on it is retried and seen. */
export function requireReadable(read: ReadOrders): ReadOrders {
  const [first] = read.unreadable;
  if (first) throw new Error(`An order cannot be read: ${first.reason}`);
  return read;
}

/**
 * Learns orders that were read from the store, lets what waited for them run, and lists those that cannot be read for an
 * admin. Returns how many were ingested.
 */
export async function ingestReadOrders(
  services: Pick<Services, 'clock' | 'events' | 'jobs'>,
  tx: SqlTx,
  store: ReadStore,
  { orderEvents, unreadable }: ReadOrders,
): Promise<number> {
  const { recorded } = await ingestOrders(services, tx, store, orderEvents);
  if (recorded.length > 0) {
    await releaseWaiting(tx, store.domain, recorded, services.clock.now());
    services.jobs.wakeAfterCommit(tx, 'deliveries');
  }
  await listUnreadable(services, tx, unreadable);
  return orderEvents.length;
}

/** One that is listed already stays as it is. */
async function listUnreadable(
  services: Pick<Services, 'clock'>,
  tx: SqlTx,
  orders: readonly UnreadableOrder[],
): Promise<void> {
  await repo.insertUnreadableOrders(
    tx,
    orders.map(({ id, name, reason }) => ({
      reference: `order/${id}`,
      detail: { order: name, orderId: id, reason: reason.slice(0, 500) },
    })),
    services.clock.now(),
  );
}
