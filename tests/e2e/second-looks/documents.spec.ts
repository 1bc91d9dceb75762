import { expect, test, type Page } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { closeWindows, openAdminLayout, openPortalLayout, type Layout } from '../support/layouts.ts';
import { addresses, NORDLYS, openMarketplace } from '../support/marketplace.ts';

const client = openMarketplace();
const COUNT = 20;

test.afterEach(({ browser }) => closeWindows(browser));

test('an admin prints twenty slips in one file and opens a German invoice; a vendor prints its slip on a phone', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const orders = await test.step('buyers order', sellMany);
  const [first = ''] = orders;
  const admin = await openAdminLayout(browser);
  await test.step('twenty slips are one page to print, each on paper of its own', async () => {
    const staff = await client.signIn(DEMO_ADMIN);
    const input = { kind: 'slip', orders, locale: 'en' };
    const { url } = await client.call<{ url: string }>(staff, 'POST', '/orders/documents/links', input);
    const page = await admin.page.context().newPage();
    await page.goto(`${addresses().app}${url}`);
    await expect(page.locator('.document')).toHaveCount(COUNT);
    await expect(page.locator('.document h1').first()).toContainText('Packing slip');
    await page.close();
  });
  await test.step('the German invoice opens from the order, inside the store admin', async () => {
    await admin.open(`/orders/${first}`);
    const card = admin.screen.getByRole('region', { name: 'Documents' });
    await card.getByRole('button', { name: 'Show documents' }).click();
    await card.getByLabel('Language of documents').selectOption('de');
    const printed = await opened(admin, () => card.getByRole('button', { name: /^Print Invoice/ }).click());
    await expect(printed.getByRole('heading', { level: 1 })).toHaveText('Rechnung');
    await expect(printed.locator('html')).toHaveAttribute('lang', 'de');
    const number = /INV-\d{4}-\d{6}/.exec((await printed.locator('.facts').textContent()) ?? '')?.[0] ?? '';
    expect(number).not.toBe('');
    await printed.close();
    await admin.expectToast('Opened in a new tab');
    await expect(card.getByText(`Invoice ${number}`)).toBeVisible();
  });
  await test.step('its template is edited beside what it looks like, and goes back to the default', () => edit(admin));
  await test.step('the vendor prints its own slip on a phone', async () => {
    const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
    await vendor.open(`/orders/${first}`);
    const card = vendor.screen.getByRole('region', { name: 'Documents' });
    await expect(card.getByText('is the seller and issues the invoice itself')).toBeVisible();
    const slip = await opened(vendor, () => card.getByRole('button', { name: 'Print Packing slip' }).click());
    await expect(slip.getByRole('heading', { level: 1 })).toContainText('Packing slip');
    const { x = 0, width = 0 } = (await slip.locator('.document').boundingBox()) ?? {};
    expect([x, width]).toEqual([0, 390]);
    vendor.watch.expectQuiet();
  });
  admin.watch.expectQuiet();
});

/** What a click opens in a tab of its own, once it has its address. */
async function opened(layout: Layout, click: () => Promise<void>): Promise<Page> {
  const tab = layout.page.context().waitForEvent('page');
  await click();
  const page = await tab;
  await page.waitForURL(/\/api\/documents\/opened/);
  return page;
}

async function edit(admin: Layout): Promise<void> {
  const { screen } = admin;
  await admin.open('/orders/documents');
  await screen.getByRole('link', { name: 'Packing slip' }).click();
  await screen.getByRole('button', { name: 'Show HTML' }).click();
  const wording = screen.getByRole('textbox', { name: 'Template', exact: true });
  await wording.fill('<h1>Our slip {{ params.order_number }}</h1>{{ params.nobody }}');
  const printed = screen.frameLocator('iframe[title="Preview of the document"]');
  await expect(printed.getByRole('heading', { name: 'Our slip #1042' })).toBeVisible();
  await expect(screen.getByText('stay empty: nobody')).toBeVisible();
  await screen.getByRole('button', { name: 'Save template' }).click();
  await admin.expectToast('Template saved');
  await screen.getByRole('button', { name: 'Back to the default' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Back to the default' }).click();
  await admin.expectToast('The default is in use again');
  await expect(printed.getByRole('heading', { name: 'Packing slip #1042' })).toBeVisible();
}

async function sellMany(): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < COUNT; count++) {
    const { id } = await client.control<{ id: string }>('POST', '/orders', {
      email: 'mara@buyer.test',
      lines: [{ vendor: NORDLYS.name, title: `Vase ${String(count)}`, price: '12.00', quantity: 2 }],
      shippingPrice: '4.00',
    });
    ids.push(id);
  }
  await client.control('POST', '/drain', {});
  return ids;
}
