import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from './support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from './support/layouts.ts';
import { NORDLYS, openMarketplace } from './support/marketplace.ts';
import { keepPicture } from './support/pictures.ts';

const client = openMarketplace();

test.afterEach(({ browser }) => closeWindows(browser));
test.afterAll(async () => {
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { membership: { enabled: false } } });
});

type Platform = { id: string; testKey: string };
test('an admin asks for memberships; a vendor is stopped, buys a plan, works, meets its limit, cancels and is stopped again', async ({
  browser,
}) => {
  const platform = await client.control<Platform>('POST', '/stripe/platforms', {});
  await client.control('POST', '/stripe/plans', { platform: platform.id, name: 'Workshop', listingLimit: 1 });
  await client.call(await client.signIn(DEMO_ADMIN), 'PUT', '/stripe/api-key', { apiKey: platform.testKey });

  const admin = await openAdminLayout(browser);
  await admin.open('/settings/memberships');
  await admin.screen.getByLabel(/^Ask .* for a membership$/).check();
  await expect(admin.screen.getByText('No plan is ticked')).toBeVisible();
  await admin.screen.getByLabel(/^Workshop/).check();
  await admin.save();
  await admin.expectToast('Saved');
  expect(await listBarriers(admin.page)).toEqual([]);
  await keepPicture(admin.page, 'membership-settings-1440');

  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  const { page } = vendor;
  await vendor.open('/products');
  const dialog = page.getByRole('dialog', { name: 'Choose a plan to go on' });
  await expect(dialog).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'membership-dialog-1440');
  await dialog.getByRole('button', { name: 'Choose a plan', exact: true }).click();
  await page.getByRole('button', { name: 'Choose Workshop' }).click();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('heading', { name: 'Workshop' })).toBeVisible();
  await expect(page.getByText('Product limit')).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'membership-1440');

  await vendor.open('/products');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('You’ve reached your limit').first()).toBeVisible();

  await vendor.open('/membership');
  await page.getByRole('button', { name: 'Change plan, cancel or see invoices' }).click();
  await page.getByRole('button', { name: 'Cancel at once' }).click();
  await page.getByRole('link', { name: /^Return to/ }).click();
  await expect(page.getByText('Your membership has ended')).toBeVisible();
  await vendor.open('/products');
  await expect(dialog).toBeVisible();

  const german = await openPortalLayout(browser, { email: NORDLYS.email, width: 390, locale: 'de' });
  await german.open('/membership');
  await expect(german.page.getByRole('button', { name: 'Workshop wählen' })).toBeVisible();
  expect(await german.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await listBarriers(german.page)).toEqual([]);
  await keepPicture(german.page, 'membership-390-de');
  await german.open('/products');
  await expect(german.page.getByRole('button', { name: 'Tarif wählen', exact: true })).toBeVisible();
  await keepPicture(german.page, 'membership-dialog-390-de');
});
