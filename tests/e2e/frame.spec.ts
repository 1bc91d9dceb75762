import { expect, test, type Page, type Request } from '@playwright/test';
import { openAdminLayout, untilReady, type Layout } from './support/layouts.ts';
import { addresses, openMarketplace } from './support/marketplace.ts';

let admin: Layout;

test.beforeEach(async ({ browser }) => {
  admin = await openAdminLayout(browser);
});

test.afterEach(async () => {
  admin.watch.expectQuiet();
  await admin.page.context().close();
});

test('the framed app does without the storage and the cookies that browsers block in frames', async () => {
  await admin.open('/');
  const inFrame = admin.screen.locator('body');
  const storage = await inFrame.evaluate(() => {
    try {
      return `localStorage holds ${window.localStorage.length}`;
    } catch (error) {
      return error instanceof Error ? error.name : 'unknown';
    }
  });
  expect(storage).toBe('SecurityError');
  const kept = await inFrame.evaluate(() => {
    document.cookie = 'probe=1; path=/; SameSite=None; Secure';
    return document.cookie;
  });
  expect(kept).not.toContain('probe');
  await admin.follow('Orders');
  await expect(admin.screen.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
});

test('an entry of the host’s navigation moves the app within its page', async () => {
  await admin.open('/');
  const { screen } = admin;
  await screen.locator('body').evaluate(() => document.documentElement.setAttribute('data-before', ''));
  await admin.follow('Finance');
  await expect(screen.getByRole('heading', { name: 'To pay', level: 1 })).toBeVisible();
  await expect(screen.locator('html[data-before]')).toBeAttached();
});

test('a page below another address marks its entry in the host’s navigation, which still leads to the first tab', async () => {
  for (const [path, entry, first] of [
    ['/money', 'Finance', '/payouts'],
    ['/fields', 'Settings', '/settings'],
    ['/applications', 'Vendors', '/vendors'],
  ] as const) {
    await admin.open(path);
    const link = admin.page.locator('#app-nav').getByRole('link', { name: entry, exact: true });
    await expect(link).toHaveAttribute('aria-current', 'page');
    await admin.follow(entry);
    await expect(admin.page).toHaveURL(new RegExp(`/apps/souk/admin${first}(\\?|$)`));
  }
});

test('the query is kept on the way from / to /admin', async () => {
  await admin.page.goto(`${addresses().sandbox}/admin/store/demo/apps/souk?campaign=spring`);
  await expect(admin.screen.locator('.Polaris-Page')).toBeVisible();
  await expect(admin.page).toHaveURL(/\/apps\/souk\/admin\?(.*&)?campaign=spring/);
});

test('a page deep in the frame can be reloaded without a session token', async () => {
  await admin.open('/');
  await admin.follow('Vendors');
  const heading = admin.screen.getByRole('heading', { name: 'Vendors', level: 1 });
  await expect(heading).toBeVisible();
  // The frame's own address has neither shop nor token now; the app asks the host for both.
  await admin.screen.locator('body').evaluate(() => {
    document.querySelector('h1')?.setAttribute('data-before', '');
    window.location.assign(window.location.pathname);
  });
  await expect(admin.screen.locator('h1[data-before]')).toHaveCount(0);
  await expect(heading).toBeVisible();
  await untilReady(admin.screen);
  await admin.page.reload();
  await expect(heading).toBeVisible();
});

test('a session token that expires between click and request is renewed unseen', async () => {
  await admin.open('/');
  const expired = await letTokenExpire(admin.page, (request) => /^\/admin\/vendors\b/.test(pathOf(request)));
  await admin.follow('Vendors');
  await expect(admin.screen.getByRole('heading', { name: 'Vendors', level: 1 })).toBeVisible();
  expect(expired()).toBe(true);
});

test('a form that is sent with an expired token is saved once', async () => {
  await admin.open('/products?view=ALL');
  await admin.screen.getByRole('table').getByRole('link').first().click();
  await admin.screen.getByLabel('Your comment').fill('Sent with a token that was too old');
  const expired = await letTokenExpire(admin.page, (request) => request.method() === 'POST' && isOfProduct(request));
  await admin.screen.getByRole('button', { name: 'Send comment' }).click();
  const comments = admin.screen.getByRole('region', { name: 'Comments' });
  await expect(comments.getByText('Sent with a token that was too old')).toHaveCount(1);
  expect(expired()).toBe(true);
});

test('after an uninstall the store admin offers to install again, and a reinstall brings the app back', async () => {
  const market = openMarketplace();
  const shop = 'passing.myshopify.com';
  await market.control('POST', '/shops', { domain: shop, name: 'Passing & Co' });
  await market.control('POST', '/install', { shop });
  const { page, screen } = admin;
  const home = `${addresses().sandbox}/admin/store/passing/apps/souk/admin`;
  await page.goto(home);
  await expect(screen.locator('.Polaris-Page')).toBeVisible();
  await page.goto(`${addresses().sandbox}/admin/store/passing/apps`);
  await page.getByRole('button', { name: 'Uninstall' }).click();
  await expect(page.getByText('is uninstalled')).toBeVisible();
  await market.control('POST', '/drain', {});
  await page.goto(home);
  await page.getByRole('button', { name: 'Install', exact: true }).click();
  await expect(screen.locator('.Polaris-Page')).toBeVisible();
});

/** Two minutes pass before the first such request leaves with the token that the host has handed out for it. Says whether that happened. */
async function letTokenExpire(page: Page, isMeant: (request: Request) => boolean): Promise<() => boolean> {
  let happened = false;
  await page.route('**/admin/**', async (route) => {
    if (happened || !isMeant(route.request())) {
      await route.fallback();
      return;
    }
    happened = true;
    await openMarketplace().control('POST', '/clock', { advanceHours: 1 / 30 });
    await route.continue();
  });
  return () => happened;
}

const pathOf = (request: Request): string => new URL(request.url()).pathname;
const isOfProduct = (request: Request): boolean => pathOf(request).startsWith('/admin/products/');
