import { expect, test, type Browser, type Page } from '@playwright/test';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, openWindow } from '../support/layouts.ts';
import { addresses, NORDLYS, openMarketplace } from '../support/marketplace.ts';

const client = openMarketplace();
const TITLE = `Bowl of ash ${Date.now().toString(36)}`;
let productId: string;
let handle: string;

test.beforeAll(async () => {
  // As a store begins: without the access, and without the wish to translate.
  const granted = await grantedScopes();
  await client.control('POST', '/scopes', {
    shop: DEMO_SHOP,
    scopes: granted.filter((scope) => scope !== 'write_translations'),
  });
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', {
    features: { translations: { enabled: false, locales: [], dict: [] } },
  });
  const vendor = await client.signIn(NORDLYS.email);
  const product = {
    title: TITLE,
    bodyHtml: '<p>Turned by <b>hand</b>.</p>',
    options: [{ name: 'Wood', values: ['Ash', 'Oak'] }],
    variants: ['Ash', 'Oak'].map((value) => ({ price: '28.00', stock: 5, options: [{ name: 'Wood', value }] })),
  };
  const made = await client.call<{ productId: string; handle: string }>(vendor, 'PUT', '/products-v2', { product });
  ({ productId, handle } = made);
  await client.call(admin, 'PATCH', `/product-v2/${productId}/approve`, {});
});
test.afterEach(({ browser }) => closeWindows(browser));

const germanPage = (page: Page) => page.goto(`${addresses().sandbox}/store/demo/products/${handle}?locale=de`);

test('an admin has it granted, a vendor translates to German while the text changes, and buyers read it', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  await test.step('the access is granted in the store admin, and a term goes into the dictionary', () =>
    grant(browser));
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  const { page } = vendor;
  await vendor.open(`/products/${productId}`);
  await vendor.action('Translate').click();
  await expect(page.getByRole('heading', { name: 'Translations', level: 1 })).toBeVisible();
  await page.getByRole('tab', { name: 'German 0/5', exact: true }).click();
  const title = page.getByLabel('Title: German');
  await test.step('texts are translated, known terms are filled in, a description keeps its form', async () => {
    await title.fill('Schale aus Esche');
    await page.getByRole('button', { name: 'Fill them in' }).click();
    await expect(page.getByLabel('Wood: German').first()).toHaveValue('Esche');
    const editor = page.locator('.souk-fieldset').filter({ hasText: 'Description: German' });
    await editor.getByRole('textbox').click();
    await expect(editor.locator('[contenteditable=true]')).toBeFocused();
    await page.keyboard.type('Von Hand gedrechselt.');
    await expect(editor).toContainText('Von Hand gedrechselt.');
  });
  await test.step('the title is changed in between: nothing typed is lost, the new source is shown', async () => {
    const admin = await client.signIn(DEMO_ADMIN);
    const { product } = await client.call<{ product: { version: string; variants: object[] } }>(
      admin,
      'GET',
      `/products-v2/${productId}`,
    );
    await client.call(admin, 'PUT', '/products-v2', {
      product: { ...product, id: productId, title: `${TITLE}, deep`, vendor: NORDLYS.name },
    });
    await vendor.save();
    await expect(page.getByText('The text was changed while you translated it')).toBeVisible();
    await expect(page.locator('s', { hasText: TITLE })).toBeVisible();
    await expect(page.getByText(`${TITLE}, deep`, { exact: true }).last()).toBeVisible();
    await expect(title).toHaveValue('Schale aus Esche');
    await title.fill('Tiefe Schale aus Esche');
    await page.getByRole('button', { name: 'Reviewed' }).click();
    await vendor.save();
    await vendor.expectToast('The translations are saved');
    await expect(page.getByRole('tab', { name: 'German 3/5', exact: true })).toBeVisible();
  });
  await test.step('buyers of that language read it', async () => {
    const { page: buyer } = await openWindow(browser);
    await germanPage(buyer);
    await expect(buyer.getByRole('heading', { name: 'Tiefe Schale aus Esche' })).toBeVisible();
    await expect(buyer.getByText('Von Hand gedrechselt.')).toBeVisible();
    await buyer.getByRole('link', { name: 'en', exact: true }).click();
    await expect(buyer.getByRole('heading', { name: `${TITLE}, deep` })).toBeVisible();
  });
  vendor.watch.expectQuiet();
});

test('it holds on a phone, in German, and going to another language asks first', async ({ browser }) => {
  const admin = await client.signIn(DEMO_ADMIN);
  const scopes = [...new Set([...(await grantedScopes()), 'write_translations'])];
  await client.control('POST', '/scopes', { shop: DEMO_SHOP, scopes });
  await client.call(admin, 'PATCH', '/app/info/features', { features: { translations: { enabled: true } } });
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 390, locale: 'de' });
  const { page } = vendor;
  await vendor.open(`/products/${productId}/translations?language=fr`);
  await page.getByLabel('Titel: Französisch', { exact: true }).fill('Bol');
  expect(await listBarriers(page)).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(wide).toBe(false);
  await page.getByRole('tab', { name: /^Niederländisch/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Bleiben' }).click();
  await expect(page.getByLabel('Titel: Französisch', { exact: true })).toHaveValue('Bol');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await vendor.expectToast('Übersetzungen gespeichert');
  vendor.watch.expectQuiet();
});

async function grantedScopes(): Promise<string[]> {
  const { shops } = await client.control<{ shops: { domain: string; scopes: string[] }[] }>('GET', '/state');
  return shops.find((shop) => shop.domain === DEMO_SHOP)?.scopes ?? [];
}

async function grant(browser: Browser): Promise<void> {
  const admin = await openAdminLayout(browser);
  const { page, screen } = admin;
  await admin.open('/');
  await admin.open('/translations');
  await screen.getByRole('button', { name: 'Grant access' }).click();
  await page.getByRole('button', { name: 'Update access' }).click();
  await expect(screen.getByText('has not granted access')).toHaveCount(0);
  await screen.getByLabel('translate their').check();
  await screen.getByRole('button', { name: 'Add a term' }).click();
  const term = screen.getByRole('group', { name: 'Term 1' });
  await term.getByLabel('Term', { exact: true }).fill('Ash');
  await term.getByLabel('Language').selectOption('de');
  await term.getByLabel('Translation').fill('Esche');
  await admin.save();
  await admin.expectToast('The settings of translations are saved');
  await page.context().close();
}
