import { expect, test, type Browser, type Page } from '@playwright/test';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, openWindow } from '../support/layouts.ts';
import { addresses, FJELL, NORDLYS, openMarketplace } from '../support/marketplace.ts';

const client = openMarketplace();
const CODE = `NORD${Date.now().toString(36).toUpperCase()}`;
type Sold = { line_items: { id: number; vendor: string | null; price: string }[] };

test.beforeAll(async () => {
  const { shops } = await client.control<{ shops: { domain: string; scopes: string[] }[] }>('GET', '/state');
  const granted = shops.find((shop) => shop.domain === DEMO_SHOP)?.scopes ?? [];
  const scopes = [...new Set([...granted, 'write_discounts'])];
  await client.control('POST', '/scopes', { shop: DEMO_SHOP, scopes });
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { discounts: { enabled: true } } });
});
test.afterEach(({ browser }) => closeWindows(browser));

test('a vendor’s code is used beside another’s goods, and half of it is refunded to the cent', async ({ browser }) => {
  test.setTimeout(120_000);
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  await test.step('the vendor creates a code of its own', async () => {
    const { page } = vendor;
    await vendor.open('/');
    await vendor.follow('Discounts');
    await vendor.action('Create discount').first().click();
    await expect(page.getByText('Paid by')).toHaveCount(0);
    await page.getByLabel('Code', { exact: true }).fill(CODE);
    await page.getByLabel('Percentage', { exact: true }).last().fill('101');
    await vendor.save();
    await expect(page.getByText('percentage from 0 to 100').first()).toBeVisible();
    await page.getByLabel('Percentage', { exact: true }).last().fill('12.5');
    await vendor.save();
    await vendor.expectToast('Discount created');
    await expect(page.getByText('Active').first()).toBeVisible();
    expect(await listBarriers(page)).toEqual([]);
  });

  const orderId = await test.step('a buyer uses it beside the goods of another', () => buy(browser));
  await client.control('POST', '/drain', {});
  const off = await refundOne(orderId);
  await client.control('POST', '/drain', {});

  await test.step('the vendor sees what is left of it, and that it bears it', async () => {
    const { page } = vendor;
    await vendor.open(`/orders/${orderId}`);
    const money = page.getByRole('region', { name: 'Your earnings' });
    await money.getByRole('button', { name: 'Explain' }).click();
    const explained = page.getByRole('group', { name: /^How / });
    await expect(explained.getByText('The vendor pays 100%')).toBeVisible();
    await expect(explained.getByText(`−$${off}`).first()).toBeVisible();
    expect(await listBarriers(page)).toEqual([]);
    vendor.watch.expectQuiet();
  });
  await endIt(browser);
});

/** Buys two of the vendor's item and one of another's with the code; the order's id. */
async function buy(browser: Browser): Promise<string> {
  const { page, watch } = await openWindow(browser);
  for (const { vendor, times } of [
    { vendor: NORDLYS.name, times: 2 },
    { vendor: FJELL.name, times: 1 },
  ])
    for (let at = 0; at < times; at++) await addToCart(page, vendor);
  await page.goto(`${addresses().sandbox}/store/demo/checkout`);
  await page.getByLabel('Discount code').fill(CODE.toLowerCase());
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Discount', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await page.waitForURL(/\/orders\/\d+$/);
  watch.expectQuiet();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

async function addToCart(page: Page, vendor: string): Promise<void> {
  const { sandbox } = addresses();
  const found = await (await fetch(`${sandbox}/store/demo/search?q=${encodeURIComponent(vendor)}`)).text();
  await page.goto(`${sandbox}${/href="(\/store\/demo\/products\/[^"]+)"/.exec(found)?.[1] ?? ''}`);
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await page.waitForURL((url) => url.pathname.endsWith('/cart'));
}

/** The store gives one of the two units back; what is left of the discount, as half of all of it. */
async function refundOne(orderId: string): Promise<string> {
  const order = await client.control<Sold>('GET', `/orders/${orderId}`);
  const line = order.line_items.find((one) => one.vendor === NORDLYS.name);
  await client.control('POST', `/orders/${orderId}/refunds`, { lines: [{ sku: String(line?.id ?? ''), quantity: 1 }] });
  const cents = Math.round(Number(line?.price) * 100);
  // Two units less 12.5 %, rounded once: the platform takes half of it back, and what is left stays.
  const whole = Math.round(cents * 2 * 0.125);
  return ((whole - Math.round(whole / 2)) / 100).toFixed(2);
}

async function endIt(browser: Browser): Promise<void> {
  const admin = await openAdminLayout(browser, { width: 390 });
  await admin.open(`/discounts?q=${CODE}`);
  await admin.screen.getByText(CODE).first().click();
  await admin.action('Delete').click();
  await admin.screen.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await admin.expectToast('Discount deleted');
  await expect(admin.screen.getByText('Ended').first()).toBeVisible();
  admin.watch.expectQuiet();
}
