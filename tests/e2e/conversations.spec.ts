import { expect, test, type Browser, type Page } from '@playwright/test';
import type { ConversationDto } from '#app/features/messages/conversations/conversations.contract.ts';
import { MASK } from '#app/core/contact-masking/masking.ts';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from './support/accessible.ts';
import { closeWindows, openAdminLayout, openPortalLayout, openWindow, untilReady } from './support/layouts.ts';
import { addresses, NORDLYS, openMarketplace } from './support/marketplace.ts';
import { newestMail } from './support/sign-in-people.ts';

const client = openMarketplace();
const PICTURE = 'tests/e2e/pictures/lantern.png';
const BUYER = `ada-${Date.now().toString(36)}@buyers.test`;

test.beforeAll(async () => {
  const admin = await client.signIn(DEMO_ADMIN);
  await client.call(admin, 'PATCH', '/app/info/features', { features: { messages: { enabled: true } } });
});
test.afterEach(({ browser }) => closeWindows(browser));

test('a guest chats beside a product, a vendor answers on a phone, the link of the mail goes on, an admin moderates', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const { page: buyer, watch } = await openWindow(browser);
  await test.step('a guest writes beside the product; contact details are masked', () => ask(buyer));
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email, width: 390 });
  await test.step('the vendor answers on a phone, with a saved reply', async () => {
    const { page } = vendor;
    await vendor.open('/conversations/replies');
    await page.getByLabel('Title').fill('Volume');
    await page.getByLabel('Text').fill('Yes, a litre and a bit.');
    await page.getByRole('button', { name: 'Save reply' }).click();
    await expect(page.getByRole('heading', { name: 'Volume' })).toBeVisible();
    await expect(page.getByLabel('Title')).toHaveValue('');
    expect(await listBarriers(page)).toEqual([]);
    await vendor.open('/conversations');
    await page.getByText('Ada').first().click();
    await expect(page.getByText(`Does it hold a litre? Write to ${MASK}`)).toBeVisible();
    await page.getByLabel('Insert a saved reply').selectOption('Volume');
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Yes, a litre and a bit.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Messages' }).getByText('Yes, a litre and a bit.')).toBeVisible();
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('');
    expect(await listBarriers(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
  await test.step('the open drawer shows the answer by itself', async () => {
    await expect(buyer.getByRole('log').getByText('Yes, a litre and a bit.')).toBeVisible({ timeout: 15_000 });
    await buyer.keyboard.press('Escape');
    await expect(buyer.getByRole('log')).toBeHidden();
  });
  await test.step('the vendor sees the picture of the guest', async () => {
    const picture = vendor.page.getByRole('img', { name: 'Picture from Ada' });
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });
  await test.step('the link of the mail opens the conversation', () => goOnByMail(browser));
  await test.step('an admin reads what was typed, and archives it for both sides', () => moderate(browser));
  await test.step('it is gone for the vendor', async () => {
    await vendor.open('/conversations');
    await expect(vendor.page.getByText('Thank you, I take two.')).toHaveCount(0);
  });
  watch.expectQuiet();
  vendor.watch.expectQuiet();
});

async function ask(page: Page): Promise<void> {
  const { sandbox } = addresses();
  const found = await (await fetch(`${sandbox}/store/demo/search?q=nordlys`)).text();
  await page.goto(`${sandbox}${/href="(\/store\/demo\/products\/[^"]+)"/.exec(found)?.[1] ?? ''}`);
  const open = page.getByText('Ask the seller', { exact: true });
  await open.focus();
  await page.keyboard.press('Enter');
  const drawer = page
    .getByRole('region', { name: NORDLYS.name })
    .filter({ has: page.getByRole('button', { name: 'Close' }) });
  await expect(drawer.getByLabel('Name')).toBeFocused();
  await drawer.getByLabel('Name').fill('Ada');
  await drawer.getByLabel('Email').fill(BUYER);
  await drawer.getByLabel('Message', { exact: true }).fill(`Does it hold a litre? Write to ${BUYER}`);
  await drawer.getByRole('button', { name: 'Send' }).click();
  await expect(drawer.getByRole('log').getByText(`Does it hold a litre? Write to ${MASK}`)).toBeVisible();
  await expect(drawer.getByText('Contact details in your message are hidden.')).toBeVisible();
  await expect(drawer.getByLabel('Email')).toBeHidden();
  await drawer.getByLabel('Add a picture').setInputFiles(PICTURE);
  await drawer.getByRole('button', { name: 'Send' }).click();
  await expect(drawer.getByRole('log').getByRole('img', { name: 'Picture' })).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
}

async function goOnByMail(browser: Browser): Promise<void> {
  const { page, watch } = await openWindow(browser, { width: 390 });
  const { html } = await newestMail(client, BUYER);
  expect(html).not.toContain(NORDLYS.email);
  await page.goto(/href="([^"]*\/chat\?[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '');
  await untilReady(page);
  await expect(page.getByText('Yes, a litre and a bit.')).toBeVisible();
  await page.getByLabel('Message', { exact: true }).fill('Thank you, I take two.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('list', { name: 'Messages' }).getByText('Thank you, I take two.')).toBeVisible();
  await page.getByText('Report this conversation').click();
  await page.getByLabel('What is wrong?').fill('Asks for my phone number');
  await page.getByRole('button', { name: 'Report' }).click();
  await expect(page.getByText('You reported this conversation.', { exact: false })).toBeVisible();
  expect(await listBarriers(page)).toEqual([]);
  watch.expectQuiet();
}

async function moderate(browser: Browser): Promise<void> {
  const staff = await client.signIn(DEMO_ADMIN);
  const query = `/conversations?q=${encodeURIComponent(BUYER)}`;
  const { conversations } = await client.call<{ conversations: ConversationDto[] }>(staff, 'GET', query);
  const id = conversations[0]?.conversationId ?? '';
  const admin = await openAdminLayout(browser);
  await admin.open(`/conversations/${id}`);
  const { screen } = admin;
  await expect(screen.getByText('Reported by the buyer')).toBeVisible();
  await expect(screen.getByText('Asks for my phone number')).toBeVisible();
  await screen.getByText('Show original').first().click();
  await expect(screen.getByText(`Does it hold a litre? Write to ${BUYER}`)).toBeVisible();
  await admin.action('Archive for both sides').click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Archive for both sides' }).click();
  await expect(screen.getByText('Archived', { exact: true })).toBeVisible();
  expect(await listBarriers(admin.page)).toEqual([]);
  admin.watch.expectQuiet();
}
