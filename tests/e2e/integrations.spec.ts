import { expect, test, type FrameLocator, type Page } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { at } from '#scripts/paths.ts';
import { listBarriers } from './support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, type Layout } from './support/layouts.ts';
import { addresses, NORDLYS, openMarketplace } from './support/marketplace.ts';

const client = openMarketplace();
const SHOP = 'nordlys-own.myshopify.com';

test.afterEach(({ browser }) => closeWindows(browser));

/** The browser cannot reach the vendor's own store by its name: its pages are the sandbox's, as behind the gateway. */
async function leadToSandbox(page: Page): Promise<void> {
  await page.route('**/api/auth/seller/request**', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    const { pathname, search } = new URL(response.headers()['location'] ?? '');
    const handle = SHOP.split('.')[0] ?? '';
    const location = `${addresses().sandbox}${pathname.replace('/admin/', `/admin/store/${handle}/`)}${search}`;
    await route.fulfill({ response, headers: { ...response.headers(), location } });
  });
}

type OnSale = { vendor: string; title: string; variants: { sku: string }[] };

/** What the vendor sells here is in its own store too: the tests after this one buy it. */
async function coverCatalogue(): Promise<void> {
  const all = await client.control<OnSale[]>('GET', '/products');
  for (const { title, variants } of all.filter((one) => one.vendor === NORDLYS.name))
    await client.control('POST', '/shop-products', {
      shop: SHOP,
      title: `${title}, at home`,
      ...(variants.length > 1 ? { option: 'Version' } : {}),
      variants: variants.map(({ sku }, index) => ({ sku, price: '18.00', stock: 4, value: String(index + 1) })),
    });
}

