import { expect, test, type Browser } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import {
  closeWindows,
  openAdminLayout,
  openPortalLayout,
  openWindow,
  untilReady,
  type Layout,
} from '../support/layouts.ts';
import { addresses, openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();
const VENDOR = `Held ${Date.now().toString(36)}`;
const EMAIL = `${VENDOR.toLowerCase().replace(' ', '-')}@held.test`;
const OLD = `Ash bowl of ${VENDOR}`;
const NEW = `Ash bowl, turned by ${VENDOR}`;
type Rules = { rules: { hold: string; priceTolerance: number | null }; version: number };
type Detail = { product: { id: string; handle: string; title: string } };
let product: Detail['product'];

test.beforeAll(async () => {
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'POST', `/vendors/${encodeURIComponent(VENDOR)}`, { identity: EMAIL, confirm: true });
  await client.control('POST', '/drain', {});
  await client.acceptInvitation(EMAIL);
  const { productId } = await client.call<{ productId: string }>(await client.signIn(EMAIL), 'PUT', '/products-v2', {
    product: { title: OLD, bodyHtml: '<p>Smooth and pale.</p>', variants: [{ price: '40.00', stock: 4 }] },
  });
  await client.call(await client.signIn(DEMO_ADMIN), 'PATCH', `/product-v2/${productId}/approve`, {});
  product = (await client.call<Detail>(await client.signIn(EMAIL), 'GET', `/products-v2/${productId}`)).product;
});
test.afterEach(({ browser }) => closeWindows(browser));
test.afterAll(async () => {
  const admin = await client.signIn(DEMO_ADMIN);
  const known = await client.call<Rules>(admin, 'GET', '/settings/product-rules');
  const { version } = known;
  const rules = { ...known.rules, hold: 'free' };
  await client.call(admin, 'PUT', '/settings/product-rules', { rules, version });
});

test('a held change is applied by field and declined with a note, while buyers see what was', async ({ browser }) => {
  test.setTimeout(120_000);
  const admin = await openAdminLayout(browser);
  await test.step('the admin holds content', async () => {
    await admin.open('/changes');
    await admin.action('Approval and sales channels').click();
    await expect(admin.screen.getByRole('radio').first()).toBeVisible();
    await admin.screen.getByText('What buyers read and see: title', { exact: false }).click();
    await expect(admin.screen.getByLabel('Own stores')).toHaveValue('content');
    await admin.screen.getByLabel('Imports').selectOption('everything');
    await keepPicture(admin.page, 'product-rules-1440');
    await admin.save();
    await admin.expectToast('The rules are saved');
  });
  const vendor = await openPortalLayout(browser, { email: EMAIL, width: 390 });
  await test.step('the vendor changes title and description, and sees that they wait', () => wantChange(vendor));
  await test.step('buyers see what was', () => seeInStore(browser, { title: OLD, text: 'Smooth and pale.' }));
  await test.step('the admin applies the title and declines the description with a note', () => decide(admin));
  await test.step('buyers see the new title over the old text', () =>
    seeInStore(browser, { title: NEW, text: 'Smooth and pale.' }));
  await test.step('the vendor reads why', async () => {
    await vendor.open(`/products/${product.id}`);
    await expect(vendor.page.getByText('Declined: Description').first()).toBeVisible();
    await expect(vendor.page.getByText('“Too loud for us.”').first()).toBeVisible();
    await expect(vendor.page.locator('input[name="title"]')).toHaveValue(NEW);
  });
  await test.step('both write to each other about it', () => comment(admin, vendor));
  for (const layout of [admin, vendor]) layout.watch.expectQuiet();
});

async function wantChange(vendor: Layout): Promise<void> {
  const { page } = vendor;
  const seller = await client.signIn(EMAIL);
  const known = (await client.call<Detail>(seller, 'GET', `/products-v2/${product.id}`)).product;
  await client.call(seller, 'PUT', '/products-v2', { product: { ...known, bodyHtml: '<p>BUY it now.</p>' } });
  await vendor.open(`/products/${product.id}`);
  await page.locator('input[name="title"]').fill(NEW);
  await vendor.save();
  await vendor.expectToast('Sent for approval');
  await expect(page.getByText('has not decided on: Title, Description')).toBeVisible();
  await page.getByRole('link', { name: 'See the change' }).click();
  await expect(page.getByRole('button', { name: 'Withdraw all' }).first()).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, 'the change scrolls sideways').toBeLessThanOrEqual(0);
}

async function decide(admin: Layout): Promise<void> {
  const { screen } = admin;
  await admin.follow('Products');
  await screen
    .getByRole('navigation', { name: 'Products: pages' })
    .getByRole('link', { name: /^Product changes/ })
    .click();
  // The list that is left names the product too.
  await expect(screen.getByRole('heading', { name: 'Changes to review' })).toBeVisible();
  await screen.getByRole('link', { name: OLD }).first().click();
  await expect(screen.getByRole('heading', { name: 'Description' })).toBeVisible();
  await expect(screen.locator('ins').getByText('BUY it now.')).toBeVisible();
  await screen.getByRole('button', { name: 'Apply: Title' }).click();
  await expect(screen.getByText('Applied: Title')).toBeVisible();
  await screen.getByRole('button', { name: 'Decline: Description' }).click();
  await expect(screen.getByText('Say why')).toBeVisible();
  await screen.getByLabel(`Note to ${VENDOR}`).fill('Too loud for us.');
  await screen.getByRole('button', { name: 'Decline: Description' }).click();
  await expect(screen.getByText('Everything here is decided.')).toBeVisible();
}

async function seeInStore(browser: Browser, o: { title: string; text: string }): Promise<void> {
  const { page, context } = await openWindow(browser);
  await page.goto(`${addresses().sandbox}/store/demo/products/${product.handle}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(o.title);
  await expect(page.getByText(o.text)).toBeVisible();
  await expect(page.getByText('BUY it now.')).toHaveCount(0);
  await context.close();
}

async function comment(admin: Layout, vendor: Layout): Promise<void> {
  await vendor.page.getByLabel('Your comment').fill('What would be fine?');
  await vendor.page.getByRole('button', { name: 'Send comment' }).click();
  await expect(vendor.page.getByRole('listitem').filter({ hasText: 'What would be fine?' }).first()).toBeVisible();
  await admin.open(`/products/${product.id}`);
  await expect(admin.screen.getByText('What would be fine?').first()).toBeVisible();
  await admin.screen.getByLabel('Your comment').fill('Say what wood it is.');
  await admin.screen.getByRole('button', { name: 'Send comment' }).click();
  await expect(admin.screen.getByText('Say what wood it is.').first()).toBeVisible();
  await vendor.page.reload();
  await untilReady(vendor.page);
  await expect(vendor.page.getByText('Say what wood it is.').first()).toBeVisible();
}
