import type { DemoWorld } from './world.ts';

type OrderRow = { id: string };
type Returns = { returnable: { lineId: string; quantity: number }[] };

/** Things that come back: one return is asked for, another is on its way back. */
export async function askReturns(world: DemoWorld): Promise<void> {
  const { orders } = await world.call<{ orders: OrderRow[] }>('admin', 'GET', '/orders?fulfillment=fulfilled');
  const made: { orderId: string; returnId: string }[] = [];
  for (const { id: orderId } of orders) {
    if (made.length === 2) break;
    const { returnable } = await world.call<Returns>('admin', 'GET', `/orders/${orderId}/returns`);
    const line = returnable.find(({ quantity }) => quantity > 0);
    if (!line) continue;
    const body = { lines: [{ id: line.lineId, quantity: 1 }], reason: made.length === 0 ? 'defective' : 'unwanted' };
    const { returnId } = await world.call<{ returnId: string }>('admin', 'POST', `/orders/${orderId}/returns`, body);
    made.push({ orderId, returnId });
  }
  const second = made[1];
  if (second) await world.call('admin', 'POST', `/orders/${second.orderId}/returns/${second.returnId}/approve`, {});
}
