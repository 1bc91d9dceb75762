import { expect, test, type Browser } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { closeWindows, openAdminLayout, openPortalLayout, type Layout } from '../support/layouts.ts';
import { NORDLYS, openMarketplace } from '../support/marketplace.ts';

/** A word that only this run's products have in their names, and those names. */
let word: string;
let names: string[];

test.beforeEach(({ browserName: _browserName }, info) => {
  word = `gallery${String(info.repeatEachIndex)}x${String(info.retry)}`;
  names = ['one', 'two', 'three'].map((number) => `Dish ${number} ${word}`);
});

test.afterEach(({ browser }) => closeWindows(browser));

test('a marketplace finds its products, approves several at once with one refused, tries that again, and exports them', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const ids = await makeDrafts();
  const admin = await openAdminLayout(browser);
  await test.step('found by typing, narrowed by vendor and stock', () => findThem(admin));
  await test.step('approved at once, one refused', () => approveThem(admin, ids[0] ?? ''));
  await test.step('what was refused is tried again', () => tryAgain(admin, ids[0] ?? ''));
  await test.step('page by page, and back', () => walkPages(admin));
  await test.step('from one to the next of the list, and back to it', () => goBeside(admin));
  await test.step('exported as they are filtered', () => exportThem(admin));
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  await test.step('the vendor finds its own, and decides on nothing', () => seeOwn(vendor));
  await test.step('all of it fits a phone, in German', () => seePhone(browser));
  for (const layout of [admin, vendor]) layout.watch.expectQuiet();
});

async function makeDrafts(): Promise<string[]> {
  const client = openMarketplace();
  const maker = await client.signIn(NORDLYS.email);
  const ids: string[] = [];
  for (const title of names) {
    const product = { title, variants: [{ price: '12.00', stock: 3, sku: title.replaceAll(' ', '-') }] };
    ids.push((await client.call<{ productId: string }>(maker, 'PUT', '/products-v2', { product })).productId);
  }
  return ids;
}

async function findThem(admin: Layout): Promise<void> {
  const { screen } = admin;
  await admin.open(`/products?q=${word}`);
  for (const name of names) await expect(screen.getByRole('link', { name })).toBeVisible();
  const search = screen.getByPlaceholder('Search by title, SKU, barcode or vendor');
  await search.fill(`dish-two-${word}`);
  await expect(screen.getByRole('link', { name: names[0] ?? '' })).toHaveCount(0);
  await expect(screen.getByRole('link', { name: names[1] ?? '' })).toBeVisible();
  await search.fill('nothing is called so');
  await expect(screen.getByText('No results for “nothing is called so”.')).toBeVisible();
  await screen.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(screen.getByText('No results for')).toHaveCount(0);
  await admin.open(`/products?q=${word}&seller=${encodeURIComponent(NORDLYS.name)}&stock=in-stock`);
  for (const name of names) await expect(screen.getByRole('link', { name })).toBeVisible();
}

async function approveThem(admin: Layout, refused: string): Promise<void> {
  const { screen } = admin;
  await admin.open(`/products?q=${word}`);
  for (const name of names) {
    await screen.getByRole('row').filter({ hasText: name }).getByRole('checkbox').check({ force: true });
  }
  // Somebody else is quicker with one of them: it is refused here, with the reason.
  const client = openMarketplace();
  await client.call(await client.signIn(DEMO_ADMIN), 'PATCH', `/product-v2/${refused}/approve`, {});
  await screen.getByRole('button', { name: 'Approve 3' }).first().click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Approve 3' }).click();
  await expect(screen.getByText('Approval: 3 products')).toBeVisible();
  await expect(screen.getByText('2 of 3 done.', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(screen.getByText('1 was refused:')).toBeVisible();
  await expect(screen.getByText('it is approved already')).toBeVisible();
  // Leaving and coming back finds it again.
  await admin.open(`/products?view=ACTIVE&q=${word}`);
  await expect(screen.getByText('Approval: 3 products')).toBeVisible();
  for (const name of names) await expect(screen.getByRole('row').filter({ hasText: name })).toBeVisible();
}

async function tryAgain(admin: Layout, refused: string): Promise<void> {
  const { screen } = admin;
  const client = openMarketplace();
  const back = { note: 'Once more' };
  await client.call(await client.signIn(DEMO_ADMIN), 'PATCH', `/product-v2/${refused}/unapprove`, back);
  await screen.getByRole('button', { name: 'Try 1 again' }).click();
  await expect(screen.getByText('3 of 3 done.', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(screen.getByText('1 was refused:')).toHaveCount(0);
  await screen.getByRole('button', { name: 'Dismiss notification' }).first().click();
  await expect(screen.getByText('Approval: 3 products')).toHaveCount(0);
}

async function exportThem(admin: Layout): Promise<void> {
  await admin.open(`/products?view=ACTIVE&q=${word}`);
  const downloading = admin.page.waitForEvent('download');
  await admin.action('Export').click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('products.csv');
  await expect(admin.screen.getByText('Exported: 3 rows')).toBeVisible();
}

async function walkPages({ screen, ...admin }: Layout): Promise<void> {
  await admin.open('/products?view=ALL&sort=TITLE');
  const first = screen.getByRole('table').getByRole('link').first();
  const title = (await first.textContent()) ?? '';
  await screen.getByRole('button', { name: 'Next page' }).click();
  await expect(first).not.toHaveText(title);
  const second = (await first.textContent()) ?? '';
  await screen.getByRole('button', { name: 'Next page' }).click();
  await expect(first).not.toHaveText(second);
  await screen.getByRole('button', { name: 'Previous page' }).click();
  await expect(first).toHaveText(second);
  await screen.getByRole('button', { name: 'Previous page' }).click();
  await expect(first).toHaveText(title);
  await expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled();
}

async function goBeside({ screen, ...admin }: Layout): Promise<void> {
  const [one = '', two = '', three = ''] = names;
  const shows = (name: string) => expect(screen.getByLabel('Title', { exact: true })).toHaveValue(name);
  const beside = (name: string) => screen.getByRole('button', { name, exact: true });
  await admin.open(`/products?view=ALL&q=${word}&sort=TITLE`);
  await screen.getByRole('link', { name: one }).click();
  await shows(one);
  await expect(beside('Previous')).toBeDisabled();
  await beside('Next').click();
  await shows(three);
  await beside('Next').click();
  await shows(two);
  await expect(beside('Next')).toBeDisabled();
  await beside('Previous').click();
  await shows(three);
  await screen.getByRole('main').getByRole('link', { name: 'Products', exact: true }).click();
  await expect(screen.getByRole('link', { name: one })).toBeVisible();
  await expect(screen.getByPlaceholder('Search by title, SKU, barcode or vendor')).toHaveValue(word);
}

async function seeOwn(vendor: Layout): Promise<void> {
  const { page } = vendor;
  await vendor.open(`/products?view=ACTIVE&q=${word}`);
  for (const name of names) await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
  await page
    .getByRole('row')
    .filter({ hasText: names[2] ?? '' })
    .getByRole('checkbox')
    .check({ force: true });
  await expect(page.getByRole('button', { name: 'Approve 1' })).toHaveCount(0);
}

async function seePhone(browser: Browser): Promise<void> {
  const phone = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390, locale: 'de' });
  await phone.open(`/products?view=ACTIVE&q=${word}`);
  for (const name of names) await expect(phone.page.getByRole('link', { name })).toBeVisible();
  const overflow = await phone.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  phone.watch.expectQuiet();
}
