import { expect, test, type Browser, type Page } from '@playwright/test';
import type { ZonesDto } from '#app/features/shipping/zones/zones.contract.ts';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, openWindow, type Layout } from '../support/layouts.ts';
import { addresses, FJELL, NORDLYS, openMarketplace } from '../support/marketplace.ts';

const client = openMarketplace();
/** A vendor without zones of its own, whom the default zones serve. */
const THIRD = 'Granite Coffee';

const SHIP_FROM = {
  shipFromAddress: {
    name: 'Kari Nord',
    street1: 'Havnegata 1',
    zip: '5003',
    city: 'Bergen',
    country: 'NO',
    phone: '+47 55 00 00 00',
    email: 'kari@north.test',
  },
};

const rates = (standard: string, express: string) =>
  [
    ['Standard', standard],
    ['Express', express],
  ].map(([name, price]) => ({ name, price, description: '', field: 'TOTAL_WEIGHT', min: '0' }));
const zone = (standard: string, express: string) => ({
  zone: { zoneName: 'Low Countries', countries: [{ code: 'NL' }, { code: 'BE' }], rates: rates(standard, express) },
});

test.beforeAll(async () => {
  const { shops } = await client.control<{ shops: { domain: string; scopes: string[] }[] }>('GET', '/state');
  const granted = shops.find((shop) => shop.domain === DEMO_SHOP)?.scopes ?? [];
  const scopes = [...new Set([...granted, 'write_shipping'])];
  await client.control('POST', '/scopes', { shop: DEMO_SHOP, scopes });
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { delivery: { enabled: true } } });
  await saveZone(DEMO_ADMIN, { ...zone('4', '7'), defaults: true });
  await saveZone(NORDLYS.email, zone('5', '9'));
  await saveZone(FJELL.email, zone('3', '6'));
  await client.control('POST', '/drain', {});
  await client.control('POST', '/shipping', { useCarrier: false, flatRates: true });
});
test.afterAll(() => client.control('POST', '/shipping', { useCarrier: false, flatRates: true, marketDriven: false }));
test.afterEach(({ browser }) => closeWindows(browser));

/** A zone of somebody's, once: a run that is repeated finds it. */
async function saveZone(email: string, body: ReturnType<typeof zone> & { defaults?: boolean }): Promise<void> {
  const person = await client.signIn(email);
  const query = body.defaults ? '?defaults=true' : '';
  const { zones } = await client.call<ZonesDto>(person, 'GET', `/settings/delivery/zones${query}`);
  const known = zones.find(({ zoneName }) => zoneName === body.zone.zoneName);
  await client.call(person, 'POST', '/settings/delivery/zone', {
    ...body,
    zone: { ...body.zone, ...(known ? { id: known.id } : {}) },
  });
}

test('a buyer of three vendors’ goods pays combined rates, and each vendor gets the share that it quoted', async ({
  browser,
}) => {
  test.setTimeout(150_000);
  const admin = await openAdminLayout(browser);
  await test.step('the admin sees that no shipping zone of the store asks for the rates', async () => {
    await admin.open('/settings/shipping/checkout');
    await expect(admin.screen.getByText('Connected', { exact: true })).toBeVisible();
    await expect(admin.screen.getByText('Does not use these rates')).toHaveCount(2);
    expect(await listBarriers(admin.page)).toEqual([]);
  });
  await test.step('the merchant adds them to the zones in the store admin', () => addRates(admin.page));
  await test.step('the admin sees the zones use them', async () => {
    await admin.open('/settings/shipping/checkout');
    await expect(admin.screen.getByText('Uses these rates')).toHaveCount(2);
  });
  const name = await test.step('a buyer sees two rows for three vendors, and pays', () => buyOfThree(browser));
  await test.step('each vendor gets what it quoted, and can explain it', async () => {
    await client.control('POST', '/drain', {});
    await seeShipping(await openPortalLayout(browser, { email: NORDLYS.email }), { name, quoted: '$9.00' });
    await seeShipping(await openPortalLayout(browser, { email: FJELL.email, width: 390 }), { name, quoted: '$6.00' });
  });
  await test.step('the admin sees when a checkout asked last', async () => {
    await admin.open('/settings/shipping/checkout');
    await expect(admin.screen.getByText('None yet')).toHaveCount(0);
    await client.control('POST', '/shipping', { marketDriven: true });
    await admin.open('/settings/shipping/checkout');
    await expect(admin.screen.getByText('This store sets shipping by market.')).toBeVisible();
    await expect(admin.screen.getByText('Uses these rates')).toHaveCount(0);
    admin.watch.expectQuiet();
  });
});

