import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { DAY_MS } from '#app/core/durations.ts';
import { formatTyped } from '#app/ui/time/format.ts';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, type Layout } from '../support/layouts.ts';
import { addresses, FJELL, NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();
const MONTH_HOURS = 32 * 24;

type Sold = { id: string; name: string };

test.afterEach(({ browser }) => closeWindows(browser));

const keep = (page: Page, name: string) => keepPicture(page, name);

/** An amount as French or English write it, in hundredths. */
function minorOf(text: string): number {
  const digits = text.replace(/[^\d,.−-]/g, '').replace('−', '-');
  return Math.round(Number(digits.replace(',', '.')) * 100);
}

async function amountsOf(cells: Locator): Promise<number[]> {
  return (await cells.allTextContents()).map(minorOf);
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

/** Buyers order of both vendors, one part is paid out, and the month ends. Answers the month that is over. */
async function liveThroughMonth(): Promise<string> {
  const sold: Sold[] = [];
  for (const price of ['24.00', '64.00', '31.50']) {
    sold.push(
      await client.control<Sold>('POST', '/orders', {
        email: 'statement@buyer.test',
        lines: [
          { vendor: NORDLYS.name, title: 'Stated vase', price, quantity: 2 },
          { vendor: FJELL.name, title: 'Stated scarf', price: '17.00', quantity: 1 },
        ],
        shippingPrice: '4.00',
      }),
    );
  }
  await client.control('POST', '/drain', {});
  const [first] = sold;
  const staff = await client.signIn(DEMO_ADMIN);
  const { now } = await client.control<{ now: string }>('GET', '/clock');
  await client.call(staff, 'POST', '/payment/v3/pay', {
    payoutLines: [{ orderName: first?.name, vendor: NORDLYS.name, orderId: first?.id }],
    methods: [{ vendor: NORDLYS.name, method: 'manual' }],
    manual: { paidAt: now, details: 'By bank transfer' },
  });
  await client.control('POST', '/clock', { advanceHours: MONTH_HOURS });
  return now.slice(0, 'yyyy-mm'.length);
}

test('a vendor’s statement adds up in French, an admin prints the invoices of a month, and nobody sees another’s', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const month = await test.step('a month passes', liveThroughMonth);
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, locale: 'fr' });
  await test.step('the month adds up on the screen', () => addUpOnScreen(vendor, month));
  await test.step('the month adds up on the printed statement', () => addUpOnDocument(vendor));
  await test.step('the balance of a day is asked for', () => askForDay(vendor, month));
  await test.step('another’s is not found', () => refuseOthers(vendor, month));
  await test.step('an admin prints the invoices of the month', () => printInvoices(browser, month));
  await test.step('the same on a phone', () => onPhone(browser, month));
  vendor.watch.expectQuiet();
});

async function addUpOnScreen(vendor: Layout, month: string): Promise<void> {
  const { screen, page } = vendor;
  await vendor.open('/money/statements');
  await keep(page, 'statements-fr-1440');
  await screen.locator(`a[href*="/money/statements/${month}"]`).first().click();
  const sums = screen.getByRole('region', { name: 'Du solde initial au solde final' });
  await expect(sums).toBeVisible();
  const shown = await amountsOf(sums.locator('dd'));
  expect(shown.length).toBeGreaterThan(3);
  expect(sumOf(shown.slice(0, -1))).toBe(shown.at(-1));
  const lines = await amountsOf(screen.locator('table tbody tr td:last-child'));
  expect(lines.length).toBeGreaterThan(3);
  expect((shown[0] ?? 0) + sumOf(lines)).toBe(shown.at(-1));
  expect(await listBarriers(page)).toEqual([]);
  await keep(page, 'statement-fr-1440');
}

