import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, type Layout } from '../support/layouts.ts';
import { openMarketplace } from '../support/marketplace.ts';

/** A vendor that only this run has, so that its limit is in nobody's way. */
let vendor: { name: string; email: string };

test.beforeEach(async ({ browserName: _browserName }, info) => {
  const run = `${String(info.repeatEachIndex)}x${String(info.retry)}`;
  vendor = { name: `Limited ${run}`, email: `limited-${run}@demo.test` };
  const client = openMarketplace();
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'POST', `/vendors/${encodeURIComponent(vendor.name)}`, { identity: vendor.email });
  await client.control('POST', '/drain', {});
  await client.acceptInvitation(vendor.email);
  const maker = await client.signIn(vendor.email);
  const product = { title: 'The only one', variants: [{ price: '12.00', stock: 3, sku: `ONLY-${run}` }] };
  await client.call(maker, 'PUT', '/products-v2', { product });
});

test.afterEach(({ browser }) => closeWindows(browser));

test('a vendor sees its limit before it types, and the marketplace raises it', async ({ browser }) => {
  test.setTimeout(180_000);
  const admin = await openAdminLayout(browser);
  await test.step('the marketplace sets a limit', () => setLimit(admin, '1'));
  const seller = await openPortalLayout(browser, { email: vendor.email });
  await test.step('the vendor is informed in the list and in the editor', () => seeFull(seller));
  await test.step('the marketplace raises it', () => setLimit(admin, '3'));
  await test.step('the vendor has places again', async () => {
    await seller.open('/products');
    await expect(seller.screen.getByText('1 of 3 products')).toBeVisible();
    await expect(seller.action('Add product')).toBeVisible();
  });
  const phone = await openPortalLayout(browser, { email: vendor.email, width: 390, locale: 'de' });
  await test.step('a phone says it in German', async () => {
    await phone.open('/products');
    await expect(phone.screen.getByText(/^1 von 3 /)).toBeVisible();
    expect(await listBarriers(phone.page)).toEqual([]);
  });
  for (const layout of [admin, seller, phone]) layout.watch.expectQuiet();
});

async function setLimit(admin: Layout, limit: string): Promise<void> {
  const { screen } = admin;
  await admin.open(`/vendors?q=${encodeURIComponent(vendor.name)}`);
  await screen.getByRole('link', { name: new RegExp(`^${vendor.name}`) }).click();
  const field = screen.getByLabel('Product limit');
  await expect(field).toBeVisible();
  await field.fill(limit);
  await screen.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(screen.getByText(`1 of ${limit} products at the moment`)).toBeVisible();
}

async function seeFull(seller: Layout): Promise<void> {
  const { screen } = seller;
  await seller.open('/products');
  await expect(screen.getByText('You’ve reached your limit: 1 of 1 products')).toBeVisible();
  await expect(seller.action('Add product')).toHaveCount(0);
  await seller.open('/products/new');
  await expect(screen.getByText('You’ve reached your limit: 1 of 1 products')).toBeVisible();
}
