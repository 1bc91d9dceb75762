import { expect, test, type FrameLocator, type Page } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from '../support/layouts.ts';
import { FJELL, openMarketplace } from '../support/marketplace.ts';

const client = openMarketplace();

test.afterEach(({ browser }) => closeWindows(browser));

/** A vendor with a paid order of the last days, so that there is something to compare. */
test.beforeAll(async () => {
  await client.control('POST', '/orders', {
    email: 'what-if@buyers.example',
    lines: [{ title: 'What-if mug', vendor: FJELL.name, price: '40.00', quantity: 2 }],
    financialStatus: 'paid',
  });
  await client.control('POST', '/drain', {});
});

const card = (screen: Page | FrameLocator) => screen.getByRole('region', { name: 'Simulate' });
const amountOf = async (screen: Page | FrameLocator, label: string): Promise<number> => {
  const line = card(screen).locator('.souk-sum-line').filter({ hasText: label });
  return Number((await line.locator('dd').innerText()).replace(/[^\d.−-]/g, '').replace('−', '-'));
};

test('an admin sees what a changed list would have brought before it is saved, and puts an earlier version back', async ({
  browser,
}) => {
  const admin = await openAdminLayout(browser);
  const { page, screen, watch } = admin;
  await admin.open('/commissions');
  const percentage = screen.getByLabel('Commission (%), Row 1');
  const before = await percentage.inputValue();
  await percentage.fill('33');
  await card(screen).getByRole('button', { name: 'Compare with the past 90 days' }).click();
  await expect(card(screen).getByText('Difference for the marketplace')).toBeVisible();
  const [after, now] = [await amountOf(screen, 'with these rates'), await amountOf(screen, 'with current rates')];
  expect(after).toBeGreaterThan(-now);
  expect(await amountOf(screen, 'Difference for the marketplace')).toBeCloseTo(after + now, 2);
  await expect(card(screen).getByText('gets less').first()).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);

  await percentage.fill('34');
  await expect(card(screen).getByText('The rows have changed since this comparison.')).toBeVisible();
  const versions = screen.getByRole('region', { name: 'Versions' });
  const newest = versions.getByRole('listitem').first();
  const number = Number(/Version (\d+)/.exec(await newest.innerText())?.[1]);
  await admin.save();
  await expect(newest).toContainText(`Version ${number + 1}`);
  await versions.getByRole('button', { name: `Restore this version: version ${number}`, exact: true }).click();
  await expect(percentage).toHaveValue(before);
  await admin.save();
  await expect(newest).toContainText(`Version ${number + 2}`);
  expect(await listBarriers(page)).toEqual([]);
  watch.expectQuiet();
});

test('a vendor’s list is compared on a phone, in German', async ({ browser }) => {
  const portal = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390, locale: 'de' });
  const { page, watch } = portal;
  await portal.open('/commissions');
  await page
    .getByRole('link', { name: new RegExp(FJELL.name) })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: FJELL.name, level: 1 })).toBeVisible();
  const compare = page.getByRole('button', { name: 'Mit den letzten 90 Tagen vergleichen' });
  await page.getByRole('button', { name: /Zeile hinzufügen/ }).click();
  await page.getByLabel(/Provision \(%\)/).fill('50');
  await compare.click();
  await expect(page.getByText('Unterschied für den Marktplatz')).toBeVisible();
  await expect(page.getByText('bekommt weniger')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await listBarriers(page)).toEqual([]);
  watch.expectQuiet();
});