async function addUpOnDocument({ screen, page }: Layout): Promise<void> {
  const tab = page.context().waitForEvent('page');
  await screen.getByRole('button', { name: /^Imprimer « Relevé/ }).click();
  const printed = await tab;
  await printed.waitForURL(/\/api\/opened-papers/);
  await expect(printed.getByRole('heading', { level: 1 })).toHaveText('Relevé');
  await expect(printed.locator('.facts')).toContainText(/ST-\d+-\d{4}-\d{6}/);
  const sums = await amountsOf(printed.locator('.statement-sums td.end'));
  expect(sumOf(sums.slice(0, -1))).toBe(sums.at(-1));
  const lines = await amountsOf(printed.locator('.statement-lines tbody td:last-child'));
  expect(sumOf(lines.slice(0, -1))).toBe(lines.at(-1));
  expect(lines.at(-1)).toBe(sums.at(-1));
  await expect(printed.locator('body')).not.toContainText(FJELL.name);
  await printed.close();
}

/** From the day before the month, whichever of its days the money moved on: on its first, say. */
async function askForDay(vendor: Layout, month: string): Promise<void> {
  const { screen } = vendor;
  const day = new Date(Date.parse(`${month}-01`) - DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
  await vendor.open('/money/statements');
  const card = screen.getByRole('region', { name: 'Solde par date' });
  await card.getByLabel('Du (fin de journée)', { exact: true }).fill(day);
  await expect(card.locator('tbody th').first()).toHaveText(`Le ${formatTyped(day, 'fr')}`);
  await expect
    .poll(async () => {
      // The balance at the end of the first day, each change since, and the balance at the end of the last.
      const amounts = await amountsOf(
        card.locator(
          'tbody tr:first-child td:last-child, td:nth-child(2):not(:empty), tbody tr:last-child td:last-child',
        ),
      );
      return amounts.length > 2 && sumOf(amounts.slice(0, -1)) === amounts.at(-1);
    })
    .toBe(true);
}

async function refuseOthers(vendor: Layout, month: string): Promise<void> {
  const { page } = vendor;
  const other = encodeURIComponent(FJELL.name);
  for (const path of [`/money/statements?of=${other}`, `/money/statements/${month}?of=${other}`]) {
    const answer = await page.request.get(`${addresses().app}/app${path}`);
    expect(answer.status(), path).toBe(404);
  }
  const printed = await page.request.get(
    `${addresses().app}/api/statements/${month}/statement?requestedVendor=${other}`,
  );
  expect(printed.status()).toBe(404);
}

async function printInvoices(browser: Browser, month: string): Promise<void> {
  const admin = await openAdminLayout(browser);
  await admin.open(`/money/statements?month=${month}`);
  await expect(admin.screen.getByText(FJELL.name).first()).toBeVisible();
  await keep(admin.page, 'statements-admin-1440');
  const tab = admin.page.context().waitForEvent('page');
  await admin.page.locator('#app-actions').getByText('Print', { exact: true }).click();
  await admin.action('Print all invoices').click();
  const printed = await tab;
  await printed.waitForURL(/\/api\/opened-papers/);
  // Others may have sold in the same month.
  for (const { name } of [NORDLYS, FJELL])
    await expect(printed.locator('.document').filter({ hasText: name })).not.toHaveCount(0);
  await expect(printed.locator('.document h1').first()).toHaveText('Invoice');
  await printed.close();
  await admin.expectToast('Opened in a new tab');
  await admin.screen.getByText(NORDLYS.name).first().click();
  await expect(admin.screen.getByRole('region', { name: 'From opening to closing' })).toBeVisible();
  await keep(admin.page, 'statement-admin-1440');
  await admin.open('/money/statements/settings');
  await keep(admin.page, 'statement-settings-admin-1440');
  admin.watch.expectQuiet();
}

async function onPhone(browser: Browser, month: string): Promise<void> {
  const phone = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  for (const [name, path] of [
    ['statements', '/money/statements'],
    ['statement', `/money/statements/${month}`],
  ] as const) {
    await phone.open(path);
    await keep(phone.page, `${name}-390`);
    const wide = await phone.page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, path).toBeLessThanOrEqual(390);
  }
  const admin = await openAdminLayout(browser, { width: 390 });
  await admin.open(`/money/statements?month=${month}`);
  await keep(admin.page, 'statements-admin-390');
  phone.watch.expectQuiet();
}
