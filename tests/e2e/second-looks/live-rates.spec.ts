import { expect, test, type Browser, type Page } from '@playwright/test';
import { SHIPPO_TEST_KEY } from '#sandbox/providers/shippo/store.ts';
import type { ShippoState } from '#app/features/labels/shippo-key.contract.ts';
import type { RateChoiceDto } from '#app/features/shipping/live/rate-choice.contract.ts';
import type { ShipFromDto } from '#app/features/shipping/ship-from/ship-from.contract.ts';
import type { ZonesDto } from '#app/features/shipping/zones/zones.contract.ts';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, openWindow } from '../support/layouts.ts';
import { addresses, FJELL, NORDLYS, openMarketplace } from '../support/marketplace.ts';

const client = openMarketplace();
/** A vendor without zones of its own, whom the default zones serve. */
const THIRD = 'Granite Coffee';
const DESTINATION = { country: 'NL', zip: '1012 LG' };

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
  defaultPackage: { length: 30, width: 20, height: 10, dimUnit: 'cm', weight: 1, weightUnit: 'kg' },
};

/** Default zones, the key of Shippo, pickup at one vendor; a run that is repeated finds all of it. */
test.beforeAll(async () => {
  const { shops } = await client.control<{ shops: { domain: string; scopes: string[] }[] }>('GET', '/state');
  const granted = shops.find((shop) => shop.domain === DEMO_SHOP)?.scopes ?? [];
  await client.control('POST', '/scopes', {
    shop: DEMO_SHOP,
    scopes: [...new Set([...granted, 'write_shipping'])],
  });
  const admin = await client.signIn(DEMO_ADMIN);
  await setPickup(true);
  await saveZone(DEMO_ADMIN, true);
  for (const { email } of [NORDLYS, FJELL]) await saveZone(email, false);
  if (!(await client.call<ShippoState>(admin, 'GET', '/shippo/api-key')).isSet)
    await client.call(admin, 'PUT', '/shippo/api-key', { apiKey: SHIPPO_TEST_KEY });
  await client.call(await client.signIn(NORDLYS.email), 'PUT', '/settings/ship-from-address', {
    ...SHIP_FROM,
    defaultLocalPickup: { enabled: true, hours: 'Mon–Fri 9–17' },
  });
  await client.call(await client.signIn(FJELL.email), 'PUT', '/settings/ship-from-address', SHIP_FROM);
  await client.control('POST', '/drain', {});
  await client.control('POST', '/shipping', { useCarrier: true, flatRates: false, marketDriven: false });
});
test.afterAll(async () => {
  await client.control('DELETE', '/faults', {});
  await client.control('POST', '/shipping', { useCarrier: false, flatRates: true });
  await setPickup(false);
  const vendor = await client.signIn(FJELL.email);
  const { version } = await client.call<RateChoiceDto>(vendor, 'GET', '/settings/delivery/rates');
  await client.call(vendor, 'PUT', '/settings/delivery/rates', { mode: null, services: [], version });
  const north = await client.signIn(NORDLYS.email);
  const found = await client.call<ShipFromDto>(north, 'GET', '/settings/ship-from-address');
  await client.call(north, 'PUT', '/settings/ship-from-address', {
    shipFromAddress: found.shipFromAddress,
    defaultPackage: found.defaultPackage,
    defaultLocalPickup: { enabled: false },
  });
});
test.afterEach(({ browser }) => closeWindows(browser));

async function setPickup(enableLocalPickup: boolean): Promise<void> {
  const admin = await client.signIn(DEMO_ADMIN);
  const { settings } = await client.call<ZonesDto>(admin, 'GET', '/settings/delivery/zones?defaults=true');
  const { enableRateNames, rateNames, version } = settings;
  await client.call(admin, 'PUT', '/settings/delivery', {
    enabled: true,
    enableRateNames,
    rateNames,
    version,
    enableLocalPickup,
    defaultShipping: { enabled: true },
  });
}

async function saveZone(email: string, defaults: boolean): Promise<void> {
  const person = await client.signIn(email);
  const query = defaults ? '?defaults=true' : '';
  const { zones } = await client.call<ZonesDto>(person, 'GET', `/settings/delivery/zones${query}`);
  const known = zones.find(({ countries }) => countries.some(({ code }) => code === DESTINATION.country));
  const rates = [
    ['Standard', '4'],
    ['Express', '7'],
  ].map(([name, price]) => ({ name, price, description: '', field: 'TOTAL_WEIGHT', min: '0' }));
  await client.call(person, 'POST', '/settings/delivery/zone', {
    ...(defaults ? { defaults } : {}),
    zone: {
      zoneName: 'Low Countries',
      countries: [{ code: 'NL' }, { code: 'BE' }],
      rates,
      ...(known ? { id: known.id } : {}),
    },
  });
}

