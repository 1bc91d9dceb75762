import { expect, test, type Page } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, type Layout } from '../support/layouts.ts';
import { openMarketplace } from '../support/marketplace.ts';
import { approvePayoutDetails } from '../support/payout-details.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();
/** Vendors of this file's own: what others are owed is theirs. */
const BRIAR = { name: 'Briar Joinery', email: 'briar-joinery@demo.test' };
const QUILL = { name: 'Quill Press', email: 'quill-press@demo.test' };
const RECEIVER = 'payouts@quill.example';
/** Changed payment details are waited for 72 hours. */
const HOLD_HOURS = 73;
/** PayPal answers for a batch by our name for 29 days. */
const LOST_HOURS = 31 * 24;

type Platform = { id: string; testKey: string; liveKey: string };
type App = { id: string; clientId: string; clientSecret: string };
type Method = { stripe: { account: { accountId: string } | null } };
type Transfer = { id: string };
type Sold = { id: string; name: string };
type Paid = { results: { transactionId: string | null }[] };

let platform: Platform;
let accountId = '';

test.afterEach(({ browser }) => closeWindows(browser));

test.beforeAll(async () => {
  const admin = await client.signIn(DEMO_ADMIN);
  const [found] = await client.control<Platform[]>('GET', '/stripe/platforms');
  platform = found ?? { id: '', testKey: '', liveKey: '' };
  const balance = { availableMinor: 1_000_000 };
  await client.control('POST', '/stripe/balance', { ...balance, currency: 'usd', platform: platform.id, live: true });
  const app = await client.control<App>('POST', '/paypal/apps', { environment: 'live' });
  await client.control('POST', '/paypal/balance', { ...balance, currency: 'USD', app: app.id });
  await client.call(admin, 'PUT', '/stripe/api-key', { apiKey: platform.liveKey });
  const { clientId, clientSecret } = app;
  await client.call(admin, 'PUT', '/paypal/admin/api-key', { clientId, clientSecret, isSandbox: false });
  for (const { name, email } of [BRIAR, QUILL]) {
    await client.call(admin, 'POST', `/vendors/${name}`, { identity: email, confirm: true });
    await client.control('POST', '/drain', {});
    await client.acceptInvitation(email);
  }
  const briar = await client.signIn(BRIAR.email);
  await client.call(briar, 'POST', '/stripe/register', { email: BRIAR.email, country: 'NL' });
  accountId = (await client.call<Method>(briar, 'GET', '/payout/register')).stripe.account?.accountId ?? '';
  await client.control('POST', `/stripe/accounts/${accountId}`, { status: 'active' });
  const quill = await client.signIn(QUILL.email);
  await client.call(quill, 'POST', '/paypal/register', { emailOrVenmo: RECEIVER, type: 'EMAIL' });
  await approvePayoutDetails(client, BRIAR, QUILL);
  await client.control('POST', '/clock', { advanceHours: HOLD_HOURS });
});

// Others who share the marketplace pay by hand: with test keys nothing real is paid by a provider.
test.afterAll(async () => {
  // The sessions of before ended with the weeks that went by.
  const later = openMarketplace();
  const admin = await later.signIn(DEMO_ADMIN);
  await later.call(admin, 'PUT', '/stripe/api-key', { apiKey: platform.testKey });
  const [app] = await later.control<App[]>('GET', '/paypal/apps');
  const { clientId, clientSecret } = app ?? { clientId: '', clientSecret: '' };
  await later.call(admin, 'PUT', '/paypal/admin/api-key', { clientId, clientSecret, isSandbox: true });
});

/** A paid order of one vendor. */
async function sell({ name: vendor }: { name: string }, price: string): Promise<Sold> {
  const lines = [{ vendor, title: 'Shelf', price, quantity: 1 }];
  const sold = await client.control<Sold>('POST', '/orders', { email: 'payer@buyer.test', lines });
  await client.control('POST', '/drain', {});
  return sold;
}

