import { expect, test, type Browser } from '@playwright/test';
import { closeWindows, openAdminLayout, openPortalLayout, untilReady, type Layout } from '../support/layouts.ts';
import { NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

type Sold = { id: string; name: string };

test.afterEach(({ browser }) => closeWindows(browser));

/** Orders of the vendor, each known to the marketplace before the next: those of one second stand in the order in which they came. */
async function sell(count: number, lines: object[]): Promise<Sold[]> {
  const client = openMarketplace();
  const vendor = await client.signIn(NORDLYS.email);
  const sold: Sold[] = [];
  for (let at = 0; at < count; at++) {
    const order = await client.control<Sold>('POST', '/orders', { email: 'stack@buyer.test', lines });
    await client.control('POST', '/drain', {});
    await expect(() => client.call(vendor, 'GET', `/orders/${order.id}`)).toPass({ timeout: 60_000 });
    sold.push(order);
  }
  return sold;
}

const line = (title: string, quantity: number) => ({ vendor: NORDLYS.name, title, price: '12.00', quantity });

/** In a proof ten, as people do in a morning; the suite makes sure of the way. */
const STACK = process.env.PROVE === '1' ? 10 : 4;

test('orders in a row are shipped by keyboard alone', async ({ browser }) => {
  test.setTimeout(300_000);
  const sold = await sell(STACK, [line('Stacking cup', 2)]);
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  const { page } = vendor;
  const newest = sold.at(-1);
  await openKnown(vendor, newest?.id ?? '');
  await page.keyboard.press('f');
  for (const [at, { name }] of sold.toReversed().entries()) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    const button = page.getByRole('button', { name: 'Ship 2 items' });
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    const before = sold.toReversed()[at + 1];
    if (!before) break;
    await expect(page.getByRole('button', { name: `Open ${before.name}` }).first()).toBeFocused();
    // By Enter on the button that has the focus, and by its letter.
    await page.keyboard.press(at % 2 === 0 ? 'Enter' : 'n');
  }
  await expect(page.getByRole('button', { name: /^Ship / })).toHaveCount(0);
  const client = openMarketplace();
  for (const { id } of sold) {
    const order = await client.control<{ fulfillments: unknown[] }>('GET', `/orders/${id}`);
    expect(order.fulfillments).toHaveLength(1);
  }
  vendor.watch.expectQuiet();
});

test('three shipments leave from two locations; tracking is changed later, one is taken back', async ({ browser }) => {
  test.setTimeout(300_000);
  const [order] = await sell(1, [line('Parcelled bowl', 4), line('Parcelled plate', 2)]);
  const { id = '', name = '' } = order ?? {};
  const client = openMarketplace();
  const { line_items } = await client.control<{ line_items: { id: number; title: string }[] }>('GET', `/orders/${id}`);
  const plate = line_items.find(({ title }) => title === 'Parcelled plate');
  await client.control('POST', `/orders/${id}/move`, { location: 'North warehouse', lines: [String(plate?.id)] });
  const admin = await openAdminLayout(browser);
  const { screen } = admin;
  await openKnown(admin, id);
  await test.step('three shipments', () => sendThree(admin));
  await expect(screen.getByRole('link', { name: /UPS 1Z3/ })).toHaveAttribute('href', /ups\.com/);
  await expect(screen.getByText('Fulfilled').first()).toBeVisible();
  await test.step('tracking changed later', () => changeTracking(admin));
  await test.step('one taken back', () => takeBack(admin));
  await test.step('put on hold and released', () => holdAndRelease(admin));
  await test.step('the vendor sees it on a phone, in German', () => seePhone(browser, name, id));
  await expect(admin.page.locator('body')).toBeVisible();
  const { fulfillments } = await client.control<{ fulfillments: { status: string }[] }>('GET', `/orders/${id}`);
  expect(fulfillments.map(({ status }) => status).sort()).toEqual(['cancelled', 'success', 'success']);
  // The order leaves the list of those to ship, as other tests expect to find it.
  await client.control('POST', `/orders/${id}/fulfill`, {});
  await client.control('POST', '/drain', {});
  admin.watch.expectQuiet();
});

