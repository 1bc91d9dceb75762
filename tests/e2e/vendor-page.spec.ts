import { expect, test, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { closeWindows, openPortalLayout, untilReady } from './support/layouts.ts';
import { EVERY_FIELD, setForm } from './support/every-field.ts';
import { addresses, openMarketplace } from './support/marketplace.ts';

const client = openMarketplace();
const VENDOR = `Page ${Date.now().toString(36)}`;
const EMAIL = `${VENDOR.toLowerCase().replace(' ', '-')}@pages.test`;
/** Files go to storage and are looked at there, which takes its time on a busy machine. */
const UPLOADED = { timeout: 60_000 };
let png: Buffer;
let before: { registrationFields: object[] };

test.beforeAll(async () => {
  png = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#68a' } })
    .png()
    .toBuffer();
  before = await client.call(undefined, 'GET', `/store/registration?store=${DEMO_SHOP}`);
  await setForm(client, { fields: EVERY_FIELD.map((field) => ({ ...field, showOnVendorPage: true })) });
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'POST', `/vendors/${encodeURIComponent(VENDOR)}`, { identity: EMAIL, confirm: true });
  await client.control('POST', '/drain', {});
  await client.acceptInvitation(EMAIL);
});
test.afterEach(({ browser }) => closeWindows(browser));
test.afterAll(() =>
  setForm(client, { fields: before.registrationFields.map((field) => ({ ...field, registration: true })) }),
);

const field = (page: Page, key: string): Locator => page.locator(`[name="fields.${key}"]`);
const group = (page: Page, key: string): Locator => page.locator(`fieldset[name="fields.${key}"]`);
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: png });
/** Types into an editor of formatted text, in bold. */
async function typeBold(page: Page, name: string, text: string): Promise<void> {
  const editor = page.locator('.souk-fieldset').filter({ has: page.locator(`[name="${name}"]`) });
  await editor.locator(`[name="${name}"]`).click();
  await editor.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type(text);
  await expect(editor.locator('strong')).toHaveText(text);
}

async function fillEveryField(page: Page): Promise<void> {
  await typeBold(page, 'description', 'Stoneware');
  await field(page, 'about').fill('Bowls and cups');
  await field(page, 'line').fill('Ghent');
  await typeBold(page, 'fields.story', 'By hand');
  await expect(field(page, 'street')).toHaveCount(0);
  await field(page, 'craft').selectOption('Wood');
  await field(page, 'street').fill('Main street 1');
  await page.getByLabel('Jena').check();
  await field(page, 'best').fill('a');
  await page.getByRole('listbox').getByRole('option').first().click();
  await expect(field(page, 'best')).not.toHaveValue('a');
  await expect(page.getByRole('button', { name: 'Play: How we work' })).toBeVisible();
  await group(page, 'papers')
    .locator('input[type=file]')
    .setInputFiles({ name: 'Prices.txt', mimeType: 'text/plain', buffer: Buffer.from('Bowl 12') });
  await expect(group(page, 'papers').getByText('File uploaded')).toBeVisible(UPLOADED);
  for (const [key, files] of [
    ['media', [picture('a.png'), picture('b.png')]],
    ['list', [picture('c.png')]],
  ] as const) {
    await group(page, key)
      .locator('input[type=file]')
      .setInputFiles([...files]);
    await expect(group(page, key).locator('img')).toHaveCount(files.length, UPLOADED);
  }
  await field(page, 'since').fill('2019-04-01');
  await field(page, 'call').fill('2026-11-24T09:30');
  await field(page, 'site').fill('https://nour.be');
  await field(page, 'agree').check();
}

test('a page with a field of every type is filled, approved and read by buyers', async ({ browser }) => {
  test.setTimeout(240_000);
  const layout = await openPortalLayout(browser, { email: EMAIL });
  const { page } = layout;
  await layout.open('/vendor-page');
  await fillEveryField(page);
  await layout.save();
  await layout.expectToast('The page is saved');
  await expect(page.getByText('The page waits for approval').first()).toBeVisible();
  await page.reload();
  await untilReady(page);
  await expect(field(page, 'street')).toHaveValue('Main street 1');
  await expect(field(page, 'story')).toHaveText('By hand');
  await expect(group(page, 'media').locator('img')).toHaveCount(2);
  await expect(page.getByLabel('Jena')).toBeChecked();
  await expect(page.locator('.souk-save-bar').getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
  const file = await group(page, 'papers').getByRole('link', { name: 'Open' }).getAttribute('href');
  expect(await (await page.request.get(new URL(file ?? '', page.url()).toString())).text()).toBe('Bowl 12');

  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PUT', '/vendors/v2/action', { vendor: VENDOR, action: 'approve' });
  await client.control('POST', '/drain', {});
  const read = await client.call<{ page: { url: string } }>(
    admin,
    'GET',
    `/vendors/v2?vendor=${encodeURIComponent(VENDOR)}`,
  );
  await page.goto(`${addresses().sandbox}/store/demo${new URL(read.page.url).pathname}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(VENDOR);
  for (const text of ['Bowls and cups', 'Ghent', 'Main street 1', 'Jena', '2019-04-01', 'nour.be']) {
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await expect(page.locator('.souk-field--html strong')).toHaveText('By hand');
  await expect(page.locator('.souk-page__text strong')).toHaveText('Stoneware');
  await expect(page.locator('body')).not.toContainText('UPLOAD_ME');
  await expect(page.locator('body')).not.toContainText('metafield-file');
  layout.watch.expectQuiet();
});
