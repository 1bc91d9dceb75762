import { join } from 'node:path';
import { expect, test, type Browser, type Locator } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { closeWindows, openAdminLayout, openPortalLayout, untilReady, type Layout } from '../support/layouts.ts';
import { NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { fillRichText } from '../support/rich-text.ts';

const client = openMarketplace();
let made = 0;

test.afterEach(({ browser }) => closeWindows(browser));

type Dto = {
  version: string;
  title: string;
  media: { alt: string }[];
  variants: { id: string; title: string; price: string; stock: number }[];
};

/** A name that no other test has. */
const newTitle = (what: string): string => `${what} ${Date.now().toString(36)}${String(++made)}`;

/** A draft of the vendor, made by the API. */
async function makeDraft(title: string, over: object = {}): Promise<string> {
  const seller = await client.signIn(NORDLYS.email);
  const product = { title, bodyHtml: '<p>By hand.</p>', variants: [{ price: '10.00', stock: 5 }], ...over };
  const { productId } = await client.call<{ productId: string }>(seller, 'PUT', '/products-v2', { product });
  return productId;
}
async function read(productId: string): Promise<Dto> {
  const seller = await client.signIn(NORDLYS.email);
  return (await client.call<{ product: Dto }>(seller, 'GET', `/products-v2/${productId}`)).product;
}
/** What the app draws: a page, or the frame inside the store admin. */
type Screen = Layout['screen'];
const cell = (page: Screen, index: number, field: string): Locator =>
  page.locator(`[name="variants.${index}.${field}"]`);

/** Puts a block into the clipboard's place: a paste as the browser sends it. */
async function paste(target: Locator, text: string): Promise<void> {
  await target.focus();
  await target.evaluate((element, block) => {
    const data = new DataTransfer();
    data.setData('text/plain', block);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

async function addOption(page: Screen, number: number, name: string, values: string): Promise<void> {
  await page.getByRole('button', { name: 'Add option' }).click();
  await page.getByLabel(`Option ${number}`, { exact: true }).fill(name);
  await page.locator(`[name="options.${number - 1}.values"]`).fill(values);
  await page.getByLabel(`Option ${number}`, { exact: true }).focus();
}

/** Sends pictures one by one and says what each shows. */
async function addPictures(screen: Screen, texts: readonly string[]): Promise<void> {
  const picture = join(import.meta.dirname, '../pictures', 'lantern.png');
  for (const [index, alt] of texts.entries()) {
    await screen.locator('input[type="file"]').setInputFiles(picture);
    await screen.getByLabel(`Alt text for image ${index + 1}`).fill(alt);
  }
}

/** The product of a title once it is there. */
async function expectMade(title: string): Promise<Dto> {
  const seller = await client.signIn(NORDLYS.email);
  const address = `/products-v2?${new URLSearchParams({ status: 'ALL', q: title }).toString()}`;
  const find = async () => (await client.call<{ products: { id: string }[] }>(seller, 'GET', address)).products;
  await expect.poll(async () => (await find()).length, { timeout: 30_000 }).toBe(1);
  return read((await find())[0]?.id ?? '');
}

const openEditor = async (browser: Browser, path: string, o: { width?: number } = {}): Promise<Layout> => {
  const layout = await openPortalLayout(browser, { email: NORDLYS.email, ...o });
  await layout.open(path);
  return layout;
};

test('a product of three options and sixty variants is filled from a spreadsheet', async ({ browser }) => {
  test.setTimeout(120_000);
  const layout = await openEditor(browser, '/products/new');
  const { page } = layout;
  const title = newTitle('Sixty');
  await page.getByLabel('Title', { exact: true }).fill(title);
  await addOption(page, 1, 'Colour', 'Sand, Sea, Clay, Moss, Ink');
  await addOption(page, 2, 'Size', 'S, M, L, XL');
  await addOption(page, 3, 'Glaze', 'Matt, Gloss, Raw');
  await expect(page.locator('table.product-grid')).toHaveAttribute('aria-rowcount', '61');
  // Only the rows in view are there.
  expect(await page.locator('table.product-grid tbody input[name$=".price"]').count()).toBeLessThan(50);
  const block = Array.from(
    { length: 60 },
    (_, index) => `${(10 + index).toFixed(2)}\t\t${index}\tSIXTY-${title}-${index}`,
  );
  await paste(cell(page, 0, 'price'), block.join('\n'));
  await expect(page.getByText('values pasted.')).toBeVisible();
  await page.locator('.product-grid-news').getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 0, 'price')).toHaveValue('');
  await paste(cell(page, 0, 'price'), block.join('\n'));
  await expect(cell(page, 3, 'price')).toHaveValue('13.00');
  // The keys go on beyond the rows in view, and fill down.
  await cell(page, 0, 'compareAt').focus();
  for (let step = 0; step < 6; step++) await page.keyboard.press('PageDown');
  await expect(cell(page, 59, 'compareAt')).toBeFocused();
  await page.keyboard.type('99');
  await page.keyboard.press('ArrowUp');
  await expect(cell(page, 58, 'compareAt')).toBeFocused();
  await page.keyboard.type('98');
  await page.keyboard.press('Control+d');
  await expect(cell(page, 59, 'compareAt')).toHaveValue('98');
  await layout.save();
  await page.waitForURL(/products\/\d+$/);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const product = await read(id);
  expect(product.variants).toHaveLength(60);
  expect(product.variants[59]).toMatchObject({ title: 'Ink / XL / Raw', price: '69.00', stock: 59 });
  // The editor of the stored product has its name for a heading; until it stands there, the one of the new product does.
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByLabel('Option 1', { exact: true })).toHaveValue('Colour');
  // A value that is pressed comes back into the field, and keeps its variants under another name.
  await page.getByRole('button', { name: 'Rename Sea' }).click();
  await page.locator('[name="options.0.values"]').fill('Ocean');
  await page.keyboard.press('Enter');
  await layout.save();
  await expect.poll(async () => (await read(id)).variants[12]?.title).toBe('Ocean / S / Matt');
  expect((await read(id)).variants.map((variant) => variant.id)).toEqual(product.variants.map((variant) => variant.id));
  layout.watch.expectQuiet();
});

test('a save whose answer is lost goes on by itself: it is found to be done, and its stock is moved', async ({
  browser,
}) => {
  const layout = await openEditor(browser, `/products/${await makeDraft(newTitle('Lost'))}`);
  const { page } = layout;
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await cell(page, 0, 'price').fill('12.50');
  await cell(page, 0, 'stock').fill('3');
  // The platform takes the change in as often as it is asked, and its answers never come.
  await client.control('POST', '/faults', {
    target: 'shopify',
    operation: 'productSet',
    kind: 'drop_response',
    times: 4,
  });
  await layout.save();
  await expect
    .poll(async () => (await read(id)).variants[0], { timeout: 20_000 })
    .toMatchObject({ price: '12.50', stock: 3 });
  await expect(page.locator('.souk-save-bar').getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
});

test('a save that broke off halfway goes on when it is sent again', async ({ browser }) => {
  const layout = await openEditor(browser, `/products/${await makeDraft(newTitle('Halfway'))}`);
  const { page } = layout;
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await cell(page, 0, 'price').fill('12.50');
  await cell(page, 0, 'stock').fill('3');
  await client.control('POST', '/faults', {
    target: 'shopify',
    operation: 'inventorySetQuantities',
    kind: 'error',
    status: 500,
    times: 4,
  });
  await layout.save();
  await expect(page.getByText('The store platform did not answer as expected.').first()).toBeVisible();
  await expect(cell(page, 0, 'price')).toHaveValue('12.50');
  await layout.save();
  await expect.poll(async () => (await read(id)).variants[0]).toMatchObject({ price: '12.50', stock: 3 });
  await expect(page.locator('.souk-save-bar').getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
});

test('two people who change a product, one in each layout, are shown field by field, and nothing typed is lost', async ({
  browser,
}) => {
  const title = newTitle('Two');
  const id = await makeDraft(title);
  const layout = await openEditor(browser, `/products/${id}`);
  const { page } = layout;
  await page.getByLabel('Title', { exact: true }).fill(`${title} mine`);
  await cell(page, 0, 'price').fill('11.00');
  // The other is at the other layout.
  const admin = await openAdminLayout(browser);
  await admin.open(`/products/${id}`);
  await admin.screen.getByLabel('Title', { exact: true }).fill(`${title} theirs`);
  await fillRichText(admin.screen, 'Description', 'By machine.');
  await admin.save();
  await expect.poll(async () => (await read(id)).title).toBe(`${title} theirs`);
  await layout.save();
  await expect(page.getByText('Someone else changed this product').first()).toBeVisible();
  await expect(page.getByText('Description: their change was applied')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Description', exact: true })).toHaveText('By machine.');
  await expect(page.getByText(`Title: yours “${title} mine”, theirs “${title} theirs”`)).toBeVisible();
  await expect(cell(page, 0, 'price')).toHaveValue('11.00');
  await page.getByRole('button', { name: 'Take theirs: Title' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(`${title} theirs`);
  await layout.save();
  await expect.poll(async () => (await read(id)).variants[0]?.price).toBe('11.00');
  expect((await read(id)).title).toBe(`${title} theirs`);
});

test('unsaved work stands in the editor again after a reload, until it is discarded', async ({ browser }) => {
  const id = await makeDraft(newTitle('Kept'));
  const layout = await openEditor(browser, `/products/${id}`);
  const { page } = layout;
  page.on('dialog', (dialog) => void dialog.accept());
  await cell(page, 0, 'price').fill('77.70');
  await page.reload();
  await untilReady(page);
  await expect(page.getByText('Unsaved changes restored')).toBeVisible();
  await expect(cell(page, 0, 'price')).toHaveValue('77.70');
  await page.locator('.Polaris-Banner').getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(cell(page, 0, 'price')).toHaveValue('10.00');
  await page.reload();
  await untilReady(page);
  await expect(cell(page, 0, 'price')).toHaveValue('10.00');
  await expect(page.getByText('Unsaved changes restored')).toHaveCount(0);
});

test('pictures are put into order with the keyboard alone', async ({ browser }) => {
  const layout = await openEditor(browser, `/products/${await makeDraft(newTitle('Order'))}`);
  const { page } = layout;
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await addPictures(page, ['First', 'Second', 'Third']);
  const handle = page.getByRole('button', { name: 'Image 3 of 3: move with the arrow keys' });
  await handle.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('The image is now number 2 of 3.')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Image 2 of 3: move with the arrow keys' })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByLabel('Alt text for image 1')).toHaveValue('Third');
  await layout.save();
  await expect
    .poll(async () => (await read(id)).media.map((medium) => medium.alt), { timeout: 20_000 })
    .toEqual(['Third', 'First', 'Second']);
  layout.watch.expectQuiet();
});

test('in the store admin, too, a product is filled from a spreadsheet and its pictures are ordered by keys', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const layout = await openAdminLayout(browser);
  await layout.open('/products/new');
  const { page, screen } = layout;
  const title = newTitle('Framed');
  await screen.getByLabel('Vendor', { exact: true }).selectOption(NORDLYS.name);
  await screen.getByLabel('Title', { exact: true }).fill(title);
  await addOption(screen, 1, 'Colour', 'Sand, Sea, Clay, Moss, Ink');
  await addOption(screen, 2, 'Size', 'S, M, L, XL');
  await addOption(screen, 3, 'Glaze', 'Matt, Gloss, Raw');
  await expect(screen.locator('table.product-grid')).toHaveAttribute('aria-rowcount', '61');
  const block = Array.from({ length: 60 }, (_, index) => `${(10 + index).toFixed(2)}\t\t${index}`);
  await paste(cell(screen, 0, 'price'), block.join('\n'));
  await expect(cell(screen, 3, 'price')).toHaveValue('13.00');
  await addPictures(screen, ['First', 'Second', 'Third']);
  await screen.getByRole('button', { name: 'Image 3 of 3: move with the arrow keys' }).focus();
  await page.keyboard.press('Home');
  await expect(screen.getByRole('button', { name: 'Image 1 of 3: move with the arrow keys' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(screen.getByLabel('Alt text for image 2')).toHaveValue('Third');
  await layout.save();
  const product = await expectMade(title);
  expect(product.variants).toHaveLength(60);
  expect(product.variants[59]).toMatchObject({ title: 'Ink / XL / Raw', price: '69.00', stock: 59 });
  expect(product.media.map((medium) => medium.alt)).toEqual(['First', 'Third', 'Second']);
  layout.watch.expectQuiet();
});

test('on a phone the variants open one by one', async ({ browser }) => {
  const options = [{ name: 'Size', values: ['Small', 'Large'] }];
  const variants = ['Small', 'Large'].map((value) => ({ price: '10', stock: 1, options: [{ name: 'Size', value }] }));
  const id = await makeDraft(newTitle('Phone'), { options, variants });
  const layout = await openEditor(browser, `/products/${id}`, { width: 390 });
  const { page } = layout;
  await page.getByRole('button', { name: /^Large/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Price ($)', { exact: true }).fill('24.90');
  await dialog.getByLabel('Can be picked up').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Large/ })).toContainText('24.90');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await layout.save();
  await expect.poll(async () => (await read(id)).variants[1]?.price).toBe('24.90');
  layout.watch.expectQuiet();
});

test('what the marketplace leaves out of the form is not there, and its limits are shown at the field', async ({
  browser,
}) => {
  const admin = await client.signIn(DEMO_ADMIN);
  const { settings } = await client.call<{ settings: { variants: object; inputLimit: object } }>(
    admin,
    'GET',
    '/app/info',
  );
  const { variants, inputLimit } = settings;
  await client.call(admin, 'PATCH', '/app/info/features', {
    features: {
      variants: { ...variants, sku: false, barcode: false, seo: false },
      inputLimit: { ...inputLimit, title: { min: 0, max: 12 } },
    },
  });
  try {
    const layout = await openEditor(browser, '/products/new');
    const { page } = layout;
    await expect(cell(page, 0, 'price')).toBeVisible();
    await expect(cell(page, 0, 'sku')).toHaveCount(0);
    await expect(cell(page, 0, 'barcode')).toHaveCount(0);
    await expect(page.getByText('Search engine listing')).toHaveCount(0);
    await page.getByLabel('Title', { exact: true }).fill('A name of more than twelve');
    await cell(page, 0, 'price').fill('4');
    await layout.save();
    await expect(page.getByText('Required').first()).toBeVisible();
    await cell(page, 0, 'stock').fill('4');
    await layout.save();
    await expect(page.getByText('At most 12 characters (now 26)')).toBeVisible();
  } finally {
    await client.call(admin, 'PATCH', '/app/info/features', { features: { variants, inputLimit } });
  }
});