test('three vendors’ goods are flat, live and collected in one checkout, and the provider being down stops nobody', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const vendor = await openPortalLayout(browser, { email: FJELL.email, width: 390 });
  await test.step('a vendor chooses live rates and one service, on a phone', async () => {
    await vendor.open('/settings/shipping');
    await vendor.page.getByRole('link', { name: 'Choose flat or live rates' }).click();
    await vendor.page.getByText('Live rates', { exact: true }).click();
    await vendor.page.getByText('UPS Saver', { exact: true }).click();
    expect(await listBarriers(vendor.page)).toEqual([]);
    await vendor.save();
    await vendor.expectToast('Rates saved');
  });
  await test.step('the tester says what carriers answered and when the goods arrive', async () => {
    await vendor.open('/settings/shipping');
    const tester = vendor.page.getByRole('region', { name: 'Test rates' });
    await tester.getByLabel('Country').selectOption({ label: 'Netherlands' });
    await tester.getByLabel('Postal code').fill(DESTINATION.zip);
    await tester.getByLabel('Weight of the items').fill('1');
    await tester.getByLabel('Price of the items').fill('40');
    await tester.getByRole('button', { name: 'Show rates' }).click();
    await expect(tester.getByText(/^Shipping: \$[\d.]+, delivery time in days: 2$/)).toBeVisible();
    await expect(tester.getByText(`${FJELL.name}: carriers answered.`)).toBeVisible();
  });
  const { name, quoted } = await test.step('a buyer sees the rows together and pays', () => buyOfThree(browser));
  await test.step('the vendor gets what its carrier quoted', async () => {
    await client.control('POST', '/drain', {});
    await vendor.open(`/orders?q=${encodeURIComponent(name)}`);
    await vendor.page.getByText(name, { exact: true }).first().click();
    await vendor.page
      .getByRole('button', { name: /^Explain/ })
      .first()
      .click();
    await expect(
      vendor.page.getByText(`quoted at checkout, where carriers were asked for live rates: ${quoted}`),
    ).toBeVisible();
    vendor.watch.expectQuiet();
  });
  await test.step('carriers do not answer: the same cart is offered flat rates, and the marketplace sees why', async () => {
    await client.control('POST', '/faults', { target: 'shippo', operation: 'shipments.create', kind: 'error' });
    await seeFlatRates(browser);
    const admin = await openAdminLayout(browser);
    await admin.open('/settings/shipping/defaults');
    const tester = admin.screen.getByRole('region', { name: 'Test rates' });
    await tester.getByLabel('Country').selectOption({ label: 'Belgium' });
    await tester.getByLabel('Postal code').fill('2000');
    await tester.getByLabel('Vendor', { exact: true }).fill(FJELL.name);
    await tester.getByLabel('Weight of the items').fill('1');
    await tester.getByLabel('Price of the items').fill('40');
    await tester.getByRole('button', { name: 'Show rates' }).click();
    await expect(tester.getByText('Flat rates are used in their place.')).toBeVisible();
    expect(await listBarriers(admin.page)).toEqual([]);
    admin.watch.expectQuiet();
  });
});

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

/** Buys with pickup from one: what is left to pay is the third's flat rate and the live one. */
async function buyOfThree(browser: Browser): Promise<{ name: string; quoted: string }> {
  const { page, watch } = await openWindow(browser);
  await fillCart(page, [FJELL.name]);
  const shipping = page.getByRole('group', { name: 'Shipping' });
  await expect(shipping.getByText('UPS Saver')).toBeVisible();
  await expect(shipping.getByText(/^Arrives [A-Z][a-z]{2} \d/)).toBeVisible();
  await fillCart(page, [NORDLYS.name, THIRD]);
  await expect(shipping.getByRole('radio')).toHaveCount(4);
  const row = shipping.locator('label', { hasText: 'Pickup + Standard' });
  const total = Number(((await row.locator('.number').textContent()) ?? '').replace('$', ''));
  await row.click();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('heading', { name: /^Thank you/ })).toBeVisible();
  watch.expectQuiet();
  const name = (await page.locator('.order-name').textContent()) ?? '';
  return { name, quoted: `$${(total - 4).toFixed(2)}` };
}

async function seeFlatRates(browser: Browser): Promise<void> {
  const { page } = await openWindow(browser);
  await fillCart(page, [FJELL.name, THIRD]);
  await page.getByLabel('Country').selectOption({ label: 'Belgium' });
  const shipping = page.getByRole('group', { name: 'Shipping' });
  await expect(shipping.getByText('$8.00')).toBeVisible();
  await expect(shipping.getByText('$14.00')).toBeVisible();
}
