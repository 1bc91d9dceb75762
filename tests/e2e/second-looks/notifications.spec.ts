import { expect, test } from '@playwright/test';
import { BREVO_KEY } from '#sandbox/providers/mail/brevo.ts';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, type Layout } from '../support/layouts.ts';
import { NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';
import { openRichText } from '../support/rich-text.ts';

test.afterEach(({ browser }) => closeWindows(browser));

test('an admin connects an email service, edits a template with a warning, a preview and a test, and goes back to the default', async ({
  browser,
}) => {
  const client = openMarketplace();
  const admin = await openAdminLayout(browser);
  const { page, screen } = admin;
  await admin.open('/settings/notifications');
  await screen.getByLabel('API key').fill('xkeysib-not-a-real-key');
  await screen.getByRole('button', { name: 'Connect' }).click();
  await expect(screen.getByText('The provider does not know this key')).toBeVisible();
  await screen.getByLabel('API key').fill(BREVO_KEY);
  await screen.getByRole('button', { name: 'Connect' }).click();
  await admin.expectToast('Email service connected');
  await expect(screen.getByText('key ends in cdef', { exact: false })).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'notifications-1440');

  await screen.getByRole('link', { name: 'Edit Order placed' }).click();
  const subject = screen.getByLabel('Subject');
  await expect(subject).toHaveValue(/New order/);
  await subject.fill('Hello {{ params.vendor_name }} {{ params.nobody }}');
  await expect(screen.getByText('do not exist here and stay empty: nobody', { exact: false })).toBeVisible();
  await expect(screen.getByText('Hello Kiln & Co', { exact: true })).toBeVisible();
  await screen.getByLabel('Preview with').selectOption({ label: 'The latest email of this kind' });
  // The text stays whichever mails there were: a real one, or the sample and a line that says so.
  await expect(screen.getByText(/^Hello /)).toBeVisible();
  await screen.getByLabel('Preview with').selectOption({ label: 'Sample data' });
  await writeFormatted(admin);
  await screen.getByRole('button', { name: 'Save template' }).click();
  await admin.expectToast('Template saved');
  await expect(screen.getByText('your own text, in all languages', { exact: false })).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'mail-template-1440');

  const reader = `reader-${Date.now().toString(36)}@buyers.test`;
  await screen.getByLabel('Send to').fill(reader);
  await screen.getByRole('button', { name: 'Send test email' }).click();
  await admin.expectToast(`Test email sent to ${reader} through Brevo`);
  const [mail] = await client.control<{ subject: string; headers: Record<string, string> }[]>(
    'GET',
    `/mail?to=${reader}`,
  );
  expect([mail?.subject, mail?.headers['x-sandbox-sent-by']]).toEqual(['Hello Kiln & Co', 'Brevo']);

  await screen.getByRole('button', { name: 'Back to the default' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Back to the default' }).click();
  await admin.expectToast('The default is in use again');
  await expect(subject).toHaveValue(/New order/);

  const phone = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390, locale: 'de' });
  const overflow = () => phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await phone.open('/settings/notifications');
  await expect(phone.screen.getByRole('heading', { name: 'E-Mail-Dienst' })).toBeVisible();
  expect(await listBarriers(phone.page)).toEqual([]);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await keepPicture(phone.page, 'notifications-390-de');
  await phone.screen.getByRole('link', { name: 'Erste Erinnerung an eine Bestellung bearbeiten' }).click();
  await expect(phone.screen.getByLabel('Betreff')).toBeVisible();
  const frame = phone.screen.frameLocator('iframe[title="Vorschau der E-Mail"]');
  await expect(frame.getByRole('heading', { name: 'Bestellung #1042' })).toBeVisible();
  expect(await listBarriers(phone.page)).toEqual([]);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await keepPicture(phone.page, 'mail-template-390-de');

  // Other tests of this marketplace read mails of our own server.
  await phone.open('/settings/notifications');
  await phone.screen.getByRole('button', { name: 'Trennen' }).click();
  await phone.screen.getByRole('dialog').getByRole('button', { name: 'Trennen' }).click();
  await phone.expectToast('Brevo getrennt');
});

/** Writes a sentence below the mail as formatted text: its preview shows it, and the codes and the table of the template stay. */
async function writeFormatted({ page, screen }: Layout): Promise<void> {
  const editor = await openRichText(screen, 'Template');
  await expect(editor.getByText('order_number', { exact: true }).first()).toBeVisible();
  await editor.press('Control+End');
  await page.keyboard.type(' Thank you for your work.');
  const preview = screen.frameLocator('iframe[title="Preview of the email"]');
  await expect(preview.getByText('Thank you for your work.')).toBeVisible();
  await expect(preview.getByRole('heading', { name: 'Order #1042' })).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'mail-template-formatted-1440');
  await screen.getByRole('button', { name: 'Insert total' }).click();
  await screen.getByRole('button', { name: 'Show HTML' }).click();
  const source = screen.getByRole('textbox', { name: 'Template', exact: true });
  await expect(source).toHaveValue(/<h1 style="[^"]+">Order {{ params\.order_number }}<\/h1>/);
  await expect(source).toHaveValue(/{% for line in params\.lines %}/);
  await expect(source).toHaveValue(/Thank you for your work\.{{ params\.total }}/);
  await screen.getByRole('button', { name: 'Show with formatting' }).click();
  await expect(screen.getByText('Thank you for your work.')).toBeVisible();
}

test('an admin types a rate, and a vendor on a phone reads its balance in that currency too', async ({ browser }) => {
  const client = openMarketplace();
  const session = await client.signIn(DEMO_ADMIN);
  await client.call(session, 'PATCH', '/app/info/features', { features: { currencies: { enabled: true } } });
  const lines = [{ vendor: NORDLYS.name, title: 'Tall vase', price: '64.00', quantity: 1 }];
  await client.control('POST', '/orders', { email: 'mara@buyer.test', lines });
  await client.control('POST', '/drain', {});
  const desktop = await openAdminLayout(browser);
  const { screen } = desktop;
  await desktop.open('/settings/currency');
  await screen.getByRole('button', { name: 'Add currency' }).click();
  await screen.getByLabel('Currency', { exact: true }).fill('GBP');
  await screen.getByLabel('1 USD is').fill('0.79');
  await desktop.save();
  await desktop.expectToast('Saved');
  await screen.getByLabel('Also show amounts in').selectOption('GBP');
  await desktop.save();
  await expect(screen.getByText('1 USD = 0.79 GBP', { exact: false })).toBeVisible();
  expect(await listBarriers(desktop.page)).toEqual([]);
  await keepPicture(desktop.page, 'currency-1440');

  const phone = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  await phone.open('/');
  await expect(phone.screen.getByText(/^≈ £/).first()).toBeVisible();
  expect(await listBarriers(phone.page)).toEqual([]);
  await keepPicture(phone.page, 'currency-home-390');
  await phone.open('/settings/currency');
  await phone.screen.getByLabel('Also show amounts in').selectOption('USD');
  await phone.screen.getByRole('button', { name: 'Save', exact: true }).click();
  await phone.expectToast('Saved');
  expect(await listBarriers(phone.page)).toEqual([]);
  await keepPicture(phone.page, 'currency-390');
  await phone.open('/');
  await expect(phone.screen.getByText(/^≈ £/)).toHaveCount(0);
  await client.call(session, 'PATCH', '/app/info/features', { features: { currencies: { enabled: false } } });
});
