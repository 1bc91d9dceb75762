import { expect, test, type Browser, type Page } from '@playwright/test';
import { NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { closeWindows, openAdminLayout, openPortalLayout, type Layout } from '../support/layouts.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();
const SLIPS = 20;
/** A thousand in a proof; the suite makes sure of the way. */
const LINES = process.env.PROVE === '1' ? 1_000 : 150;

type Sold = { id: string; name: string };

test.afterEach(({ browser }) => closeWindows(browser));

async function sell(count: number, title: string, extra: object = {}): Promise<Sold[]> {
  const sold: Sold[] = [];
  for (let index = 0; index < count; index++) {
    const lines = [{ vendor: NORDLYS.name, title, price: '12.00', quantity: 2 }];
    sold.push(await client.control<Sold>('POST', '/orders', { email: 'many@buyer.test', lines, ...extra }));
  }
  await client.control('POST', '/drain', {});
  return sold;
}

const keep = (page: Page, name: string) => keepPicture(page, name);

test('a vendor prints twenty slips and ships them from the list; a new order is announced without moving a row', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const sold = await test.step('buyers order', () => sell(SLIPS, 'Listed vase'));
  const onHold = sold[0];
  await client.control('POST', `/orders/${onHold?.id ?? ''}/hold`, { reason: 'OTHER' });
  await client.control('POST', '/drain', {});
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  await vendor.open('/orders?q=Listed+vase');
  await choose(vendor, SLIPS);
  await test.step('twenty slips in one file', () => printSlips(vendor));
  await test.step('many orders: shipped with one action', () => shipAll(vendor, sold));
  await test.step('one that is on hold is named, and tried again alone', () => retryOnHold(vendor, onHold));
  const fresh = await test.step('a new order stands aside until it is asked for', () => seeNew(vendor));
  vendor.watch.expectQuiet();
  await test.step('it is chosen and shipped on a phone', () => shipOnPhone(browser, fresh));
});

/** Chooses everything on the page, which the search has narrowed. */
async function choose({ screen }: Layout, count: number): Promise<void> {
  await expect(screen.getByRole('row')).toHaveCount(count + 1);
  await screen.getByRole('checkbox').first().check({ force: true });
  await expect(screen.getByRole('button', { name: `Ship ${count} orders` })).toBeVisible();
}

async function printSlips({ page, screen }: Layout): Promise<void> {
  const tab = page.context().waitForEvent('page');
  await screen.getByRole('button', { name: `Print ${SLIPS} packing slips` }).click();
  const printed = await tab;
  await printed.waitForURL(/\/api\/documents\/opened/);
  await expect(printed.locator('.document')).toHaveCount(SLIPS);
  await printed.close();
}

async function shipAll(vendor: Layout, sold: readonly Sold[]): Promise<void> {
  const { page, screen } = vendor;
  await screen.getByRole('button', { name: `Ship ${SLIPS} orders` }).click();
  const dialog = screen.getByRole('dialog');
  const last = sold.at(-1)?.name ?? '';
  await dialog.getByLabel(`Carrier of ${last}`).selectOption('UPS');
  await dialog.getByLabel(`Tracking number of ${last}`).fill('1Z999AA10123456784');
  await keep(page, 'orders-ship-dialog');
  await dialog.getByRole('button', { name: `Ship ${SLIPS} orders` }).click();
  await vendor.expectToast('It is being shipped. You can leave this page.');
  await expect(screen.getByText(`${SLIPS - 1} of ${SLIPS} shipped.`)).toBeVisible({ timeout: 60_000 });
  await expect(screen.getByText('1 was not shipped:')).toBeVisible();
  await keep(page, 'orders-ship-report');
  const order = await client.control<{ fulfillments: { tracking_numbers: string[] }[] }>(
    'GET',
    `/orders/${sold.at(-1)?.id ?? ''}`,
  );
  expect(order.fulfillments.map((fulfillment) => fulfillment.tracking_numbers)).toEqual([['1Z999AA10123456784']]);
}

async function retryOnHold({ screen }: Layout, onHold: Sold | undefined): Promise<void> {
  await expect(screen.getByRole('link', { name: onHold?.name ?? '' }).first()).toBeVisible();
  await client.control('POST', `/orders/${onHold?.id ?? ''}/release`, {});
  await client.control('POST', '/drain', {});
  await screen.getByRole('button', { name: 'Try 1 again' }).click();
  await expect(screen.getByText(`${SLIPS} of ${SLIPS} shipped.`)).toBeVisible({ timeout: 60_000 });
  await expect(screen.getByText('1 was not shipped:')).toHaveCount(0);
}

async function seeNew(vendor: Layout): Promise<Sold | undefined> {
  const { page, screen } = vendor;
  const rows = screen.getByRole('row');
  const [fresh] = await sell(1, 'Listed vase');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  const show = screen.getByRole('button', { name: 'Show 1 new order' });
  await expect(show).toBeVisible();
  await expect(rows).toHaveCount(SLIPS + 1);
  await show.click();
  await expect(rows).toHaveCount(SLIPS + 2);
  await expect(rows.nth(1)).toContainText(fresh?.name ?? '');
  return fresh;
}

/** Nothing is left to ship for the tests that come after. */
async function shipOnPhone(browser: Browser, fresh: Sold | undefined): Promise<void> {
  const phone = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  const { page, screen } = phone;
  await phone.open('/orders?q=Listed+vase');
  await screen.getByRole('button', { name: 'Select orders' }).click();
  await screen.getByRole('checkbox', { name: fresh?.name ?? '' }).check({ force: true });
  await keep(page, 'orders-choose-390');
  await screen.getByRole('button', { name: 'Ship 1 order' }).click();
  const dialog = screen.getByRole('dialog');
  await keep(page, 'orders-ship-dialog-390');
  await dialog.getByRole('button', { name: 'Ship 1 order' }).click();
  await expect(screen.getByText('1 of 1 shipped.')).toBeVisible({ timeout: 60_000 });
  await keep(page, 'orders-ship-report-390');
  phone.watch.expectQuiet();
}

test('an order of very many lines opens, is read and is shipped, in the store admin and on a phone', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const lines = Array.from({ length: LINES }, (_, index) => ({
    vendor: NORDLYS.name,
    title: `Bead ${String(index + 1).padStart(4, '0')}`,
    price: '0.50',
    quantity: 1,
  }));
  const [order] = await sell(1, '', { lines });
  const phone = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  await phone.open(`/orders/${order?.id ?? ''}`);
  const widest = await phone.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(widest).toBeLessThanOrEqual(0);
  await expect(phone.screen.getByText(`Bead ${String(LINES).padStart(4, '0')}`).first()).toBeAttached();
  await keep(phone.page, 'order-of-many-lines-390');
  phone.watch.expectQuiet();
  const admin = await openAdminLayout(browser);
  await admin.open(`/orders/${order?.id ?? ''}`);
  await keep(admin.page, 'order-of-many-lines-1440');
  await admin.screen.getByRole('button', { name: `Ship ${LINES} items` }).click();
  await expect(admin.screen.getByText('Fulfilled').first()).toBeVisible({ timeout: 60_000 });
  admin.watch.expectQuiet();
});
