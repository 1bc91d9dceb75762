import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo-environment.ts';
import { listBarriers } from './support/accessible.ts';
import { closeWindows, openAdminDoor, openPortalDoor } from './support/doors.ts';
import { FJELL, NORDLYS, openMarketplace } from './support/marketplace.ts';

const client = openMarketplace();

test.afterEach(({ browser }) => closeWindows(browser));

type Platform = { testKey: string };
type App = { clientId: string; clientSecret: string };

const stripeKey = async () => (await client.control<Platform[]>('GET', '/stripe/platforms'))[0]?.testKey ?? '';
const pair = async (): Promise<App> => {
  const [app] = await client.control<App[]>('GET', '/paypal/apps');
  return { clientId: app?.clientId ?? '', clientSecret: app?.clientSecret ?? '' };
};

test('an admin connects Stripe and PayPal, and is told in words what is wrong with a key', async ({ browser }) => {
  const admin = await openAdminDoor(browser);
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
  await paypal.getByLabel('These credentials are of PayPal’s sandbox (test)').check();
  await paypal.getByRole('button', { name: 'Save the credentials' }).click();
  await expect(paypal.getByText('Granted by PayPal', { exact: true })).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath('admin.png') });
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
    const portal = await openPortalDoor(browser, { email: vendor.email, width });
    const { page, watch } = portal;
    await portal.open('/payment-information');
    const register = page.getByRole('region', { name: 'Register with Stripe' });
    await register.getByRole('button', { name: 'Register with Stripe' }).click();
    await expect(register.getByText('Required field')).toBeVisible();
    await register.getByLabel('Country').selectOption({ label: 'Netherlands' });
    await register.getByRole('button', { name: 'Register with Stripe' }).click();
    const way = page.getByRole('region', { name: 'Your way: Stripe' });
    await expect(way.getByText('Stripe has questions left.')).toBeVisible();
    await way.getByRole('button', { name: 'Answer Stripe’s questions' }).click();
    await page.getByRole('button', { name: 'Finish', exact: true }).click();
    await expect(way.getByText('Your account is ready to receive payouts.')).toBeVisible();
    await expect(way.getByText('Active', { exact: true })).toBeVisible();
    expect(await listBarriers(page)).toEqual([]);
    await page.screenshot({ path: test.info().outputPath('vendor.png'), fullPage: true });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

    const paypal = page.getByRole('region', { name: 'PayPal or Venmo' });
    await paypal.getByLabel('E-mail address or handle').fill('payouts@seller.example');
    await paypal.getByRole('button', { name: 'Save and use it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Change to PayPal' }).click();
    await expect(
      page.getByRole('region', { name: 'Your way: PayPal' }).getByText('payouts@seller.example'),
    ).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your way: Stripe' })).toHaveCount(0);
    watch.expectQuiet();
  });
}
