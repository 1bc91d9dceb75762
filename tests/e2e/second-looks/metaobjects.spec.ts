import { expect, test, type Locator } from '@playwright/test';
import { join } from 'node:path';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, untilReady } from '../support/layouts.ts';
import { NORDLYS, openMarketplace } from '../support/marketplace.ts';

const client = openMarketplace();
const TYPE = 'e2e-glaze';
const PICTURE = join(import.meta.dirname, '../pictures', 'lantern.png');

type Dto = {
  id: string;
  options: { name: string; values: string[] }[];
  variants: { title: string }[];
  metafields: { key: string; value: string }[];
};

/** No specification, kind or access of this test, or of an earlier try of it, is left. */
async function clear(scopes: readonly string[]): Promise<void> {
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { specifications: { enabled: true } } });
  const { specifications } = await client.call<{ specifications: { key: string }[] }>(
    admin,
    'GET',
    '/products/metafields',
  );
  for (const { key } of specifications) await client.call(admin, 'DELETE', `/products/metafields?key=${key}`);
  const features = { specifications: { enabled: false }, sections: [] };
  await client.call(admin, 'PATCH', '/app/info/features', { features });
  await client.control('POST', '/kinds/delete', { type: TYPE });
  await client.control('POST', '/scopes', { shop: DEMO_SHOP, scopes });
}

async function grantedScopes(): Promise<string[]> {
  const { shops } = await client.control<{ shops: { domain: string; scopes: string[] }[] }>('GET', '/state');
  return shops.find((shop) => shop.domain === DEMO_SHOP)?.scopes ?? [];
}

let before: string[];
let made: string[] = [];
test.beforeEach(async () => {
  before = await grantedScopes();
  await clear(before);
  const names = ['Celadon', 'Tenmoku', 'Shino', 'Ash white'];
  const fields = [{ key: 'swatch', name: 'Swatch', type: 'file_reference' }];
  await client.control('POST', '/kinds', { type: TYPE, name: 'Glazes', fields, entries: names });
  const scopes = [...new Set([...before, 'read_metaobject_definitions', 'write_metaobjects'])];
  await client.control('POST', '/scopes', { shop: DEMO_SHOP, scopes });
});
test.afterEach(async ({ browser }) => {
  await closeWindows(browser);
  const vendor = await client.signIn(NORDLYS.email);
  for (const id of made) await client.call(vendor, 'PATCH', `/product-v2/${id}/delete`, {});
  made = [];
  await clear(before);
});

