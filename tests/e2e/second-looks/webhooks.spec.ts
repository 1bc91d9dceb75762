import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from '../support/layouts.ts';
import { NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();

test.beforeEach(async () => {
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { integrations: { enabled: true } } });
});
test.afterEach(({ browser }) => closeWindows(browser));

test('a vendor on a phone adds an address, reads its secret once, sends a test and sees in the log why it was not taken', async ({
  browser,
}, info) => {
  const path = `shop-${String(info.repeatEachIndex)}-${String(info.retry)}`;
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  const { screen, page } = vendor;
  await vendor.open('/settings/webhooks');
  await expect(screen.getByText('No program is told anything yet.')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Address' }).fill('erp.example.com');
  await screen.getByRole('button', { name: 'Add the address' }).click();
  await expect(screen.getByText('Must be a valid URL')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Address' }).fill(`https://erp.example.com/${path}`);
  await screen.getByRole('checkbox', { name: 'New order (order.created)' }).check();
  await screen.getByRole('checkbox', { name: 'Refund (refund.created)' }).check();
  await screen.getByRole('button', { name: 'Add the address' }).click();
  await expect(screen.locator('[data-new-secret]')).toContainText('whsec_');
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'webhooks-390');

  await screen.getByRole('link', { name: `erp.example.com/${path}` }).click();
  await expect(screen.getByText('Nothing was sent yet')).toBeVisible();
  await screen.getByRole('button', { name: 'Send the test' }).click();
  await vendor.expectToast(/The test is on its way/);
  await vendor.open(new URL(page.url()).pathname.replace(/^\/app/, ''));
  await screen.getByRole('link', { name: 'New order (order.created)' }).first().click();
  await expect(screen.getByRole('heading', { name: 'What is sent' })).toBeVisible();
  // Nothing outside of this machine is called here: the host is not known.
  await expect(async () => {
    await page.reload();
    await expect(screen.getByText('The host is not known').first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(screen.getByText('"test": true')).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'webhook-message-390');
});

test('an admin adds the marketplace’s own address in the store admin, gets a new secret, switches it off and deletes it', async ({
  browser,
}, info) => {
  const path = `books-${String(info.repeatEachIndex)}-${String(info.retry)}`;
  const admin = await openAdminLayout(browser);
  const { screen, page } = admin;
  await admin.open('/settings/webhooks');
  await screen.getByRole('textbox', { name: 'Address' }).fill(`https://books.example.com/${path}`);
  await screen.getByRole('checkbox', { name: 'New application (vendor.applied)' }).check();
  await screen.getByRole('button', { name: 'Add the address' }).click();
  const first = await screen.locator('[data-new-secret]').textContent();
  await screen.getByRole('link', { name: `books.example.com/${path}` }).click();
  await expect(screen.getByText('Nothing was sent yet')).toBeVisible();
  await keepPicture(page, 'webhook-endpoint-admin');
  await admin.action('New secret').click();
  await screen.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
  await expect(screen.locator('[data-new-secret]')).not.toHaveText(first ?? '');
  await expect(screen.getByText('The secret before also signs until')).toBeVisible();
  await admin.action('Switch off').click();
  await admin.expectToast('It is off');
  await expect(admin.action('Switch on')).toBeVisible();
  await admin.choose('Delete');
  await screen.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await admin.expectToast('The address was deleted');
  await expect(screen.getByRole('link', { name: `books.example.com/${path}` })).toHaveCount(0);
});
