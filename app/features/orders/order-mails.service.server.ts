import { asVendorId } from '#app/core/ids.ts';
import { queueMails, type QueuedMail } from '#app/features/mails/mails.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { settleOrder, type SettledOrder, type VendorOrder } from './finance.ts';
import type { SettledState } from './rows.ts';

/** Queues what vendors are told of orders that just changed: a new one, and one of which nothing is left for them, each once. */
export async function queueOrderMails(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  states: readonly SettledState[],
  now: Date,
): Promise<void> {
  const live = states.filter((state) => !state.historical);
  const mailOf = (
    state: SettledState,
    template: 'order-placed' | 'order-cancelled',
    { vendorId }: VendorOrder,
  ): QueuedMail => ({
    dedupeKey: `${template}/${state.id}/${vendorId}`,
    template,
    audience: { kind: 'vendor', vendorId: asVendorId(BigInt(vendorId)) },
    params: { orderId: String(state.id), vendorId },
    dueAt: now,
    createdAt: now,
  });
  await queueMails(
    tx,
    services,
    live.flatMap((state) => [
      ...(state.isNew ? state.settled.vendorOrders : []).map((part) => mailOf(state, 'order-placed', part)),
      ...listEmptied(state).map((part) => mailOf(state, 'order-cancelled', part)),
    ]),
  );
}

/** Parts of which nothing is left by what was just learnt. A part that was empty before was told of then, or is from before. */
function listEmptied({ settled, stored }: SettledState): VendorOrder[] {
  const empty = settled.vendorOrders.filter(isEmpty);
  if (empty.length === 0 || !stored) return empty;
  const before: SettledOrder = settleOrder(stored.known, stored.frozen, stored.decisions);
  const wasEmpty = new Set(before.vendorOrders.filter(isEmpty).map((part) => part.vendorId));
  return empty.filter((part) => !wasEmpty.has(part.vendorId));
}

const isEmpty = (part: VendorOrder): boolean => part.lines.every(({ line }) => line.quantity === 0);
