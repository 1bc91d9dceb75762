import type { DemoClient, Person } from './demo-client.ts';

type OrderRow = { id: string; name: string; vendor: { name: string } };
type Prepared = { allocations: { vendor: string; blocked: unknown }[] };
type DemoPayoutMethod = 'manual' | 'stripe' | 'paypal';

/** The admin pays vendors what is due to them of shipped orders: each by its method, and none whose method is null. */
export async function payVendors(
  client: DemoClient,
  admin: Person,
  o: { details: string; methodOf: (vendor: string) => DemoPayoutMethod | null },
): Promise<void> {
  const query = '/orders?fulfillment=fulfilled&payout=due';
  const { orders } = await client.call<{ orders: OrderRow[] }>(admin, 'GET', query);
  const payoutLines = orders
    .filter(({ vendor }) => o.methodOf(vendor.name) !== null)
    .map((order) => ({ orderName: order.name, vendor: order.vendor.name, orderId: order.id }));
  if (payoutLines.length === 0) return;
  const prepared = await client.call<Prepared>(admin, 'POST', '/payment/v3/prepare', { payoutLines });
  const payable = new Set(prepared.allocations.filter((one) => one.blocked === null).map((one) => one.vendor));
  const lines = payoutLines.filter((line) => payable.has(line.vendor));
  if (lines.length === 0) return;
  const { now } = await client.control<{ now: string }>('GET', '/state');
  await client.call(admin, 'POST', '/payment/v3/pay', {
    payoutLines: lines,
    methods: [...payable].map((vendor) => ({ vendor, method: o.methodOf(vendor) })),
    manual: { paidAt: now, details: o.details },
  });
}
