import { SHIPPO_LIVE_KEY } from '#sandbox/providers/shippo/store.ts';
import type { DemoWorld, Vendor } from './world.ts';

type OrderRow = { id: string };
type OrderDetail = { order: { allowedActions: string[] } };
type Label = { id: string };
type Transaction = { id: string; status: string };

const ADDRESSES = {
  'Nordlys Ceramics': ['Bradbenken 1', '5003', 'Bergen', 'NO'],
  'Fjell Woolens': ['Vangsgata 22', '5700', 'Voss', 'NO'],
  'Lumen Workshop': ['Oudegracht 187', '3511 NE', 'Utrecht', 'NL'],
  'Granite Coffee': ['Markveien 35', '0554', 'Oslo', 'NO'],
} as const;

const PACKAGE = { grams: 800, length: 30, width: 20, height: 15, distanceUnit: 'cm' };

/** The marketplace's account at Shippo, who bears its labels, and from where four vendors ship. */
export async function openLabels(world: DemoWorld): Promise<void> {
  const { version } = await world.call<{ version: number }>('admin', 'PUT', '/shippo/api-key', {
    apiKey: SHIPPO_LIVE_KEY,
  });
  await world.call('admin', 'PUT', '/shippo/settings', { chargeVendor: true, version });
  for (const [name, [street1, zip, city, country]] of Object.entries(ADDRESSES)) {
    const vendor = world.vendor(name);
    const phone = '+47 55 00 00 00';
    const place = {
      name,
      company: name,
      street1,
      street2: '',
      zip,
      city,
      state: '',
      country,
      phone,
      email: vendor.email,
    };
    await world.call(vendor, 'PUT', '/settings/ship-from-address', {
      shipFromAddress: place,
      defaultPackage: { length: 30, width: '20', height: '15', dimUnit: 'cm', weight: 0.8, weightUnit: 'kg' },
      defaultLocalPickup: { enabled: false },
    });
  }
}

/** Labels that vendors bought: two delivered, one on its way, one voided. */
export async function buyLabels(world: DemoWorld): Promise<void> {
  const { client } = world;
  const bought = [
    ...(await buyLabelsOf(world, world.vendor('Nordlys'), 2)),
    ...(await buyLabelsOf(world, world.vendor('Lumen'), 1)),
    ...(await buyLabelsOf(world, world.vendor('Granite'), 1)),
  ];
  await world.settle();
  const last = bought.at(-1);
  if (last) await world.call(last.vendor, 'POST', `/shippo/label/${last.label.id}/void`, {});
  const { transactions } = await client.control<{ transactions: Transaction[] }>('GET', '/shippo');
  const sent = transactions.filter(({ status }) => status === 'SUCCESS');
  const moves = ['DELIVERED', 'DELIVERED', 'TRANSIT'] as const;
  for (const [index, tracking] of moves.entries()) {
    const id = sent[index]?.id;
    if (id) await client.control('POST', `/shippo/transactions/${id}`, { tracking });
  }
}

async function buyLabelsOf(
  world: DemoWorld,
  vendor: Vendor,
  most: number,
): Promise<{ vendor: Vendor; label: Label }[]> {
  const { orders } = await world.call<{ orders: OrderRow[] }>(vendor, 'GET', '/orders?fulfillment=unfulfilled');
  const bought: { vendor: Vendor; label: Label }[] = [];
  for (const { id: orderId } of orders) {
    if (bought.length === most) break;
    const { order } = await world.call<OrderDetail>(vendor, 'GET', `/orders/${orderId}`);
    if (!order.allowedActions.includes('fulfill')) continue;
    const requested = { orderId, parcels: [PACKAGE] };
    const { rates } = await world.call<{ rates: { id: string }[] }>(vendor, 'POST', '/shippo/rates', requested);
    const [cheapest] = rates;
    if (!cheapest) continue;
    bought.push({
      vendor,
      label: await world.call<Label>(vendor, 'POST', '/shippo/label', { rateId: cheapest.id, orderId }),
    });
  }
  return bought;
}
