import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from '../support/layouts.ts';
import { FJELL, NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { approvePayoutDetails, takeUnshipped } from '../support/payout-details.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();
const LANE = { name: 'Pottery Lane', email: 'lane@demo.test' };
const RECEIVER = 'payouts@fjell.example';
/** Changed payment details are waited for 72 hours. */
const HOLD_HOURS = 73;

test.afterEach(({ browser }) => closeWindows(browser));

type Platform = { id: string; liveKey: string };
type App = { id: string; clientId: string; clientSecret: string };
type Method = { stripe: { account: { accountId: string } | null } };

/** Live keys with money behind them, one vendor at Stripe, one at PayPal, one that has said nothing; each has sold. */
async function prepare(): Promise<void> {
  const admin = await client.signIn(DEMO_ADMIN);
  const [platform] = await client.control<Platform[]>('GET', '/stripe/platforms');
  const app = await client.control<App>('POST', '/paypal/apps', { environment: 'live' });
  const balance = { availableMinor: 1_000_000 };
  await client.control('POST', '/stripe/balance', { ...balance, currency: 'usd', platform: platform?.id, live: true });
  await client.control('POST', '/paypal/balance', { ...balance, currency: 'USD', app: app.id });
  await client.call(admin, 'PUT', '/stripe/api-key', { apiKey: platform?.liveKey });
  const { clientId, clientSecret } = app;
  await client.call(admin, 'PUT', '/paypal/admin/api-key', { clientId, clientSecret, isSandbox: false });
  await client.call(admin, 'POST', `/vendors/${LANE.name}`, { identity: LANE.email, confirm: true });
  await client.control('POST', '/drain', {});
  await client.acceptInvitation(LANE.email);
  const nordlys = await client.signIn(NORDLYS.email);
  await client.call(nordlys, 'POST', '/stripe/register', { email: NORDLYS.email, country: 'NL' });
  const { stripe } = await client.call<Method>(nordlys, 'GET', '/payout/register');
  await client.control('POST', `/stripe/accounts/${stripe.account?.accountId ?? ''}`, { status: 'active' });
  const fjell = await client.signIn(FJELL.email);
  await client.call(fjell, 'POST', '/paypal/register', { emailOrVenmo: RECEIVER, type: 'EMAIL' });
  await approvePayoutDetails(client, NORDLYS, FJELL);
  const outcome = { status: 'FAILED', receiver: RECEIVER, error: 'RECEIVER_ACCOUNT_LOCKED', times: 1 };
  await client.control('POST', '/paypal/outcomes', outcome);
  await client.control('POST', '/clock', { advanceHours: HOLD_HOURS });
  const lines = [NORDLYS, FJELL, LANE].map(({ name: vendor }) => ({
    vendor,
    title: 'Paid jar',
    price: '80.00',
    quantity: 1,
  }));
  await client.control('POST', '/orders', { email: 'payer@buyer.test', lines });
  await client.control('POST', '/drain', {});
}

test('three vendors are paid by three methods; one fails, says why, and is paid in the end', async ({ browser }) => {
  await prepare();
  const admin = await openAdminLayout(browser);
  const { page, screen, watch } = admin;
  await admin.open('/payouts');
  for (const { name } of [NORDLYS, FJELL, LANE])
    await screen
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox')
      .check();
  await screen.getByRole('button', { name: /^Pay 3 / }).click();
  await takeUnshipped(screen);
  await expect(screen.getByRole('heading', { name: '2 vendors ready · 1 without a bank account' })).toBeVisible();
  await expect(screen.getByLabel(`How to pay ${NORDLYS.name}`)).toHaveValue('stripe');
  await expect(screen.getByLabel(`How to pay ${FJELL.name}`)).toHaveValue('paypal');
  await expect(screen.getByText('Available at Stripe')).toBeVisible();
  await screen.getByRole('textbox', { name: 'Details' }).fill('Bank transfer 4417');
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'pay-three');
  await screen.getByRole('button', { name: /^Pay .* to 3 / }).click();
  const dialog = screen.getByRole('dialog');
  await expect(dialog.getByText(new RegExp(`^${LANE.name}: \\$.*no bank account on file`))).toBeVisible();
  await keepPicture(page, 'pay-confirm');
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click();

  const results = screen.getByRole('status').getByRole('list', { name: 'Result' });
  const row = (name: string) => results.getByRole('listitem').filter({ hasText: name });
  await expect(row(LANE.name).getByText('Paid', { exact: true })).toBeVisible();
  await expect(row(NORDLYS.name).getByText('Paid', { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(row(FJELL.name).getByText('Failed', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(row(FJELL.name).getByText('The provider refused it')).toBeVisible();
  await keepPicture(page, 'pay-results');
  await row(FJELL.name).getByRole('link').first().click();
  await expect(screen.getByText('Failed; due again').first()).toBeVisible();
  await keepPicture(page, 'payout-failed');

  await admin.open('/payouts');
  await screen
    .getByRole('row', { name: new RegExp(FJELL.name) })
    .getByRole('checkbox')
    .check();
  await screen.getByRole('button', { name: /^Pay 1 / }).click();
  await takeUnshipped(screen);
  await screen.getByLabel(`How to pay ${FJELL.name}`).selectOption('manual');
  await screen.getByRole('textbox', { name: 'Details' }).fill('Bank transfer 4418');
  await screen.getByRole('button', { name: /^Record payout of .* to 1 / }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Record payout' }).click();
  await expect(row(FJELL.name).getByText('Paid', { exact: true })).toBeVisible();
  watch.expectQuiet();

  const portal = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  await portal.open('/money/payouts');
  await portal.page
    .getByRole('link', { name: /^Payout \d+/ })
    .first()
    .click();
  await expect(portal.page.getByText('Stripe', { exact: true }).first()).toBeVisible();
  expect(await portal.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await listBarriers(portal.page)).toEqual([]);
  await keepPicture(portal.page, 'payout-vendor-390');
  portal.watch.expectQuiet();
});

test('a run of automatic payouts is started, and says what it left and why', async ({ browser }) => {
  const lines = [{ vendor: LANE.name, title: 'Waiting jar', price: '30.00', quantity: 1 }];
  await client.control('POST', '/orders', { email: 'waiter@buyer.test', lines });
  await client.control('POST', '/drain', {});
  const admin = await openAdminLayout(browser);
  const { page, screen, watch } = admin;
  await admin.open('/payouts/automatic');
  await expect(screen.getByRole('heading', { name: 'Automatic payouts' })).toBeVisible();
  const runs = screen.getByRole('region', { name: /^Run \d+/ });
  // Another test may have begun a run, whose card says the same.
  const before = await runs.count();
  await admin.action('Run payouts now').click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Run payouts now' }).click();
  await expect(runs).toHaveCount(before + 1, { timeout: 30_000 });
  const run = runs.first();
  await expect(run.getByText('Not fully shipped').first()).toBeVisible({ timeout: 30_000 });
  await run.getByText('Not fully shipped').first().click();
  await expect(run.getByText(LANE.name).first()).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'automatic-payouts');
  watch.expectQuiet();
});
