import { expect, test } from '@playwright/test';
import type { DemoClient } from '#scripts/demo/demo-client.ts';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, openWindow } from '../support/layouts.ts';
import { openMarketplace } from '../support/marketplace.ts';
import { keepPicture } from '../support/pictures.ts';

test.afterEach(({ browser }) => closeWindows(browser));

/** The link of a daily summary that was just mailed to the demo's admin, from the header that mail programs read. */
async function mailDigest(client: DemoClient): Promise<string> {
  const admin = await client.signIn(DEMO_ADMIN);
  const body = {
    store: DEMO_SHOP,
    email: `ada-${Date.now().toString(36)}@buyers.test`,
    body: 'Is it dishwasher safe?',
  };
  await client.call(undefined, 'POST', '/message/send', body);
  const { now } = await client.control<{ now: string }>('GET', '/clock');
  const digestSendAtHourUtc = (new Date(now).getUTCHours() + 1) % 24;
  await client.call(admin, 'PATCH', '/app/info/features', { features: { notifications: { digestSendAtHourUtc } } });
  await client.control('POST', '/clock', { advanceHours: 1 });
  let link = '';
  await expect(async () => {
    await client.control('POST', '/drain', {});
    const mails = await client.control<{ headers: Record<string, string> }[]>('GET', `/mail?to=${DEMO_ADMIN}`);
    const headers = mails.map((mail) => mail.headers['list-unsubscribe'] ?? '');
    link = headers.findLast((header) => header.includes('/contact/notices'))?.slice(1, -1) ?? '';
    expect(link).not.toBe('');
  }).toPass();
  return link.replace(/\s/g, '');
}

test('an admin on a phone sees which address bounced, adds one and takes it off, in both layouts', async ({
  browser,
}) => {
  const client = openMarketplace();
  const bounced = `sella-${Date.now().toString(36)}@gone.example`;
  const session = await client.signIn(DEMO_ADMIN);
  await client.call(session, 'POST', `/vendors/${encodeURIComponent(`Gone ${Date.now().toString(36)}`)}`, {
    identity: bounced,
    confirm: true,
  });
  await client.control('POST', '/drain', {});

  const phone = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390 });
  const { page, screen } = phone;
  await phone.open('/settings/notifications');
  await screen.getByRole('link', { name: 'Undelivered emails' }).click();
  await expect(screen.getByText(bounced).first()).toBeVisible();
  await expect(screen.getByText('Bounced').first()).toBeVisible();
  await expect(screen.getByText(/No such user here/).first()).toBeVisible();
  const typed = `loud-${Date.now().toString(36)}@buyers.test`;
  await screen.getByLabel('Email address').fill('nobody');
  await screen.getByRole('button', { name: 'Add address' }).click();
  await expect(screen.getByText('Must be a valid email address')).toBeVisible();
  await screen.getByLabel('Email address').fill(typed);
  await screen.getByLabel('Reason').selectOption({ label: 'Complaint' });
  await screen.getByRole('button', { name: 'Add address' }).click();
  await phone.expectToast('Address added');
  await expect(screen.getByText(typed)).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  await keepPicture(page, 'undelivered-390');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  const desktop = await openAdminLayout(browser);
  await desktop.open('/settings/notifications/suppressions');
  await expect(desktop.screen.getByText(typed)).toBeVisible();
  expect(await listBarriers(desktop.page)).toEqual([]);
  await keepPicture(desktop.page, 'undelivered-1440');
  await desktop.screen.getByRole('button', { name: `Remove ${typed} from the list` }).click();
  await desktop.screen.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await desktop.expectToast(`${typed} gets emails again`);
  await expect(desktop.screen.getByText(typed)).toHaveCount(0);

  const german = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390, locale: 'de' });
  await german.open('/settings/notifications/suppressions');
  await expect(german.screen.getByRole('heading', { name: 'Nicht zugestellte E-Mails' })).toBeVisible();
  expect(await german.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await keepPicture(german.page, 'undelivered-390-de');
});

test('an admin leaves the daily summary by the link of a mail on a phone, and takes it again in the account', async ({
  browser,
}) => {
  const client = openMarketplace();
  const link = await mailDigest(client);
  const visitor = await openWindow(browser, { width: 390 });
  await visitor.page.goto(link);
  await expect(visitor.page.getByRole('heading', { name: 'Stop the daily summary?' })).toBeVisible();
  expect(await listBarriers(visitor.page, { any: true })).toEqual([]);
  await keepPicture(visitor.page, 'leave-notice-390');
  await visitor.page.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(visitor.page.getByRole('heading', { name: 'You no longer get the daily summary' })).toBeVisible();

  const admin = await openPortalLayout(browser, { email: DEMO_ADMIN, width: 390 });
  await admin.open('/account');
  const card = admin.screen.getByRole('region', { name: 'Emails you get' });
  await card.scrollIntoViewIfNeeded();
  await expect(card.getByText('Off', { exact: true })).toBeVisible();
  await keepPicture(admin.page, 'account-notices-390');
  await card.getByRole('button', { name: 'Turn on: Daily summary' }).click();
  await admin.expectToast('You get these emails again');
  await expect(card.getByText('On', { exact: true })).toBeVisible();
  await visitor.page.goto(link);
  await expect(visitor.page.getByRole('heading', { name: 'Stop the daily summary?' })).toBeVisible();
});
