import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from './support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, untilReady } from './support/layouts.ts';
import { NORDLYS, openMarketplace } from './support/marketplace.ts';
import { keepPicture } from './support/pictures.ts';

const client = openMarketplace();
const names: string[] = [];

test.beforeAll(async () => {
  for (const title of ['List kettle', 'List vase']) {
    const order = await client.control<{ name: string }>('POST', '/orders', {
      email: 'lists@buyer.test',
      lines: [{ vendor: NORDLYS.name, title, price: '20.00', quantity: 1 }],
    });
    names.push(order.name);
    await client.control('POST', '/drain', {});
  }
});
test.afterEach(({ browser }) => closeWindows(browser));

test('a vendor sorts by a heading, narrows by date, keeps the view and its columns, and finds a record by keys', async ({
  browser,
}) => {
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  const { page } = vendor;
  await vendor.open('/orders');
  // The tabs come with the page, before any script ran.
  expect(await (await page.request.get(page.url())).text()).toMatch(/role="tab"[^>]*>All \d/);
  await page.setViewportSize({ width: 1440, height: 420 });
  await expect(page.locator('.souk-rail-foot').getByRole('button')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 1000 });
  const first = page.locator('[data-row]').first();
  const newest = await first.textContent();
  await page
    .getByRole('button', { name: /^Order/ })
    .first()
    .click();
  await expect(page).toHaveURL(/sort=oldest/);
  await expect(first).not.toHaveText(newest ?? '');

  await page.getByRole('button', { name: 'Date', exact: true }).click();
  await page.getByText('This year', { exact: true }).click();
  await expect(page).toHaveURL(/period=year/);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Date: This year')).toBeVisible();

  await page.getByRole('button', { name: 'Choose columns' }).click();
  await page.locator('.souk-menu').getByText('Buyer', { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Buyer' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  await page.getByLabel('Name').fill('Oldest this year');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await vendor.expectToast('View saved');
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'lists-1440');

  await vendor.open('/orders');
  await page.getByRole('tab', { name: 'Oldest this year' }).click();
  await expect(page).toHaveURL(/period=year&sort=oldest/);
  await expect(page.getByRole('columnheader', { name: 'Buyer' })).toHaveCount(0);

  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill(names[1] ?? '');
  const hit = page.getByRole('option', { name: new RegExp(`^${names[1] ?? ''}.*Unfulfilled`) }).first();
  await expect(hit).toBeVisible();
  await keepPicture(page, 'palette-1440');
  await hit.click();
  await expect(page.getByRole('heading', { level: 1, name: names[1] })).toBeVisible();

  // What the page still loads would be refused by the browser, which says so as an error of its own.
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('navigation').getByRole('link', { name: 'Products' }).first().click();
  await expect(page.getByText('You are offline')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: names[1] })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('You are offline')).toHaveCount(0);
  vendor.watch.expectQuiet();
});

test('in the frame a waiting page says so within the host, records are found, and a row opens what it names', async ({
  browser,
}) => {
  const admin = await openAdminLayout(browser);
  const { page, screen } = admin;
  await admin.open('/vendors');
  await expect(screen.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  await keepPicture(page, 'vendors-1440');
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/products\.data/, async (route) => {
    await gate;
    await route.continue();
  });
  await admin.follow('Products');
  await expect(screen.locator('.souk-skeleton')).toBeVisible();
  await expect(page.locator('#loading-bar')).toBeVisible();
  release();
  await expect(screen.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible();
  await expect(screen.locator('.souk-skeleton')).toHaveCount(0);

  await screen.getByRole('heading', { level: 1, name: 'Products' }).click();
  await page.keyboard.press('Control+k');
  await screen.getByRole('combobox', { name: 'Search' }).fill(NORDLYS.name);
  const vendor = screen.getByRole('option', { name: new RegExp(`${NORDLYS.name}.*Vendor`) }).first();
  await expect(vendor).toBeVisible();
  await keepPicture(page, 'palette-frame-1440');
  await vendor.click();
  await expect(screen.getByRole('heading', { level: 1, name: NORDLYS.name })).toBeVisible();

  const phone = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390, locale: 'de' });
  await phone.open('/orders');
  await untilReady(phone.page);
  await keepPicture(phone.page, 'lists-390-de');
  const overflow = await phone.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'the list scrolls sideways').toBeLessThanOrEqual(0);
  for (const layout of [admin, phone]) layout.watch.expectQuiet();
});

test('a vendor opens the list of keys by its key, in German too', async ({ browser }) => {
  for (const [locale, title] of [
    ['en', 'Keyboard shortcuts'],
    ['de', 'Tastenkürzel'],
  ] as const) {
    const vendor = await openPortalLayout(browser, { email: NORDLYS.email, locale });
    await vendor.open('/products');
    await vendor.page.keyboard.press('?');
    await expect(vendor.page.getByRole('dialog').getByRole('heading', { name: title })).toBeVisible();
  }
});
