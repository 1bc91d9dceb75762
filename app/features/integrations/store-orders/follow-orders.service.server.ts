import type { OrdersWritten } from '#app/features/orders/orders-written.ts';
import type { WrittenOrder } from '#app/features/orders/rows.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { listOrderTakers } from '../connections/connections.repo.server.ts';
import { enqueueStoreOrders } from './schedule-orders.service.server.ts';
import * as repo from './store-orders.repo.server.ts';

type Row = WrittenOrder['rows'][number];

/**
 * Records the intent to place paid vendor orders in their vendors' own stores, in the transaction that writes them, and to cancel there
 * what was cancelled here. Only orders since that was switched on count.
 */
export async function followWrittenOrders(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  { orders, at }: OrdersWritten,
): Promise<void> {
  const rows = orders.flatMap(({ rows: own }) => own).filter(({ historical }) => !historical);
  if (rows.length === 0) return;
  const takers = await listOrderTakers(tx, [...new Set(rows.map(({ vendorId }) => vendorId))]);
  if (takers.length === 0 || !(await readSwitches(tx)).integrations) return;
  const shops = new Map(takers.map((one) => [one.vendorId, one]));
  const placed = rows.flatMap((row) => {
    const taker = shops.get(row.vendorId);
    const isTaken = taker?.ordersSince && row.orderedAt >= taker.ordersSince && isPlaceable(row);
    return isTaken ? [{ ...toRef(row), orderName: row.name, orderedAt: row.orderedAt, shop: taker.shop }] : [];
  });
  if (placed.length > 0) await repo.recordOrders(tx, placed, at);
  const cancelled = orders.flatMap((order) =>
    order.rows
      .filter((row) => row.cancelledAt !== null && shops.has(row.vendorId))
      .map((row) => ({ ...toRef(row), cancels: findRestock(order, row) })),
  );
  const affected = cancelled.length > 0 ? await repo.requestCancel(tx, cancelled, at) : [];
  for (const vendorId of new Set([...placed.map((one) => one.vendorId), ...affected]))
    await enqueueStoreOrders(tx, services, vendorId);
}

const toRef = ({ vendorId, orderId }: Row) => ({ vendorId, orderId });

const isPlaceable = ({ isPaid, cancelledAt, itemCount, fulfillment }: Row): boolean =>
  isPaid && cancelledAt === null && itemCount > 0 && fulfillment !== 'fulfilled';

/** As it was done here: nothing is put back in stock there where the cancellation here put nothing back. */
function findRestock({ state }: WrittenOrder, { vendorId }: Row): 'restock' | 'keep' {
  const own = state.settled.vendorOrders.find((one) => one.vendorId === String(vendorId));
  const lineIds = new Set(own?.lines.map(({ line }) => line.facts.id));
  const types = state.known.refunds
    .flatMap(({ lines }) => lines)
    .filter(({ lineId }) => lineIds.has(lineId))
    .map(({ restockType }) => restockType);
  return types.length > 0 && types.every((type) => type === 'no_restock') ? 'keep' : 'restock';
}
