import { expect, test } from '@playwright/test';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from './support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from './support/layouts.ts';
import { openMarketplace } from './support/marketplace.ts';
import { keepPicture } from './support/pictures.ts';

openMarketplace();

test.afterEach(({ browser }) => closeWindows(browser));

test('an admin finds a setting by its word, changes how the marketplace looks, and sees it and its history', async ({
  browser,
}) => {
  const portal = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390 });
  const { page, screen } = portal;
  await portal.open('/settings');
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'settings-390');
  await screen.getByPlaceholder('Search settings').fill('colors');
  await expect(screen.locator('.souk-rows .souk-row-link')).toHaveCount(1);
  await screen.getByRole('link', { name: /^Branding/ }).click();

  await screen.getByLabel('Brand', { exact: true }).fill('teal');
  await portal.save();
  await expect(screen.getByText('Must be a 6-digit hex', { exact: false })).toBeVisible();
  await screen.getByLabel('Brand', { exact: true }).fill('#0f766e');
  await screen.getByLabel('Email (optional)').fill('help@fjord.example');
  expect(await listBarriers(page)).toEqual([]);
  await portal.save();
  await portal.expectToast('Saved');
  await expect(page.locator('html')).toHaveCSS('--souk-brand', '#0f766e');

  await portal.open('/settings/history');
  await expect(screen.getByText('changed “Brand” from #', { exact: false }).first()).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'settings-history-390');
  const guest = await openPortalLayout(browser);
  // Named, because another test may have installed a second store meanwhile.
  await guest.page.goto(new URL(`/app/login?store=${DEMO_SHOP}`, page.url()).href);
  await expect(guest.page.getByRole('link', { name: 'Get help' })).toHaveAttribute('href', 'mailto:help@fjord.example');
});

test('the store admin lists nine entries, and features and notifications are switched under Settings', async ({
  browser,
}) => {
  const admin = await openAdminLayout(browser);
  const { page, screen } = admin;
  await admin.open('/');
  // The first link is the app's home, which the host does not show as an entry.
  expect(await page.locator('#app-nav').getByRole('link').count()).toBeLessThanOrEqual(10);
  await admin.follow('Settings');
  await screen.getByRole('link', { name: /^Features/ }).click();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'settings-features-1440');
  await screen.getByRole('button', { name: 'Turn off Comments' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Turn off', exact: true }).click();
  await admin.expectToast('Comments turned off');
  await admin.open('/products?view=ALL');
  await screen.getByRole('table').getByRole('link').first().click();
  await expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(screen.getByLabel('Your comment')).toHaveCount(0);

  await admin.open('/settings/notifications');
  await screen.getByRole('checkbox', { name: 'Order placed' }).uncheck();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'settings-notifications-1440');
  await admin.save();
  await admin.expectToast('Saved');
  await admin.open('/settings/finance');
  await screen.getByRole('button', { name: 'Compare with the past 90 days' }).click();
  // What earlier tests sold in this store is another's business: either way the comparison ends with a result.
  const preview = screen.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('status')).toContainText(/Difference for vendors|No order with a vendor was paid/);
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'settings-finance-1440');
});
