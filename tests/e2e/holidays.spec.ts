import { expect, test } from '@playwright/test';
import { DAY_MS } from '#app/core/durations.ts';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from './support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, openWindow } from './support/layouts.ts';
import { addresses, FJELL, NORDLYS, openMarketplace } from './support/marketplace.ts';
import { keepPicture } from './support/pictures.ts';

const client = openMarketplace();

test.afterEach(({ browser }) => closeWindows(browser));

const MESSAGE = 'The kiln rests; orders ship again on the tenth.';

test('an admin switches holiday mode on, a vendor on a phone says when it is away, and buyers read it on its products', async ({
  browser,
}) => {
  const admin = await openAdminLayout(browser);
  await admin.open('/settings/features');
  await admin.screen.getByRole('button', { name: 'Turn on Holiday mode' }).click();
  await admin.expectToast('Holiday mode turned on');

  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  const { page, screen } = vendor;
  await vendor.open('/settings');
  await screen.getByRole('link', { name: /^Holidays/ }).click();
  await screen.getByLabel('Show a holiday message').check();
  const today = new Date();
  const day = (days: number) => new Date(today.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  await screen.getByLabel('First day').fill(day(-1));
  await screen.getByLabel('Last day').fill(day(-2));
  await vendor.save();
  await expect(screen.getByText('Should be before the start date')).toBeVisible();
  await expect(screen.getByText('Required field')).toBeVisible();
  await screen.getByLabel('Last day').fill(day(6));
  await screen.getByRole('textbox', { name: 'Message' }).fill(MESSAGE);
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'holidays-390');
  await vendor.save();
  await vendor.expectToast('The holiday is saved');
  await expect(screen.getByText('On holiday')).toBeVisible();

  await admin.open('/settings/holidays');
  await expect(admin.screen.getByText(MESSAGE)).toBeVisible();
  expect(await listBarriers(admin.page)).toEqual([]);
  await keepPicture(admin.page, 'holidays-1440');

  const buyer = await openWindow(browser);
  await buyer.page.goto(`${addresses().sandbox}/store/demo/search?q=nordlys`);
  await buyer.page.locator('a[href^="/store/demo/products/"]').first().click();
  const note = buyer.page.getByRole('note');
  await expect(async () => {
    await buyer.page.reload();
    await expect(note).toContainText(MESSAGE, { timeout: 1_000 });
  }).toPass();
  expect(await listBarriers(buyer.page, { any: true })).toEqual([]);
  await keepPicture(buyer.page, 'holiday-product-1440');
});

test('holidays hold in German on a phone', async ({ browser }) => {
  const client = openMarketplace();
  await client.call(await client.signIn(DEMO_ADMIN), 'PATCH', '/app/info/features', {
    features: { holidayMode: { enabled: true } },
  });
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 390, locale: 'de' });
  await vendor.open('/settings/holidays');
  await expect(vendor.screen.getByRole('heading', { name: 'Urlaub', exact: true })).toBeVisible();
  const overflow = await vendor.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await keepPicture(vendor.page, 'holidays-390-de');
});

test('a holiday ends at midnight in the store’s zone, while its day goes on in other zones', async ({ browser }) => {
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { holidayMode: { enabled: true } } });
  const { now } = await client.control<{ now: string }>('GET', '/clock');
  const { day, lastMinute } = endOfDay(new Date(now));
  const message = `Closed on ${day}.`;
  const vendor = await client.signIn(FJELL.email);
  const holiday = { enabled: true, from: day, to: day, message };
  await client.call(vendor, 'PUT', '/settings/holidays', holiday);
  // The browser's own clock is hours behind: the store's decides.
  const context = await browser.newContext({ timezoneId: 'America/New_York' });
  const page = await context.newPage();
  await client.control('POST', '/clock', { now: lastMinute.toISOString() });
  await page.goto(`${addresses().sandbox}/store/demo/search?q=fjell`);
  await page.locator('a[href^="/store/demo/products/"]').first().click();
  await expect(page.getByRole('note').filter({ hasText: message })).toBeVisible();
  await client.control('POST', '/clock', { now: new Date(lastMinute.getTime() + 60_000).toISOString() });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(message)).toHaveCount(0);
});

/** The day that it is in the demo store's zone, and the beginning of its last minute. */
function endOfDay(now: Date): { day: string; lastMinute: Date } {
  const timeZone = 'Europe/Amsterdam';
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') ?? '';
  return { day, lastMinute: new Date(`${day}T23:59:00${offset === '' ? 'Z' : offset}`) };
}
