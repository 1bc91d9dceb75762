import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, untilReady } from '../support/layouts.ts';
import { FJELL, NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { approvePayoutDetails, takeUnshipped } from '../support/payout-details.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();

test.afterEach(({ browser }) => closeWindows(browser));

/** A vendor of its own, so that nobody has said yet how it is paid. */
const HARBOUR = { name: 'Harbour Glass', email: 'harbour-glass@demo.test' };
/** Changed payment details are waited for 72 hours. */
const HOLD_HOURS = 73;

type Platform = { id: string; testKey: string };
type App = { clientId: string; clientSecret: string };

const stripeKey = async () => (await client.control<Platform[]>('GET', '/stripe/platforms'))[0]?.testKey ?? '';
const pair = async (): Promise<App> => {
  const [app] = await client.control<App[]>('GET', '/paypal/apps');
  return { clientId: app?.clientId ?? '', clientSecret: app?.clientSecret ?? '' };
};

test('an admin connects Stripe and PayPal, and sees what is wrong with a key', async ({ browser }) => {
  const admin = await openAdminLayout(browser);
  const { page, screen, watch } = admin;
  await admin.open('/payments');
  const stripe = screen.getByRole('region', { name: 'Stripe Connect' });
  const key = stripe.getByLabel(/ecret key/);
  const save = stripe.getByRole('button', { name: 'Save the key' });
  await key.fill(`pk_test_${'1'.repeat(40)}`);
  await save.click();
  await expect(stripe.getByText('Must starts with sk_')).toBeVisible();
  await key.fill(`sk_test_${'1'.repeat(40)}`);
  await save.click();
  await expect(stripe.getByText('The provider does not know this key')).toBeVisible();
  await key.fill(await stripeKey());
  await save.click();
  await expect(stripe.getByText('Demo marketplace')).toBeVisible();
  await expect(stripe.getByText('Test', { exact: true })).toBeVisible();
  await expect(stripe.getByText(/Available \(USD\)/)).toBeVisible();
  await expect(key).toHaveValue('');

  const paypal = screen.getByRole('region', { name: 'PayPal' });
  const { clientId, clientSecret } = await pair();
  await paypal.getByLabel('Client ID').fill(clientId);
  await paypal.getByLabel('Client secret').fill(clientSecret);
  await paypal.getByLabel('These are sandbox (test) credentials').check();
  await paypal.getByRole('button', { name: 'Save the credentials' }).click();
  await expect(paypal.getByText('Granted by PayPal', { exact: true })).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'payments-admin');
  watch.expectQuiet();
});

for (const [vendor, width] of [
  [FJELL, 1440],
  [NORDLYS, 390],
] as const) {
  test(`a vendor registers with Stripe, answers its questions, and changes to PayPal at ${width} px`, async ({
    browser,
  }) => {
    const admin = await client.signIn(DEMO_ADMIN);
    await client.call(admin, 'PUT', '/stripe/api-key', { apiKey: await stripeKey() });
    await client.call(admin, 'PUT', '/paypal/admin/api-key', { ...(await pair()), isSandbox: true });
    const portal = await openPortalLayout(browser, { email: vendor.email, width });
    const { page, watch } = portal;
    await portal.open('/payment-information');
    const register = page.getByRole('region', { name: 'Register with Stripe' });
    await register.getByRole('button', { name: 'Register with Stripe' }).click();
    await expect(register.getByText('Required field')).toBeVisible();
    await register.getByLabel('Country').selectOption({ label: 'Netherlands' });
    await register.getByRole('button', { name: 'Register with Stripe' }).click();
    const method = page.getByRole('region', { name: 'Current method: Stripe' });
    await expect(method.getByText('Stripe has questions left.')).toBeVisible();
    await method.getByRole('button', { name: 'Answer Stripe’s questions' }).click();
    await page.getByRole('button', { name: 'Finish', exact: true }).click();
    await expect(method.getByText('Your account is ready to receive payouts.')).toBeVisible();
    await expect(method.getByText('Ready', { exact: true })).toBeVisible();
    expect(await listBarriers(page)).toEqual([]);
    await keepPicture(page, 'payments-vendor');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

    const paypal = page.getByRole('region', { name: 'PayPal or Venmo' });
    await paypal.getByLabel('Email address or handle').fill('payouts@seller.example');
    await paypal.getByRole('button', { name: 'Save and use it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change to PayPal' }).click();
    await expect(
      page.getByRole('region', { name: 'Current method: PayPal' }).getByText('payouts@seller.example'),
    ).toBeVisible();
    await expect(page.getByRole('region', { name: 'Current method: Stripe' })).toHaveCount(0);
    watch.expectQuiet();
  });
}

