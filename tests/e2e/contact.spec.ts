import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from '@playwright/test';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from './support/accessible.ts';
import {
  closeWindows,
  openAdminLayout,
  openPortalLayout,
  openWindow,
  untilReady,
  type Layout,
} from './support/layouts.ts';
import { addresses, NORDLYS, openMarketplace } from './support/marketplace.ts';
import { newestMail } from './support/sign-in-people.ts';

/** Each run writes as somebody nobody has heard of, so that repeated runs meet neither each other nor a limit. */
const fresh = (name: string) =>
  `${name}-${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}@buyers.test`;
const EVIL = '<img src=x onerror="window.hacked = true"><b>bold</b>';

test.afterEach(({ browser }) => closeWindows(browser));

test('a visitor writes without and with script, and the right inbox has it in both layouts', async ({ browser }) => {
  test.setTimeout(120_000);
  const [toMarketplace, toVendor] = [fresh('ada'), fresh('grace')];
  const { page: visitor, watch } = await openWindow(browser);
  await test.step('a plain form ends on a page that says thanks', () => postForm(visitor, toMarketplace));
  await test.step('a theme’s script sends its own fields to a vendor', () => postScript(visitor, toVendor));
  watch.expectQuiet();

  const admin = await openAdminLayout(browser);
  await test.step('the marketplace reads its message, which is text, and puts it away', () =>
    readAtAdmin(admin, toMarketplace));
  const vendor = await openPortalLayout(browser, { email: NORDLYS.email });
  await test.step('the vendor reads its own, answers and deletes it', () =>
    readAtVendor(vendor, { toVendor, toMarketplace }));
  for (const layout of [admin, vendor]) layout.watch.expectQuiet();
});

