import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { OrdersWritten } from './orders-written.ts';

/** Looks after what was paid for an order that was canceled: whoever knows of it runs the job. */
export const ORDER_CANCELLED = 'orders.cancelled';

/** Plans it for the orders of which it just became known that they were canceled. */
export async function planCancelled(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  { orders }: OrdersWritten,
): Promise<void> {
  for (const { id, known, stored } of orders.map((one) => one.state)) {
    if (known.latest.cancelledAt === null || !stored || stored.known.latest.cancelledAt !== null) continue;
    const payload = { orderId: String(id) };
    await services.jobs.enqueue(tx, ORDER_CANCELLED, payload, { key: String(id) });
  }
}
