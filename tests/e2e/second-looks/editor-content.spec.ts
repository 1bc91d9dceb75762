import { expect, test, type Page } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { closeWindows, openAdminLayout, openPortalLayout, type Layout } from '../support/layouts.ts';
import { exported, expectHarmless, expectHarmlessMails, findMail, HOSTILE, listenTo } from '../support/harmless.ts';
import { addresses, NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { openRichText } from '../support/rich-text.ts';

const client = openMarketplace();
/** Words that no other run has. */
const MARK = Date.now().toString(36);

test.afterEach(({ browser }) => closeWindows(browser));

type Dto = {
  bodyHtml: string;
  seo: { title: string; description: string };
  media: { src: string | null; alt: string; contentType: string }[];
};

async function makeDraft(product: object): Promise<{ productId: string; handle: string }> {
  const seller = await client.signIn(NORDLYS.email);
  return client.call(seller, 'PUT', '/products-v2', { product });
}
async function read(productId: string): Promise<Dto> {
  const seller = await client.signIn(NORDLYS.email);
  return (await client.call<{ product: Dto }>(seller, 'GET', `/products-v2/${productId}`)).product;
}

/** The address of a picture that the store already has. */
async function addressOfPicture(): Promise<string> {
  const seller = await client.signIn(NORDLYS.email);
  const list = await client.call<{ products: { id: string }[] }>(seller, 'GET', '/products-v2?status=ACTIVE');
  for (const { id } of list.products) {
    const src = (await read(id)).media[0]?.src;
    if (src) return src;
  }
  throw new Error('No product of the store has a picture.');
}

async function addByAddress(page: Page, address: string): Promise<void> {
  await page.getByRole('button', { name: 'Add from URL' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address of an image or video').fill(address);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
}

test('pictures and videos come from the device, by address and from other sites', async ({ browser }) => {
  test.setTimeout(150_000);
  const picture = await addressOfPicture();
  const { productId } = await makeDraft({ title: `Media ${MARK}`, variants: [{ price: '10', stock: 1 }] });
  const layout = await openPortalLayout(browser, { email: NORDLYS.email });
  await layout.open(`/products/${productId}`);
  const { page } = layout;
  const tiles = page.locator('.product-medium');
  await addByAddress(page, picture);
  await addByAddress(page, 'https://youtu.be/dQw4w9WgXcQ');
  await expect(tiles.nth(1)).toContainText('External video');
  const film = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('not much of a film') };
  await page.locator('input[type="file"]').setInputFiles(film);
  await expect(tiles.nth(2).locator('video')).toBeAttached();
  await page.getByLabel('Alt text for image 2').fill('How it is thrown');
  await layout.save();
  await expect
    .poll(async () => (await read(productId)).media.map(({ contentType, alt }) => `${contentType} ${alt}`.trim()), {
      timeout: 30_000,
    })
    .toEqual(['IMAGE', 'EXTERNAL_VIDEO How it is thrown', 'VIDEO']);
});

test('a description is formatted with the toolbar, or as HTML, and search engines are shown as they will be', async ({
  browser,
}) => {
  test.setTimeout(150_000);
  const { productId, handle } = await makeDraft({
    title: `Words ${MARK}`,
    bodyHtml: '<p>Thrown slowly.</p>',
    variants: [{ price: '10', stock: 1 }],
  });
  const layout = await openPortalLayout(browser, { email: NORDLYS.email });
  await layout.open(`/products/${productId}`);
  const { page } = layout;
  const preview = page.getByRole('group', { name: 'How it looks in a search' });
  await expect(preview).toContainText(`› products › ${handle}`);
  await expect(preview).toContainText('Thrown slowly.');
  await page.getByLabel('Page description').fill('A bowl for soup.');
  await expect(preview).toContainText('A bowl for soup.');
  await expect(preview).not.toContainText('Thrown slowly.');
  const words = page.getByRole('textbox', { name: 'Description', exact: true });
  await openRichText(page, 'Description');
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('button', { name: 'Bold' }).click();
  await expect(words.locator('strong')).toHaveText('Thrown slowly.');
  await layout.save();
  await expect
    .poll(async () => (await read(productId)).bodyHtml, { timeout: 30_000 })
    .toContain('<strong>Thrown slowly.</strong>');
  // The form is one that was saved before it is changed again.
  await expect(page.locator('.souk-save-bar').getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show HTML' }).click();
  await words.fill('<table><tbody><tr><td>12 cm</td></tr></tbody></table>');
  await layout.save();
  await expect.poll(async () => (await read(productId)).bodyHtml, { timeout: 30_000 }).toContain('<td>12 cm</td>');
  await layout.open(`/products/${productId}`);
  await expect(words).toHaveValue(/<td>12 cm<\/td>/);
  await page.getByRole('button', { name: 'Show with formatting' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit with formatting?' })).toBeVisible();
  layout.watch.expectQuiet();
});

/** What only the hostile product is called. */
const NAME = `hostile${MARK}`;

test('scripts, styles and handlers in what a product says run nowhere: both layouts, the store, mails, exports', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const title = `${HOSTILE} ${NAME}`;
  const product = {
    title,
    bodyHtml: `<p onclick="alert('ran')">Bowl</p>${HOSTILE}<a href="javascript:alert('ran')">more</a>`,
    options: [{ name: `Size ${HOSTILE}`, values: [`=1+1 ${HOSTILE}`] }],
    variants: [
      {
        price: '10',
        stock: 1,
        sku: `=HYPERLINK("x") ${MARK}`,
        options: [{ name: `Size ${HOSTILE}`, value: `=1+1 ${HOSTILE}` }],
      },
    ],
    media: [{ src: await addressOfPicture(), alt: HOSTILE, contentType: 'IMAGE' }],
    seo: { title: HOSTILE, description: HOSTILE },
  };
  const { productId, handle } = await makeDraft(product);
  const admin = await client.signIn(DEMO_ADMIN);
  // What is decided before its mail goes out is not told.
  await findMail(DEMO_ADMIN, NAME);
  await client.call(admin, 'PATCH', `/product-v2/${productId}/unapprove`, { note: HOSTILE });
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  const merchant = await openAdminLayout(browser);
  for (const layout of [vendor, merchant]) {
    await test.step('the list, the editor and its log', () => lookInside(layout, productId));
  }
  await client.call(admin, 'PATCH', `/product-v2/${productId}/approve`, {});
  const shopper = await (await browser.newContext()).newPage();
  await test.step('the store', async () => {
    const ran = listenTo(shopper);
    await shopper.goto(`${addresses().sandbox}/store/demo/products/${handle}`);
    await expect(shopper.getByRole('heading', { level: 1 })).toContainText(NAME);
    await expectHarmless(shopper.locator('html'));
    expect(ran).toEqual([]);
  });
  await test.step('the mails of it', () => expectHarmlessMails(shopper, [DEMO_ADMIN, NORDLYS.email], NAME));
  await test.step('the export', async () => {
    await vendor.open(`/products?view=ALL&q=${NAME}`);
    const csv = await exported(vendor);
    expect(csv).toContain(NAME);
    expect(csv).not.toMatch(/(^|,)"?[=+\-@]/m);
  });
  await client.call(admin, 'PATCH', `/product-v2/${productId}/delete`, {});
});

async function lookInside(layout: Layout, productId: string): Promise<void> {
  const ran = listenTo(layout.page);
  await layout.open(`/products?view=ALL&q=${NAME}`);
  await expect(layout.screen.getByText(NAME).first()).toBeVisible();
  await expectHarmless(layout.screen.locator('html'));
  await layout.open(`/products/${productId}`);
  await expect(layout.screen.getByRole('textbox', { name: 'Description', exact: true })).toContainText('Bowl');
  await expectHarmless(layout.screen.locator('html'));
  expect(ran).toEqual([]);
}
