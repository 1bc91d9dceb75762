import { payVendors } from '../pay-vendors.ts';
import { shipAll } from '../ship-orders.ts';
import { methodOf } from './payout-methods.ts';
import { dayFromNow, type DemoWorld } from './world.ts';

type Rules = { rules: Record<string, unknown>; version: number };

/** Above it a payout waits for a second person: low while one is asked for, then as high as a marketplace would have it. */
const [LOW_LIMIT, LIMIT] = ['60.00', '2500.00'];

async function changeRules(world: DemoWorld, change: object): Promise<void> {
  const { rules, version } = await world.call<Rules>('admin', 'GET', '/settings/payouts');
  await world.call('admin', 'PUT', '/settings/payouts', { rules: { ...rules, ...change }, version });
}

/** From now on vendors with an account at Stripe or PayPal are paid every Tuesday without anybody pressing a button. */
export async function payEveryTuesday(world: DemoWorld): Promise<void> {
  const from = await dayFromNow(world, 0);
  const rule = { kind: 'weeks', every: 1, day: 'tue', time: '10:00', from };
  await changeRules(world, { schedule: { kind: 'periodic', rule } });
}

/** PayPal locks the account of the vendor that is paid there: what it is sent from now on fails, and is due again. */
export async function lockPaypalAccount(world: DemoWorld): Promise<void> {
  const ember = world.vendor('Ember');
  await shipAll(world.client, await world.signIn(ember));
  await world.settle();
  await world.client.control('POST', '/paypal/outcomes', {
    status: 'FAILED',
    receiver: ember.email,
    error: 'RECEIVER_ACCOUNT_LOCKED',
    times: 2,
  });
  await payOnly(world, ember.name);
  await world.settle();
}

/** The admin pays a vendor more than one person may: it waits for the store's owner, who raises the limit afterwards. */
export async function askForApproval(world: DemoWorld): Promise<void> {
  await changeRules(world, { approveAbove: LOW_LIMIT });
  for (const { name } of world.vendors.filter((vendor) => methodOf(vendor.name) === 'manual')) {
    await payOnly(world, name);
    const { count } = await world.call<{ count: number }>('admin', 'GET', '/payment/requests');
    if (count > 0) break;
  }
  await changeRules(world, { approveAbove: LIMIT });
  const { version } = await world.call<Rules>('admin', 'GET', '/settings/payouts');
  await world.client.callAsOwner('POST', '/settings/payouts/limit', { act: 'approve', version });
}

async function payOnly(world: DemoWorld, name: string): Promise<void> {
  const admin = await world.signIn('admin');
  const { now } = await world.client.control<{ now: string }>('GET', '/clock');
  await payVendors(world.client, admin, {
    details: `Payout of ${now.slice(0, 10)}`,
    methodOf: (vendor) => (vendor === name ? methodOf(vendor) : null),
  });
}