async function openKnown(layout: Layout, id: string): Promise<void> {
  await expect(async () => {
    await layout.open(`/orders/${id}`);
    await expect(layout.screen.getByRole('button', { name: /^Ship / })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await untilReady(layout.screen);
}

async function sendThree({ screen }: Layout): Promise<void> {
  const bowls = screen.getByLabel('Quantity of Parcelled bowl to ship');
  const plates = screen.getByLabel('Quantity of Parcelled plate to ship');
  await bowls.nth(0).fill('3');
  await plates.nth(0).fill('0');
  await screen.getByLabel('Tracking number').nth(0).fill('1Z1');
  await screen.getByLabel('Carrier').nth(0).selectOption('UPS');
  await screen.getByRole('button', { name: 'Add a shipment' }).click();
  await expect(bowls.nth(1)).toHaveValue('1');
  await plates.nth(1).fill('0');
  await screen.getByLabel('Tracking number').nth(1).fill('1Z2');
  await screen.getByRole('button', { name: 'Add a shipment' }).click();
  await expect(plates.nth(2)).toHaveValue('2');
  await screen.getByLabel('Tracking number').nth(2).fill('1Z3');
  await screen.getByLabel('Ships from').nth(2).selectOption('North warehouse');
  await screen.getByRole('button', { name: 'Ship 6 items' }).click();
  for (const number of ['1Z1', '1Z2', '1Z3']) await expect(screen.getByText(`UPS ${number}`).first()).toBeVisible();
}

async function changeTracking(admin: Layout): Promise<void> {
  const { screen } = admin;
  await screen.getByRole('button', { name: 'Change tracking of UPS 1Z2' }).click();
  await screen.getByLabel('Carrier').selectOption('Other');
  await screen.getByRole('button', { name: 'Save tracking' }).click();
  await expect(screen.getByText('Another carrier needs the address of its tracking page')).toBeVisible();
  await screen.getByLabel('Tracking URL').fill('https://boat.example/1Z2');
  await screen.getByRole('button', { name: 'Save tracking' }).click();
  await admin.expectToast('Tracking saved');
  await expect(screen.getByRole('link', { name: 'Other 1Z2' })).toHaveAttribute('href', 'https://boat.example/1Z2');
}

async function takeBack(admin: Layout): Promise<void> {
  const { screen } = admin;
  await screen.getByRole('button', { name: 'Cancel shipment UPS 1Z3' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancel shipment' }).click();
  await admin.expectToast('Shipment canceled');
  await expect(screen.getByRole('button', { name: 'Ship 2 items' })).toBeVisible();
}

async function holdAndRelease(admin: Layout): Promise<void> {
  const { screen } = admin;
  await screen.getByRole('button', { name: 'Put on hold' }).click();
  await screen.getByRole('dialog').getByLabel('Note').fill('Glaze is drying');
  await screen.getByRole('dialog').getByRole('button', { name: 'Put on hold' }).click();
  await admin.expectToast('On hold');
  await expect(screen.getByText('2 items are on hold')).toBeVisible();
  await expect(screen.getByRole('button', { name: /^Ship / })).toHaveCount(0);
  await screen.getByRole('button', { name: 'Release' }).click();
  await admin.expectToast('Released');
  await expect(screen.getByRole('button', { name: 'Ship 2 items' })).toBeVisible();
}

async function seePhone(browser: Browser, name: string, id: string): Promise<void> {
  const phone = await openPortalLayout(browser, { email: NORDLYS.email, width: 390, locale: 'de' });
  const { page } = phone;
  await phone.open(`/orders/${id}`);
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sendung hinzufügen' })).toBeVisible();
  await page.getByRole('button', { name: 'Sendung hinzufügen' }).click();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await keepPicture(page, 'order-390-de');
  phone.watch.expectQuiet();
}
