import { expect, test } from '@playwright/test';
import type { DashboardDto } from '#app/features/dashboard/dashboard.contract.ts';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from '../support/layouts.ts';
import { FJELL, NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();

/** Paid orders of two vendors on three days. */
test.beforeAll(async () => {
  for (const [title, price] of [
    ['Kettle', '120.00'],
    ['Vase', '48.50'],
    ['Kettle', '120.00'],
  ] as const) {
    await client.control('POST', '/orders', {
      email: 'figures@buyer.test',
      lines: [
        { vendor: NORDLYS.name, title, price, quantity: 1 },
        { vendor: FJELL.name, title: 'Blanket', price: '89.00', quantity: 2 },
      ],
    });
    await client.control('POST', '/drain', {});
    await client.control('POST', '/clock', { advanceHours: 26 });
  }
});
test.afterEach(({ browser }) => closeWindows(browser));

test('analytics shows the figures of chosen days in both layouts, as a picture and a table, and the switch hides home’s', async ({
  browser,
}) => {
  const staff = await client.signIn(DEMO_ADMIN);
  const { transactions } = await client.call<DashboardDto>(staff, 'GET', '/dashboard');
  const admin = await openAdminLayout(browser);
  await admin.open('/analytics');
  const card = admin.screen.getByRole('region', { name: 'Performance', exact: true });
  await expect(card.getByRole('button', { name: '30 days' })).toHaveAttribute('aria-pressed', 'true');
  const sales = Number(transactions[0]?.current.sales.amount).toLocaleString('en', {
    style: 'currency',
    currency: 'USD',
  });
  await expect(card.getByText(sales, { exact: true }).first()).toBeVisible();
  await expect(card.getByRole('img', { name: /^Daily sales from/ })).toBeVisible();
  await card.getByText('Show the figures by day').click();
  await expect(card.getByRole('table', { name: 'Figures by day' }).getByRole('row')).toHaveCount(31);
  await expect(admin.screen.getByRole('region', { name: /^Sales by/ })).toBeVisible();
  expect(await listBarriers(admin.page)).toEqual([]);
  await keepPicture(admin.page, 'dashboard-1440');
  await keepPicture(card, 'dashboard-card-1440');
  await keepPicture(admin.screen.getByRole('region', { name: /^Sales by/ }), 'dashboard-vendors-1440');

  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  await vendor.open('/analytics');
  const own = vendor.page.getByRole('region', { name: 'Performance', exact: true });
  await own.getByRole('button', { name: '7 days' }).click();
  await expect(own.getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
  await own.getByText('Show the figures by day').click();
  await expect(own.getByRole('table', { name: 'Figures by day' }).getByRole('row')).toHaveCount(8);
  await own.getByRole('button', { name: 'Custom range' }).click();
  await own.getByLabel('First day').fill('last monday');
  await own.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(own.getByText('Must be a date')).toBeVisible();
  await own.getByLabel('First day').fill('2026-01-05');
  await own.getByLabel('Last day').fill('2026-01-04');
  await own.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(own.getByText(/^Choose two days at most/)).toBeVisible();
  await own.getByLabel('Last day').fill('2026-01-06');
  await own.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(own.getByText('No sales in this period.')).toBeVisible();
  await own.getByRole('button', { name: '90 days' }).click();
  await expect(own.getByRole('img', { name: /^Daily sales from/ })).toBeVisible();
  await expect(vendor.page.getByRole('region', { name: /^Sales by/ })).toHaveCount(0);
  const download = vendor.page.waitForEvent('download');
  await own.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('dashboard.csv');
  expect(await listBarriers(vendor.page)).toEqual([]);
  await keepPicture(vendor.page, 'dashboard-390');
  await own.getByRole('link', { name: 'Orders', exact: true }).click();
  await expect(vendor.page).toHaveURL(/\/app\/orders\?payment=sold&from=\d{4}-\d{2}-\d{2}&to=\d{4}-\d{2}-\d{2}/);
  await expect(vendor.page.getByText('Paid, not canceled').first()).toBeVisible();
  await keepPicture(vendor.page, 'dashboard-orders-390');
  vendor.watch.expectQuiet();

  await client.call(staff, 'PATCH', '/app/info/features', { features: { dashboard: { enabled: false } } });
  await admin.open('/');
  const figures = (screen: typeof admin.screen | typeof vendor.page) =>
    screen.getByRole('region', { name: 'Last 30 days', exact: true });
  await expect(admin.screen.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await expect(figures(admin.screen)).toHaveCount(0);
  await vendor.open('/');
  await expect(vendor.page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await expect(figures(vendor.page)).toHaveCount(0);
  await client.call(staff, 'PATCH', '/app/info/features', { features: { dashboard: { enabled: true } } });
});

test('the figures hold in German, on a phone and on a wide screen', async ({ browser }) => {
  for (const width of [390, 1440]) {
    const vendor = await openPortalLayout(browser, {
      email: width === 390 ? NORDLYS.email : DEMO_ADMIN,
      width,
      locale: 'de',
    });
    await vendor.open('/analytics');
    const card = vendor.page.getByRole('region', { name: 'Kennzahlen', exact: true });
    await card.getByText('Kennzahlen nach Tagen anzeigen').click();
    await expect(card.getByRole('table', { name: 'Kennzahlen nach Tagen' })).toBeVisible();
    await card.getByRole('button', { name: 'Eigener Zeitraum' }).click();
    const overflow = await vendor.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await keepPicture(vendor.page, `dashboard-${width}-de`);
  }
});
