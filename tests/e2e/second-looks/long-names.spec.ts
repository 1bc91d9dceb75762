import { expect, test, type Locator, type Page } from '@playwright/test';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import {
  closeWindows,
  openAdminLayout,
  openPortalLayout,
  openWindow,
  untilReady,
  type Layout,
} from '../support/layouts.ts';
import { addresses, openMarketplace } from '../support/marketplace.ts';

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

async function expectFits(page: Page, screen: Layout['screen'], what: string): Promise<void> {
  expect.soft(await overflowOf(screen.locator('html')), `${what} scrolls sideways`).toBeLessThanOrEqual(0);
  const rail = page.locator('.Polaris-Frame__Navigation');
  if ((page.viewportSize()?.width ?? 0) < 768 || !(await rail.isVisible())) return;
  expect.soft((await rail.boundingBox())?.width, `${what}: the rail's width`).toBe(RAIL);
}

/** What buyers see of a vendor in the store: its page, and a product of it. */
async function publishVendor(email: string, vendor: string): Promise<{ what: string; address: string }[]> {
  const { sandbox } = addresses();
  const [admin, seller] = [await client.signIn(DEMO_ADMIN), await client.signIn(email)];
  const title = `Sold by ${email.split('@')[0] ?? ''}`;
  const { productId } = await client.call<{ productId: string }>(seller, 'PUT', '/products-v2', {
    product: { title, variants: [{ price: '5.00', stock: 3 }] },
  });
  await client.call(admin, 'PATCH', `/product-v2/${productId}/approve`, {});
  await client.call(admin, 'POST', '/vendors/v2', {
    vendor,
    imageUrl: '',
    description: '<p>We sell.</p>',
    metafields: [],
  });
  await client.call(admin, 'PUT', '/vendors/v2/action', { vendor, action: 'approve' });
  await client.control('POST', '/drain', {});
  const { page } = await client.call<{ page: { url: string } }>(
    admin,
    'GET',
    `/vendors/v2?vendor=${encodeURIComponent(vendor)}`,
  );
  const found = await (await fetch(`${sandbox}/store/demo/search?q=${encodeURIComponent(title)}`)).text();
  return [
    { what: 'the vendor’s page', address: `${sandbox}/store/demo${new URL(page.url).pathname}` },
    { what: 'a product', address: `${sandbox}${/href="(\/store\/demo\/products\/[^"]+)"/.exec(found)?.[1] ?? ''}` },
  ];
}

for (const { kind, name } of NAMES) {
  test(`a vendor whose name has a hundred letters ${kind} moves no layout, at 1440 and at 390`, async ({ browser }) => {
    test.setTimeout(200_000);
    const email = `long-${kind.split(' ')[0] ?? ''}-${MARK}@demo.test`;
    const admin = await client.signIn(DEMO_ADMIN);
    await client.call(admin, 'POST', `/vendors/${encodeURIComponent(name)}`, { identity: email, confirm: true });
    await client.control('POST', '/drain', {});
    await client.acceptInvitation(email);
    const shown = await publishVendor(email, name);
    for (const width of [1440, 390]) {
      const portal = await openPortalLayout(browser, { email, width });
      for (const path of ['/', '/orders', '/products', '/account']) {
        await portal.open(path);
        await expectFits(portal.page, portal.screen, `portal ${path} ${String(width)}`);
      }
      if (width === 390) {
        await portal.page.locator('.souk-tabbar').getByRole('button').click();
        await expect(portal.page.locator('.souk-rail')).toBeVisible();
        await expectFits(portal.page, portal.screen, 'the rail of a phone');
      }
      const buyer = (await openWindow(browser, { width })).page;
      for (const { what, address } of shown) {
        await buyer.goto(address);
        await expect(buyer.getByText(name).first(), `${what} names the vendor`).toBeAttached();
        await expectFits(buyer, buyer, `${what} ${String(width)}`);
      }
      const merchant = await openAdminLayout(browser, { width });
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
