import type { PayoutMethodView } from '#app/features/payouts/methods/payout-methods.contract.ts';
import type { DemoClient } from '#scripts/demo/demo-client.ts';
import type { CatalogueVendor } from './marketplace.ts';

type Vendors = { vendors: { id: string; vendor: string }[] };

/** Approves as the account owner where vendors want to be paid: whoever invited them is another payer. */
export async function approvePayoutDetails(client: DemoClient, ...vendors: readonly CatalogueVendor[]): Promise<void> {
  for (const { name, email } of vendors) {
    const method = await client.call<PayoutMethodView>(await client.signIn(email), 'GET', '/payout/register');
    const listed = await client.callAsOwner<Vendors>('GET', `/vendors?q=${encodeURIComponent(name)}`);
    const id = listed.vendors.find(({ vendor }) => vendor === name)?.id ?? '';
    const { detailsChangedAt } = method;
    await client.callAsOwner('POST', `/payout/register/${id}/approve`, { detailsChangedAt });
  }
}
