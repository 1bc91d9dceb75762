import { expect, test, type Page } from '@playwright/test';
import { dayOf } from '#app/core/calendar.ts';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from '../support/layouts.ts';
import { NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();
const NOTE = 'Two glasses broke on the way';
type Sold = { id: string; name: string };

test.afterEach(({ browser }) => closeWindows(browser));

const keep = (page: Page, name: string) => keepPicture(page, name);

test('an admin adjusts an order, and its vendor sees amount and note on the order and in the statement', async ({
  browser,
}) => {
  const sold = await client.control<Sold>('POST', '/orders', {
    email: 'adjusted@buyer.test',
    lines: [{ vendor: NORDLYS.name, title: 'Adjusted glass', price: '50.00', quantity: 2 }],
  });
  await client.control('POST', '/drain', {});

  const admin = await openAdminLayout(browser);
  const { screen } = admin;
  await admin.open(`/orders/${sold.id}`);
  const card = screen.getByRole('region', { name: 'Adjustments' });
  await expect(card.getByText('No adjustments yet', { exact: false })).toBeVisible();
  await card.getByRole('link', { name: 'Adjust the order' }).click();
  await screen.getByLabel('Amount', { exact: true }).fill('-7,5');
  await expect(screen.getByRole('status').getByText(/is owed .* now and .* afterwards/)).toBeVisible();
  await screen.getByRole('button', { name: 'Adjust by −$7.50' }).click();
  await expect(screen.getByText('10 to 500 characters', { exact: true })).toBeVisible();
  await screen.getByLabel('Note', { exact: true }).fill(NOTE);
  expect(await listBarriers(admin.page)).toEqual([]);
  await keep(admin.page, 'adjust-1440');
  await screen.getByRole('button', { name: 'Adjust by −$7.50' }).click();
  await admin.expectToast('Adjusted');
  const made = screen.getByRole('region', { name: 'Adjustments' });
  await expect(made.getByText(NOTE)).toBeVisible();
  // What was made is in the list, and the form begins anew.
  await expect(screen.getByLabel('Amount', { exact: true })).toHaveValue('');
  await admin.open(`/orders/${sold.id}`);
  await expect(screen.getByRole('region', { name: 'Adjustments' }).getByText(NOTE)).toBeVisible();
  await keep(admin.page, 'adjusted-order-1440');
  admin.watch.expectQuiet();
  await admin.page.context().close();

  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  await vendor.open(`/orders/${sold.id}`);
  const money = vendor.page.getByRole('region', { name: 'Your earnings' });
  await expect(money.getByText(NOTE)).toBeVisible();
  await expect(money.getByText('−$7.50')).toBeVisible();
  await expect(vendor.page.getByText('Corrected by −$7.50')).toBeVisible();
  await money.getByRole('button', { name: 'Explain' }).click();
  const explained = vendor.page.getByRole('group', { name: /^How / });
  await expect(explained.getByText(NOTE)).toBeVisible();
  await expect(explained.getByText('Corrections')).toBeVisible();
  expect(await vendor.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  await keep(vendor.page, 'adjusted-explained-390');
  const { now } = await client.control<{ now: string }>('GET', '/clock');
  // The month in which the store is by now.
  await vendor.open(`/money/statements/${dayOf(new Date(now), 'Europe/Amsterdam').slice(0, 'yyyy-mm'.length)}`);
  await expect(vendor.page.getByText(NOTE)).toBeVisible();
  await keep(vendor.page, 'adjusted-statement-390');
  vendor.watch.expectQuiet();
  await vendor.page.context().close();

  const phone = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390 });
  const { page } = phone;
  await phone.open(`/orders/${sold.id}/adjustments`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  await page.getByRole('button', { name: /^Undo Correction/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note', { exact: true }).fill('They arrived after all');
  expect(await listBarriers(page)).toEqual([]);
  await keep(page, 'adjust-undo-390');
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText(/^Undone by .*They arrived after all/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Undo Correction/ })).toHaveCount(0);
  await keep(page, 'adjustments-390');
  phone.watch.expectQuiet();
});
