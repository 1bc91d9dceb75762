import { expect, test } from '@playwright/test';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout } from '../support/layouts.ts';
import { NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

const client = openMarketplace();
const TEXT = `About my payout ${Date.now().toString(36)}`;

test.beforeAll(async () => {
  const admin = await client.signIn(DEMO_ADMIN);
  const features = { messages: { enabled: true }, makeAnOffer: { enabled: true } };
  await client.call(admin, 'PATCH', '/app/info/features', { features });
  const seller = await client.signIn(NORDLYS.email);
  await client.call(seller, 'PUT', '/conversations/send', { marketplace: true, text: TEXT });
});
test.afterEach(({ browser }) => closeWindows(browser));

test('an admin puts a button beside a conversation, reads its secret once, tries it, and takes back archiving', async ({
  browser,
}) => {
  const admin = await openAdminLayout(browser);
  const { page, screen } = admin;
  await admin.open('/conversations');
  await screen.getByText(TEXT).first().click();
  await admin.action('Buttons').click();
  await screen.getByLabel('Text of the button').fill('Approve refund');
  await screen.getByLabel('Address that is called').fill('http://10.0.0.8/hook');
  await screen.getByRole('button', { name: 'Add button' }).click();
  await expect(screen.getByText('Secret of “Approve refund”')).toBeVisible();
  const secret = (await screen.locator('code').first().textContent()) ?? '';
  expect(secret.length).toBeGreaterThan(20);
  const button = screen.getByRole('region', { name: 'Approve refund' });
  await button.getByRole('button', { name: 'Test call of Approve refund' }).click();
  await expect(button.getByText('This address belongs to a private network.', { exact: false })).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'buttons-1440');
  await button.getByRole('button', { name: 'Edit Approve refund' }).click();
  await button.getByLabel('Text of the button').fill('Approve the refund');
  await button.getByRole('button', { name: 'Save button' }).click();
  await admin.expectToast('Button changed');

  await admin.open('/settings/conversations');
  await expect(screen.getByRole('region', { name: 'Approve the refund' })).toBeVisible();
  await expect(screen.getByText(secret)).toHaveCount(0);
  await screen.getByRole('button', { name: 'Delete Approve the refund' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await admin.expectToast('Button deleted');

  const portal = await openPortalLayout(browser, { email: DEMO_ADMIN });
  await portal.open('/conversations');
  await portal.page.getByText(TEXT).first().click();
  await portal.action('Archive for both sides').click();
  await portal.page.getByRole('dialog').getByRole('button', { name: 'Archive for both sides' }).click();
  await portal.page.getByRole('button', { name: 'Undo' }).click();
  await portal.expectToast('Conversation restored');

  const phone = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390, locale: 'de' });
  await phone.open('/settings/conversations');
  await expect(phone.page.getByRole('heading', { name: 'Neue Schaltfläche' })).toBeVisible();
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await keepPicture(phone.page, 'buttons-390-de');
  await phone.open('/settings/notifications');
  await phone.page.getByRole('button', { name: 'Jetzt prüfen' }).click();
  await expect(phone.page.getByText('DKIM: Signatur')).toBeVisible();
  expect(await listBarriers(phone.page)).toEqual([]);
  await keepPicture(phone.page, 'sender-domain-390-de');
  admin.watch.expectQuiet();
});

test('a vendor has offers decided by rules, and opens the newest notifications by keyboard', async ({ browser }) => {
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  const { page } = vendor;
  await vendor.open('/offers');
  const bell = page.locator('.souk-bell');
  await bell.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'All notifications', exact: true })).toBeVisible();
  await expect(bell).toHaveAttribute('aria-expanded', 'true');
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'bell-1440');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'All notifications', exact: true })).toHaveCount(0);
  await expect(bell).toBeFocused();
  await vendor.choose('Auto-accept and decline');
  await page.getByLabel('Auto-accept from (% of price)').fill('70');
  await page.getByLabel('Auto-decline below (% of price)').fill('80');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Must be above the percentage below which offers are rejected')).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await page.getByLabel('Auto-accept from (% of price)').fill('90');
  await page.getByRole('button', { name: 'Save' }).click();
  await vendor.expectToast('Rules saved');
  await keepPicture(page, 'offer-rules-1440');
  const phone = await openPortalLayout(browser, { email: NORDLYS.email, width: 390, locale: 'de' });
  await phone.open('/offers/rules');
  await expect(phone.page.getByLabel('Automatisch annehmen ab (% des Preises)')).toHaveValue('90');
  await keepPicture(phone.page, 'offer-rules-390-de');
  vendor.watch.expectQuiet();
});
