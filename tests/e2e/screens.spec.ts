import { expect, test, type Browser } from '@playwright/test';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo-environment.ts';
import { at } from '#scripts/paths.ts';
import { listBarriers } from './support/accessible.ts';
import { openAdminDoor, openPortalDoor, openWindow, untilReady, type Door } from './support/doors.ts';
import { addresses, NORDLYS, openMarketplace } from './support/marketplace.ts';
import { fillMarketplace, type Filled } from './support/fill.ts';
import type { Watch } from './support/watch.ts';

/** A screen by a name for its picture, and its address behind the door. */
type Screen = readonly [name: string, path: string];

const WIDTHS = [1440, 390] as const;
const LOCALES = ['en', 'de'] as const;
/** With PROVE=1 every screen is visited in every way, axe looks at each, and a picture of each is kept for looking at. */
const isProof = process.env.PROVE === '1';
let filled: Filled;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  filled = await fillMarketplace(openMarketplace());
});

for (const locale of LOCALES) {
  for (const width of WIDTHS) {
    const size = `${width} px, ${locale}`;
    const settings = { width, locale };

    test(`the login screens hold at ${size}`, async ({ browser }) => {
      await visitLogin(browser, settings);
    });

    // The two doors of admins show the same screens: between them each is seen at every size. So do those of vendors.
    const isWideEnglish = (width === 1440) === (locale === 'en');
    if (isProof || isWideEnglish) {
      test(`every screen holds in the store admin at ${size}`, async ({ browser }) => {
        const door = await openAdminDoor(browser, settings);
        await visit(door, `admin-${width}-${locale}`, [...shared(filled), ...forAdmins(filled)]);
      });
    }

    if (isProof || (!isWideEnglish && locale === 'en')) {
      test(`every screen holds for a web admin at ${size}`, async ({ browser }) => {
        const door = await openPortalDoor(browser, { ...settings, email: DEMO_ADMIN });
        await visit(door, `web-admin-${width}-${locale}`, [...shared(filled), ...forAdmins(filled)]);
      });
    }

    if (isProof || isWideEnglish) {
      test(`every screen holds for a vendor at ${size}`, async ({ browser }) => {
        const door = await openPortalDoor(browser, { ...settings, email: NORDLYS.email });
        await visit(door, `vendor-${width}-${locale}`, [
          ...shared(filled),
          ['team', '/team'],
          ['vendor-page', '/vendor-page'],
          ['billing', '/billing'],
          ['payment-information', '/payment-information'],
          ['forbidden', '/payouts'],
        ]);
      });
    }

    if (isProof || (!isWideEnglish && locale === 'en')) {
      test(`every screen holds for a vendor without anything at ${size}`, async ({ browser }) => {
        const door = await openPortalDoor(browser, { ...settings, email: filled.newcomer });
        await visit(door, `newcomer-${width}-${locale}`, [
          ['home', '/'],
          ['orders', '/orders'],
          ['products', '/products'],
          ['money', '/money'],
          ['payouts', '/money/payouts'],
        ]);
      });
    }
  }
}

/** What vendors and admins open alike. */
function shared({ orderId, productId, payoutId, changeId, entryId }: Filled): Screen[] {
  return [
    ['home', '/'],
    ['account', '/account'],
    ['orders', '/orders'],
    ['orders-narrowed', '/orders?q=nothing-like-this'],
    ['order', `/orders/${orderId}`],
    ['products', '/products'],
    ['products-all', '/products?view=ALL'],
    ['product', `/products/${productId}`],
    ['product-new', '/products/new'],
    ['product-translations', `/products/${productId}/translations`],
    ['catalog', '/catalog'],
    ['catalog-entry', `/catalog/${entryId}`],
    ['changes', '/changes'],
    ['change', `/changes/${changeId}`],
    ['money', '/money'],
    ['money-overpaid', '/money?view=overpaid'],
    ['payouts-made', '/money/payouts'],
    ['payout', `/money/payouts/${payoutId}`],
    ['statements', '/money/statements'],
    ['nowhere', '/nowhere'],
  ];
}

