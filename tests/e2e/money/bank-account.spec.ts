import { expect, test } from '@playwright/test';
import { at } from '#scripts/paths.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from '../support/layouts.ts';
import { FJELL, openMarketplace } from '../support/marketplace.ts';

const client = openMarketplace();
const PICTURES = '.local/e2e-pictures';
/** Changed payment details are waited for 72 hours. */
const HOLD_HOURS = 73;

test.afterEach(({ browser }) => closeWindows(browser));

type Vendors = { vendors: { id: string; vendor: string }[] };
type Account = { account: { detailsChangedAt: string } | null };

test('a vendor enters a bank account, and who pays manually copies it once it is approved and old enough', async ({
  browser,
}) => {
  const portal = await openPortalLayout(browser, { email: FJELL.email });
  await portal.open('/payment-information');
  const card = portal.page.getByRole('region', { name: 'Bank account for manual payouts' });
  await card.getByRole('button', { name: 'Enter a bank account' }).click();
  await card.getByLabel('Account holder').fill('Fjell Woolens AS');
  await card.getByLabel('IBAN', { exact: true }).fill('NO93 8601 1117 948');
  await card.getByRole('button', { name: 'Save the account' }).click();
  await expect(card.getByText('Check the IBAN: its country, its length or a digit is not right')).toBeVisible();
  expect(await listBarriers(portal.page)).toEqual([]);
  await portal.page.screenshot({ path: at(PICTURES, 'bank-account-form-1440.png'), fullPage: true });
  await card.getByLabel('IBAN', { exact: true }).fill('NO93 8601 1117 947');
  await card.getByRole('button', { name: 'Save the account' }).click();
  await portal.expectToast('The bank account is saved');
  await expect(card.getByText('Ending in 7947')).toBeVisible();
  portal.watch.expectQuiet();

  const phone = await openPortalLayout(browser, { email: FJELL.email, width: 390, locale: 'de-DE' });
  await phone.open('/payment-information');
  expect(await listBarriers(phone.page)).toEqual([]);
  await phone.page.screenshot({ path: at(PICTURES, 'bank-account-390-de.png'), fullPage: true });

  const admin = await openAdminLayout(browser);
  const listed = await client.callAsOwner<Vendors>('GET', `/vendors?q=${encodeURIComponent(FJELL.name)}`);
  const id = listed.vendors.find(({ vendor }) => vendor === FJELL.name)?.id ?? '';
  await admin.open(`/vendors/${id}`);
  await admin.page.screenshot({ path: at(PICTURES, 'bank-account-vendor-1440.png'), fullPage: true });
  const seller = await client.signIn(FJELL.email);
  const { account } = await client.call<Account>(seller, 'GET', '/payout/bank-account');
  const { detailsChangedAt } = account ?? {};
  await client.callAsOwner('POST', `/payout/bank-account/${id}/approve`, { detailsChangedAt });
  await client.control('POST', '/clock', { advanceHours: HOLD_HOURS });
  const lines = [{ vendor: FJELL.name, title: 'Paid scarf', price: '80.00', quantity: 1 }];
  await client.control('POST', '/orders', { email: 'payer@buyer.test', lines });
  await client.control('POST', '/drain', {});

  await admin.open(`/payouts/pay?vendors=${id}&shipped=all`);
  await admin.page.screenshot({ path: at(PICTURES, 'bank-account-pay-1440.png') });
  await admin.screen.getByRole('button', { name: 'Bank transfer to NO93 … 7947' }).click();
  const dialog = admin.screen.getByRole('dialog');
  await expect(dialog.getByText('NO93 8601 1117 947')).toBeVisible();
  expect(await listBarriers(admin.page)).toEqual([]);
  await admin.page.screenshot({ path: at(PICTURES, 'bank-account-dialog-1440.png') });
  await dialog.getByRole('button', { name: 'Copy: Account holder' }).click();
  await admin.expectToast(/Copied: Account holder|Nothing was copied/);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  // The balance due leads to the orders that it is made of.
  await admin.open('/money');
  await admin.screen.getByRole('link', { name: 'Due', exact: true }).click();
  await expect(admin.screen.getByText(/Due of these:/)).toBeVisible();
  expect(await listBarriers(admin.page)).toEqual([]);
  await admin.page.screenshot({ path: at(PICTURES, 'unpaid-orders-1440.png'), fullPage: true });
  admin.watch.expectQuiet();
});
