import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, type Layout } from '../support/layouts.ts';
import { FJELL, openMarketplace } from '../support/marketplace.ts';
import { approvePayoutDetails, takeUnshipped } from '../support/payout-details.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();
/** A vendor of this file's own: the others have orders of other tests. */
const TARN = { name: 'Tarn Pottery', email: 'tarn@demo.test' };
/** Changed payment details are waited for 72 hours, and shipped orders here for three days. */
const PAST_HOURS = 73;

type Sold = { id: string; name: string };
type Platform = { id: string; liveKey: string };
type Method = { stripe: { account: { accountId: string } | null } };
type Rules = { rules: object; version: number };

test.afterEach(({ browser }) => closeWindows(browser));

const keep = (page: Page, name: string) => keepPicture(page, name);
const isNarrow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** A paid order of one vendor. */
async function sell(vendor: string, title: string, price: string): Promise<Sold> {
  const sold = await client.control<Sold>('POST', '/orders', {
    email: 'money@buyer.test',
    lines: [{ vendor, title, price, quantity: 1 }],
  });
  await client.control('POST', '/drain', {});
  return sold;
}

async function pass(hours: number): Promise<void> {
  await client.control('POST', '/clock', { advanceHours: hours });
}

async function setRules(rules: object): Promise<void> {
  const admin = await client.signIn(DEMO_ADMIN);
  const { rules: before, version } = await client.call<Rules>(admin, 'GET', '/settings/payouts');
  await client.call(admin, 'PUT', '/settings/payouts', { rules: { ...before, ...rules }, version });
}

/** Tarn is paid by Stripe, on Tuesdays and three days after an order was shipped; what is open was shipped or not. */
async function prepare(): Promise<Sold> {
  const admin = await client.signIn(DEMO_ADMIN);
  const [platform] = await client.control<Platform[]>('GET', '/stripe/platforms');
  await client.call(admin, 'PUT', '/stripe/api-key', { apiKey: platform?.liveKey });
  await client.call(admin, 'POST', `/vendors/${TARN.name}`, { identity: TARN.email, confirm: true });
  await client.control('POST', '/drain', {});
  await client.acceptInvitation(TARN.email);
  const tarn = await client.signIn(TARN.email);
  await client.call(tarn, 'POST', '/stripe/register', { email: TARN.email, country: 'NL' });
  const { stripe } = await client.call<Method>(tarn, 'GET', '/payout/register');
  await approvePayoutDetails(client, TARN);
  await client.control('POST', `/stripe/accounts/${stripe.account?.accountId ?? ''}`, { status: 'active' });
  await pass(PAST_HOURS);
  const rule = { kind: 'weekdays', days: ['tue'], time: '10:00' };
  await setRules({ schedule: { kind: 'periodic', rule }, holdingDays: 3 });
  const shipped = await sell(TARN.name, 'Calendar bowl', '64.00');
  await client.control('POST', `/orders/${shipped.id}/fulfill`, {});
  return sell(TARN.name, 'Calendar jug', '47.00');
}

/** What the sums of a card come to, in hundredths: a minus may stand before them. */
async function addUp(card: Locator): Promise<{ rows: number; total: number }> {
  const texts = await card.locator('.souk-sum dd').allTextContents();
  const minor = texts.map((text) => Math.round(Number(text.replace('−', '-').replace(/[^\d.-]/g, '')) * 100));
  const total = minor.pop() ?? NaN;
  return { rows: minor.reduce((sum, one) => sum + one, 0), total };
}

/** The month as a table on a wide screen, or as an agenda on a phone. */
const monthOf = (layout: Layout): Locator => layout.screen.getByRole('region', { name: /^[A-Z]\w+ \d{4}$/ });
const entry = (layout: Layout, words: RegExp): Locator => monthOf(layout).getByRole('button', { name: words });

