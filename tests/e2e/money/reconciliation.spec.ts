import { expect, test, type Page } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, type Layout } from '../support/layouts.ts';
import { NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();

test.afterEach(({ browser }) => closeWindows(browser));

const keep = (page: Page, name: string) => keepPicture(page, name);

/** An order that is held, because a discount made one of its items free. */
async function placeOrderOnHold(): Promise<{ id: string; name: string }> {
  const order = await client.control<{ id: string; name: string }>('POST', '/orders', {
    email: 'reconciled@buyer.test',
    lines: [
      { vendor: NORDLYS.name, title: 'Reconciled vase', price: '24.00', quantity: 1 },
      { vendor: NORDLYS.name, title: 'Reconciled gift', price: '5.00', quantity: 1, discount: '5.00' },
    ],
  });
  await client.control('POST', '/drain', {});
  return order;
}

test('an admin compares the books, sees what differs with its next step, and sets it aside, in both layouts and on a phone', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const order = await placeOrderOnHold();
  const admin = await openAdminLayout(browser);
  await test.step('the books are compared on demand', () => compareBooks(admin, order.name));
  const phone = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390 });
  await test.step('on a phone it is set aside with a note', () => setAside(phone, order.name));
  await test.step('the order is one step away', async () => {
    await phone.open('/reconciliation?view=set_aside');
    const row = phone.screen.getByRole('listitem').filter({ hasText: order.name });
    await row.getByRole('link', { name: 'Open order' }).click();
    await expect(phone.page).toHaveURL(new RegExp(`/orders/${order.id}`));
  });
  admin.watch.expectQuiet();
  phone.watch.expectQuiet();
});

async function compareBooks(admin: Layout, name: string): Promise<void> {
  const { screen, page } = admin;
  await admin.open('/reconciliation');
  await admin.action('Check now').click();
  await admin.expectToast('The books are being compared');
  const row = screen.getByRole('listitem').filter({ hasText: name });
  await expect(row.getByRole('heading', { name: 'An order is held from automatic payout' })).toBeVisible();
  await expect(row).toContainText('A discount made an item free.');
  await expect(row).toContainText('Open the order. If it is right, set this aside with a note');
  await expect(screen.getByRole('region', { name: 'Last check' })).toContainText('compared');
  expect(await listBarriers(page)).toEqual([]);
  await keep(page, 'reconciliation-admin-1440');
  await admin.open('/');
  await expect(screen.getByText(/accounting issues? to review/).first()).toBeVisible();
}

async function setAside(phone: Layout, name: string): Promise<void> {
  const { screen, page } = phone;
  await phone.open('/reconciliation');
  await keep(page, 'reconciliation-390');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  expect(await listBarriers(page)).toEqual([]);
  const row = screen.getByRole('listitem').filter({ hasText: name });
  await row.getByRole('button', { name: /^Set aside/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Set aside', exact: true }).click();
  await expect(dialog.getByText('At least 3 characters')).toBeVisible();
  await dialog.getByLabel('Note').fill('A gift, as agreed');
  await keep(page, 'reconciliation-note-390');
  await dialog.getByRole('button', { name: 'Set aside', exact: true }).click();
  await phone.expectToast('Set aside');
  await expect(row).toHaveCount(0);
  await phone.open('/reconciliation?view=set_aside');
  await expect(row).toContainText('A gift, as agreed');
  await keep(page, 'reconciliation-aside-390');
}
