import { expect, test, type Browser } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { SHIPPO_TEST_KEY } from '#sandbox/providers/shippo/store.ts';
import type { ZonesDto } from '#app/features/shipping/zones/zones.contract.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from '../support/layouts.ts';
import { NORDLYS, openMarketplace } from '../support/marketplace.ts';

const client = openMarketplace();

const SHIP_FROM = {
  shipFromAddress: {
    name: 'Kari Nord',
    company: '',
    street1: 'Havnegata 1',
    street2: '',
    zip: '5003',
    city: 'Bergen',
    state: '',
    country: 'NO',
    phone: '+47 55 00 00 00',
    email: 'kari@nordlys.test',
  },
  defaultPackage: { length: 30, width: 20, height: 10, dimUnit: 'cm', weight: 1.2, weightUnit: 'kg' },
};

test.beforeAll(async () => {
  const admin = await client.signIn(DEMO_ADMIN);
  const { settings } = await client.call<ZonesDto>(admin, 'GET', '/settings/delivery/zones?defaults=true');
  const { enableRateNames, rateNames, version } = settings;
  const body = { enabled: true, enableRateNames, rateNames, version, defaultShipping: { enabled: true } };
  await client.call(admin, 'PUT', '/settings/delivery', body);
});
test.afterEach(({ browser }) => closeWindows(browser));

/** An order of the vendor that is sent somewhere. */
async function sell(title = 'Labelled bowl'): Promise<{ id: string; name: string }> {
  const vendor = await client.signIn(NORDLYS.email);
  const { version } = await client.call<{ version: number }>(vendor, 'GET', '/settings/ship-from-address');
  await client.call(vendor, 'PUT', '/settings/ship-from-address', { ...SHIP_FROM, version });
  const lines = [{ vendor: NORDLYS.name, title, price: '32.00', quantity: 2 }];
  const order = await client.control<{ id: string; name: string }>('POST', '/orders', {
    email: 'mara@buyer.test',
    lines,
  });
  await client.control('POST', '/drain', {});
  await expect(() => client.call(vendor, 'GET', `/orders/${order.id}`)).toPass({ timeout: 60_000 });
  return order;
}

test('an admin saves the key; a vendor buys a label of two packages on a phone, prints it, voids one, and sees the rest delivered', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  await test.step('the key, by its owner alone', () => saveKey(browser));
  const order = await sell();
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  const { page } = vendor;
  await vendor.open(`/orders/${order.id}`);
  await page.getByRole('button', { name: 'Buy label', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Weight')).toHaveValue('1200');
  await expect(dialog.getByText('the default package is used')).toBeVisible();
  await dialog.getByLabel('Weight').fill('');
  await dialog.getByRole('button', { name: 'Get rates' }).click();
  await expect(dialog.getByText('Enter the weight')).toBeVisible();
  await dialog.getByLabel('Weight').fill('800');
  await dialog.getByRole('button', { name: 'Add another package' }).click();
  const second = dialog.getByRole('group', { name: 'Package 2' });
  await expect(second.getByLabel('Weight')).toHaveValue('');
  await second.getByLabel('Weight').fill('400');
  await dialog.getByRole('button', { name: 'Get rates' }).click();
  await dialog.getByText(/^UPS Saver/).click();
  expect(await listBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: /^(Buy label for|Get sample label)/ }).click();
  await expect(dialog.getByText('The items are marked as shipped.')).toBeVisible();
  const tab = page.context().waitForEvent('page');
  await dialog.getByRole('button', { name: 'Print label' }).click();
  await (await tab).close();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const labels = page.getByRole('region', { name: 'Shipping labels' });
  await expect(labels.getByText('UPS Saver')).toBeVisible();
  await expect(page.getByText('Fulfilled').first()).toBeVisible();
  const numbers = new Set((await labels.innerText()).match(/SBX\d+/g));
  expect(numbers.size).toBe(2);
  await labels.getByRole('button', { name: 'Void package 2' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Void package 2' }).click();
  await expect(labels.getByText('Package 2 · Refund requested')).toBeVisible();
  await expect(labels.getByRole('button', { name: 'Void package 2' })).toHaveCount(0);
  for (const tracking of numbers)
    await client.control('POST', `/shippo/transactions/${tracking}`, { tracking: 'DELIVERED' });
  await client.control('POST', '/drain', {});
  await vendor.open(`/orders/${order.id}`);
  await expect(labels.getByText('Delivered', { exact: true })).toBeVisible();
  await expect(labels.getByText('Package 1 · Delivered')).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  vendor.watch.expectQuiet();
});

test('labels of several orders from the list: the cheapest of each, one file to print', async ({ browser }) => {
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PUT', '/shippo/api-key', { apiKey: SHIPPO_TEST_KEY });
  const orders = [await sell('Batched bowl'), await sell('Batched bowl')];
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  const { page } = vendor;
  await vendor.open('/orders?q=Batched+bowl');
  for (const { name } of orders)
    await page.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check({ force: true });
  await page.getByRole('button', { name: 'Buy 2 labels' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('The cheapest of each order')).toBeChecked();
  expect(await listBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Buy 2 labels' }).click();
  await expect(page.getByText('2 of 2 bought')).toBeVisible({ timeout: 60_000 });
  const tab = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Print 2 labels' }).click();
  await (await tab).close();
  expect(await listBarriers(page)).toEqual([]);
  vendor.watch.expectQuiet();
});

async function saveKey(browser: Browser): Promise<void> {
  const admin = await openAdminLayout(browser);
  const { screen } = admin;
  await admin.open('/settings/shipping/labels');
  await screen.getByLabel('API token').fill('sk_wrong');
  await screen.getByRole('button', { name: 'Save token' }).click();
  await expect(screen.getByText('Must starts with shippo_')).toBeVisible();
  await screen.getByLabel('API token').fill(SHIPPO_TEST_KEY);
  await screen.getByRole('button', { name: 'Save token' }).click();
  await expect(screen.getByText(`Token ending in ${SHIPPO_TEST_KEY.slice(-4)}`)).toBeVisible();
  await expect(screen.getByText(SHIPPO_TEST_KEY)).toHaveCount(0);
  expect(await listBarriers(admin.page)).toEqual([]);
}
