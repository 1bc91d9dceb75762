import { expect, test, type FrameLocator, type Page } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout } from '../support/layouts.ts';
import { addresses, FJELL, NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();
const admin = (path: string): string => `${addresses().sandbox}/admin/store/demo${path}`;
/** The block on a page, and the action in its dialog: each in a frame of its own, as at the platform. */
const block = (page: Page): FrameLocator => page.frameLocator('iframe[data-extension]');
const action = (page: Page): FrameLocator => page.frameLocator('.extension-dialog iframe');

test.afterEach(({ browser }) => closeWindows(browser));

type Sold = { id: string; name: string };
const sell = () =>
  client.control<Sold>('POST', '/orders', {
    email: 'mara@buyer.test',
    lines: [
      { vendor: NORDLYS.name, title: 'Lamp for the block', price: '40.00', quantity: 1 },
      { vendor: FJELL.name, title: 'Blanket for the block', price: '60.00', quantity: 2 },
    ],
  });

test('the page of an order shows both vendors with what they earn, and “explain” opens the explanation in the app', async ({
  browser,
}) => {
  const { name, id } = await sell();
  await client.control('POST', '/drain', {});
  const { page, screen } = await openAdminLayout(browser);
  await page.goto(admin(`/orders/${id}`));
  const shown = block(page);
  const part = (vendor: string) => shown.locator(`s-section[accessibilityLabel="${vendor}"]`);
  await expect(part(NORDLYS.name)).toContainText('1 × Lamp for the block');
  await expect(part(NORDLYS.name)).toContainText('To ship');
  // 15 percent and 0.30 below 50.00, 12.5 percent from there.
  await expect(part(NORDLYS.name)).toContainText('Earns $33.70, commission $6.30');
  await expect(part(FJELL.name)).toContainText('2 × Blanket for the block');
  await expect(part(FJELL.name)).toContainText('Earns $105.00, commission $15.00');
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'order-block-1440-en');
  await part(FJELL.name).getByRole('link', { name: 'Explain' }).click();
  await expect(page).toHaveURL(new RegExp(`/apps/souk/admin/orders/${id}`));
  await expect(screen.getByRole('heading', { name: name, level: 1 })).toBeVisible();
  await expect(screen.getByRole('heading', { name: 'How $105.00 is calculated' })).toBeVisible();
  await keepPicture(page, 'explain-from-block-1440-en');
  await page.keyboard.press('Escape');
  await screen.getByRole('button', { name: 'Remind' }).first().click();
  await expect(page.locator('#toasts').getByText('Reminder sent').first()).toBeVisible();
});

test('from the page of an order a vendor is reminded, and one bears a refund that no vendor bore', async ({
  browser,
}) => {
  const { id, name } = await sell();
  await client.control('POST', `/orders/${encodeURIComponent(name)}/refunds`, { lines: [], amount: '8.00' });
  await client.control('POST', '/drain', {});
  const { page } = await openAdminLayout(browser);
  await page.goto(admin(`/orders/${id}`));
  await block(page).getByRole('button', { name: 'More actions' }).click();
  const dialog = action(page);
  await dialog.getByLabel('Vendor', { exact: true }).selectOption(FJELL.name);
  await dialog.getByRole('button', { name: 'Send reminder' }).click();
  await expect(dialog.locator('s-banner')).toHaveText(`${FJELL.name} was reminded.`);
  await dialog.getByRole('button', { name: 'Send reminder' }).click();
  await expect(dialog.locator('s-banner')).toHaveText(`${FJELL.name} was reminded today already.`);
  await dialog.getByLabel('What do you want to do?').selectOption('goodwill');
  await expect(dialog.getByText('$8.00 was refunded beyond the items')).toBeVisible();
  await dialog.getByLabel('Vendor', { exact: true }).selectOption(NORDLYS.name);
  await dialog.getByLabel('Amount (USD)').fill('8.00');
  await dialog.getByLabel('Reason').fill('short');
  await dialog.getByRole('button', { name: 'Assign to the vendor' }).click();
  await expect(dialog.getByText('Enter between 10 and 500 characters.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The lamp arrived scratched.');
  await keepPicture(page, 'order-action-1440-en');
  await dialog.getByRole('button', { name: 'Assign to the vendor' }).click();
  await expect(dialog.locator('s-banner')).toHaveText(`${NORDLYS.name} bears it now.`);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('.extension-dialog')).toHaveCount(0);
  const staff = await client.signIn(DEMO_ADMIN);
  const { adjustments } = await client.call<{ adjustments: { vendor: { name: string }; owed: { amount: string } }[] }>(
    staff,
    'GET',
    `/orders/${id}/adjustments`,
  );
  expect(adjustments.map(({ vendor, owed }) => [vendor.name, owed.amount])).toEqual([[NORDLYS.name, '-8.00']]);
});

test('in German a product is approved from its page, and another goes back with a note', async ({ browser }) => {
  const [first = '', second = ''] = await makeDrafts(`page${Date.now().toString(36)}`, 2);
  const { page } = await openAdminLayout(browser, { locale: 'de' });
  await page.goto(admin(`/products/${first}`));
  const shown = block(page);
  await expect(shown.getByText('Wartet auf Freigabe', { exact: true })).toBeVisible();
  await expect(shown.getByText(/^Bei 12,00\s\$: Provision 2,10\s\$, Verkäufer verdient 9,90\s\$$/)).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'product-block-1440-de');
  await shown.getByRole('button', { name: 'Freigeben' }).click();
  await expect(shown.getByText('Aktiv', { exact: true })).toBeVisible();
  await page.goto(admin(`/products/${second}`));
  await shown.getByRole('button', { name: 'Zurückgeben' }).click();
  await action(page).getByLabel('Nachricht an den Verkäufer').fill('Bitte ein Bild dazu.');
  await action(page).getByRole('button', { name: 'Zurückgeben' }).click();
  await expect(action(page).locator('s-banner')).toHaveText(`${FJELL.name} bekommt es mit Ihrer Nachricht zurück.`);
  await action(page).getByRole('button', { name: 'Schließen' }).click();
  await expect(shown.getByText('Zur Überarbeitung', { exact: true })).toBeVisible();
});

