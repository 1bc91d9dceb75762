import type { PayoutMethodView } from '#app/features/payouts/methods/payout-methods.contract.ts';
import type { DemoClient } from '#scripts/demo/demo-client.ts';
import type { CatalogueVendor } from './marketplace.ts';
import type { Layout } from './layouts.ts';

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

/** On the page that pays: takes in orders that are not shipped, whether there are shipped ones beside them or not. */
export async function takeUnshipped(screen: Layout['screen']): Promise<void> {
  await screen
    .getByRole('button', { name: 'Show unshipped orders too' })
    .or(screen.getByLabel('Only shipped orders'))
    .first()
    .click();
}
