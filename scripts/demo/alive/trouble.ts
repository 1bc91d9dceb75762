import type { DemoWorld } from './world.ts';

type StoreOrder = { id: string; name: string; currency: string; line_items: { id: number; sku: string }[] };

/** A message of the store that cannot be read: a refund whose amounts are words. It stays among the sync problems. */
export async function receiveUnreadableRefund(world: DemoWorld): Promise<void> {
  const { orders } = await world.call<{ orders: { name: string }[] }>('admin', 'GET', '/orders?fulfillment=fulfilled');
  const name = orders[0]?.name ?? '';
  const order = await world.client.control<StoreOrder>('GET', `/orders/${encodeURIComponent(name)}`);
  const [line] = order.line_items;
  const { now } = await world.client.control<{ now: string }>('GET', '/clock');
  const subtotal = { shop_money: { amount: 'twelve', currency_code: order.currency } };
  await world.client.control('POST', '/webhooks', {
    topic: 'refunds/create',
    payload: {
      id: Number(order.id) + 1,
      order_id: Number(order.id),
      created_at: now,
      processed_at: now,
      refund_line_items: [
        { id: 1, line_item_id: line?.id, quantity: 1, subtotal: 'twelve', subtotal_set: subtotal, total_tax_set: subtotal },
      ],
      transactions: [],
      order_adjustments: [],
    },
  });
}

/** The owner sent a vendor money at Stripe by hand: no payout here knows of it, so comparing the books finds it. */
export async function transferByHand(world: DemoWorld): Promise<void> {
  const { client } = world;
  const [platform] = await client.control<{ liveKey: string }[]>('GET', '/stripe/platforms');
  const [account] = await client.control<{ id: string }[]>('GET', '/stripe/accounts');
  await client.callStripe(platform?.liveKey ?? '', '/v1/transfers', {
    amount: '4500',
    currency: 'usd',
    destination: account?.id ?? '',
    description: 'Photographs for the winter letter',
  });
}

/** Compares the books with the providers' lists, as an admin asks for it. */
export async function compareBooks(world: DemoWorld): Promise<void> {
  await world.call('admin', 'POST', '/reconciliation/run', {});
  await world.settle();
}
