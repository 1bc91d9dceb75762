import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import type { ProductTranslations } from '#app/features/products/translations/translations.contract.ts';
import { closeWindows, openAdminLayout, openPortalLayout, type Layout } from '../support/layouts.ts';
import { exported, expectHarmless, expectHarmlessMails, HOSTILE, listenTo } from '../support/harmless.ts';
import { addresses, NORDLYS, openMarketplace } from '../support/marketplace.ts';

const client = openMarketplace();
const MARK = Date.now().toString(36);
/** What only this product is called, in the store's language and in German. */
const NAME = `named${MARK}`;
const GERMAN = `benannt${MARK}`;
const FILE = {
  name: `"><img src=x onerror=alert('ran')>.png`,
  mimeType: 'image/png',
  buffer: readFileSync(join(import.meta.dirname, '..', 'pictures', 'lantern.png')),
};
/** A specification that is translated, and two kinds of files. */
const SPECIFICATIONS = [
  { key: `care_${MARK}`, name: `Care ${MARK}`, type: 'single_line_text_field' },
  { key: `manual_${MARK}`, name: `Manual ${MARK}`, type: 'single_line_text_field', upload: true },
  { key: `sketch_${MARK}`, name: `Sketch ${MARK}`, type: 'file_reference' },
];

type Dto = { media: { id: string }[]; metafields: { key: string; value: string }[] };

let productId: string;
let handle: string;
let scopes: string[];
let features: { translations: { enabled: boolean }; specifications: { enabled: boolean } };

/** The shared marketplace is left as it was found: other tests count on what a new one is like. */
test.beforeEach(async () => {
  const { shops } = await client.control<{ shops: { domain: string; scopes: string[] }[] }>('GET', '/state');
  scopes = shops.find((shop) => shop.domain === DEMO_SHOP)?.scopes ?? [];
  await client.control('POST', '/scopes', { shop: DEMO_SHOP, scopes: [...new Set([...scopes, 'write_translations'])] });
  const admin = await client.signIn(DEMO_ADMIN);
  ({ features } = await client.call<{ features: typeof features }>(admin, 'GET', '/app/info'));
  await client.call(admin, 'PATCH', '/app/info/features', {
    features: { translations: { enabled: true }, specifications: { enabled: true } },
  });
  for (const specification of SPECIFICATIONS) await client.call(admin, 'POST', '/products/metafields', specification);
});
test.afterEach(async ({ browser }) => {
  await closeWindows(browser);
  const admin = await client.signIn(DEMO_ADMIN);
  if (productId) await client.call(admin, 'PATCH', `/product-v2/${productId}/delete`, {});
  for (const { key } of SPECIFICATIONS) await client.call(admin, 'DELETE', `/products/metafields?key=${key}`);
  const { translations, specifications } = features;
  await client.call(admin, 'PATCH', '/app/info/features', {
    features: {
      translations: { enabled: translations.enabled },
      specifications: { enabled: specifications.enabled },
      sections: [],
    },
  });
  await client.control('POST', '/scopes', { shop: DEMO_SHOP, scopes });
});

