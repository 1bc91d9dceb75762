import { expect, test, type Browser, type Page } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from './support/accessible.ts';
import { closeWindows, openAdminLayout, openWindow } from './support/layouts.ts';
import { addresses, NORDLYS, openMarketplace } from './support/marketplace.ts';

/** The most that may move on a page of the store while it loads: nothing that anybody sees. */
const MAX_SHIFT = 0.01;
const WORDS = 'We throw by hand in a studio by the harbour.';

type Places = { product: string; collection: string };
let places: Places;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  places = await publishPage();
});
test.afterEach(({ browser }) => closeWindows(browser));

/** The vendor's page with a picture that the store itself has, approved; where it and one of its products are. */
async function publishPage(): Promise<Places> {
  const client = openMarketplace();
  const { sandbox } = addresses();
  const admin = await client.signIn(DEMO_ADMIN);
  const vendor = NORDLYS.name;
  const found = await (await fetch(`${sandbox}/store/demo/search?q=nordlys`)).text();
  const picture = /<img src="([^"]+)"/.exec(found)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const page = { vendor, imageUrl: new URL(picture, sandbox).href, description: `<p>${WORDS}</p>`, metafields: [] };
  await client.call(admin, 'POST', '/vendors/v2', page);
  await client.call(admin, 'PUT', '/vendors/v2/action', { vendor, action: 'approve' });
  await client.control('POST', '/drain', {});
  const shown = await client.call<{ page: { url: string } }>(
    admin,
    'GET',
    `/vendors/v2?vendor=${encodeURIComponent(vendor)}`,
  );
  return {
    product: `${sandbox}${/href="(\/store\/demo\/products\/[^"]+)"/.exec(found)?.[1] ?? ''}`,
    collection: `${sandbox}/store/demo${new URL(shown.page.url).pathname}`,
  };
}

/** Counts how much of each page moves by itself, from its beginning on. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = globalThis as typeof globalThis & { shifted?: number };
    counted.shifted = 0;
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) counted.shifted = (counted.shifted ?? 0) + entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Opens a page of the store, and answers how much of it moved until it was complete and drawn. */
async function openCounting(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'load' });
  return page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    return (globalThis as typeof globalThis & { shifted?: number }).shifted ?? -1;
  });
}

async function expectWhole(page: Page): Promise<void> {
  expect(await listBarriers(page, { any: true })).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
    0,
  );
}

for (const width of [1440, 390]) {
  test(`a buyer sees who sells, and follows to the vendor’s page, at ${width} px`, async ({ browser }) => {
    const { page, watch } = await openWindow(browser, { width });
    await countShifts(page);
    expect(await openCounting(page, places.product)).toBeLessThanOrEqual(MAX_SHIFT);
    const about = page.getByRole('complementary', { name: `About ${NORDLYS.name}` });
    await expect(about.getByText(WORDS)).toBeVisible();
    await expectWhole(page);
    await page.locator('.souk-sold-by').getByRole('link', { name: NORDLYS.name }).click();
    await page.waitForURL(places.collection);
    expect(await openCounting(page, places.collection)).toBeLessThanOrEqual(MAX_SHIFT);
    await expect(page.getByRole('heading', { name: NORDLYS.name, level: 1 })).toBeVisible();
    await expect(page.getByText(WORDS)).toBeVisible();
    await expectWhole(page);
    watch.expectQuiet();
  });
}

test('blocks work without script, are switched off, and are led to from the app’s settings', async ({ browser }) => {
  test.setTimeout(90_000);
  await test.step('without script', () => applyWithoutScript(browser));
  await test.step('a form is sent without leaving the page', () => sendFromBlock(browser));
  await test.step('from the settings to the theme editor, and off again', () => switchOff(browser));
});

/** The whole way of somebody who wants to sell, in a browser that runs no script. */
async function applyWithoutScript(browser: Browser): Promise<void> {
  const { sandbox } = addresses();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(places.product);
  await expect(page.locator('.souk-sold-by').getByRole('link', { name: NORDLYS.name })).toHaveAttribute(
    'href',
    new URL(places.collection).pathname,
  );
  await page.goto(`${sandbox}/store/demo/pages/sell`);
  await page.getByLabel('Business name').fill('Tide <b>& Timber');
  await page.locator('form', { hasText: 'Business name' }).getByLabel('Email').fill('tide@timber.test');
  await page.getByRole('button', { name: 'Send application' }).click();
  // The form asks for nothing more, so that this was all of it.
  await expect(page.getByRole('heading', { name: 'Application sent' })).toBeVisible();
  await page.goto(`${sandbox}/store/demo/apps/souk/vendors`);
  await page.getByRole('link', { name: NORDLYS.name }).click();
  await expect(page.getByRole('heading', { name: NORDLYS.name, level: 1 })).toBeVisible();
  await context.close();
}

/** What was typed is sent by the script, and the answer is said in the block, whatever it is. */
async function sendFromBlock(browser: Browser): Promise<void> {
  const { sandbox } = addresses();
  const { page } = await openWindow(browser);
  await page.goto(`${sandbox}/store/demo/pages/sell`, { waitUntil: 'load' });
  const form = page.locator('form[data-souk-form]');
  await form.getByLabel('Email').fill('reader@souk.test');
  const answered = page.waitForResponse((response) => response.url().includes('/apps/souk/message/subscribe'));
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await answered;
  await expect(form.getByRole('status')).toHaveAttribute('data-kind', /done|failed/);
  expect(new URL(page.url()).pathname).toBe('/store/demo/pages/sell');
}

async function switchOff(browser: Browser): Promise<void> {
  const admin = await openAdminLayout(browser);
  await admin.open('/settings/storefront');
  await admin.screen.getByRole('link', { name: 'Add “Sold by” in the theme editor' }).click();
  const { page } = admin;
  await expect(page.getByRole('heading', { name: 'Themes', level: 1 })).toBeVisible();
  const name = 'Sold by, Products';
  const ofStore = page.getByRole('region', { name: 'Fjord & Field: Products' });
  try {
    await ofStore.getByRole('button', { name: `Switch off: ${name}` }).click();
    await expect(ofStore.getByRole('button', { name: `Switch on: ${name}` })).toBeVisible();
    await page.goto(places.product);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.souk-sold-by')).toHaveCount(0);
  } finally {
    await page.goto(`${addresses().sandbox}/themes`);
    await ofStore.getByRole('button', { name: `Switch on: ${name}` }).click();
  }
  await expect(ofStore.getByRole('button', { name: `Switch off: ${name}` })).toBeVisible();
  admin.watch.expectQuiet();
}
