import { openDemoClient, type DemoClient } from '#scripts/demo/demo-client.ts';
import { DEMO_ADMIN, readAddresses } from '#scripts/demo/demo-environment.ts';
import { adoptStack } from './worker-stack.ts';

adoptStack();

/** A vendor whose products the demo store sells already. */
export type CatalogueVendor = { name: string; email: string };

export const NORDLYS: CatalogueVendor = { name: 'Nordlys Ceramics', email: 'nordlys-ceramics@demo.test' };
export const FJELL: CatalogueVendor = { name: 'Fjell Woolens', email: 'fjell-woolens@demo.test' };

/** The commission of the run: fifteen percent and 0.30 below 50.00, twelve and a half percent from there. */
const COMMISSIONS = [
  { min: '0', max: '50', percentage: '15', flat: '0.30' },
  { min: '50', percentage: '12.5', flat: '0' },
];

/** Where the run's marketplace listens. */
export function addresses() {
  return readAddresses(process.env);
}

/** The marketplace from outside: for the buyer, the merchant and the clock, and for what stands before a test begins. */
export function openMarketplace(): DemoClient {
  return openDemoClient(addresses());
}

/** What the store's people set up before the tests begin: the commission list, and two vendors that sell already. */
export async function prepareMarketplace(client: DemoClient): Promise<void> {
  const admin = await client.signIn(DEMO_ADMIN);
  if (process.env.E2E_BARE) return;
  await client.call(admin, 'PATCH', '/app/info/commission-v2', { commissions: COMMISSIONS });
  for (const { name, email } of [NORDLYS, FJELL]) {
    await client.call(admin, 'POST', `/vendors/${encodeURIComponent(name)}`, { identity: email, confirm: true });
    await client.control('POST', '/drain', {});
    await client.acceptInvitation(email);
  }
}
