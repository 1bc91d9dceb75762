import { expect, test } from '@playwright/test';
import { join } from 'node:path';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, untilReady } from '../support/layouts.ts';
import { NORDLYS, openMarketplace } from '../support/marketplace.ts';

const client = openMarketplace();
const run = Date.now().toString(36);

type Field = { key: string; value: string };
type Dto = { metafields: Field[]; variants: { metafields: Field[] }[] };
const valueIn = (fields: readonly Field[] | undefined, key: string) => fields?.find((one) => one.key === key)?.value;

async function read(productId: string): Promise<Dto> {
  const seller = await client.signIn(NORDLYS.email);
  return (await client.call<{ product: Dto }>(seller, 'GET', `/products-v2/${productId}`)).product;
}

async function isOn(admin: Awaited<ReturnType<typeof client.signIn>>): Promise<boolean> {
  type Info = { features: { specifications: { enabled: boolean } } };
  return (await client.call<Info>(admin, 'GET', '/app/info')).features.specifications.enabled;
}

/** No specification of another test or of an earlier try is left. */
async function clear(): Promise<void> {
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { specifications: { enabled: true } } });
  type One = { owner: string; key: string; namespace: string; type: string };
  const { specifications } = await client.call<{ specifications: One[] }>(admin, 'GET', '/products/metafields');
  for (const { owner, key, namespace, type } of specifications) {
    const query = new URLSearchParams({ owner, key, namespace });
    // The platform keeps definitions of references as long as there are values.
    if (!type.endsWith('reference')) query.set('definition', 'delete');
    await client.call(admin, 'DELETE', `/products/metafields?${query.toString()}`);
  }
  const features = { specifications: { enabled: false }, sections: [] };
  await client.call(admin, 'PATCH', '/app/info/features', { features });
}

test.beforeEach(clear);
test.afterEach(async ({ browser }) => {
  await closeWindows(browser);
  await clear();
});

