import { expect, test, type Browser } from '@playwright/test';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from '../support/layouts.ts';
import { NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();
const run = Date.now().toString(36);
const TITLE = `Lantern ${run}`;
type Sold = { id: string; name: string };

let scopes: string[];

test.beforeAll(async () => {
  const { shops } = await client.control<{ shops: { domain: string; scopes: string[] }[] }>('GET', '/state');
  scopes = shops.find((shop) => shop.domain === DEMO_SHOP)?.scopes ?? [];
});
test.afterEach(({ browser }) => closeWindows(browser));
test.afterAll(() => client.control('POST', '/scopes', { shop: DEMO_SHOP, scopes }));

async function sell(): Promise<Sold> {
  const lines = [{ vendor: NORDLYS.name, title: TITLE, price: '24.00', quantity: 2 }];
  const sold = await client.control<Sold>('POST', '/orders', {
    email: 'mara@buyer.test',
    lines,
    shippingPrice: '5.00',
  });
  const admin = await client.signIn(DEMO_ADMIN);
  await expect
    .poll(
      () =>
        client.call(admin, 'GET', `/orders/${sold.id}`).then(
          () => true,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
  return sold;
}

test('an admin previews a refund and makes it, and the vendor sees it at once', async ({ browser }) => {
  test.setTimeout(120_000);
  const sold = await sell();
  const admin = await openAdminLayout(browser);
  const { page, screen } = admin;
  await admin.open(`/orders/${sold.id}`);
  await expect(screen.getByRole('heading', { name: sold.name }).first()).toBeVisible();
  await admin.open(`/orders/${sold.id}/refund`);
  const grant = screen.getByRole('button', { name: 'Grant access' });
  if (await grant.isVisible().catch(() => false)) {
    await grant.click();
    await page.getByRole('button', { name: 'Update access' }).click();
    await expect(screen.getByText('has not granted access')).toHaveCount(0);
  }
  await screen.getByLabel(`How many of ${TITLE} go back`).fill('1');
  await screen.getByRole('button', { name: 'Show what changes' }).click();
  await expect(screen.getByText('Goes back to the buyer')).toBeVisible();
  await keepPicture(page, 'aftersales-refund-1440');
  await screen.getByRole('button', { name: /^Refund .*24/ }).click();
  await expect(screen.getByText('1 item refunded', { exact: false }).first()).toBeVisible({ timeout: 30_000 });
  admin.watch.expectQuiet();
  await page.context().close();
  await seeAtVendor(browser, sold, '1 item refunded');
});

test('a return goes from its request to its receipt', async ({ browser }) => {
  test.setTimeout(120_000);
  await client.control('POST', '/scopes', {
    shop: DEMO_SHOP,
    scopes: [...new Set([...scopes, 'write_orders', 'write_returns'])],
  });
  const sold = await sell();
  await client.control('POST', `/orders/${encodeURIComponent(sold.name)}/fulfill`, {});
  const lines = [
    {
      sku:
        (
          await client.call<{ order: { lines: { id: string }[] } }>(
            await client.signIn(DEMO_ADMIN),
            'GET',
            `/orders/${sold.id}`,
          )
        ).order.lines[0]?.id ?? '',
      quantity: 1,
      reason: 'unwanted',
    },
  ];
  await client.control('POST', `/orders/${encodeURIComponent(sold.name)}/returns`, { lines });
  const admin = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390 });
  const { page } = admin;
  await admin.open(`/orders/${sold.id}/returns`);
  await expect(page.getByText('Requested')).toBeVisible();
  // Why it is declined is asked only of who declines.
  await expect(page.getByLabel('Why it is declined')).toHaveCount(0);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  const isTicked = (name: string) => page.getByRole('checkbox', { name });
  await expect(isTicked('Pay back what they are worth')).not.toBeChecked({ timeout: 30_000 });
  await isTicked('Pay back what they are worth').check();
  // Nothing is received before its amount and who pays it were shown, and it is asked.
  await expect(page.getByRole('button', { name: /^Receive and refund/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show what changes' }).click();
  await expect(page.getByRole('button', { name: /^Receive and refund/ })).toBeVisible({ timeout: 30_000 });
  expect(await listBarriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  await keepPicture(page, 'aftersales-return-390');
  await page.getByRole('button', { name: /^Receive and refund/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Receive and refund/ })
    .click();
  await expect(page.getByText('1 of 1 arrived')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByText('Closed', { exact: true })).toBeVisible({ timeout: 30_000 });
  admin.watch.expectQuiet();
  await page.context().close();
  await seeAtVendor(browser, sold, '1 item of a return arrived');
});

async function seeAtVendor(browser: Browser, sold: Sold, text: string): Promise<void> {
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  await vendor.open(`/orders/${sold.id}`);
  await expect(vendor.page.getByText(text, { exact: false }).first()).toBeVisible({ timeout: 30_000 });
  vendor.watch.expectQuiet();
  await vendor.page.context().close();
}
