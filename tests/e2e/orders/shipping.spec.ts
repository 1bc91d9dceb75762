import { expect, test, type Browser } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import type { ZonesDto } from '#app/features/shipping/zones/zones.contract.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from '../support/layouts.ts';
import { NORDLYS, openMarketplace } from '../support/marketplace.ts';

const client = openMarketplace();

test.beforeAll(async () => {
  const admin = await client.signIn(DEMO_ADMIN);
  const { settings } = await client.call<ZonesDto>(admin, 'GET', '/settings/delivery/zones?defaults=true');
  const { enableRateNames, rateNames, version } = settings;
  const body = { enabled: true, enableRateNames, rateNames, version, defaultShipping: { enabled: true } };
  await client.call(admin, 'PUT', '/settings/delivery', body);
});
test.afterEach(({ browser }) => closeWindows(browser));

test('a vendor sets two zones, is warned of a gap before saving, and mends it', async ({ browser }) => {
  const { page, ...vendor } = await openPortalLayout(browser, { email: NORDLYS.email });
  const rates = page.getByRole('region', { name: 'Rates' });
  await vendor.open('/settings/shipping/zones/new');
  await page.getByLabel('Name of the zone').fill('Home');
  await page.getByLabel('Country').selectOption({ label: 'Norway' });
  await rates.getByLabel('Price', { exact: true }).fill('5');
  await rates.getByLabel('Below').fill('10');
  await expect(rates.getByText('10 kg and above')).toBeVisible();
  await rates.getByRole('button', { name: 'Add rate' }).click();
  await rates.getByLabel('Price', { exact: true }).last().fill('9');
  await expect(rates.getByText('cannot check out')).toHaveCount(0);
  await vendor.save();
  await vendor.expectToast('Zone saved');
  await vendor.open('/settings/shipping/zones/new');
  await page.getByLabel('Name of the zone').fill('Sweden');
  await page.getByLabel('Country').selectOption({ label: 'Norway (in Home)' });
  await rates.getByLabel('Price', { exact: true }).fill('7');
  await vendor.save();
  await expect(page.getByText('NO is in the zone “Home” already')).toBeVisible();
  await page.getByLabel('Country').selectOption({ label: 'Sweden' });
  await vendor.save();
  await vendor.expectToast('Zone saved');
  const tester = page.getByRole('region', { name: 'Test rates' });
  await tester.getByLabel('Country').selectOption({ label: 'Norway' });
  await tester.getByLabel('Weight of the items').fill('12');
  await tester.getByLabel('Price of the items').fill('40');
  await tester.getByRole('button', { name: 'Show rates' }).click();
  await expect(tester.getByText('zone Home, cheapest Standard')).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  vendor.watch.expectQuiet();
});

test('a vendor states where it ships from, sees that the state is missing, and finds it again on a phone', async ({
  browser,
}) => {
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  const { page } = vendor;
  await vendor.open('/settings');
  await page.getByRole('link', { name: /^Shipping/ }).click();
  await page.getByRole('link', { name: 'Edit the ship-from address' }).click();
  for (const [label, text] of [
    ['Contact name', 'Kari Nord'],
    ['Street and number', 'Harbor Street 1'],
    ['Postal code', '97201'],
    ['City', 'Portland'],
    ['Phone', '+1 503 555 0100'],
    ['Email', 'kari@nordlys.test'],
    ['Length', '30'],
    ['Width', '20'],
    ['Height', '10'],
    ['Weight', '1.5'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('Country').selectOption({ label: 'United States' });
  await vendor.save();
  await expect(page.getByText('State is required')).toBeVisible();
  await page.getByLabel('State or province').fill('OR');
  await vendor.save();
  await vendor.expectToast('Ship-from address saved');
  await vendor.open('/settings/shipping/from');
  await expect(page.getByLabel('State or province')).toHaveValue('OR');
  await expect(page.getByLabel('Weight', { exact: true })).toHaveValue('1.5');
  expect(await listBarriers(page)).toEqual([]);
  vendor.watch.expectQuiet();
});

test('the marketplace’s defaults are at hand in the store admin, on a phone and in German', async ({ browser }) => {
  await seeDefaults(browser);
});

async function seeDefaults(browser: Browser): Promise<void> {
  const admin = await openAdminLayout(browser, { width: 390, locale: 'de' });
  await admin.open('/settings/shipping/defaults');
  await expect(admin.screen.getByRole('heading', { name: 'Allgemein', exact: true })).toBeVisible();
  await expect(admin.screen.getByLabel('Verkäufer legen Versandzonen fest')).toBeChecked();
  // The live rates are one vendor's, and no vendor is chosen here.
  await admin.open('/settings/shipping/rates');
  await expect(admin.screen.getByRole('heading', { name: 'Diese Seite ist gerade nicht verfügbar' })).toBeVisible();
  await expect(admin.screen.getByText('wählen Sie zuerst, für wen Sie handeln')).toBeVisible();
  admin.watch.expectQuiet();
}
