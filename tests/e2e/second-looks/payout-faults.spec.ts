import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, type Layout } from '../support/layouts.ts';
import { openMarketplace } from '../support/marketplace.ts';
import { approvePayoutDetails, takeUnshipped } from '../support/payout-details.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();
const SLATE = { name: 'Slate Yard', email: 'slate-yard@demo.test' };
const CLOVER = { name: 'Clover Honey', email: 'clover-honey@demo.test' };
const RECEIVER = 'payouts@clover.example';
/** Changed payment details are waited for 72 hours. */
const HOLD_HOURS = 73;

type Platform = { id: string; testKey: string; liveKey: string };
type App = { id: string; clientId: string; clientSecret: string };
type Method = { stripe: { account: { accountId: string } | null } };
type Transfer = { id: string };

let platform: Platform;
let accountId = '';

test.afterEach(({ browser }) => closeWindows(browser));

const fillBalance = (availableMinor: number) =>
  client.control('POST', '/stripe/balance', { availableMinor, currency: 'usd', platform: platform.id, live: true });

/** A paid order of one vendor. */
async function sell({ name: vendor }: { name: string }, price: string): Promise<void> {
  const lines = [{ vendor, title: 'Jar', price, quantity: 1 }];
  await client.control('POST', '/orders', { email: 'payer@buyer.test', lines });
  await client.control('POST', '/drain', {});
}

test.beforeAll(async () => {
  const admin = await client.signIn(DEMO_ADMIN);
  const [found] = await client.control<Platform[]>('GET', '/stripe/platforms');
  platform = found ?? { id: '', testKey: '', liveKey: '' };
  const app = await client.control<App>('POST', '/paypal/apps', { environment: 'live' });
  await client.control('POST', '/paypal/balance', { availableMinor: 1_000_000, currency: 'USD', app: app.id });
  await client.call(admin, 'PUT', '/stripe/api-key', { apiKey: platform.liveKey });
  const { clientId, clientSecret } = app;
  await client.call(admin, 'PUT', '/paypal/admin/api-key', { clientId, clientSecret, isSandbox: false });
  for (const { name, email } of [SLATE, CLOVER]) {
    await client.call(admin, 'POST', `/vendors/${name}`, { identity: email, confirm: true });
    await client.control('POST', '/drain', {});
    await client.acceptInvitation(email);
  }
  const slate = await client.signIn(SLATE.email);
  await client.call(slate, 'POST', '/stripe/register', { email: SLATE.email, country: 'NL' });
  accountId = (await client.call<Method>(slate, 'GET', '/payout/register')).stripe.account?.accountId ?? '';
  await client.control('POST', `/stripe/accounts/${accountId}`, { status: 'active' });
  const clover = await client.signIn(CLOVER.email);
  await client.call(clover, 'POST', '/paypal/register', { emailOrVenmo: RECEIVER, type: 'EMAIL' });
  await approvePayoutDetails(client, SLATE, CLOVER);
  await client.control('POST', '/clock', { advanceHours: HOLD_HOURS });
});

// Others who share the marketplace pay by hand: with test keys nothing real is paid by a provider.
test.afterAll(async () => {
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PUT', '/stripe/api-key', { apiKey: platform.testKey });
  const [app] = await client.control<App[]>('GET', '/paypal/apps');
  const { clientId, clientSecret } = app ?? { clientId: '', clientSecret: '' };
  await client.call(admin, 'PUT', '/paypal/admin/api-key', { clientId, clientSecret, isSandbox: true });
});

/** Pays the one vendor that the list finds; the row of its result. */
async function pay(admin: Layout, { name }: { name: string }) {
  await admin.open(`/payouts?q=${encodeURIComponent(name)}`);
  await admin.screen
    .getByRole('row', { name: new RegExp(name) })
    .getByRole('checkbox')
    .check();
  await admin.screen.getByRole('button', { name: /^Pay 1 / }).click();
  await takeUnshipped(admin.screen);
  await admin.screen.getByRole('button', { name: /^Pay .* to 1 / }).click();
  await admin.screen.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click();
  return resultOf(admin);
}

const resultOf = (admin: Layout) =>
  admin.screen.getByRole('status').getByRole('list', { name: 'Result' }).getByRole('listitem');

