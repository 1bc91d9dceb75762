import { payVendors } from '../pay-vendors.ts';
import { methodOf } from './payout-methods.ts';
import { dayFromNow, type DemoWorld } from './world.ts';

type Rules = { rules: Record<string, unknown>; version: number };

/** A payout above it waits for a second person. */
const APPROVE_ABOVE = '150.00';

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
  const { email: receiver } = world.vendor('Ember');
  await world.client.control('POST', '/paypal/outcomes', {
    status: 'FAILED',
    receiver,
    error: 'RECEIVER_ACCOUNT_LOCKED',
    times: 2,
  });
  await payOnly(world, 'Ember Knives');
  await world.settle();
}

/** The admin pays a large amount by hand: it waits for the store's owner. */
export async function askForApproval(world: DemoWorld): Promise<void> {
  await changeRules(world, { approveAbove: APPROVE_ABOVE });
  for (const name of ['Birk Furniture', 'Havn Outdoor', 'Fjell Woolens']) {
    await payOnly(world, name);
    const { count } = await world.call<{ count: number }>('admin', 'GET', '/payment/requests');
    if (count > 0) return;
  }
}

async function payOnly(world: DemoWorld, name: string): Promise<void> {
  const admin = await world.signIn('admin');
  const { now } = await world.client.control<{ now: string }>('GET', '/clock');
  await payVendors(world.client, admin, {
    details: `Payout of ${now.slice(0, 10)}`,
    methodOf: (vendor) => (vendor === name ? methodOf(vendor) : null),
  });
}
