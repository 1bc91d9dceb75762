import type { Vendor } from './alive/world.ts';
import type { DemoClient, Person } from './demo-client.ts';

type OrderRow = { id: string };
type OrderDetail = { order: { allowedActions: string[]; lines: { id: string; left: number }[] } };

/** How many orders a vendor ships at once. */
const MAX_SHIPPED = 14;

/** A third of the vendors ship what they can, each on its own; one vendor is slow and never does. */
export async function shipAsVendors(client: DemoClient, vendors: readonly Vendor[], round: number): Promise<void> {
  const shipping = vendors.filter((_, index) => index % 3 === round % 3 && index < vendors.length - 1);
  await Promise.all(shipping.map(async ({ email }) => shipAll(client, await client.signIn(email))));
}

/** Ships what somebody of a vendor can ship, the newest orders first. */
export async function shipAll(client: DemoClient, person: Person): Promise<void> {
  const { orders } = await client.call<{ orders: OrderRow[] }>(person, 'GET', '/orders?fulfillment=unfulfilled');
  for (const { id } of orders.slice(0, MAX_SHIPPED)) await ship(client, person, id);
}

async function ship(client: DemoClient, person: Person, id: string): Promise<void> {
  const { order } = await client.call<OrderDetail>(person, 'GET', `/orders/${id}`);
  const lineItems = order.lines.filter((line) => line.left > 0).map((line) => ({ id: line.id, quantity: line.left }));
  if (!order.allowedActions.includes('fulfill') || lineItems.length === 0) return;
  const tracking = `00340434${id.slice(-12)}`;
  await client.call(person, 'POST', `/orders/${id}/fulfill`, { carrier: 'DHL', tracking, lineItems });
}
