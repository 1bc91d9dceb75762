import { writeFileSync } from 'node:fs';
import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from './support/accessible.ts';
import { closeWindows, openPortalLayout, untilReady } from './support/layouts.ts';
import { EVERY_FIELD, setForm } from './support/every-field.ts';
import { addresses, openMarketplace } from './support/marketplace.ts';

const client = openMarketplace();
const FILM = 'https://youtu.be/dQw4w9WgXcQ';
const PICTURES = 'https://pictures.test';
let png: Buffer;
let before: { registrationFields: object[] };

test.beforeAll(async () => {
  png = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#8a5' } })
    .png()
    .toBuffer();
  before = await client.call(undefined, 'GET', `/store/registration?store=${DEMO_SHOP}`);
  await setForm(client, { fields: EVERY_FIELD });
});
test.afterEach(({ browser }) => closeWindows(browser));
test.afterAll(() =>
  setForm(client, { fields: before.registrationFields.map((field) => ({ ...field, registration: true })) }),
);

type Opened = { page: Page; troubles: string[] };

/** The form in a browser of its own; the rest of the internet is two pictures' worth of it. */
async function openForm(browser: Browser, o: { width?: number; locale?: string } = {}): Promise<Opened> {
  const { width = 1440, locale = 'en' } = o;
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale });
  const problems: string[] = [];
  context.on('weberror', (error) => problems.push(error.error().message));
  await context.route(/^https:\/\/(www\.youtube-nocookie\.com|player\.vimeo\.com)\//, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>A film</title><h1>A film</h1></html>',
    }),
  );
  await context.route(`${PICTURES}/**`, (route) =>
    route.request().url().endsWith('.png')
      ? route.fulfill({ contentType: 'image/png', body: png })
      : route.fulfill({ status: 404, body: 'none' }),
  );
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    problems.push(`a script ran: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(formUrl());
  await untilReady(page);
  return { page, troubles: problems };
}

const formUrl = () => `${addresses().app}/app/login/register?store=${DEMO_SHOP}`;
const group = (page: Page, key: string): Locator => page.locator(`fieldset[name="fields.${key}"]`);
const send = (page: Page) => page.locator('button[type="submit"]').last();
const picture = (name: string, buffer = png) => ({ name, mimeType: 'image/png', buffer });

async function fillMust(page: Page, name: string): Promise<void> {
  await page.locator('[name="vendorName"]').fill(name);
  await page.locator('[name="email"]').fill(`${name.toLowerCase().replaceAll(' ', '-')}@souk.test`);
  await page.locator('[name="fields.about"]').fill('Bowls and cups');
  await page.locator('[name="fields.craft"]').selectOption('Clay');
  await page.locator('[name="fields.agree"]').check();
}

/** Opens the newest application of a name as an admin. */
async function openAsAdmin(browser: Browser, name: string) {
  const layout = await openPortalLayout(browser, { email: DEMO_ADMIN });
  const admin = await client.signIn(DEMO_ADMIN);
  const query = `q=${encodeURIComponent(name)}`;
  const { applications } = await client.call<{ applications: { id: string }[] }>(
    admin,
    'GET',
    `/applications?${query}`,
  );
  await layout.open(`/applications?open=${applications[0]?.id ?? ''}`);
  return { layout, view: layout.page.locator(`section[aria-label="${name}"]`), id: applications[0]?.id ?? '' };
}

test('a field of every type is filled and arrives at the admin', async ({ browser }) => {
  test.setTimeout(90_000);
  const { page, troubles } = await openForm(browser);
  await expect(page).toHaveTitle(/Vendor application$/);
  await fillMust(page, 'Every Field');
  await page.locator('[name="fields.line"]').fill('Ghent');
  const story = page.locator('[name="fields.story"]');
  await story.click();
  await page.getByRole('button', { name: 'Bold' }).hover();
  await page.mouse.down();
  await expect(story).toBeFocused();
  await page.mouse.up();
  await page.keyboard.type('By hand');
  await expect(page.locator('[name="fields.street"]')).toHaveCount(0);
  await page.locator('[name="fields.craft"]').selectOption('Wood');
  await page.locator('[name="fields.street"]').fill('Main street 1');
  await page.getByLabel('Jena').check();
  await expect(page.locator('.Polaris-Scrollable').filter({ hasText: 'Jena' })).toHaveCSS('max-height', '220px');
  await page.locator('[name="fields.best"]').fill('a');
  await page.getByRole('listbox').getByRole('option').first().click();
  await expect(page.locator('[name="fields.best"]')).not.toHaveValue('a');
  const cover = page.getByRole('button', { name: 'Play: How we work' });
  await expect(cover).toHaveJSProperty('offsetWidth', 490);
  await expect(cover).toHaveJSProperty('offsetHeight', 276);
  await cover.click();
  const film = page.locator('iframe[title="How we work"]');
  await expect(film).toHaveJSProperty('offsetWidth', 490);
  await expect(film).toHaveJSProperty('offsetHeight', 276);

  await group(page, 'papers')
    .locator('input[type=file]')
    .setInputFiles({ name: 'Prices.txt', mimeType: 'text/plain', buffer: Buffer.from('Bowl 12') });
  await expect(group(page, 'papers').getByText('File uploaded')).toBeVisible();
  for (const [key, files] of [
    ['$imageUrl', [picture('me.png')]],
    ['media', [picture('a.png'), picture('b.png')]],
    ['list', [picture('c.png')]],
  ] as const) {
    await group(page, key)
      .locator('input[type=file]')
      .setInputFiles([...files]);
    await expect(group(page, key).locator('img')).toHaveCount(files.length);
  }
  await page.locator('[name="fields.since"]').fill('2019-04-01');
  await page.locator('[name="fields.call"]').fill('2026-11-24T09:30');
  await page.locator('[name="fields.site"]').fill('https://nour.be');
  await send(page).click();
  await expect(page.getByText("Thank you for your application, we'll get back to you shortly.")).toBeVisible();
  expect(troubles).toEqual([]);

  const { layout, view, id } = await openAsAdmin(browser, 'Every Field');
  for (const text of [
    'Bowls and cups',
    'Ghent',
    'Wood',
    'Main street 1',
    'Jena',
    '1 April 2019',
    '09:30',
    'Prices.txt',
  ]) {
    await expect(view.getByText(text).first()).toBeVisible();
  }
  await expect(view.locator('strong', { hasText: 'By hand' })).toBeVisible();
  await expect(view.locator('img.souk-media-shown')).toHaveCount(4);
  const { request } = layout.page.context();
  const attached = await request.get((await view.getByRole('link', { name: 'Prices.txt' }).getAttribute('href')) ?? '');
  expect(await attached.text()).toBe('Bowl 12');
  layout.watch.expectQuiet();

  // The screen that corrects it begins with what was answered, and unchanged.
  await layout.page.route(/youtube-nocookie\.com/, (route) => route.fulfill({ body: '' }));
  await layout.open(`/applications/${id}`);
  await expect(layout.page.locator('[name="fields.best"]')).not.toHaveValue('');
  await expect(layout.page.locator('[name="fields.story"]')).toHaveText('By hand');
  await expect(layout.page.getByLabel('Jena')).toBeChecked();
  await expect(group(layout.page, 'media').locator('img')).toHaveCount(2);
  await expect(layout.page.getByText('Unsaved changes')).toHaveCount(0);
});

test('a picture is shown, opened larger and deleted; a file is opened and reset', async ({ browser }) => {
  const { page } = await openForm(browser);
  const media = group(page, 'media');
  await media.locator('input[type=file]').setInputFiles([picture('a.png')]);
  await expect(media.locator('img')).toHaveCSS('max-height', '600px');
  await page.locator('[name="fields.story"]').click();
  await expect(page.getByRole('toolbar')).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await media.getByRole('button', { name: /larger/ }).click();
  const larger = page.locator('dialog[open] img');
  await expect(larger).toHaveCSS('height', /^(790|800)px$/);
  await page.keyboard.press('Escape');
  await expect(larger).toHaveCount(0);
  await media.getByRole('button', { name: 'Delete' }).click();
  await expect(media.locator('img')).toHaveCount(0);

  const files = group(page, 'papers');
  const file = { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('Bowl') };
  await files.locator('input[type=file]').setInputFiles(file);
  const open = files.getByRole('link', { name: 'Open' });
  const answer = await page.context().request.get(new URL((await open.getAttribute('href')) ?? '', page.url()).href);
  expect(((await answer.json()) as { src: string }).src).toContain('X-Amz-Signature');
  await files.getByRole('button', { name: 'Reset' }).click();
  await expect(files.getByText('File uploaded')).toHaveCount(0);
});

test('each limit of uploads says so in its own words, and an upload shows progress and can be cancelled', async ({
  browser,
}) => {
  const { page } = await openForm(browser);
  const media = group(page, 'media');
  const input = media.locator('input[type=file]');
  // Large files are taken from the disk, because handing their bytes to the browser takes a busy machine long.
  const onDisk = (name: string, bytes: Buffer): string => {
    const path = test.info().outputPath(name);
    writeFileSync(path, bytes);
    return path;
  };
  await input.setInputFiles(onDisk('heavy.png', Buffer.alloc(20 * 1024 * 1024 + 1)));
  await expect(media.getByRole('alert')).toContainText('Maximum image size is 20MB');
  await media.getByRole('alert').getByRole('button').click();
  const create = { width: 5_001, height: 5_000, channels: 3, background: '#fff' } as const;
  const huge = await sharp({ create, limitInputPixels: false }).png().toBuffer();
  await input.setInputFiles(onDisk('huge.png', huge));
  await expect(media.getByRole('alert')).toContainText('Maximum image size is 25MP');
  await media.getByRole('alert').getByRole('button').click();

  const RULES =
    'Your image could not be uploaded. max 20MB, max resolution 20MP, aspect ratio between 100:1 and 1:100, accepted types JPEG, PNG, WEBP, HEIC, GIF';
  await page.route('**/staged-uploads/**', (route) => route.fulfill({ status: 400, body: 'refused' }));
  await input.setInputFiles([picture('a.png')]);
  await expect(media.getByRole('alert')).toContainText(RULES);
  await media.getByRole('alert').getByRole('button').click();
  await page.unroute('**/staged-uploads/**');
  await input.setInputFiles([picture('no.png', Buffer.from('<svg onload="alert(1)"/>'))]);
  await expect(media.getByRole('alert')).toContainText(RULES);
  await media.getByRole('alert').getByRole('button').click();

  const gate: { go?: () => void } = {};
  await page.route('**/staged-uploads/**', async (route) => {
    await new Promise<void>((resolve) => (gate.go = resolve));
    await route.abort();
  });
  await input.setInputFiles([picture('slow.png')]);
  await expect(media.locator('.Polaris-Spinner')).toBeVisible();
  await expect(media.getByRole('progressbar')).toBeVisible();
  await expect(input).toBeDisabled();
  await expect(send(page)).toBeDisabled();
  await media.getByRole('button', { name: 'Cancel slow.png' }).click();
  await expect(media.locator('.Polaris-Spinner')).toHaveCount(0);
  await expect(media.getByRole('alert')).toHaveCount(0);
  await expect(send(page)).toBeEnabled();
  gate.go?.();
});

test('an address is shown before it is added: nothing, no image, an image, a film', async ({ browser }) => {
  const { page, troubles } = await openForm(browser);
  const media = group(page, 'media');
  await media.getByRole('button', { name: 'Add from URL' }).click();
  const dialog = page.getByRole('dialog');
  const box = dialog.getByRole('textbox');
  const save = dialog.getByRole('button', { name: 'Save' });
  await expect(dialog.getByText('Nothing to preview')).toBeVisible();
  await expect(save).toBeDisabled();
  await box.fill('not an address');
  await expect(dialog.getByText('Provided url is not an image')).toBeVisible();
  await expect(save).toBeDisabled();
  await box.fill(`${PICTURES}/none`);
  await expect(dialog.getByText('Provided url is not an image')).toBeVisible();
  await expect(save).toBeEnabled();
  await box.fill(`${PICTURES}/bowl.png`);
  await expect(dialog.locator('img')).toBeVisible();
  await save.click();
  await expect(media.locator('img')).toHaveCount(1);
  await media.getByRole('button', { name: 'Add from URL' }).click();
  await expect(dialog.getByRole('textbox')).toHaveValue('');
  await box.fill(FILM);
  await expect(dialog.locator('.souk-video')).toBeVisible();
  await save.click();
  await expect(media.locator('.souk-video')).toHaveCount(1);
  // The server looks too, and reaches no such host from here: what it says stands at the field.
  await fillMust(page, 'By Address');
  await send(page).click();
  await expect(media.getByText('Provided url is not an image')).toBeVisible();
  await media.getByRole('button', { name: 'Delete' }).first().click();
  await send(page).click();
  await expect(page.getByText('Thank you for your application')).toBeVisible();
  expect(troubles).toEqual([]);
});

test('nothing typed is lost: not before the scripts ran, not by a reload, not by a failed send', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  const waiting: (() => void)[] = [];
  let isBlocked = true;
  await page.route('**/assets/*.js', async (route) => {
    if (isBlocked) await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  await page.goto(formUrl(), { waitUntil: 'commit' });
  await page.locator('[name="vendorName"]').fill('Early Bird');
  await page.locator('[name="fields.about"]').fill('Typed before the scripts');
  await page.locator('[name="fields.craft"]').selectOption('Wood');
  await page.getByLabel('Berlin').check();
  isBlocked = false;
  for (const go of waiting) go();
  await untilReady(page);
  await page.locator('[name="email"]').fill('early@souk.test');
  await expect(page.locator('[name="fields.street"]')).toBeVisible();
  await group(page, 'media')
    .locator('input[type=file]')
    .setInputFiles([picture('a.png')]);
  await expect(group(page, 'media').locator('img')).toHaveCount(1);

  const expectKept = async () => {
    await expect(page.locator('[name="vendorName"]')).toHaveValue('Early Bird');
    await expect(page.locator('[name="email"]')).toHaveValue('early@souk.test');
    await expect(page.locator('[name="fields.about"]')).toHaveValue('Typed before the scripts');
    await expect(page.locator('[name="fields.craft"]')).toHaveValue('Wood');
    await expect(page.getByLabel('Berlin')).toBeChecked();
    await expect(group(page, 'media').locator('img')).toHaveCount(1);
  };
  await expectKept();
  await page.reload();
  await untilReady(page);
  await expectKept();
  await page.locator('[name="fields.street"]').fill('Main 1');
  await page.locator('[name="fields.agree"]').check();
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed');
  await send(page).click();
  await failed;
  await context.setOffline(false);
  await page.goto(formUrl());
  await untilReady(page);
  await expectKept();
  await send(page).click();
  await expect(page.getByText('Thank you for your application')).toBeVisible();
  await page.goto(formUrl());
  await untilReady(page);
  await expect(page.locator('[name="vendorName"]')).toHaveValue('');
});

test('it is filled and sent with the keyboard alone', async ({ browser }) => {
  const { page } = await openForm(browser);
  const reach = async (target: Locator) => {
    for (let step = 0; step < 80; step++) {
      if (await target.evaluate((node) => node === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('The tab key does not lead there');
  };
  await page.locator('h1').first().click();
  await reach(page.locator('[name="vendorName"]'));
  await page.keyboard.type('Keys Only');
  await page.keyboard.press('Tab');
  await page.keyboard.type('keys@souk.test');
  await reach(page.locator('[name="fields.about"]'));
  await page.keyboard.type('Typed');
  // The text becomes an editor with the focus; its toolbar stands before it.
  await reach(page.locator('[name="fields.story"]'));
  await expect(page.locator('[name="fields.story"][contenteditable=true]')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('toolbar').getByRole('button').first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.locator('[name="fields.story"]')).toBeFocused();
  await expect(page.getByRole('toolbar').getByRole('button', { pressed: true })).toHaveCount(1);
  await page.keyboard.type('Slanted');
  await expect(page.locator('[name="fields.story"] em')).toHaveText('Slanted');
  await reach(page.locator('[name="fields.craft"]'));
  await page.keyboard.press('C');
  await reach(page.getByLabel('Antwerp'));
  await page.keyboard.press('Space');
  await reach(group(page, 'media').getByRole('button', { name: 'Add from URL' }));
  await page.keyboard.press('Enter');
  await reach(page.getByRole('dialog').getByRole('textbox'));
  await page.keyboard.type(FILM);
  await page.keyboard.press('Enter');
  await expect(group(page, 'media').locator('.souk-video')).toHaveCount(1);
  await reach(page.locator('[name="fields.agree"]'));
  await page.keyboard.press('Space');
  await reach(send(page));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Thank you for your application')).toBeVisible();
});

test('it speaks German, fits 390 px, and names each field that is missing', async ({ browser }) => {
  const { page } = await openForm(browser, { width: 390, locale: 'de' });
  await expect(page.getByLabel('Town (optional)')).toBeVisible();
  await send(page).click();
  await expect(page.getByText('Pflichtfeld').first()).toBeVisible();
  await expect(page.locator('[name="vendorName"]')).toBeFocused();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  const embed = page.locator('.souk-video').first();
  expect((await embed.boundingBox())?.width).toBeLessThanOrEqual(358);
});

test('scripts in every text field never run, in the form or at the admin', async ({ browser }) => {
  const { page, troubles } = await openForm(browser);
  const script = `"><img src=x onerror=alert(1)><script>alert(1)</script>`;
  await fillMust(page, `Script ${script}`.slice(0, 40));
  await page.locator('[name="email"]').fill('script@souk.test');
  for (const key of ['about', 'line']) await page.locator(`[name="fields.${key}"]`).fill(script);
  await page.locator('[name="fields.story"]').click();
  await page.keyboard.type(script);
  await send(page).click();
  await expect(page.getByText('Thank you for your application')).toBeVisible();
  await page.goto(`${formUrl()}&q=${encodeURIComponent(script)}#${script}`);
  await untilReady(page);
  const { layout } = await openAsAdmin(browser, 'script@souk.test').catch(() => ({ layout: undefined }));
  await expect(layout?.page.getByText('alert(1)').first() ?? page.locator('none')).toBeVisible();
  expect(troubles).toEqual([]);
  layout?.watch.expectQuiet();
});