test('an admin lets vendors choose from the store’s entries; one is found by keyboard, and one is added with a picture', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  await test.step('the admin makes a specification of a kind of entries, to which vendors may add', async () => {
    const admin = await client.signIn(DEMO_ADMIN);
    await client.call(admin, 'PATCH', '/app/info/features', { features: { specifications: { enabled: true } } });
    const layout = await openAdminLayout(browser);
    const { screen, page } = layout;
    await layout.open('/specifications');
    await screen.getByRole('button', { name: 'Add a specification' }).click();
    await screen.getByLabel('Name', { exact: true }).fill('Glaze');
    await screen.getByLabel('Type', { exact: true }).selectOption({ label: 'Entry of the store (metaobject)' });
    await screen.getByRole('button', { name: 'Save specification' }).click();
    await expect(screen.getByText('Choose which entries it takes')).toBeVisible();
    await screen.getByLabel('Entries of', { exact: true }).selectOption({ label: 'Glazes' });
    await screen.getByLabel('Vendors may add entries').check();
    await screen.getByLabel('Entries that a vendor adds are visible only to them').check();
    await screen.getByRole('button', { name: 'Save specification' }).click();
    await expect(screen.getByRole('button', { name: 'Edit Glaze' })).toBeVisible();
    await page.context().close();
  });
  const vendor = await client.signIn(NORDLYS.email);
  const { productId } = await client.call<{ productId: string }>(vendor, 'PUT', '/products-v2', {
    product: { title: `Glazed ${Date.now().toString(36)}`, variants: [{ price: '20', stock: 3 }] },
  });
  made.push(productId);
  const read = async (key: string) => {
    const { product } = await client.call<{ product: Dto }>(vendor, 'GET', `/products-v2/${productId}`);
    return product.metafields.find((field) => field.key === key)?.value ?? '';
  };
  const layout = await openPortalLayout(browser, { email: NORDLYS.email });
  const { page } = layout;
  await layout.open(`/products/${productId}`);
  const glaze = page.locator('fieldset').filter({ hasText: 'Glaze (optional)' });
  const dialog = page.getByRole('dialog');
  await test.step('the vendor finds an entry by its name and chooses it with the keyboard alone', async () => {
    await glaze.getByRole('button', { name: 'Choose an entry' }).press('Enter');
    const search = dialog.getByLabel('Search by name');
    await expect(dialog.getByRole('button', { name: 'Ash white' })).toBeVisible();
    await search.fill('ten');
    await expect(dialog.getByRole('button', { name: 'Ash white' })).toHaveCount(0);
    const tenmoku = dialog.getByRole('button', { name: 'Tenmoku' });
    await expect(tenmoku).toBeVisible();
    await search.press('ArrowDown');
    await expect(tenmoku).toBeFocused();
    await tenmoku.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(glaze).toContainText('Tenmoku');
  });
  await test.step('adds one of its own with a picture, which is chosen at once', async () => {
    await glaze.getByRole('button', { name: 'Choose another' }).click();
    await dialog.getByRole('button', { name: 'Add an entry' }).click();
    await expect(dialog.getByText('New entry: Glazes')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add entry' }).click();
    await expect(dialog.getByText('Required', { exact: true })).toBeVisible();
    await dialog.getByLabel('Name', { exact: true }).fill('Nordlys blue');
    await addPicture(dialog);
    expect(await listBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add entry' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(glaze).toContainText('Nordlys blue');
    await layout.save();
    await expect.poll(() => read('glaze')).toMatch(/^gid:\/\/shopify\/Metaobject\/\d+$/);
  });
  await test.step('and sees it again with its name', async () => {
    await page.reload();
    await untilReady(page);
    await expect(glaze).toContainText('Nordlys blue');
  });
  layout.watch.expectQuiet();
});

test('entries that a vendor ticks make the variants of a product, and unticked they go with theirs', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { specifications: { enabled: true } } });
  const { kinds } = await client.call<{ kinds: { id: string; type: string }[] }>(
    admin,
    'GET',
    '/products/metafields/kinds',
  );
  await client.call(admin, 'POST', '/products/metafields', {
    key: 'glazes',
    name: 'Glasur',
    type: 'list.metaobject_reference',
    validations: [{ name: 'metaobject_definition_id', value: kinds.find(({ type }) => type === TYPE)?.id }],
    entries: { add: false, own: false, variants: true },
  });
  const vendor = await client.signIn(NORDLYS.email);
  const { productId } = await client.call<{ productId: string }>(vendor, 'PUT', '/products-v2', {
    product: { title: `Bowl in glazes ${Date.now().toString(36)}`, variants: [{ price: '20', stock: 3 }] },
  });
  made.push(productId);
  const read = async () => {
    const { product } = await client.call<{ product: Dto }>(vendor, 'GET', `/products-v2/${productId}`);
    const count = (JSON.parse(product.metafields.find(({ key }) => key === 'glazes')?.value ?? '[]') as string[])
      .length;
    return [count, ...product.options.flatMap(({ name, values }) => [name, ...values]), product.variants.length];
  };
  const layout = await openPortalLayout(browser, { email: NORDLYS.email, width: 390, locale: 'de' });
  const { page } = layout;
  const glazes = page.locator('fieldset').filter({ hasText: 'Glasur (optional)' });
  const dialog = page.getByRole('dialog');
  const values = page.locator('.product-option .Polaris-Tag');
  const save = () => page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await test.step('two are ticked: the product has their option and a variant of each', async () => {
    await layout.open(`/products/${productId}`);
    await glazes.getByRole('button', { name: 'Einträge auswählen' }).click();
    await dialog.getByLabel('Shino').check();
    await dialog.getByLabel('Celadon').check();
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isWide).toBe(false);
    await dialog.getByRole('button', { name: 'Fertig' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(values).toHaveText(['Shino', 'Celadon']);
    await expect(page.locator('[name="options.0.values"]')).toBeDisabled();
    await page.getByRole('button', { name: /^Celadon/ }).click();
    await dialog.locator('[name="variants.1.stock"]').fill('4');
    await dialog.getByRole('button', { name: 'Fertig' }).click();
    await save();
    await expect.poll(read).toEqual([2, 'Glasur', 'Shino', 'Celadon', 2]);
  });
  await test.step('one is taken away: its variant goes with it', async () => {
    await page.reload();
    await untilReady(page);
    await glazes.getByRole('button', { name: 'Löschen: Shino' }).click();
    await expect(values).toHaveText(['Celadon']);
    await save();
    await expect.poll(read).toEqual([1, 'Glasur', 'Celadon', 1]);
  });
  layout.watch.expectQuiet();
});

/** Sends a picture with the form of an entry, and waits until it is there. */
async function addPicture(dialog: Locator): Promise<void> {
  const swatch = dialog.locator('fieldset').filter({ hasText: 'Swatch' });
  await swatch.locator('input[type="file"]').setInputFiles(PICTURE);
  await expect(swatch.locator('img')).toBeVisible();
}
