import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from './support/accessible.ts';
import { closeWindows, openPortalLayout } from './support/layouts.ts';
import { NORDLYS, openMarketplace } from './support/marketplace.ts';
import { keepPicture } from './support/pictures.ts';

const client = openMarketplace();

test.afterEach(({ browser }) => closeWindows(browser));

type Sheet = { id: string; url: string; tabs: Record<string, string[][]> };
const readSheet = (id: string) => client.control<Sheet>('GET', `/google/sheets/${id}`);

test('a vendor connects a spreadsheet: its product is made, an order arrives in it, a tracking number typed there ships', async ({
  browser,
}) => {
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { integrations: { enabled: true } } });
  const sheet = await client.control<Sheet>('POST', '/google/sheets', {
    title: 'Nordlys stock',
    tabs: {
      Products: [
        ['sku', 'title', 'price', 'stock'],
        ['SHEET-CANDLE', 'Sheet candle', 12, 7],
        ['SHEET-BAD', 'Sheet lamp', 'cheap', 1],
      ],
    },
  });

  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  const { page, screen } = vendor;
  await vendor.open('/settings');
  await screen.getByRole('link', { name: /^Google Sheets/ }).click();
  await screen.getByLabel('Address of the spreadsheet').fill('https://example.com/sheet');
  await screen.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(screen.getByText('Must starts with https://docs.google.com/spreadsheets/d/')).toBeVisible();
  await screen.getByLabel('Address of the spreadsheet').fill(sheet.url);
  await screen.getByRole('button', { name: 'Connect', exact: true }).click();
  const requested = await screen.getByText(/type the code SOUK-/).textContent();
  await keepPicture(page, 'sheets-code-390');
  const code = /SOUK-\w+-\w+/.exec(requested ?? '')?.[0] ?? '';
  await client.control('POST', `/google/sheets/${sheet.id}`, { tabs: { Souk: [[code]] } });
  await screen.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(screen.getByRole('heading', { name: 'Nordlys stock' })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(screen.getByText('Sheet lamp · sheet-bad')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'sheets-390');
  await expect.poll(async () => (await readSheet(sheet.id)).tabs['Products']?.[1]?.at(-1)).toBe('Created');
  await vendor.open('/products?q=Sheet+candle&status=ALL');
  await expect(screen.getByText('Sheet candle').first()).toBeVisible();

  type Catalogue = { vendor: string; variants: { sku: string }[] }[];
  const products = await client.control<Catalogue>('GET', '/products');
  const soldSku = products.find((one) => one.vendor === NORDLYS.name)?.variants[0]?.sku ?? '';
  const sold = await client.control<{ name: string }>('POST', '/orders', {
    email: 'mara@buyer.test',
    lines: [{ sku: soldSku, quantity: 1 }],
    shippingPrice: '5.00',
  });
  const wide = await openPortalLayout(browser, { email: NORDLYS.email, width: 1440 });
  const sync = async (done: () => Promise<boolean>): Promise<void> => {
    await expect(async () => {
      await wide.open('/settings/sheets');
      await wide.screen.getByRole('button', { name: 'Sync now' }).click();
      await wide.expectToast('The sync has started');
      await expect.poll(done, { timeout: 3_000 }).toBe(true);
    }).toPass();
  };
  const rowsOf = async (): Promise<string[][]> => (await readSheet(sheet.id)).tabs['Orders'] ?? [];
  await sync(async () => (await rowsOf()).some((row) => row.includes(sold.name)));
  await client.control('POST', `/google/sheets/${sheet.id}`, {
    tabs: {
      Tracking: [
        ['order', 'sku', 'tracking', 'carrier', 'tracking_url', 'souk_status'],
        [sold.name, soldSku, '3SABC123', 'PostNL'],
      ],
    },
  });
  await sync(async () => (await readSheet(sheet.id)).tabs['Tracking']?.[1]?.at(-1) === 'Shipped');
  await wide.open('/settings/sheets');
  expect(await listBarriers(wide.page)).toEqual([]);
  await keepPicture(wide.page, 'sheets-1440');
  const german = await openPortalLayout(browser, { email: NORDLYS.email, width: 390, locale: 'de' });
  await german.open('/settings/sheets');
  await expect(german.screen.getByText('Verbunden', { exact: true })).toBeVisible();
  const overflow = await german.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await keepPicture(german.page, 'sheets-390-de');
});