test('an admin makes a specification with choices and a condition, a vendor sees what is missing, and fills it in', async ({
  browser,
}) => {
  test.setTimeout(150_000);
  await test.step('the admin switches them on, and makes two', async () => {
    const admin = await openAdminLayout(browser);
    const { screen, page } = admin;
    await admin.open('/specifications');
    await screen.getByLabel('fill in specifications').check();
    await admin.save();
    const person = await client.signIn(DEMO_ADMIN);
    await expect.poll(() => isOn(person)).toBe(true);
    await screen.getByRole('button', { name: 'Add a specification' }).click();
    await screen.getByLabel('Name', { exact: true }).fill('Kind of wood');
    await screen.getByLabel('Choices (optional)').fill('Oak\nAsh');
    await screen.getByLabel('Section', { exact: true }).selectOption({ label: 'A new section' });
    await screen.getByLabel('Name of the new section').fill('Material');
    await screen.getByLabel('Required', { exact: true }).check();
    await screen.getByRole('button', { name: 'Save specification' }).click();
    await expect(screen.getByRole('button', { name: 'Edit Kind of wood' })).toBeVisible();
    await screen.getByRole('button', { name: 'Add a specification' }).click();
    await screen.getByLabel('Name', { exact: true }).fill('Oil');
    await screen.getByLabel('Required', { exact: true }).check();
    await screen.getByLabel('Shown', { exact: true }).selectOption({ label: 'When Kind of wood is …' });
    await screen.getByLabel('Values', { exact: true }).fill('Oak');
    await screen.getByRole('button', { name: 'Save specification' }).click();
    await expect(screen.getByRole('button', { name: 'Edit Oil' })).toBeVisible();
    await expect(screen.getByText('custom.kind_of_wood')).toBeVisible();
    await page.context().close();
  });
  const layout = await openPortalLayout(browser, { email: NORDLYS.email });
  const { page } = layout;
  await layout.open('/products/new');
  await page.getByLabel('Title', { exact: true }).fill(`Bowl with facts ${run}`);
  await page.locator('[name="variants.0.price"]').fill('20');
  await page.locator('[name="variants.0.stock"]').fill('3');
  const wood = page.getByRole('region', { name: 'Material' }).getByLabel('Kind of wood');
  await test.step('what is missing is said for the whole and beside the field', async () => {
    await layout.save();
    await expect(page.getByText('Some metafields are required')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Material' }).getByText('Required', { exact: true })).toBeVisible();
  });
  await test.step('a condition is evaluated while it is filled in', async () => {
    await expect(page.getByLabel('Oil')).toHaveCount(0);
    await wood.selectOption('Oak');
    await page.getByLabel('Oil').fill('Linseed');
    await layout.save();
    await page.waitForURL(/products\/\d+$/);
  });
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const { metafields } = await read(id);
  expect([valueIn(metafields, 'kind_of_wood'), valueIn(metafields, 'oil')]).toEqual(['Oak', 'Linseed']);
  await expect(wood).toHaveValue('Oak');
  layout.watch.expectQuiet();
});

test('every kind of value is filled in on a phone in German, and stands there again', async ({ browser }) => {
  test.setTimeout(150_000);
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { specifications: { enabled: true } } });
  const define = (key: string, name: string, type: string, over: object = {}) =>
    client.call(admin, 'POST', '/products/metafields', { key, name, type, ...over });
  await define('story', 'Geschichte', 'rich_text_field');
  await define('heft', 'Gewicht leer', 'weight');
  await define('fired', 'Gebrannt am', 'date');
  await define('tags', 'Merkmale', 'list.single_line_text_field');
  await define('safe', 'Spülmaschinenfest', 'boolean');
  await define('sketch', 'Skizze', 'file_reference');
  await define('manual', 'Anleitung', 'single_line_text_field', { upload: true });
  await define('fits', 'Passt in', 'number_integer', { owner: 'PRODUCTVARIANT', required: true });
  const vendor = await client.signIn(NORDLYS.email);
  const { productId } = await client.call<{ productId: string }>(vendor, 'PUT', '/products-v2', {
    product: {
      title: `Krug ${run}`,
      variants: [{ price: '20', stock: 3, metafields: [{ namespace: 'custom', key: 'fits', value: '2' }] }],
    },
  });
  const layout = await openPortalLayout(browser, { email: NORDLYS.email, width: 390, locale: 'de' });
  const { page } = layout;
  await layout.open(`/products/${productId}`);
  const story = page.locator('.souk-fieldset').filter({ hasText: 'Geschichte' });
  await story.getByRole('textbox').click();
  await expect(story.locator('[contenteditable=true]')).toBeFocused();
  await page.keyboard.type('Von Hand gedreht.');
  await page.getByLabel('Gewicht leer (optional)').fill('1,5');
  await page.getByLabel('Gebrannt am (optional)').fill('2026-11-20');
  await page.getByLabel('Merkmale (optional)').fill('Blau\nRund');
  await page.getByLabel('Spülmaschinenfest (optional)').selectOption('true');
  const manual = page.locator('fieldset').filter({ hasText: 'Anleitung' });
  await manual.locator('input[type="file"]').setInputFiles(join(import.meta.dirname, '../pictures', 'lantern.png'));
  await expect(manual.getByRole('link')).toBeVisible();
  const sketch = page.locator('fieldset').filter({ hasText: 'Skizze' });
  await sketch.locator('input[type="file"]').setInputFiles(join(import.meta.dirname, '../pictures', 'lantern.png'));
  await expect(sketch.locator('img')).toBeVisible();
  const fits = page.locator('[name="variants.0.metafields.custom.fits"]');
  await fits.fill('8');
  expect(await listBarriers(page)).toEqual([]);
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(isWide).toBe(false);
  await page.getByRole('button', { name: 'Speichern', exact: true }).click();
  await expect.poll(async () => valueIn((await read(productId)).variants[0]?.metafields, 'fits')).toBe('8');
  const { metafields } = await read(productId);
  expect(['heft', 'fired', 'tags', 'safe'].map((key) => valueIn(metafields, key))).toEqual([
    '{"value":1.5,"unit":"kg"}',
    '2026-11-20',
    '["Blau","Rund"]',
    'true',
  ]);
  expect(valueIn(metafields, 'story')).toContain('Von Hand gedreht.');
  expect(valueIn(metafields, 'manual')).toContain('/api/cdn/metafield-file/');
  expect(valueIn(metafields, 'sketch')).toMatch(/^gid:.*MediaImage/);
  await page.reload();
  await untilReady(page);
  await expect(sketch.locator('img')).toBeVisible();
  await expect(story).toContainText('Von Hand gedreht.');
  await expect(page.getByLabel('Merkmale (optional)')).toHaveValue('Blau\nRund');
  await expect(fits).toHaveValue('8');
  layout.watch.expectQuiet();
});
