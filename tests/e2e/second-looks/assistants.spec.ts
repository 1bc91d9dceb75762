import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from '../support/layouts.ts';
import { addresses, NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();

test.beforeEach(async () => {
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { integrations: { enabled: true } } });
});
test.afterEach(({ browser }) => closeWindows(browser));

test('a vendor on a phone finds where an assistant connects, copies the address and goes on to make a key', async ({
  browser,
}) => {
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  const { screen, page } = vendor;
  await vendor.open('/settings');
  await screen.getByRole('link', { name: 'Assistants' }).first().click();
  await expect(screen.getByText(`${addresses().app}/mcp`, { exact: true })).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await screen.getByRole('button', { name: 'Copy Address' }).click();
  await vendor.expectToast('Address was copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${addresses().app}/mcp`);
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'assistants-390');
  await screen.getByRole('link', { name: 'Make a key' }).click();
  await expect(screen.getByRole('checkbox', { name: /^see money/ })).not.toBeChecked();
});

test('an admin makes a key of the marketplace, which reads and no more', async ({ browser }) => {
  const admin = await openAdminLayout(browser);
  const { screen, page } = admin;
  await admin.open('/settings/assistants');
  await screen.getByRole('link', { name: 'Make a key' }).click();
  await expect(screen.getByRole('checkbox', { name: 'see orders' })).toBeChecked();
  await expect(screen.getByRole('checkbox', { name: 'change products and stock' })).not.toBeChecked();
  await expect(screen.getByRole('checkbox', { name: 'buy shipping labels' })).toHaveCount(0);
  await screen.getByRole('textbox', { name: 'Name' }).fill('Morning desk');
  await keepPicture(page, 'marketplace-keys-admin');
  await screen.getByRole('button', { name: 'Create key' }).click();
  const key = (await screen.locator('[data-new-key]').textContent()) ?? '';
  const ask = (path: string) => fetch(`${addresses().app}/api${path}`, { headers: { authorization: `Bearer ${key}` } });
  expect((await ask('/vendors')).status).toBe(200);
  expect((await ask('/reconciliation')).status).toBe(403);
  expect(await listBarriers(page)).toEqual([]);
  const narrow = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390, locale: 'de-DE' });
  await narrow.open('/settings/integrations');
  await expect(narrow.screen.getByText('Morning desk')).toBeVisible();
  await keepPicture(narrow.page, 'marketplace-keys-390-de');
  await narrow.open('/settings/assistants');
  await keepPicture(narrow.page, 'marketplace-assistants-390-de');
});

test('an admin reads the page in the store admin, and a vendor in German on a wide window', async ({ browser }) => {
  const admin = await openAdminLayout(browser);
  await admin.open('/settings/assistants');
  await expect(admin.screen.getByRole('heading', { name: 'What you can ask' })).toBeVisible();
  await keepPicture(admin.page, 'assistants-admin');
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 1440, locale: 'de-DE' });
  await vendor.open('/settings/assistants');
  await expect(vendor.screen.getByRole('heading', { name: 'Einen Assistenten verbinden' })).toBeVisible();
  await keepPicture(vendor.page, 'assistants-1440-de');
});
