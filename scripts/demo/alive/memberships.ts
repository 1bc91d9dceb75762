import type { DemoWorld } from './world.ts';

type Billing = {
  prices: { id: string; livemode: boolean; product: { id: string; name: string } }[];
  customers: { id: string; name: string; deleted: boolean }[];
  checkouts: { id: string; customerId: string; status: string }[];
};

/** Vendors pay a monthly plan at Stripe; its 25 products are more than any of them sells. Papir Studio has taken none yet. */
export async function sellMemberships(world: DemoWorld): Promise<void> {
  const { client } = world;
  const { prices } = await client.control<Billing>('GET', '/stripe/billing');
  const plans = prices.filter(({ livemode }) => livemode);
  const [starter] = plans;
  if (!starter) throw new Error('Stripe has no plans');
  const membership = {
    enabled: true,
    products: plans.map(({ product }) => product.id),
    trialDays: 14,
    allowFulfillment: true,
  };
  await world.call('admin', 'PATCH', '/app/info/features', { features: { membership } });
  const members = world.vendors.filter(({ name }) => name !== 'Papir Studio');
  await Promise.all(
    members.map((vendor) => world.call(vendor, 'POST', '/stripe/checkout-session', { priceId: starter.id })),
  );
  const { checkouts } = await client.control<Billing>('GET', '/stripe/billing');
  for (const { id } of checkouts.filter(({ status }) => status === 'open'))
    await client.control('POST', `/stripe/checkouts/${id}/complete`, {});
  await world.settle();
}