test('a vendor registers with Stripe’s test key, gives what it asks, is ready, and is paid', async ({ browser }) => {
  const root = await client.signIn(DEMO_ADMIN);
  const [platform] = await client.control<Platform[]>('GET', '/stripe/platforms');
  await client.control('POST', '/stripe/balance', {
    currency: 'usd',
    availableMinor: 1_000_000,
    platform: platform?.id,
    live: false,
  });
  await client.call(root, 'PUT', '/stripe/api-key', { apiKey: platform?.testKey });
  await client.call(root, 'POST', `/vendors/${HARBOUR.name}`, { identity: HARBOUR.email, confirm: true });
  await client.control('POST', '/drain', {});
  await client.acceptInvitation(HARBOUR.email);

  const portal = await openPortalLayout(browser, { email: HARBOUR.email, width: 390 });
  const { page } = portal;
  await portal.open('/payment-information');
  await expect(page.getByText('Choose how you’d like to be paid.')).toBeVisible();
  const register = page.getByRole('region', { name: 'Register with Stripe' });
  await register.getByLabel('Country').selectOption({ label: 'United States' });
  await register.getByRole('button', { name: 'Register with Stripe' }).click();
  const method = page.getByRole('region', { name: 'Current method: Stripe' });
  const questions = method.getByRole('button', { name: 'Answer Stripe’s questions' });
  await questions.click();
  // Half of what Stripe asks for is no account that can be paid.
  await page.getByRole('button', { name: 'Leave out what is required' }).click();
  await expect(method.getByText('Stripe has questions left.')).toBeVisible();
  await expect(method.getByText('Pending', { exact: true })).toBeVisible();
  // The way back from Stripe is a whole page: its button does nothing before the page's script has taken over.
  await untilReady(page);
  await questions.click();
  await page.getByRole('button', { name: 'Finish', exact: true }).click();
  await expect(method.getByText('Your account is ready to receive payouts.')).toBeVisible();
  await expect(method.getByText('Ready', { exact: true })).toBeVisible();
  await keepPicture(page, 'onboarding-ready-390');
  portal.watch.expectQuiet();

  await approvePayoutDetails(client, HARBOUR);
  await client.control('POST', '/clock', { advanceHours: HOLD_HOURS });
  const lines = [{ vendor: HARBOUR.name, title: 'Blown bottle', price: '80.00', quantity: 1 }];
  const admin = await openAdminLayout(browser);
  await admin.open('/orders/rules');
  await admin.screen.getByLabel('Count test orders like others').check();
  await admin.save();
  await admin.expectToast('The rules are saved');
  await client.control('POST', '/orders', { email: 'tester@buyer.test', lines, test: true });
  await client.control('POST', '/drain', {});
  await admin.open(`/payouts?q=${encodeURIComponent(HARBOUR.name)}`);
  await admin.screen
    .getByRole('row', { name: new RegExp(HARBOUR.name) })
    .getByRole('checkbox')
    .check();
  await admin.screen.getByRole('button', { name: /^Pay 1 / }).click();
  await takeUnshipped(admin.screen);
  await expect(admin.screen.getByLabel(`How to pay ${HARBOUR.name}`)).toHaveValue('stripe');
  await admin.screen.getByRole('button', { name: /^Pay .* to 1 / }).click();
  await admin.screen.getByRole('dialog').getByRole('button', { name: 'Pay', exact: true }).click();
  const results = admin.screen.getByRole('status').getByRole('list', { name: 'Result' });
  await expect(results.getByText('Paid', { exact: true })).toBeVisible({ timeout: 30_000 });
  admin.watch.expectQuiet();

  const later = await openPortalLayout(browser, { email: HARBOUR.email, width: 390 });
  await later.open('/money/payouts');
  await later.page
    .getByRole('link', { name: /^Payout \d+/ })
    .first()
    .click();
  await expect(later.page.getByText('Paid', { exact: true }).first()).toBeVisible();
  await expect(later.page.getByText('Made with a test key: no money moved')).toBeVisible();
  await later.open('/payment-information');
  await later.page.getByRole('button', { name: 'Open Stripe’s dashboard' }).click();
  await expect(later.page.getByText(/^1 transfer so far/)).toBeVisible();
  later.watch.expectQuiet();
});