/** Asks for a payout of an order and waits for what comes of it; the payout's id. */
async function payOut(order: Sold, { name: vendor }: { name: string }, method: 'stripe' | 'paypal'): Promise<string> {
  const admin = await client.signIn(DEMO_ADMIN);
  const { results } = await client.call<Paid>(admin, 'POST', '/payment/v3/pay', {
    payoutLines: [{ orderName: order.name, orderId: order.id, vendor }],
    methods: [{ vendor, method }],
  });
  await client.control('POST', '/drain', {});
  return results[0]?.transactionId ?? '';
}

const keep = (page: Page, name: string) => keepPicture(page, name);

/** What must hold of a page on a phone: nothing leaves it at its side, and nothing bars anybody's way. */
async function expectFits({ page }: Layout): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await listBarriers(page)).toEqual([]);
}

test('a part that Stripe took back is shown to both, and is in the next payout', async ({ browser }) => {
  const order = await sell(BRIAR, '60.00');
  const id = await payOut(order, BRIAR, 'stripe');
  const [transfer] = await client.control<Transfer[]>('GET', `/stripe/transfers?destination=${accountId}`);
  await client.control('POST', `/stripe/transfers/${transfer?.id ?? ''}`, { reverse: { amountMinor: 1000 } });
  await client.control('POST', '/drain', {});

  const admin = await openAdminLayout(browser);
  const { page, screen } = admin;
  await test.step('the marketplace sees what was reversed, and what still stands', async () => {
    await admin.open('/money/payouts?view=issues');
    await screen.getByRole('link', { name: `Payout ${id}`, exact: true }).click();
    await expect(screen.getByText('$10.00 of this payout was returned', { exact: true })).toBeVisible();
    await expect(screen.getByText('It was taken back at Stripe. The rest stays paid.')).toBeVisible();
    await expect(screen.getByText('No money is lost: $10.00 of 1 order is due again.')).toBeVisible();
    await expect(screen.getByText('$10.00 returned; due again')).toHaveCount(1);
    await expect(screen.getByText('−$10.00')).toBeVisible();
    expect(await listBarriers(page)).toEqual([]);
    await keep(page, 'payout-part-back-1440');
  });

  const phone = await openPortalLayout(browser, { email: BRIAR.email, width: 390 });
  await test.step('the vendor sees it on the phone: in the list, on the payout, on the money', async () => {
    await phone.open('/money/payouts');
    await expect(phone.page.getByText('$10.00 returned')).toBeVisible();
    await expectFits(phone);
    await keep(phone.page, 'payouts-part-back-390');
    await phone.page
      .getByRole('link', { name: new RegExp(`Payout ${id}\\b`) })
      .first()
      .click();
    await expect(phone.page.getByText('No money is lost: $10.00 of 1 order is due to you again.')).toBeVisible();
    await expect(phone.page.getByText('Ask the marketplace why.')).toBeVisible();
    await expect(phone.page.getByRole('link', { name: 'Pay again' })).toHaveCount(0);
    await expectFits(phone);
    await keep(phone.page, 'payout-part-back-390');
    await phone.open('/money');
    const month = phone.page.getByRole('region', { name: /^[A-Z]\w+ \d{4}$/ });
    const back = month.getByRole('button').filter({ hasText: 'This money was returned.' });
    await expect(back.getByText('$10.00')).toBeVisible();
    await expect(back.getByText('Reversed', { exact: true })).toBeVisible();
    await expectFits(phone);
    await keep(phone.page, 'money-part-back-390');
  });

  await test.step('the next payout pays what is due again, and no more', async () => {
    await screen.getByRole('link', { name: 'Pay again' }).click();
    await screen.getByRole('button', { name: 'Pay $10.00 to 1 vendor' }).click();
    await screen.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click();
    const result = screen.getByRole('status').getByRole('list', { name: 'Result' }).getByRole('listitem');
    await expect(result.getByText('Paid', { exact: true })).toBeVisible({ timeout: 60_000 });
    await admin.open(`/money/payouts/${id}`);
    await expect(screen.getByText('Paid again with:')).toBeVisible();
    await expect(screen.getByRole('link', { name: 'Pay again' })).toHaveCount(0);
    await keep(page, 'payout-part-paid-again-1440');
    await phone.open(`/money/payouts/${id}`);
    await phone.page.getByText('Paid again with:').getByRole('link').click();
    await expect(phone.page.getByText('$10.00').first()).toBeVisible();
    await expectFits(phone);
    await phone.open(`/orders/${order.id}`);
    await expect(phone.page.getByText('Payout returned, $10.00')).toBeVisible();
    await expectFits(phone);
    await keep(phone.page, 'order-part-paid-again-390');
  });
  admin.watch.expectQuiet();
  phone.watch.expectQuiet();
});