test('the calendar says when money comes and why not: an order that is shipped moves on', async ({ browser }) => {
  test.setTimeout(300_000);
  const open = await test.step('a schedule, and orders', prepare);
  const wide = await openPortalLayout(browser, { email: TARN.email });
  await test.step('shipping now would bring it', async () => {
    await wide.open('/money');
    await expect(wide.page.getByRole('table', { name: /^[A-Z]\w+ \d{4}$/ })).toBeVisible();
    const expected = await findIn(wide, /if shipped/);
    await expected.click();
    const why = wide.page.getByRole('group', { name: /^\$/ });
    await expect(why.getByText(/^If you ship it today, it waits 3 days/)).toBeVisible();
    await expect(why.getByText('Your turn.')).toBeVisible();
    await expect(why.getByRole('link', { name: 'Open the orders to ship' })).toBeVisible();
    expect(await listBarriers(wide.page)).toEqual([]);
    await keep(wide.page, 'money-why-1440');
    await wide.page.keyboard.press('Escape');
    await wide.open('/money');
    const { rows, total } = await addUp(wide.page.getByRole('region', { name: 'From sale to account' }));
    expect(rows).toBe(total);
    expect(total).toBeGreaterThan(0);
    await keep(wide.page, 'money-1440');
  });
  await test.step('shipped, it waits its days', async () => {
    await client.control('POST', `/orders/${open.id}/fulfill`, {});
    await client.control('POST', '/drain', {});
    await wide.open('/money');
    await expect(entry(wide, /if shipped/)).toHaveCount(0);
    const onHold = await findIn(wide, /Waiting/);
    await onHold.click();
    await expect(wide.page.getByText(/^Shipped\. It waits 3 days/)).toBeVisible();
    await expect(wide.page.getByRole('group', { name: /^\$/ }).getByText(/· 2 orders$/)).toBeVisible();
  });
  await test.step('after them it is due on a day, which the balance and the home say too', async () => {
    await pass(PAST_HOURS);
    await client.signIn(TARN.email);
    const phone = await openPortalLayout(browser, { email: TARN.email, width: 390 });
    await phone.open('/money');
    await expect(phone.page.getByText(/^Comes Tuesday/)).toBeVisible();
    const due = await findIn(phone, /Due/);
    await keep(phone.page, 'money-390');
    await due.click();
    await expect(phone.page.getByRole('dialog').getByText(/it goes with the payout of this day/)).toBeVisible();
    expect(await isNarrow(phone.page)).toBe(true);
    expect(await listBarriers(phone.page)).toEqual([]);
    await keep(phone.page, 'money-why-390');
    await phone.open('/');
    await expect(phone.page.getByText(/^Comes Tuesday/)).toBeVisible();
    phone.watch.expectQuiet();
  });
  wide.watch.expectQuiet();
  for (const locale of ['fr', 'de']) await inLanguage(browser, locale);
});

/** An entry of this month, or of the next where its day falls there. */
async function findIn(layout: Layout, words: RegExp): Promise<Locator> {
  await expect(monthOf(layout)).toBeVisible();
  if ((await entry(layout, words).count()) === 0)
    await layout.screen.getByRole('button', { name: /^Next month/ }).click();
  await expect(entry(layout, words).first()).toBeVisible();
  return entry(layout, words).first();
}

async function inLanguage(browser: Browser, locale: string): Promise<void> {
  const layout = await openPortalLayout(browser, { email: TARN.email, locale });
  await layout.open('/money');
  const title = locale === 'fr' ? 'De la vente au versement' : 'Vom Verkauf zur Auszahlung';
  await expect(layout.page.getByRole('region', { name: title })).toBeVisible();
  await expect(layout.page.getByText(locale === 'fr' ? /^Arrive mardi/ : /^Auszahlung am Dienstag/)).toBeVisible();
  expect(await listBarriers(layout.page)).toEqual([]);
  await keep(layout.page, `money-${locale}-1440`);
  layout.watch.expectQuiet();
}

test('an amount is explained down to its postings, in both layouts', async ({ browser }) => {
  const sold = await sell(FJELL.name, 'Explained scarf', '38.50');
  const portal = await openPortalLayout(browser, { email: FJELL.email });
  const admin = await openAdminLayout(browser);
  for (const layout of [portal, admin]) {
    await layout.open(`/orders/${sold.id}`);
    await layout.screen
      .getByRole('button', { name: /^Explain \$/ })
      .first()
      .click();
    const explained = layout.screen.getByRole('group', { name: /^How \$/ });
    await expect(explained.getByText('Sum in USD')).toBeVisible();
    const amounts = await explained.locator('.souk-entry dd').allTextContents();
    const minor = amounts.map((text) => Math.round(Number(text.replace('−', '-').replace(/[^\d.-]/g, '')) * 100));
    const sum = minor.pop();
    expect(minor.length).toBeGreaterThan(2);
    expect([sum, minor.reduce((total, one) => total + one, 0)]).toEqual([0, 0]);
    expect(amounts.at(-1)).toBe('0.00');
    await keep(layout.page, `explained-${layout === portal ? 'portal' : 'admin'}-1440`);
    layout.watch.expectQuiet();
  }
});