/** Makes a key that expires and comes from some addresses only, and replaces it. */
async function makeAndReplace(screen: Page | FrameLocator): Promise<void> {
  await screen.getByLabel('Name of a new key').fill('Desk');
  await screen.getByLabel('Expires').selectOption('After 90 days');
  const networks = screen.getByLabel('Allowed addresses');
  await networks.fill('127.0.0.1, office');
  await screen.getByRole('button', { name: 'Create key' }).click();
  await expect(screen.getByText(/^Must be an address or a network/)).toBeVisible();
  await networks.fill('127.0.0.1\n203.0.113.0/24');
  await screen.getByRole('button', { name: 'Create key' }).click();
  await expect(screen.getByText('Only from: 127.0.0.1, 203.0.113.0/24')).toBeVisible();
  const first = (await screen.locator('[data-new-key]').textContent()) ?? '';
  await screen.getByRole('button', { name: 'Replace Desk' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await expect(screen.getByText(/^Replaced\. Works until: /)).toBeVisible();
  await expect(screen.locator('[data-new-key]')).not.toHaveText(first);
  await expect(screen.getByText('Only from: 127.0.0.1, 203.0.113.0/24')).toHaveCount(2);
}

/** Gives the opened product another title, has it compared with its store, and opens what differs. */
async function changeHere(vendor: Layout, title: string): Promise<void> {
  const { page, screen } = vendor;
  await screen.getByLabel('Title', { exact: true }).fill(title);
  await page.locator('.souk-save-bar').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('.souk-save-bar')).toBeHidden();
  await vendor.open('/settings/integrations/products');
  await screen.getByRole('button', { name: 'Sync now: Moss green bowl' }).click();
  await expect(async () => {
    await vendor.open('/settings/integrations/differences');
    await expect(screen.getByRole('link', { name: 'Moss green bowl' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

test('a vendor makes an API key, connects a store of its own, and sees its products come in', async ({ browser }) => {
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { integrations: { enabled: true } } });
  await client.control('POST', '/shops', { domain: SHOP, name: 'Nordlys at home' });
  for (const [title, sku] of [
    ['Moss green bowl', 'OWN-MOSS'],
    ['Slate vase', 'OWN-SLATE'],
  ]) {
    await client.control('POST', '/shop-products', {
      shop: SHOP,
      title,
      variants: [{ sku, price: '18.00', stock: 4 }],
    });
  }

  await coverCatalogue();

  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  const { page, screen } = vendor;
  await vendor.open('/settings');
  await screen.getByRole('link', { name: /^Connections/ }).click();
  await screen.getByLabel('Name of a new key').fill('Warehouse');
  await screen.getByRole('button', { name: 'Create key' }).click();
  const key = (await screen.locator('[data-new-key]').textContent()) ?? '';
  const answer = await page.request.get(`${addresses().app}/api/orders`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answer.status()).toBe(200);
  expect(await listBarriers(page)).toEqual([]);
  await page.screenshot({ path: at('.local/e2e-pictures', 'integrations-key-390.png'), fullPage: true });

  await makeAndReplace(screen);
  expect(await listBarriers(page)).toEqual([]);
  await page.screenshot({ path: at('.local/e2e-pictures', 'integrations-keys-390.png'), fullPage: true });

  await leadToSandbox(page);
  await screen.getByLabel('Address of your store').fill(SHOP);
  await screen.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(screen.getByRole('heading', { name: 'Connect this store?' })).toBeVisible();
  await expect(screen.getByRole('definition').getByText(NORDLYS.name, { exact: true })).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await page.screenshot({ path: at('.local/e2e-pictures', 'connect-store-390.png'), fullPage: true });
  await screen.getByRole('button', { name: 'Connect the store' }).click();
  await expect(screen.getByRole('heading', { name: SHOP })).toBeVisible();
  await expect(screen.getByLabel('Place new paid orders in your store')).toBeChecked();
  expect(await listBarriers(page)).toEqual([]);
  await page.screenshot({ path: at('.local/e2e-pictures', 'integrations-390.png'), fullPage: true });
  await screen.getByRole('link', { name: 'Choose products' }).click();
  await screen.getByRole('button', { name: 'Sync: Moss green bowl' }).click();
  await expect(screen.getByText('In sync', { exact: true })).toBeVisible({ timeout: 20_000 });
  expect(await listBarriers(page)).toEqual([]);
  await page.screenshot({ path: at('.local/e2e-pictures', 'store-products-390.png'), fullPage: true });
  await screen.getByRole('link', { name: 'Moss green bowl' }).click();
  await expect(screen.getByLabel('Title', { exact: true })).toHaveValue('Moss green bowl');

  await changeHere(vendor, 'Moss green bowl, large');
  await expect(screen.getByText('Title: “Moss green bowl” in the store, “Moss green bowl, large” here')).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await page.screenshot({ path: at('.local/e2e-pictures', 'differences-390.png'), fullPage: true });
  const viewer = await openAdminLayout(browser, { width: 1440, locale: 'de' });
  await viewer.open('/settings/integrations');
  await viewer.page.screenshot({ path: at('.local/e2e-pictures', 'vendor-connections-1440-de.png'), fullPage: true });
  await viewer.open('/settings/integrations/differences');
  await expect(
    viewer.screen.getByText('Titel: „Moss green bowl“ im Shop, „Moss green bowl, large“ hier'),
  ).toBeVisible();
  await viewer.page.screenshot({ path: at('.local/e2e-pictures', 'differences-1440-de.png'), fullPage: true });
  await screen.getByRole('button', { name: 'Keep as it is here: Moss green bowl' }).click();
  await expect(screen.getByText('You’re all caught up')).toBeVisible();

  const german = await openPortalLayout(browser, { email: NORDLYS.email, width: 1440, locale: 'de' });
  await german.open('/settings/integrations/products');
  await expect(german.screen.getByText('Synchron', { exact: true })).toBeVisible();
  await german.page.screenshot({ path: at('.local/e2e-pictures', 'store-products-1440-de.png'), fullPage: true });
  await german.open('/settings/integrations/differences');
  await expect(german.screen.getByText('Alles erledigt')).toBeVisible();
  await german.open('/settings/integrations/orders');
  await expect(german.screen.getByText('Alles erledigt')).toBeVisible();
  await german.open('/settings/integrations');
  await german.page.screenshot({ path: at('.local/e2e-pictures', 'integrations-1440-de.png'), fullPage: true });
  const owner = await openAdminLayout(browser, { width: 1440 });
  await owner.open(`/team?vendor=${encodeURIComponent(NORDLYS.name)}`);
  await owner.screen
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await expect(owner.screen.getByRole('dialog').getByText('API key Warehouse')).toBeVisible();
  await expect(owner.screen.getByRole('dialog').getByText('End them: keys are revoked, syncs stop')).toBeVisible();
  await owner.page.screenshot({ path: at('.local/e2e-pictures', 'team-remove-1440.png'), fullPage: true });
  await owner.screen.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await german.screen.getByRole('button', { name: 'Warehouse widerrufen' }).click();
  await german.page.getByRole('dialog').getByRole('button', { name: 'Widerrufen' }).click();
  await german.expectToast('Der Schlüssel ist widerrufen');
  const refused = await page.request.get(`${addresses().app}/api/orders`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(refused.status()).toBe(401);
});

test('the marketplace chooses a plan of the app, and approves it at the platform', async ({ browser }) => {
  const owner = await openAdminLayout(browser, { width: 1440 });
  const { page, screen } = owner;
  await owner.open('/settings/plan');
  await expect(screen.getByRole('heading', { name: 'Growth' })).toBeVisible();
  await screen.getByText(/^Scale · /).click();
  await screen.getByText(/^1,?000 more orders · /).click();
  expect(await listBarriers(page)).toEqual([]);
  await page.screenshot({ path: at('.local/e2e-pictures', 'plan-1440.png'), fullPage: true });
  await screen.getByRole('button', { name: 'Continue to Shopify' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(screen.getByRole('heading', { name: 'Scale' })).toBeVisible();
  await expect(screen.getByText('Active', { exact: true })).toBeVisible();
});
