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
        {
          id: 1,
          line_item_id: line?.id,
          quantity: 1,
          subtotal: 'twelve',
          subtotal_set: subtotal,
          total_tax_set: subtotal,
        },
      ],
      transactions: [],
      order_adjustments: [],
    },
  });
}

/** Somebody repeated a payout at Stripe by hand, with another amount: comparing the books finds money that no payout here sent. */
export async function transferByHand(world: DemoWorld): Promise<void> {
  const { client } = world;
  const [platform] = await client.control<{ liveKey: string }[]>('GET', '/stripe/platforms');
  const transfers = await client.control<{ destination: string; transferGroup: string | null }[]>(
    'GET',
    '/stripe/transfers',
  );
  const repeated = transfers.find(({ transferGroup }) => transferGroup !== null);
  if (!repeated?.transferGroup) throw new Error('No payout was sent at Stripe yet');
  await client.callStripe(platform?.liveKey ?? '', '/v1/transfers', {
    amount: '4500',
    currency: 'usd',
    destination: repeated.destination,
    transfer_group: repeated.transferGroup,
    description: 'Photographs for the winter letter',
  });
}

/** Compares the books with the providers' lists, as an admin asks for it. */
export async function compareBooks(world: DemoWorld): Promise<void> {
  await world.call('admin', 'POST', '/reconciliation/run', {});
  await world.settle();
}

/** A buyer asks what the store keeps of them, as the law lets everybody ask. */
export async function askForPersonalData(world: DemoWorld): Promise<void> {
  const customerEmail = 'jonas.weber@buyers.test';
  await world.client.control('POST', '/compliance', { topic: 'customers/data_request', customerEmail });
}

/** An address that mails do not reach any more, taken out by hand. */
export async function suppressAddress(world: DemoWorld): Promise<void> {
  await world.call('admin', 'POST', '/notifications/suppressions', { email: 'closed@buyers.test', kind: 'bounce' });
}

type Difference = { id: string; kind: string };

/** The admin looked at the commission of the orders in euros, all but the newest: the flat part of its list was not charged there. */
export async function checkForeignCommissions(world: DemoWorld): Promise<void> {
  const { exceptions } = await world.call<{ exceptions: Difference[] }>('admin', 'GET', '/system/exceptions');
  const [, ...older] = exceptions.filter(({ kind }) => kind === 'commission_currency');
  for (const { id } of older) {
    const note = 'Looked at: the percentage alone is fine for an order in euros.';
    await world.call('admin', 'POST', `/system/exceptions/${id}/resolve`, { note });
  }
}
