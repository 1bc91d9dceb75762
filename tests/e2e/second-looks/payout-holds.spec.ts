import { expect, test, type Page } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from '../support/layouts.ts';
import { FJELL, openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();
const REASON = 'We wait for your proof of address.';

test.afterEach(({ browser }) => closeWindows(browser));

const expectNoOverflow = async (page: Page) => {
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
};

test('an admin holds the payouts of a vendor, who reads why on a phone in German, and releases them', async ({
  browser,
}) => {
  await client.control('POST', '/orders', {
    email: 'held@buyer.test',
    lines: [{ vendor: FJELL.name, title: 'Held blanket', price: '80.00', quantity: 1 }],
  });
  await client.control('POST', '/drain', {});

  const admin = await openAdminLayout(browser);
  const { screen } = admin;
  await admin.open('/vendors');
  await screen.getByRole('link', { name: FJELL.name }).first().click();
  const card = screen.getByRole('region', { name: 'Payouts', exact: true });
  await card.getByRole('button', { name: 'Hold payouts' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Hold payouts' }).click();
  await expect(dialog.getByText('Write the reason', { exact: false })).toBeVisible();
  await dialog.getByLabel('Reason').fill(REASON);
  expect(await listBarriers(admin.page)).toEqual([]);
  await keepPicture(admin.page, 'hold-payouts-1440');
  await dialog.getByRole('button', { name: 'Hold payouts' }).click();
  await admin.expectToast('Payouts are on hold');
  await expect(card.getByText(REASON)).toBeVisible();
  await keepPicture(admin.page, 'payouts-on-hold-1440');
  await admin.open('/payouts');
  await screen.getByRole('tab', { name: /^On hold/ }).click();
  await expect(screen.getByText(/^Payouts to this .* are on hold$/).first()).toBeVisible();
  await keepPicture(admin.page, 'due-on-hold-1440');
  await admin.open('/payouts/pay?shipped=all');
  const row = screen.locator('li').filter({ hasText: FJELL.name });
  await expect(row.getByText('On hold', { exact: true })).toBeVisible();
  await expect(row.getByRole('checkbox')).toBeDisabled();
  await keepPicture(admin.page, 'pay-on-hold-1440');

  const vendor = await openPortalLayout(browser, { email: FJELL.email, width: 390, locale: 'de' });
  await vendor.open('/');
  await expect(vendor.page.getByText(REASON)).toBeVisible();
  await expectNoOverflow(vendor.page);
  await keepPicture(vendor.page, 'home-on-hold-390');
  await vendor.open('/money');
  await expect(vendor.page.getByText(REASON)).toBeVisible();
  await expect(vendor.page.getByText(/^Angehalten seit /)).toBeVisible();
  expect(await listBarriers(vendor.page)).toEqual([]);
  await expectNoOverflow(vendor.page);
  await keepPicture(vendor.page, 'money-on-hold-390');
  vendor.watch.expectQuiet();

  const phone = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390 });
  await phone.open('/vendors');
  await phone.page.getByRole('link', { name: FJELL.name }).first().click();
  await phone.page.getByRole('button', { name: 'Release payouts' }).click();
  await phone.expectToast('Payouts are released');
  await expect(phone.page.getByRole('button', { name: 'Hold payouts' })).toBeVisible();
  await expectNoOverflow(phone.page);
  await keepPicture(phone.page, 'payouts-released-390');
  await vendor.open('/money');
  await expect(vendor.page.getByText(REASON)).toHaveCount(0);
  admin.watch.expectQuiet();
  phone.watch.expectQuiet();
});