test('of two vendors’ goods one is collected and one shipped; the vendor says on a phone that it is ready', async ({
  browser,
}) => {
  const admin = await client.signIn(DEMO_ADMIN);
  const { settings } = await client.call<ZonesDto>(admin, 'GET', '/settings/delivery/zones?defaults=true');
  const { enabled, enableRateNames, rateNames, defaultShipping, version } = settings;
  await client.call(admin, 'PUT', '/settings/delivery', {
    enabled,
    enableRateNames,
    rateNames,
    version,
    enableLocalPickup: true,
    defaultShipping: { enabled: defaultShipping.enabled },
  });
  await client.control('POST', '/shipping', { useCarrier: true, flatRates: false, marketDriven: false });
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  await test.step('a vendor states where and when its buyers collect', async () => {
    await client.call(await client.signIn(NORDLYS.email), 'PUT', '/settings/ship-from-address', SHIP_FROM);
    await vendor.open('/settings/shipping/from');
    await vendor.page.getByLabel('Buyers can collect all your products at this address').check();
    await vendor.page.getByLabel('Pickup hours').fill('Mon–Fri 9–17');
    expect(await listBarriers(vendor.page)).toEqual([]);
    await vendor.save();
  });
  const name = await test.step('a buyer chooses pickup with the other’s express rate', async () => {
    const { page, watch } = await openWindow(browser);
    await fillCart(page, [NORDLYS.name, THIRD]);
    const shipping = page.getByRole('group', { name: 'Shipping' });
    await expect(shipping.getByRole('radio')).toHaveCount(4);
    await expect(shipping.getByText('Havnegata 1, 5003 Bergen (Mon–Fri 9–17)').first()).toBeVisible();
    await shipping.getByText('Pickup + Express').click();
    await expect(page.getByRole('complementary').getByText('$7.00')).toBeVisible();
    await page.getByRole('button', { name: /^Pay \$/ }).click();
    await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible();
    watch.expectQuiet();
    return (await page.locator('.order-name').textContent()) ?? '';
  });
  await test.step('the vendor says that it is ready, and the buyer is mailed', async () => {
    await client.control('POST', '/drain', {});
    await vendor.open(`/orders?q=${encodeURIComponent(name)}`);
    await vendor.page.getByRole('link', { name }).first().click();
    await vendor.page.getByRole('button', { name: 'Ready for pickup' }).click();
    await expect(vendor.page.getByText('Buyer notified: ready for pickup')).toBeVisible();
    await vendor.page.getByRole('button', { name: /^Mark \d item/ }).click();
    await expect(vendor.page.getByText('Fulfilled').first()).toBeVisible();
  });
});

async function addRates(page: Page): Promise<void> {
  await page.goto(`${addresses().sandbox}/admin/store/demo/settings/shipping`);
  for (const left of [1, 0]) {
    await page.getByRole('button', { name: 'Remove rates' }).first().click();
    await expect(page.getByRole('button', { name: 'Remove rates' })).toHaveCount(left);
  }
  for (const left of [1, 0]) {
    await page.getByRole('button', { name: 'Add rate', exact: true }).first().click();
    await expect(page.getByRole('button', { name: 'Add rate', exact: true })).toHaveCount(left);
  }
}

/** Puts a product of each vendor into the cart and goes to the checkout. */
async function fillCart(page: Page, vendors: readonly string[]): Promise<void> {
  const { sandbox } = addresses();
  for (const vendor of vendors) {
    const found = await (await fetch(`${sandbox}/store/demo/search?q=${encodeURIComponent(vendor)}`)).text();
    await page.goto(`${sandbox}${/href="(\/store\/demo\/products\/[^"]+)"/.exec(found)?.[1] ?? ''}`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.waitForURL(/\/cart/);
  }
  await page.goto(`${sandbox}/store/demo/checkout`);
}

async function buyOfThree(browser: Browser): Promise<string> {
  const { page, watch } = await openWindow(browser);
  await fillCart(page, [NORDLYS.name, FJELL.name, THIRD]);
  const shipping = page.getByRole('group', { name: 'Shipping' });
  await expect(shipping.getByRole('radio')).toHaveCount(2);
  await expect(shipping.getByText('$12.00')).toBeVisible();
  await expect(shipping.getByText('$22.00')).toBeVisible();
  await page.getByLabel('Country').selectOption({ label: 'Germany' });
  await expect(shipping.getByText('Shipping is not available for this address.')).toBeVisible();
  await page.getByLabel('Country').selectOption({ label: 'Belgium' });
  await shipping.getByText('Express').click();
  await expect(page.getByRole('complementary').getByText('$22.00')).toBeVisible();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible();
  watch.expectQuiet();
  return (await page.locator('.order-name').textContent()) ?? '';
}

async function seeShipping(layout: Layout, { name, quoted }: { name: string; quoted: string }): Promise<void> {
  await layout.open(`/orders?q=${encodeURIComponent(name)}`);
  await layout.page.getByText(name, { exact: true }).first().click();
  await layout.page
    .getByRole('button', { name: /^Explain/ })
    .first()
    .click();
  await expect(layout.page.getByText(`quoted at checkout: ${quoted}`)).toBeVisible();
  expect(await listBarriers(layout.page)).toEqual([]);
  layout.watch.expectQuiet();
}