test('a payout that Stripe’s balance does not cover says what to do, and is paid again from its page', async ({
  browser,
}) => {
  await fillBalance(5);
  await sell(SLATE, '60.00');
  const admin = await openAdminLayout(browser);
  const { page, screen } = admin;
  const row = await pay(admin, SLATE);
  await expect(row.getByText('Failed', { exact: true })).toBeVisible({ timeout: 60_000 });
  await row.getByRole('link').first().click();
  await expect(screen.getByText('The balance at the provider was too low').first()).toBeVisible();
  await expect(screen.getByText(/^No money is lost: \$[\d.]+ of 1 order is due again\.$/)).toBeVisible();
  await expect(screen.getByText('Add money at Stripe, then pay again.')).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'payout-fault-balance');

  await fillBalance(1_000_000);
  await screen.getByRole('link', { name: 'Pay again' }).click();
  await screen.getByRole('button', { name: /^Pay .* to 1 / }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(resultOf(admin).getByText('Paid', { exact: true })).toBeVisible({ timeout: 30_000 });
  await admin.open('/money/payouts?view=issues');
  await expect(screen.getByText(SLATE.name)).toHaveCount(0);
  admin.watch.expectQuiet();
});

test('a payout that was returned long after stands on the home, and leads to what happened', async ({ browser }) => {
  await fillBalance(1_000_000);
  await sell(SLATE, '45.00');
  const admin = await openAdminLayout(browser);
  const { page, screen } = admin;
  const row = await pay(admin, SLATE);
  await expect(row.getByText('Paid', { exact: true })).toBeVisible({ timeout: 30_000 });
  const [latest] = (await client.control<Transfer[]>('GET', `/stripe/transfers?destination=${accountId}`)).reverse();
  await client.control('POST', `/stripe/transfers/${latest?.id ?? ''}`, { reverse: true });
  await client.control('POST', '/drain', {});
  await admin.open('/');
  const task = screen.getByRole('listitem').filter({ hasText: 'payout failed' });
  await expect(task.getByText(new RegExp(`^${SLATE.name}, .*: It was taken back at the provider$`))).toBeVisible();
  await keepPicture(page, 'home-payout-trouble');
  await task.getByRole('link', { name: 'View' }).click();
  await expect(screen.getByText('Payout returned', { exact: true })).toBeVisible();
  await expect(screen.getByText(/It was shown as paid from .*, until Stripe reported otherwise\./)).toBeVisible();
  await keepPicture(page, 'payout-fault-reversed');
  await screen.getByRole('link', { name: 'Pay again' }).click();
  await screen.getByRole('button', { name: /^Pay .* to 1 / }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(resultOf(admin).getByText('Paid', { exact: true })).toBeVisible({ timeout: 30_000 });
  admin.watch.expectQuiet();
});

test('a payout that nobody claims is reported to its vendor on the phone, and the vendor is reminded', async ({
  browser,
}) => {
  await client.control('POST', '/paypal/outcomes', { status: 'UNCLAIMED', receiver: RECEIVER, times: 1 });
  await sell(CLOVER, '70.00');
  const admin = await openAdminLayout(browser);
  const row = await pay(admin, CLOVER);
  await expect(row.getByText('Unclaimed', { exact: true })).toBeVisible({ timeout: 60_000 });

  const portal = await openPortalLayout(browser, { email: CLOVER.email, width: 390 });
  await portal.open('/');
  const task = portal.page.getByRole('listitem').filter({ hasText: '1 payout failed' });
  await task.getByRole('link', { name: 'View' }).click();
  await expect(portal.page.getByText('The money waits for you at PayPal.')).toBeVisible();
  await expect(portal.page.getByText(/^Claim it with the mail that PayPal sent you\./)).toBeVisible();
  expect(await portal.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await listBarriers(portal.page)).toEqual([]);
  await keepPicture(portal.page, 'payout-fault-unclaimed-390');
  portal.watch.expectQuiet();

  await client.control('POST', '/clock', { advanceHours: 25 });
  const next = await openAdminLayout(browser);
  await next.open('/money/payouts?view=issues');
  await next.screen
    .getByRole('row', { name: new RegExp(CLOVER.name) })
    .getByRole('link')
    .first()
    .click();
  await next.screen.getByRole('button', { name: `Remind ${CLOVER.name}` }).click();
  await next.expectToast('Reminded by email');
  await expect(next.screen.getByRole('button', { name: `Remind ${CLOVER.name}` })).toHaveCount(0);
  await next.screen.getByRole('button', { name: 'Look it up at PayPal' }).click();
  await next.expectToast('It is being looked up; this page follows');
  await keepPicture(next.page, 'payout-fault-unclaimed');
  const [item] = await client.control<{ id: string }[]>('GET', `/paypal/items?receiver=${RECEIVER}`);
  await client.control('POST', `/paypal/items/${item?.id ?? ''}`, { status: 'SUCCESS' });
  await client.control('POST', '/drain', {});
  await next.open('/money/payouts?view=issues');
  await expect(next.screen.getByText(CLOVER.name)).toHaveCount(0);
  next.watch.expectQuiet();
});
