import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { releaseWaiting } from '#app/server/webhook-queue.server.ts';
import { parseBuyer } from './buyer.ts';
import { parseFulfilment, parseFulfilmentsOfOrder } from './fulfilment.ts';
import { learnOrders, type Lesson } from './ingest.service.server.ts';
import * as repo from './orders.repo.server.ts';
import { parseOrder } from './snapshot.ts';

/** A store as far as orders that were read from it need it. */
export type ReadStore = { domain: string; installedAt: Date };
/** An order that could not be read, and why. `name` is as the store says it. */
export type UnreadableOrder = { id: string; name: string; reason: string };

/**
 * Learns orders that were read from the store, in the shape of its webhooks, and lets what waited for them run. Returns how
 * many were learnt, and those that cannot be read.
 */
export async function learnReadOrders(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  store: ReadStore,
  payloads: readonly object[],
): Promise<{ learnt: number; unreadable: UnreadableOrder[] }> {
  const unreadable: UnreadableOrder[] = [];
  const lessons = payloads.flatMap((payload): Lesson[] => {
    const order = parseOrder(payload);
    if (!order.ok) {
      const reason = order.refusal.map(({ path, message }) => `${path} ${message}`).join('; ');
      unreadable.push({ ...namesOf(payload), reason });
      return [];
    }
    return [
      {
        kind: 'order',
        orderId: order.value.id,
        facts: order.value,
        buyer: parseBuyer(payload),
        fulfilments: parseFulfilmentsOfOrder(payload),
        source: { type: 'reconciliation', id: `order/${order.value.id}/${order.value.updatedAt}` },
      },
    ];
  });
  const { recorded } = await learnOrders(services, tx, store, lessons);
  if (recorded.length > 0) {
    await releaseWaiting(tx, store.domain, recorded, services.clock.now());
    tx.afterCommit(() => {
      services.jobs.wake('deliveries');
    });
  }
  return { learnt: lessons.length, unreadable };
}

/** Learns parcels that were read from the store, in the shape of its webhooks. Those of orders that are not known are left out. */
export async function learnReadParcels(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  store: ReadStore,
  payloads: readonly object[],
): Promise<void> {
  const lessons = payloads.flatMap((payload): Lesson[] => {
    const fulfilment = parseFulfilment(payload);
    if (!fulfilment) return [];
    const source = { type: 'reconciliation' as const, id: `fulfilment/${fulfilment.id}` };
    return [{ kind: 'fulfilment', orderId: fulfilment.orderId, fulfilment, source }];
  });
  await learnOrders(services, tx, store, lessons);
}

/** Lists orders that cannot be read for an admin; one that is listed already stays as it is. */
export async function listUnreadable(
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