test('a refund after the payout is taken off the next one, and every screen says why', async ({ browser }) => {
  test.setTimeout(240_000);
  await setRules({ schedule: { kind: 'off' }, holdingDays: 0 });
  const admin = await openAdminLayout(browser);
  await test.step('what stands open is paid, so that the sums are those of this test', () => payAll(admin));
  const first = await sell(FJELL.name, 'Returned blanket', '60.00');
  await test.step('an order is paid manually', () => payAll(admin));
  await test.step('it is refunded in the store', async () => {
    await refundInStore(admin, first, 'Returned blanket');
    await client.control('POST', '/drain', {});
  });
  const vendor = await openPortalLayout(browser, { email: FJELL.email, width: 390 });
  await test.step('the vendor sees what is taken off, and why', async () => {
    await vendor.open('/money');
    const taken = entry(vendor, /Overpaid/);
    await taken.click();
    await expect(vendor.page.getByRole('dialog').getByText(/It is taken off your next payout\.$/)).toBeVisible();
    expect(await listBarriers(vendor.page)).toEqual([]);
    await keep(vendor.page, 'money-overpaid-390');
  });
  await sell(FJELL.name, 'Kept blanket', '90.00');
  await test.step('the next payout is less by it', async () => {
    await openPay(admin);
    await admin.screen.getByRole('button', { name: '2 orders' }).click();
    const lines = admin.screen.getByRole('group', { name: FJELL.name });
    await expect(lines.getByText('Taken off: overpaid earlier')).toBeVisible();
    await keep(admin.page, 'pay-netted-1440');
    await admin.page.keyboard.press('Escape');
    // 90.00 less 12.5 percent is 78.75; of the blanket that came back 52.50 had been paid.
    await expect(admin.screen.getByRole('button', { name: 'Record payout of $26.25 to 1 vendor' })).toBeVisible();
    await payNow(admin);
    await vendor.open('/money/payouts');
    await vendor.page
      .getByRole('link', { name: /^Payout \d+/ })
      .first()
      .click();
    await expect(vendor.page.getByText(first.name).first()).toBeVisible();
    await expect(vendor.page.getByText('−$52.50').first()).toBeVisible();
    await expect(vendor.page.getByText('Taken off: overpaid earlier').first()).toBeVisible();
    await keep(vendor.page, 'payout-netted-390');
    await vendor.open('/money');
    await expect(entry(vendor, /Overpaid/)).toHaveCount(0);
    await expect(entry(vendor, /Paid/).first()).toBeVisible();
  });
  admin.watch.expectQuiet();
  vendor.watch.expectQuiet();
});

async function openPay(admin: Layout): Promise<void> {
  await admin.open('/payouts');
  await admin.screen
    .getByRole('link', { name: new RegExp(FJELL.name) })
    .first()
    .click();
  await takeUnshipped(admin.screen);
  await expect(admin.screen.getByRole('heading', { name: 'You will record' })).toBeVisible();
}

async function payNow({ screen }: Layout): Promise<void> {
  await screen.getByRole('textbox', { name: 'Details' }).fill('Bank transfer 4711');
  await screen.getByRole('button', { name: /^Record payout of \$/ }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Record payout' }).click();
  await expect(screen.getByText('1 vendor paid')).toBeVisible();
}

/** Everything that Fjell is owed, where it is owed something. */
async function payAll(admin: Layout): Promise<void> {
  const person = await client.signIn(FJELL.email);
  type Totals = { aggs: { due: { amount: string } }[] };
  const { aggs } = await client.call<Totals>(person, 'GET', '/transactions?period=all');
  if (Number(aggs[0]?.due.amount ?? 0) === 0) return;
  await openPay(admin);
  await payNow(admin);
}

/** The merchant gives the whole order back, in the store admin. */
async function refundInStore({ page }: Layout, { id }: Sold, title: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/admin/store/demo/orders/${id}`);
  await page.getByText('Refund', { exact: true }).first().click();
  const form = page.locator('form[action$="/refund"]');
  await form.getByLabel(title).fill('1');
  await form.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(page.getByText('Refunded', { exact: true }).first()).toBeVisible();
}
