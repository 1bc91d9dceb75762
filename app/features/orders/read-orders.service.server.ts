import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { releaseWaiting } from '#app/server/webhook-queue.server.ts';
import { parseAgreed } from './agreed.ts';
import { parseBuyer } from './buyer.ts';
import { parseFulfilment, parseFulfilmentsOfOrder, type FulfilmentFacts } from './fulfilment.ts';
import { learnOrders } from './ingest.service.server.ts';
import type { Lesson } from './lessons.ts';
import * as repo from './orders.repo.server.ts';
import { parseOrder } from './snapshot.ts';
import { rebuildVersions } from './sold.ts';

/** A store as far as orders that were read from it need it. */
export type ReadStore = { domain: string; installedAt: Date };
/** An order that could not be read, and why. `name` is as the store says it. */
export type UnreadableOrder = { id: string; name: string; reason: string };

/** Orders that were read from the store, understood; and those that cannot be. */
export type ReadOrders = { lessons: Lesson[]; unreadable: UnreadableOrder[] };

/** Understands orders in the shape of the store's webhooks. Writes nothing, so that it can be done before a transaction. */
export function parseReadOrders(payloads: readonly object[]): ReadOrders {
  const unreadable: UnreadableOrder[] = [];
  const lessons = payloads.flatMap((payload): Lesson[] => {
    const order = parseOrder(payload);
    if (!order.ok) {
      const reason = order.refusal.map(({ path, message }) => `${path} ${message}`).join('; ');
      unreadable.push({ ...namesOf(payload), reason });
      return [];
    }
    const agreed = parseAgreed(payload, order.value.currency);
    return [
      {
        kind: 'order',
        orderId: order.value.id,
        facts: order.value,
        buyer: parseBuyer(payload),
        fulfilments: parseFulfilmentsOfOrder(payload),
        source: { type: 'reconciliation', id: `order/${order.value.id}/${order.value.updatedAt}` },
        ...(agreed ? { sold: rebuildVersions(order.value, agreed) } : {}),
      },
    ];
  });
  return { lessons, unreadable };
}

/** Throws for an order that cannot be read, so that the work on it is retried and seen. */
export function requireReadable(read: ReadOrders): ReadOrders {
  const [first] = read.unreadable;
  if (first) throw new Error(`An order cannot be read: ${first.reason}`);
  return read;
}

/**
 * Learns orders that were read from the store, lets what waited for them run, and lists those that cannot be read for an
 * admin. Returns how many were learnt.
 */
export async function learnReadOrders(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  store: ReadStore,
  { lessons, unreadable }: ReadOrders,
): Promise<number> {
  const { recorded } = await learnOrders(services, tx, store, lessons);
  if (recorded.length > 0) {
    await releaseWaiting(tx, store.domain, recorded, services.clock.now());
    tx.afterCommit(() => {
      services.jobs.wake('deliveries');
    });
  }
  await listUnreadable(services, tx, unreadable);
  return lessons.length;
}

/** Understands parcels in the shape of the store's webhooks; what is none is left out. */
export function parseReadParcels(payloads: readonly object[]): FulfilmentFacts[] {
  return payloads.flatMap((payload) => parseFulfilment(payload) ?? []);
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

function namesOf(payload: object): { id: string; name: string } {
  const { id, name } = payload as { id?: unknown; name?: unknown };
  return { id: String(id), name: typeof name === 'string' ? name.slice(0, 100) : '' };
}
