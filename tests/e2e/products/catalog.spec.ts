import { expect, test, type Browser } from '@playwright/test';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, openWindow } from '../support/layouts.ts';
import { addresses, FJELL, NORDLYS, openMarketplace } from '../support/marketplace.ts';

const client = openMarketplace();
const run = Date.now().toString(36);
const TITLE = `Enamel kettle ${run}`;
type Settings = { enabled: boolean; onlyEntries: boolean; showPrices: boolean; version: number };

test.beforeAll(async () => {
  // As a store begins: without the access, and without a catalogue.
  await setScopes((scope) => !scope.includes('metaobject'), []);
  await setCatalog({ enabled: false, onlyEntries: false, showPrices: true });
});
test.afterEach(({ browser }) => closeWindows(browser));

async function setScopes(keep: (scope: string) => boolean, added: readonly string[]): Promise<void> {
  const { shops } = await client.control<{ shops: { domain: string; scopes: string[] }[] }>('GET', '/state');
  const granted = shops.find((shop) => shop.domain === DEMO_SHOP)?.scopes ?? [];
  const scopes = [...new Set([...granted.filter(keep), ...added])];
  await client.control('POST', '/scopes', { shop: DEMO_SHOP, scopes });
}

async function setCatalog(changes: Omit<Settings, 'version'>): Promise<void> {
  const admin = await client.signIn(DEMO_ADMIN);
  const { version } = await client.call<Settings>(admin, 'GET', '/settings/catalog');
  await client.call(admin, 'PUT', '/settings/catalog', { ...changes, version });
}

test('an admin makes an entry, two vendors offer it, and buyers find the cheapest first', async ({ browser }) => {
  test.setTimeout(120_000);
  const entryId = await test.step('the access is granted and an entry is made in the store admin', () =>
    makeEntry(browser));
  const mine = await test.step('a vendor finds the entry and offers it', () => offerIt(browser, entryId));
  const theirs = await test.step('another one asks less, and the first sees it', async () => {
    const vendor = await client.signIn(FJELL.email);
    const body = { price: '19.50', stock: 4 };
    const { productId } = await client.call<{ productId: string }>(vendor, 'POST', `/catalog/${entryId}/offers`, body);
    return productId;
  });
  const admin = await client.signIn(DEMO_ADMIN);
  for (const id of [mine, theirs]) await client.call(admin, 'PATCH', `/product-v2/${id}/approve`, {});
  await test.step('where the price stands, on a phone', () => seeStatus(browser, entryId));
  await test.step('the store lists the other offers, with and without script', () => buy(browser, mine));
});

async function makeEntry(browser: Browser): Promise<string> {
  const admin = await openAdminLayout(browser);
  const { page, screen } = admin;
  await admin.open('/');
  await admin.open('/catalog-entries');
  await screen.getByRole('button', { name: 'Grant access' }).click();
  await page.getByRole('button', { name: 'Update access' }).click();
  await expect(screen.getByText('has not granted access')).toHaveCount(0);
  await screen.getByLabel('Enable catalog').check();
  await admin.save();
  const staff = await client.signIn(DEMO_ADMIN);
  await expect
    .poll(async () => (await client.call<Settings>(staff, 'GET', '/settings/catalog')).enabled, { timeout: 30_000 })
    .toBe(true);
  await admin.open('/catalog-entries/new');
  await screen.getByLabel('Title', { exact: false }).first().fill(TITLE);
  await screen.getByLabel('Barcode').fill(`88${run}`);
  await screen.getByLabel('Suggested price from').fill('18');
  await admin.save();
  await expect(screen.getByRole('heading', { name: TITLE })).toBeVisible({ timeout: 30_000 });
  admin.watch.expectQuiet();
  await page.context().close();
  const found = await client.call<{ entries: { id: string }[] }>(
    await client.signIn(DEMO_ADMIN),
    'GET',
    `/catalog-entries?q=${encodeURIComponent(TITLE)}`,
  );
  return found.entries[0]?.id ?? '';
}

async function offerIt(browser: Browser, entryId: string): Promise<string> {
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  const { page } = vendor;
  await vendor.open(`/catalog?q=88${run}`);
  await page.getByRole('link', { name: TITLE }).first().click();
  await expect(page.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible();
  await expect(page.getByText('suggests $18.00 or more')).toBeVisible();
  await page.getByLabel('Price', { exact: true }).fill('24.00');
  await page.getByLabel('Stock', { exact: true }).fill('6');
  await page.getByRole('button', { name: 'Sell this' }).click();
  await expect(page.getByText('You already sell this.')).toBeVisible();
  await page.getByRole('link', { name: 'Open your listing' }).click();
  await expect(page.getByText('Its title and description come from the entry.')).toBeVisible();
  await expect(page.getByLabel('Title', { exact: true })).toBeDisabled();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(TITLE);
  const productId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await expect(page.getByRole('link', { name: 'Show the entry and its prices' })).toHaveAttribute(
    'href',
    new RegExp(`/catalog/${entryId}$`),
  );
  vendor.watch.expectQuiet();
  await page.context().close();
  return productId;
}

async function seeStatus(browser: Browser, entryId: string): Promise<void> {
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  const { page } = vendor;
  await vendor.open(`/catalog/${entryId}`);
  await expect(page.getByText('One other sells this.')).toBeVisible();
  await expect(page.getByText('Their lowest price is $19.50.')).toBeVisible();
  await expect(page.getByText('Your price ranks 2 of 2.')).toBeVisible();
  await expect(page.getByText(FJELL.name)).toHaveCount(0);
  expect(await listBarriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  vendor.watch.expectQuiet();
  await page.context().close();
}

async function buy(browser: Browser, productId: string): Promise<void> {
  const { sandbox } = addresses();
  const admin = await client.signIn(DEMO_ADMIN);
  const { product } = await client.call<{ product: { handle: string } }>(admin, 'GET', `/products-v2/${productId}`);
  const address = `${sandbox}/store/demo/products/${product.handle}`;
  const { page } = await openWindow(browser, { width: 390 });
  await page.goto(address);
  const offers = page.getByRole('region', { name: 'Other sellers' });
  await expect(offers.getByText('Sold by 2 sellers')).toBeVisible();
  await expect(offers.getByRole('listitem')).toHaveCount(1);
  await expect(offers.getByRole('listitem')).toContainText('$19.50');
  expect(await listBarriers(page, { any: true })).toEqual([]);
  await offers.getByRole('button', { name: `Add to cart: ${FJELL.name}` }).click();
  await page.waitForURL((url) => url.pathname.endsWith('/cart'));
  await expect(page.getByText(TITLE).first()).toBeVisible();
  await page.goto(`${sandbox}/store/demo/search?q=${encodeURIComponent(TITLE)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: TITLE })).toHaveCount(0);
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const quiet = await plain.newPage();
  await quiet.goto(address);
  await quiet.getByRole('link', { name: 'See all sellers' }).click();
  await expect(quiet.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible();
  const rows = quiet.locator('.souk-offers li');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(FJELL.name);
  await expect(rows.last()).toContainText(NORDLYS.name);
  await plain.close();
}