test('ten products are approved from the list, and the vendors of two orders are reminded from theirs', async ({
  browser,
}) => {
  const word = `list${Date.now().toString(36)}`;
  await makeDrafts(word, 10);
  const { page } = await openAdminLayout(browser);
  await page.goto(admin(`/products?query=${word}`));
  for (const box of await page.getByRole('checkbox', { name: /^Select / }).all()) await box.check();
  await expect(page.getByText('10 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Approve for the marketplace' }).click();
  await expect(action(page).getByText('Approve 10 products? They go live at once.')).toBeVisible();
  await action(page).getByRole('button', { name: 'Approve' }).click();
  await expect(action(page).getByText('10 products were approved.')).toBeVisible({ timeout: 60_000 });
  const staff = await client.signIn(DEMO_ADMIN);
  const live = await client.call<{ products: object[] }>(staff, 'GET', `/products-v2?status=ACTIVE&q=${word}`);
  expect(live.products).toHaveLength(10);

  const names = [await sell(), await sell()].map(({ name }) => name);
  await client.control('POST', '/drain', {});
  await page.goto(admin('/orders'));
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Remind vendors' }).click();
  await action(page).getByRole('button', { name: 'Send reminder' }).click();
  await expect(action(page).getByText('4 vendors were reminded.')).toBeVisible();
  await keepPicture(page, 'orders-action-1440-en');
});

test('the page of a customer says that nobody of the marketplace dealt with them, in the words of the admin', async ({
  browser,
}) => {
  await sell();
  await client.control('POST', '/drain', {});
  const { page } = await openAdminLayout(browser, { locale: 'fr', width: 390 });
  await page.goto(admin('/privacy'));
  await page.getByRole('link', { name: 'Mara Buyer' }).first().click();
  await expect(block(page).getByRole('heading', { name: 'Conversations et offres' })).toBeVisible();
  await expect(block(page).getByText(/(désactivées dans Souk|n’a fait aucune offre)/)).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'customer-block-390-fr');
});

test('a step of Flow approves a product, and one that lacks its order says why it failed', async ({ browser }) => {
  const [id = ''] = await makeDrafts(`flow${Date.now().toString(36)}`, 1);
  const { page } = await openAdminLayout(browser);
  await page.goto(admin('/flow'));
  const approve = page.getByRole('region', { name: 'Approve product' });
  await approve.getByLabel('Product ID').fill(id);
  await approve.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByRole('status').getByText('The step is done (200).')).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'flow-1440-en');
  const remind = page.getByRole('region', { name: 'Remind vendor to ship' });
  await remind.getByLabel('Order ID').fill('404');
  await remind.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByRole('status').getByText('The step failed (404)')).toBeVisible();
});

test('a workflow that was turned on begins with a product that is submitted, and one that was turned off does not', async ({
  browser,
}) => {
  const word = `trigger${Date.now().toString(36)}`;
  const { page } = await openAdminLayout(browser);
  await page.goto(admin('/flow'));
  await page.getByRole('button', { name: 'Turn on: Product submitted' }).click();
  await expect(page.getByRole('status').getByText('The workflow is on.')).toBeVisible();
  const [first = ''] = await makeDrafts(word, 1);
  await client.control('POST', '/drain', {});
  await page.reload();
  const started = page.getByRole('region', { name: 'Started' });
  await expect(started.getByRole('row', { name: `product_id: ${first}` })).toContainText(`Vendor: ${FJELL.name}`);
  await keepPicture(page, 'flow-triggers-1440-en');
  await page.getByRole('button', { name: 'Turn off: Product submitted' }).click();
  await expect(page.getByRole('status').getByText('The workflow is off.')).toBeVisible();
  const [second = ''] = await makeDrafts(word, 1);
  await client.control('POST', '/drain', {});
  await page.reload();
  await expect(started.getByRole('row', { name: `product_id: ${second}` })).toHaveCount(0);
});

test('links among the actions of an order and of a product open each in the app', async ({ browser }) => {
  const { id, name } = await sell();
  await client.control('POST', '/drain', {});
  const [product = ''] = await makeDrafts(`link${Date.now().toString(36)}`, 1);
  const { page, screen } = await openAdminLayout(browser);
  await page.goto(admin(`/orders/${id}`));
  await page.getByText('More actions').click();
  await page.getByRole('link', { name: 'Open in the marketplace' }).click();
  await expect(screen.getByRole('heading', { name, level: 1 })).toBeVisible();
  await page.goto(admin(`/products/${product}`));
  await page.getByText('More actions').click();
  await page.getByRole('link', { name: 'Open in the marketplace' }).click();
  await expect(screen.getByRole('heading', { name: /^Cushion 1 link/, level: 1 })).toBeVisible();
});

async function makeDrafts(word: string, count: number): Promise<string[]> {
  const maker = await client.signIn(FJELL.email);
  const ids: string[] = [];
  for (let number = 1; number <= count; number++) {
    const product = { title: `Cushion ${String(number)} ${word}`, variants: [{ price: '12.00', stock: 3 }] };
    ids.push((await client.call<{ productId: string }>(maker, 'PUT', '/products-v2', { product })).productId);
  }
  return ids;
}