/** A shop of its own origin, whose one page is what a test puts there: a theme that knows nothing of the app but its calls. */
async function startTheme(): Promise<Theme> {
  const shown = { html: '' };
  const server = createServer((_req, res) => {
    res
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><title>Theme</title>${shown.html}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    async open(page, html) {
      shown.html = html;
      await page.goto(`http://127.0.0.1:${port}/`);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
type Theme = { open(page: Page, html: string): Promise<void>; stop(): Promise<void> };
let theme: Theme;
test.beforeAll(async () => {
  theme = await startTheme();
});
test.afterAll(() => theme.stop());

async function postForm(page: Page, email: string): Promise<void> {
  const send = async (body: string): Promise<void> => {
    const field = (name: string) => `<textarea name="${name}" aria-label="${name}"></textarea>`;
    await theme.open(
      page,
      `<form method="post" action="${addresses().app}/api/message/send">${['store', 'name', 'email', 'body'].map(field).join('')}<button>Send</button></form>`,
    );
    for (const [name, text] of Object.entries({ store: DEMO_SHOP, name: 'Ada', email, body })) {
      await page.getByLabel(name, { exact: true }).fill(text);
    }
    await page.getByRole('button', { name: 'Send' }).click();
  };
  await send('');
  await expect(page.getByText('Go back and check: message')).toBeVisible();
  await untilReady(page);
  await send(`${EVIL}\nSecond line`);
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to the store' })).toHaveAttribute('href', `https://${DEMO_SHOP}`);
  await untilReady(page);
  await expectAccessible(page);
}

async function postScript(page: Page, email: string): Promise<void> {
  await theme.open(page, 'A page of the theme');
  const answer = await page.evaluate(
    async ({ url, body }) => {
      const sent = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return `${sent.status} ${await sent.text()}`;
    },
    {
      url: `${addresses().app}/api/message/contact-form`,
      body: JSON.stringify({
        data: { Email: email, Question: 'Is the cup good for tea?' },
        vendor: 'nordlys-ceramics',
        store: DEMO_SHOP,
      }),
    },
  );
  expect(answer).toBe('200 {"ok":true}');
}

async function readAtAdmin(admin: Layout, email: string): Promise<void> {
  const { page, screen } = admin;
  await admin.open(`/messages?q=${encodeURIComponent(email)}`);
  await screen
    .getByRole('link', { name: 'Ada' })
    .or(screen.getByText('Ada', { exact: true }))
    .first()
    .click();
  await expect(screen.getByText('Second line')).toContainText(EVIL);
  expect(await screen.locator('body').evaluate(() => 'hacked' in window)).toBe(false);
  // Opening it has marked it as read: only what is read can be marked as unread.
  await expect(admin.action('Mark as unread')).toBeVisible();
  await expectAccessible(page);
  await admin.action('Archive').click();
  await expect(screen.getByRole('heading', { name: 'Inbox', exact: true })).toBeVisible();
  await admin.open(`/messages?view=archived&q=${encodeURIComponent(email)}`);
  await expect(screen.getByText('Ada', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
}

async function readAtVendor(vendor: Layout, { toVendor, toMarketplace }: Record<string, string>): Promise<void> {
  const { page } = vendor;
  await vendor.open(`/messages?q=${encodeURIComponent(toMarketplace ?? '')}`);
  await expect(page.getByText('No items here')).toBeVisible();
  await vendor.open(`/messages?q=${encodeURIComponent(toVendor ?? '')}`);
  await page
    .getByText(toVendor ?? '')
    .first()
    .click();
  await expect(page.getByText('Is the cup good for tea?')).toBeVisible();
  const reply = page.getByRole('link', { name: 'Reply by email' });
  expect(await reply.getAttribute('href')).toMatch(`mailto:${toVendor ?? ''}?subject=`);
  await expect(vendor.action('Mark as unread')).toBeVisible();
  await expectAccessible(page);
  await vendor.choose('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL((url) => url.pathname === '/app/inbox');
  await expect(page.getByRole('heading', { name: 'Inbox', exact: true })).toBeVisible();
  await expect(page.getByText(toVendor ?? '')).toHaveCount(0);
}

test('somebody subscribes by two steps and leaves by the mail, and an admin takes the list along', async ({
  browser,
  request,
}) => {
  test.setTimeout(120_000);
  const client = openMarketplace();
  const email = fresh('reader');
  const answer = await request.post(`${addresses().app}/api/message/subscribe`, { data: { email, store: DEMO_SHOP } });
  expect(answer.status()).toBe(200);
  const { page, watch } = await openWindow(browser);
  const admin = await openPortalLayout(browser, { email: DEMO_ADMIN });
  const expectStatus = async (status: string): Promise<void> => {
    await admin.open(`/subscribers?q=${encodeURIComponent(email)}`);
    const row = admin.page.getByRole('row').filter({ hasText: email });
    await expect(row.getByText(status, { exact: true })).toBeVisible();
  };

  await test.step('opening the link asks, and only its button confirms', async () => {
    await page.goto(linkIn((await newestMail(client, email)).html, 'confirm'));
    await expectStatus('Pending');
    await page.getByRole('button', { name: 'Confirm subscription' }).click();
    await expect(page.getByRole('heading', { name: 'You are subscribed' })).toBeVisible();
    await untilReady(page);
    await expectAccessible(page);
    await expectStatus('Confirmed');
    await expectAccessible(admin.page);
  });

  await test.step('the list is saved as a file', async () => {
    const saved = admin.page.waitForEvent('download');
    await admin.action('Export as CSV').click();
    const file = await readFile(await (await saved).path(), 'utf8');
    expect(file.trimEnd().split('\r\n')).toHaveLength(2);
    expect(file).toContain(`${email},confirmed,`);
  });

  await test.step('the mail’s link leaves by its button, and a mail program’s one click does the same', async () => {
    const leave = linkIn((await newestMail(client, email)).html, 'unsubscribe');
    await page.goto(leave);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('heading', { name: 'You are unsubscribed' })).toBeVisible();
    await expectStatus('Unsubscribed');
    const oneClick = await request.post(leave, { form: { 'List-Unsubscribe': 'One-Click' }, maxRedirects: 0 });
    expect(oneClick.status()).toBe(200);
    await page.goto(leave.replace(/token=.{8}/, 'token=AAAAAAAA'));
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible();
  });

  await test.step('an admin forgets somebody', async () => {
    await admin.page.getByRole('button', { name: `Delete ${email}` }).click();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await admin.expectToast(`${email} is deleted`);
    await expect(admin.page.getByRole('row').filter({ hasText: email })).toHaveCount(0);
  });
  for (const one of [watch, admin.watch]) one.expectQuiet();
});

/** The address of a link in a mail, as the mail's HTML writes it. */
function linkIn(html: string, page: 'confirm' | 'unsubscribe'): string {
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  return links.find((href) => href.includes(`/contact/${page}?`)) ?? '';
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await listBarriers(page)).toEqual([]);
}