test('a closed form says so', async ({ browser }) => {
  await setForm(client, { fields: EVERY_FIELD, enableApproval: false });
  const { page } = await openForm(browser);
  await expect(page.getByText('Vendor registration is currently disabled.')).toBeVisible();
  await expect(page).toHaveTitle(/Create a vendor account$/);
  await setForm(client, { fields: EVERY_FIELD });
});

test('the logo of a store is its picture, 448 wide, or its text', async ({ browser }) => {
  const admin = await client.signIn(DEMO_ADMIN);
  const choose = (logo: { value: string; src: string; selected: 'src' | 'value' | 'default' }) =>
    client.call(admin, 'PATCH', '/app/info/features', { features: { logoRegistration: logo } });
  await choose({ value: '', src: `${PICTURES}/logo.png`, selected: 'src' });
  const { page, troubles } = await openForm(browser);
  const logo = page.getByRole('img', { name: 'Fjord & Field' });
  await expect(logo).toHaveAttribute('width', '448');
  await expect(logo).toHaveAttribute('src', `${PICTURES}/logo.png`);
  await choose({ value: 'The Fjord', src: '', selected: 'value' });
  await page.reload();
  await expect(page.getByText('The Fjord')).toBeVisible();
  await expect(logo).toHaveCount(0);
  await choose({ value: '', src: '', selected: 'default' });
  expect(troubles).toEqual([]);
});