test('scripts in names of files and in translations run nowhere: both layouts, the store in German, mails, exports', async ({
  browser,
}) => {
  test.setTimeout(150_000);
  await makeProduct();
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  await test.step('files of such a name are uploaded as a picture and as specifications', () => uploadFiles(vendor));
  await test.step('every text is translated into German that carries a script', translate);
  const merchant = await openAdminLayout(browser);
  for (const layout of [vendor, merchant]) {
    await test.step('the editor, its log and the translations', () => lookInside(layout));
  }
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', `/product-v2/${productId}/approve`, {});
  const shopper = await (await browser.newContext()).newPage();
  await test.step('the store, in German and in its own language', async () => {
    const ran = listenTo(shopper);
    for (const [language, words] of [
      ['de', GERMAN],
      ['en', NAME],
    ]) {
      await shopper.goto(`${addresses().sandbox}/store/demo/products/${handle}?locale=${language}`);
      await expect(shopper.getByRole('heading', { level: 1 })).toContainText(words ?? '');
      await expectHarmless(shopper.locator('html'));
    }
    expect(ran).toEqual([]);
  });
  await test.step('the mails of it', () => expectHarmlessMails(shopper, [DEMO_ADMIN, NORDLYS.email], NAME));
  await test.step('the export', async () => {
    await vendor.open(`/products?view=ALL&q=${NAME}`);
    const csv = await exported(vendor);
    expect(csv).toContain(NAME);
    expect(csv).not.toMatch(/(^|,)"?[=+\-@]/m);
  });
});

async function makeProduct(): Promise<void> {
  const seller = await client.signIn(NORDLYS.email);
  const product = {
    title: `Bowl ${NAME}`,
    bodyHtml: '<p>Thrown.</p>',
    options: [{ name: 'Size', values: ['Small', 'Large'] }],
    variants: ['Small', 'Large'].map((value) => ({ price: '10', stock: 1, options: [{ name: 'Size', value }] })),
    seo: { title: 'Bowl', description: 'A bowl for soup.' },
    metafields: [{ namespace: 'custom', key: `care_${MARK}`, value: 'By hand' }],
  };
  const made = await client.call<{ productId: string; handle: string }>(seller, 'PUT', '/products-v2', { product });
  ({ productId, handle } = made);
}

async function read(): Promise<Dto> {
  const seller = await client.signIn(NORDLYS.email);
  return (await client.call<{ product: Dto }>(seller, 'GET', `/products-v2/${productId}`)).product;
}

async function uploadFiles(layout: Layout): Promise<void> {
  const { page } = layout;
  const ran = listenTo(page);
  await layout.open(`/products/${productId}`);
  const field = (name: string) => page.locator('fieldset').filter({ hasText: `${name} ${MARK}` });
  await page.locator('input[type="file"]').first().setInputFiles(FILE);
  await expect(page.locator('.product-medium').first().locator('img')).toBeVisible();
  await field('Manual').locator('input[type="file"]').setInputFiles(FILE);
  await expect(field('Manual').getByRole('link')).toBeVisible();
  await field('Sketch').locator('input[type="file"]').setInputFiles(FILE);
  await expect(field('Sketch').locator('img')).toBeVisible();
  await expectHarmless(page.locator('html'));
  await layout.save();
  const kept = async () => {
    const { media, metafields } = await read();
    const values = ['manual', 'sketch'].map((key) => metafields.find((one) => one.key === `${key}_${MARK}`)?.value);
    return [media.length, ...values];
  };
  await expect
    .poll(kept, { timeout: 30_000 })
    .toEqual([1, expect.stringContaining('/api/cdn/metafield-file/'), expect.stringMatching(/^gid:.*MediaImage/)]);
  expect(ran).toEqual([]);
}

/** Translates whatever the product has to translate, as a vendor would. */
async function translate(): Promise<void> {
  const seller = await client.signIn(NORDLYS.email);
  const path = `/products/${productId}/translations`;
  const { texts } = await client.call<ProductTranslations>(seller, 'GET', `${path}?locale=de`);
  expect(new Set(texts.map((text) => text.kind))).toEqual(
    new Set(['title', 'description', 'seoTitle', 'seoDescription', 'option', 'optionValue', 'specification']),
  );
  const translations = texts.map(({ resourceId, key, digest, kind }, index) => ({
    locale: 'de',
    resourceId,
    key,
    digest,
    value: `${kind === 'title' ? GERMAN : `de${String(index)}`} ${HOSTILE}`,
  }));
  await client.call(seller, 'PATCH', path, { translations });
}

async function lookInside(layout: Layout): Promise<void> {
  const ran = listenTo(layout.page);
  await layout.open(`/products?view=ALL&q=${NAME}`);
  await expect(layout.screen.getByText(NAME).first()).toBeVisible();
  await expectHarmless(layout.screen.locator('html'));
  await layout.open(`/products/${productId}`);
  await expect(layout.screen.locator('.product-medium').first().locator('img')).toBeVisible();
  await expect(
    layout.screen
      .locator('fieldset')
      .filter({ hasText: `Sketch ${MARK}` })
      .locator('img'),
  ).toBeVisible();
  await expectHarmless(layout.screen.locator('html'));
  await layout.open(`/products/${productId}/translations?language=de`);
  await expect(layout.screen.getByLabel('Title: German')).toHaveValue(new RegExp(GERMAN));
  await expectHarmless(layout.screen.locator('html'));
  expect(ran).toEqual([]);
}