test('a payout that can no longer be looked up is resolved manually on the phone', async ({ browser }) => {
  const order = await sell(QUILL, '70.00');
  // PayPal never gets the batch, and by the time anybody looks again it may be asked for no more.
  await client.control('POST', '/faults', { target: 'paypal', operation: 'payouts.create', kind: 'drop', times: 1 });
  const id = await payOut(order, QUILL, 'paypal');
  await client.control('POST', '/clock', { advanceHours: LOST_HOURS });
  await client.control('POST', '/drain', {});

  const vendor = await openPortalLayout(browser, { email: QUILL.email, width: 390 });
  await test.step('the vendor reads that the marketplace looks, and is asked for nothing', async () => {
    await vendor.open(`/money/payouts/${id}`);
    await expect(vendor.page.getByText('Payout status unknown')).toBeVisible();
    await expect(vendor.page.getByText(/has to look at its own account at PayPal/)).toBeVisible();
    await expect(vendor.page.getByRole('button', { name: 'It never left' })).toHaveCount(0);
    await expectFits(vendor);
    await keep(vendor.page, 'payout-lost-vendor-390');
  });

  const admin = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390 });
  const { page } = admin;
  await test.step('an admin who looked says on the phone that it never left', async () => {
    await admin.open(`/money/payouts/${id}`);
    await expect(page.getByRole('button', { name: 'It arrived' })).toBeVisible();
    await expectFits(admin);
    await keep(page, 'payout-lost-390');
    await page.getByRole('button', { name: 'It never left' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(/^Its orders become due again\./)).toBeVisible();
    await dialog.getByRole('button', { name: 'It never left' }).click();
    await expect(dialog.getByText('At least 3 characters')).toBeVisible();
    await dialog.getByRole('textbox').fill('Not in our account at PayPal');
    expect(await listBarriers(page)).toEqual([]);
    await keep(page, 'payout-lost-dialog-390');
    await dialog.getByRole('button', { name: 'It never left' }).click();
    await admin.expectToast('Noted');
    await admin.open(`/money/payouts/${id}`);
    await expect(page.getByText('Failed, as confirmed by a person')).toBeVisible();
    await expect(page.getByText('“Not in our account at PayPal”')).toBeVisible();
    await expect(page.getByText(/^No money is lost: \$[\d.]+ of 1 order is due again\.$/)).toBeVisible();
    await expectFits(admin);
    await keep(page, 'payout-ended-390');
  });
  await test.step('an admin sees a returned payout the same in the store admin', async () => {
    const wide = await openAdminLayout(browser);
    await wide.open(`/money/payouts/${id}`);
    await expect(wide.screen.getByRole('link', { name: 'Pay again' })).toBeVisible();
    await keep(wide.page, 'payout-ended-1440');
    wide.watch.expectQuiet();
  });
  await test.step('the vendor sees that its order is due again', async () => {
    await vendor.open(`/money/payouts/${id}`);
    await expect(vendor.page.getByText('Marked as not sent; due again')).toBeVisible();
    await expect(vendor.page.getByText('Not in our account at PayPal')).toHaveCount(0);
    await expect(vendor.page.getByText(/^No money is lost: .* is due to you again\.$/)).toBeVisible();
    await expectFits(vendor);
    await keep(vendor.page, 'payout-ended-vendor-390');
    await vendor.open(`/orders/${order.id}`);
    await expect(vendor.page.getByText('Due', { exact: true }).first()).toBeVisible();
    await expectFits(vendor);
    await keep(vendor.page, 'order-due-again-390');
  });
  admin.watch.expectQuiet();
  vendor.watch.expectQuiet();
});
