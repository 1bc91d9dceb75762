import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from './support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from './support/layouts.ts';
import { FJELL, NORDLYS, openMarketplace } from './support/marketplace.ts';
import { keepPicture } from './support/pictures.ts';

const client = openMarketplace();

/** The first page has to fit: the owner reads it each morning. */
const MAX_HEIGHT = { 1440: 1_600, 390: 2_400 } as const;

test.beforeAll(async () => {
  for (const hours of [90, 26]) {
    await client.control('POST', '/orders', {
      email: 'home@buyer.test',
      lines: [
        { vendor: NORDLYS.name, title: 'Kettle', price: '120.00', quantity: 1 },
        { vendor: FJELL.name, title: 'Blanket', price: '89.00', quantity: 2 },
      ],
    });
    await client.control('POST', '/drain', {});
    await client.control('POST', '/clock', { advanceHours: hours });
  }
});
test.afterEach(({ browser }) => closeWindows(browser));

test('the owner’s home fits: a sentence, tasks that open what they count, four figures and nothing else', async ({
  browser,
}) => {
  const staff = await client.signIn(DEMO_ADMIN);
  expect(staff).toBeDefined();
  for (const width of [1440, 390] as const) {
    const admin = await openPortalLayout(browser, { email: DEMO_ADMIN, width });
    await admin.open('/');
    await expect(admin.page.getByRole('link', { name: /ships? late\.$/ })).toBeVisible();
    await expect(admin.page.getByRole('region', { name: 'Last 30 days' })).toBeVisible();
    const height = await admin.page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeLessThanOrEqual(MAX_HEIGHT[width]);
    expect(await admin.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await listBarriers(admin.page)).toEqual([]);
    await keepPicture(admin.page, `home-owner-${width}`);
    await admin.page.getByRole('link', { name: /ships? late\.$/ }).click();
    await expect(admin.page.getByRole('heading', { name: 'Performance', level: 1 })).toBeVisible();
    expect(await listBarriers(admin.page)).toEqual([]);
    await keepPicture(admin.page, `performance-${width}`);
  }
});

test('the frame’s home fits as well, and leads to the notifications', async ({ browser }) => {
  const admin = await openAdminLayout(browser);
  await admin.open('/');
  await expect(admin.screen.getByRole('region', { name: 'Last 30 days' })).toBeVisible();
  const height = await admin.screen.locator('html').evaluate((html) => html.scrollHeight);
  expect(height).toBeLessThanOrEqual(MAX_HEIGHT[1440]);
  await keepPicture(admin.page, 'home-frame-1440');
});

test('a vendor’s home: orders to ship with until when, the next payout, and amounts that never overlap', async ({
  browser,
}) => {
  for (const locale of ['en', 'es', 'nl'] as const) {
    const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 1280, locale });
    await vendor.open('/');
    const amounts = vendor.page.locator('.souk-tinted .souk-num');
    await expect(amounts.first()).toBeVisible();
    const boxes = await amounts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1))
        expect(
          one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top,
        ).toBe(true);
    await keepPicture(vendor.page, `home-vendor-1280-${locale}`);
  }
});