function forAdmins({ vendorId, applicationId, entryId, orderId }: Filled): Screen[] {
  return [
    ['applications', '/applications'],
    ['application-open', `/applications?open=${applicationId}`],
    ['application', `/applications/${applicationId}`],
    ['vendors', '/vendors'],
    ['vendor', `/vendors/${vendorId}`],
    ['fields', '/fields'],
    ['translations', '/translations'],
    ['catalog-entries', '/catalog-entries'],
    ['catalog-edit', `/catalog-entries/${entryId}`],
    ['catalog-settings', '/catalog-entries/settings'],
    ['order-adjustments', `/orders/${orderId}/adjustments`],
    ['order-rules', '/orders/rules'],
    ['order-documents', '/orders/documents'],
    ['product-rules', '/changes/rules'],
    ['product-form', '/product-form'],
    ['specifications', '/specifications'],
    ['payouts', '/payouts'],
    ['pay', '/payouts/pay'],
    ['payout-requests', '/payouts/requests'],
    ['automatic-payouts', '/payouts/automatic'],
    ['payments', '/payments'],
    ['reconciliation', '/reconciliation'],
    ['payout-settings', '/payments/payouts'],
    ['statements-of', `/money/statements?of=${encodeURIComponent(NORDLYS.name)}`],
    ['statement-settings', '/money/statements/settings'],
    ['commissions', '/commissions'],
    ['commission-own', `/commissions/vendors/${vendorId}`],
    ['deliveries', '/deliveries'],
    ['privacy', '/privacy'],
  ];
}

async function visit(door: Door, folder: string, screens: readonly Screen[]): Promise<void> {
  test.setTimeout(300_000);
  for (const [index, [name, path]] of screens.entries()) {
    await test.step(name, async () => {
      await door.open(path);
      await examine(door, folder, name, index);
    });
  }
  await door.page.context().close();
}

async function visitLogin(browser: Browser, settings: { width: number; locale: string }): Promise<void> {
  test.setTimeout(120_000);
  const { page, watch } = await openWindow(browser, settings);
  const screens: readonly Screen[] = [
    ['sign-in', ''],
    ['register', '/register'],
    ['lost-password', '/change-password'],
    ['set-password', '/change-password?email=a%40b.test&code=000000'],
  ];
  for (const [index, [name, path]] of screens.entries()) {
    await page.goto(`${addresses().app}/app/login${path}${path.includes('?') ? '&' : '?'}store=${DEMO_SHOP}`);
    await untilReady(page);
    await examine({ page, screen: page, watch }, `login-${settings.width}-${settings.locale}`, name, index);
  }
  await page.context().close();
}

/**
 * What axe looks at is the same in every language, and it takes two thirds of a visit: the two walks of admins, which see the
 * same screens at two widths, share them between them. With PROVE=1 it looks at all of them everywhere.
 */
function isForAxe(folder: string, index: number): boolean {
  if (isProof) return true;
  if (!folder.endsWith('-en')) return false;
  if (folder.startsWith('admin-')) return index % 2 === 0;
  return !folder.startsWith('web-admin-') || index % 2 === 1;
}

/** Nothing failed, nothing left the machine, nothing scrolls sideways, axe finds nothing grave; with PROVE=1 a picture for looking at. */
async function examine(
  { page, screen, watch }: { page: Door['page']; screen: Door['screen']; watch: Watch },
  folder: string,
  name: string,
  index: number,
): Promise<void> {
  if (isProof) await page.screenshot({ path: at('.local/e2e-screens', folder, `${name}.png`), fullPage: true });
  const overflow = await screen
    .locator('html')
    .evaluate((root) => Math.max(root.scrollWidth, document.body.scrollWidth) - window.innerWidth);
  expect.soft(overflow, `${folder} ${name} scrolls sideways`).toBeLessThanOrEqual(0);
  const text = await screen.locator('body').innerText();
  expect
    .soft(text, `${folder} ${name} shows a raw key`)
    .not.toMatch(/\b(common|shell|orders|products|changes|money|home|errors|auth):\w|\{\{/);
  expect.soft(watch.troubles.splice(0), `${folder} ${name}`).toEqual([]);
  if (!isForAxe(folder, index)) return;
  expect.soft(await listBarriers(page), `${folder} ${name}`).toEqual([]);
}
