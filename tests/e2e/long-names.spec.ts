import { expect, test, type Locator, type Page } from '@playwright/test';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo-environment.ts';
import { closeWindows, openAdminDoor, openPortalDoor, openWindow, untilReady, type Door } from './support/doors.ts';
import { addresses, openMarketplace } from './support/marketplace.ts';

const client = openMarketplace();
const MARK = Date.now().toString(36);
/** A hundred letters: one word that nothing can break, and many short ones. */
const NAMES = [
  { kind: 'without spaces', name: `Long${MARK}`.padEnd(100, 'w') },
  { kind: 'with spaces', name: `Many ${MARK} ${'words '.repeat(20)}`.slice(0, 99) + 'x' },
];
/** The rail's width in pixels: 15.5 times the size of the root's letters. */
const RAIL = 248;
/** The longest that the settings take for a name of the store. */
const LOGO_MAX = 60;

type Looks = { logoRegistration: object; logoText: object };
let known: Looks;

test.beforeAll(async () => {
  const admin = await client.signIn(DEMO_ADMIN);
  known = (await client.call<{ settings: Looks }>(admin, 'GET', '/app/info')).settings;
});
test.afterEach(({ browser }) => closeWindows(browser));

/** How far a page is wider than its window. */
const overflowOf = (root: Locator) =>
  root.evaluate((html) => Math.max(html.scrollWidth, document.body.scrollWidth) - window.innerWidth);

async function expectFits(page: Page, screen: Door['screen'], what: string): Promise<void> {
  expect.soft(await overflowOf(screen.locator('html')), `${what} scrolls sideways`).toBeLessThanOrEqual(0);
  const rail = page.locator('.Polaris-Frame__Navigation');
  if ((page.viewportSize()?.width ?? 0) < 768 || !(await rail.isVisible())) return;
  expect.soft((await rail.boundingBox())?.width, `${what}: the rail's width`).toBe(RAIL);
}

for (const { kind, name } of NAMES) {
  test(`a vendor whose name has a hundred letters ${kind} moves no layout, at 1440 and at 390`, async ({ browser }) => {
    test.setTimeout(150_000);
    const email = `long-${kind.split(' ')[0] ?? ''}-${MARK}@demo.test`;
    const admin = await client.signIn(DEMO_ADMIN);
    await client.call(admin, 'POST', `/vendors/${encodeURIComponent(name)}`, { identity: email, confirm: true });
    await client.control('POST', '/drain', {});
    await client.acceptInvitation(email);
    for (const width of [1440, 390]) {
      const portal = await openPortalDoor(browser, { email, width });
      for (const path of ['/', '/orders', '/products', '/account']) {
        await portal.open(path);
        await expectFits(portal.page, portal.screen, `portal ${path} ${String(width)}`);
      }
      if (width === 390) {
        await portal.page.locator('.souk-tabbar').getByRole('button').click();
        await expect(portal.page.locator('.souk-rail')).toBeVisible();
        await expectFits(portal.page, portal.screen, 'the rail of a phone');
      }
      const merchant = await openAdminDoor(browser, { width });
      for (const path of ['/vendors', '/orders', '/products']) {
        await merchant.open(`${path}?q=${MARK}`);
        await expectFits(merchant.page, merchant.screen, `admin ${path} ${String(width)}`);
      }
      await closeWindows(browser);
    }
  });
}

test('a store whose name has as many letters as it may moves neither the way in nor the form for sellers', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const admin = await client.signIn(DEMO_ADMIN);
  const logo = { value: 'w'.repeat(LOGO_MAX), src: '', selected: 'value' };
  await client.call(admin, 'PATCH', '/app/info/features', { features: { logoRegistration: logo, logoText: logo } });
  try {
    for (const width of [1440, 390]) {
      const { page } = await openWindow(browser, { width });
      for (const path of ['', '/register', '/change-password']) {
        await page.goto(`${addresses().app}/app/login${path}?store=${DEMO_SHOP}`);
        await untilReady(page);
        await expectFits(page, page, `login ${path} ${String(width)}`);
      }
    }
  } finally {
    const { logoRegistration, logoText } = known;
    await client.call(admin, 'PATCH', '/app/info/features', { features: { logoRegistration, logoText } });
  }
});
