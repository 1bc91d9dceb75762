import { asVendorId } from '#app/core/ids.ts';
import { queueMails, type QueuedMail } from '#app/features/mails/mails.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { settleOrder, type SettledOrder, type VendorOrder } from './finance.ts';
import type { SettledState, VendorOrderRow } from './rows.ts';

/** An order that was just written, with the rows of its vendors' parts. */
export type WrittenState = { state: SettledState; rows: readonly VendorOrderRow[] };

/** Queues what vendors are told of orders that just changed: a new one, and one of which nothing is left for them, each once. */
export async function queueOrderMails(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  written: readonly WrittenState[],
  now: Date,
): Promise<void> {
  const live = written.filter(({ state }) => !state.historical);
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
    live.flatMap(({ state, rows }) => [
      ...(state.isNew ? state.settled.vendorOrders : []).map((part) => mailOf(state, 'order-placed', part)),
      ...listCancelled(state, rows).map((part) => mailOf(state, 'order-cancelled', part)),
    ]),
  );
}

/**
 * Parts that were cancelled by what was just learnt: nothing is left of them, and nothing ever left. A part that was empty before
 * was told of then, or is from before.
 */
function listCancelled({ settled, stored }: SettledState, rows: readonly VendorOrderRow[]): VendorOrder[] {
  const cancelled = new Set(rows.filter((row) => row.fulfilment === 'cancelled').map((row) => String(row.vendorId)));
  const empty = settled.vendorOrders.filter((part) => isEmpty(part) && cancelled.has(part.vendorId));
  if (empty.length === 0 || !stored) return empty;
  const before: SettledOrder = settleOrder(stored.known, stored.frozen, stored.decisions);
  const wasEmpty = new Set(before.vendorOrders.filter(isEmpty).map((part) => part.vendorId));
  return empty.filter((part) => !wasEmpty.has(part.vendorId));
}

const isEmpty = (part: VendorOrder): boolean => part.lines.every(({ line }) => line.quantity === 0);
