import { payVendors } from '../pay-vendors.ts';
import { methodOf } from './payout-methods.ts';
import type { DemoWorld } from './world.ts';

/** The vendor that is paid by PayPal has its account locked: its payout fails there, and is due again. */
export async function failPayout(world: DemoWorld): Promise<void> {
  const ember = world.vendor('Ember');
  await world.client.control('POST', '/paypal/outcomes', {
    status: 'FAILED',
    receiver: ember.email,
    error: 'RECEIVER_ACCOUNT_LOCKED',
    times: 1,
  });
  const admin = await world.signIn('admin');
  const onlyEmber = (vendor: string) => (vendor === ember.name ? methodOf(vendor) : null);
  await payVendors(world.client, admin, { details: 'Payout of the week', methodOf: onlyEmber });
  await world.settle();
}
