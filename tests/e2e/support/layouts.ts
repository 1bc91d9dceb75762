import {
  expect,
  type Browser,
  type BrowserContext,
  type FrameLocator,
  type Locator,
  type Page,
} from '@playwright/test';
import { DEMO_PASSWORD, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { addresses } from './marketplace.ts';
import { watchPages, type Watch } from './watch.ts';

/** Somebody at a browser of their own, at one of the two layouts. Both are used in the same words. */
export type Layout = {
  page: Page;
  watch: Watch;
  /** Where the app's own screens are: the page, or the frame inside the store admin. */
  screen: Page | FrameLocator;
  /** Opens a place by its address below the layout, such as `/orders`. */
  open(path: string): Promise<void>;
  /** Follows an entry of the navigation. */
  follow(name: string): Promise<void>;
  /** A button of the page's own header; inside the store admin the host draws it. */
  action(name: string): Locator;
  /** Presses an action that stands behind a menu of the page's header, by default "More actions". */
  choose(name: string, menu?: string): Promise<void>;
  /** Saves with the save bar. */
  save(): Promise<void>;
  expectToast(text: string | RegExp): Promise<void>;
};

export type LayoutOptions = { width?: number; locale?: string };

/** The store admin at a window of its own, with the app in its frame. */
export async function openAdminLayout(browser: Browser, o: LayoutOptions = {}): Promise<Layout> {
  const { page, watch } = await openWindow(browser, o);
  const { sandbox } = addresses();
  const screen = page.frameLocator('#app-frame');
  return {
    page,
    watch,
    screen,
    async open(path) {
      await page.goto(`${sandbox}/admin/store/demo/apps/souk/admin${path === '/' ? '' : path}`);
      await expect(screen.locator('.Polaris-Page')).toBeVisible();
      await untilReady(screen);
    },
    async follow(name) {
      await page.locator('#app-nav').getByRole('link', { name, exact: true }).click();
    },
    action: (name) => page.locator('#app-actions').getByRole('button', { name, exact: true }),
    async choose(name, menu = 'More actions') {
      await page.locator('#app-actions').getByText(menu, { exact: true }).click();
      await page.locator('#app-actions').getByRole('button', { name, exact: true }).click();
    },
    async save() {
      await page.locator('#save-bar-buttons').getByRole('button', { name: 'Save', exact: true }).click();
    },
    async expectToast(text) {
      await expect(page.locator('#toasts').getByText(text).first()).toBeVisible();
    },
  };
}

/** The portal, signed in with the demo's password unless `email` is left out. No page is open yet. */
export async function openPortalLayout(browser: Browser, o: LayoutOptions & { email?: string } = {}): Promise<Layout> {
  const { page, watch } = await openWindow(browser, o);
  const { app } = addresses();
  const layout: Layout = {
    page,
    watch,
    screen: page,
    async open(path) {
      await page.goto(`${app}/app${path === '/' ? '' : path}`);
      await expect(page.locator('.Polaris-Page')).toBeVisible();
      await untilReady(page);
    },
    async follow(name) {
      if (page.url() === 'about:blank') await layout.open('/');
      await page.getByRole('navigation').getByRole('link', { name, exact: false }).first().click();
    },
    action: (name) =>
      page
        .getByRole('main')
        .getByRole('button', { name, exact: true })
        .or(page.getByRole('main').getByRole('link', { name, exact: true }))
        .first(),
    async choose(name, menu = 'More actions') {
      await page.getByRole('main').getByRole('button', { name: menu, exact: true }).click();
      await page.locator('.Polaris-Popover').getByText(name, { exact: true }).click();
    },
    async save() {
      await page.locator('.souk-save-bar').getByRole('button', { name: 'Save', exact: true }).click();
    },
    async expectToast(text) {
      await expect(page.locator('.Polaris-Frame-Toast').getByText(text).first()).toBeVisible();
    },
  };
  if (o.email) await signIn(page, o.email);
  return layout;
}

/** Signs in by the call behind the sign-in screen, which has tests of its own. */
async function signIn(page: Page, email: string): Promise<void> {
  const { app } = addresses();
  const answer = await page.context().request.post(`${app}/api/auth/public/login`, {
    headers: { origin: app },
    data: { store: DEMO_SHOP, email, password: DEMO_PASSWORD },
  });
  expect(answer.ok(), `${email} is signed in: ${await answer.text()}`).toBe(true);
}

/** Waits until the page's script has taken over: the page says so itself, when it is complete. */
export async function untilReady(place: Page | FrameLocator): Promise<void> {
  await expect(place.locator('html[data-ready]')).toBeAttached();
}

/** Closes every window that a test left open: each costs the later ones time. */
export async function closeWindows(browser: Browser): Promise<void> {
  for (const context of browser.contexts()) await context.close();
}

/** A window with cookies of its own, watched for what must not happen on any page. */
export async function openWindow(
  browser: Browser,
  o: LayoutOptions = {},
): Promise<{ context: BrowserContext; page: Page; watch: Watch }> {
  const { width = 1440, locale = 'en' } = o;
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 1000 },
    locale,
    ...(width < 600 ? { hasTouch: true } : {}),
  });
  if (locale !== 'en') await chooseLanguage(context, locale);
  const watch = watchPages(context);
  return { context, page: await context.newPage(), watch };
}

/** The language that somebody chose, as the browser keeps it for the portal and for the frame's own partition. */
async function chooseLanguage(context: BrowserContext, locale: string): Promise<void> {
  const kept = { name: 'souk_locale', value: locale, domain: 'localhost', path: '/' };
  await context.addCookies([kept, { ...kept, secure: true, sameSite: 'None', partitionKey: 'http://127.0.0.1' }]);
}
