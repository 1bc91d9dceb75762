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
