import { expect, test, type FrameLocator, type Page } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openPortalLayout, openWindow } from '../support/layouts.ts';
import { addresses, FJELL, NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();
const BUYER = `orla-${Date.now().toString(36)}@buyers.test`;
const account = (path: string): string => `${addresses().sandbox}/store/demo/account${path}`;
/** The block on the status page of an order, or the app's page: each in a frame of its own, as at the platform. */
const extension = (page: Page): FrameLocator => page.frameLocator('iframe[data-extension]');
const part = (page: Page, vendor: string) => extension(page).locator(`s-section[heading="${vendor}"]`);

type Sold = { id: string; name: string };
let sold: Sold;

test.beforeAll(async () => {
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { messages: { enabled: true } } });
  sold = await client.control<Sold>('POST', '/orders', {
    email: BUYER,
    lines: [
      { vendor: NORDLYS.name, title: 'Lamp to ask about', price: '40.00', quantity: 1 },
      { vendor: FJELL.name, title: 'Blanket to follow', price: '60.00', quantity: 2 },
    ],
  });
  await client.control('POST', '/drain', {});
});
test.afterEach(({ browser }) => closeWindows(browser));

test('before a buyer signs in, the page of an order says who sells what; signed in they ask, and the vendor answers', async ({
  browser,
}) => {
  const { page } = await openWindow(browser);
  await page.goto(account(`/orders/${sold.id}`));
  await expect(part(page, FJELL.name)).toContainText('2 × Blanket to follow');
  await expect(extension(page).getByRole('button', { name: 'Ask the seller', exact: true })).toHaveCount(0);
  await extension(page)
    .getByRole('button', { name: /^Sign in/ })
    .click();
  await page.getByLabel('Customer').selectOption({ label: BUYER });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(account(`/orders/${sold.id}`));
  await expect(part(page, NORDLYS.name)).toContainText('1 × Lamp to ask about');
  await expect(part(page, NORDLYS.name)).toContainText('In preparation');
  await expect(part(page, FJELL.name)).toContainText('In preparation');
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'account-order-1440-en');
  await part(page, NORDLYS.name).getByRole('button', { name: 'Ask the seller', exact: true }).click();
  await part(page, NORDLYS.name).getByLabel(`Message to ${NORDLYS.name}`).fill('Does the lamp have a switch?');
  await part(page, NORDLYS.name).getByRole('button', { name: 'Send' }).click();
  await expect(part(page, NORDLYS.name).getByText(`${NORDLYS.name} has your message.`)).toBeVisible();
  await keepPicture(page, 'account-asked-1440-en');

  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  await vendor.open('/inbox');
  await vendor.page.getByText('Does the lamp have a switch?').first().click();
  await vendor.page.getByLabel('Message', { exact: true }).fill('Yes, on the cord.');
  await vendor.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(vendor.page.getByRole('list', { name: 'Messages' }).getByText('Yes, on the cord.')).toBeVisible();

  await extension(page).getByRole('link', { name: 'All messages and offers' }).click();
  await expect(extension(page).getByText('Yes, on the cord.')).toBeVisible();
  await expect(extension(page).getByText('New', { exact: true })).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'account-messages-1440-en');
  await extension(page)
    .getByRole('button', { name: `Open: Conversation with ${NORDLYS.name}` })
    .click();
  await expect(extension(page).getByText('Does the lamp have a switch?')).toBeVisible();
  await extension(page).getByLabel(`Message to ${NORDLYS.name}`).fill('Thank you.');
  await extension(page).getByRole('button', { name: 'Send' }).click();
  await expect(extension(page).getByText('Thank you.', { exact: true })).toBeVisible();
  await keepPicture(page, 'account-conversation-1440-en');
  await extension(page).getByRole('button', { name: 'Back' }).click();
  await expect(extension(page).getByText('New', { exact: true })).toHaveCount(0);
});

test('in German on a phone, a buyer follows what one vendor sent while the other prepares', async ({ browser }) => {
  const seller = await client.signIn(FJELL.email);
  const { order } = await client.call<{ order: { lines: { id: string }[] } }>(seller, 'GET', `/orders/${sold.id}`);
  await client.control('POST', `/orders/${encodeURIComponent(sold.name)}/fulfill`, {
    lines: order.lines.map(({ id }) => ({ sku: id, quantity: 2 })),
    company: 'PostNL',
    number: '3STEST12345',
  });
  await client.control('POST', '/drain', {});
  const { page } = await openWindow(browser, { locale: 'de', width: 390 });
  await page.goto(account(`/login?to=${encodeURIComponent(`/store/demo/account/orders/${sold.id}`)}`));
  await page.getByLabel('Customer').selectOption({ label: BUYER });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(part(page, FJELL.name)).toContainText('Versendet');
  await expect(part(page, FJELL.name).getByRole('link', { name: '3STEST12345' })).toHaveAttribute(
    'href',
    /3STEST12345/,
  );
  await expect(part(page, NORDLYS.name)).toContainText('In Vorbereitung');
  expect(await listBarriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await keepPicture(page, 'account-order-390-de');
});
