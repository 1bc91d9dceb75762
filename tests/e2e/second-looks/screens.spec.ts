import { expect, test, type Browser } from '@playwright/test';
import { DEMO_ADMIN, DEMO_SHOP } from '#scripts/demo/demo-environment.ts';
import { at } from '#scripts/paths.ts';
import { isProof, noteCount } from '#tests/support/scale.ts';
import { listBarriers } from '../support/accessible.ts';
import { openAdminLayout, openPortalLayout, openWindow, untilReady, type Layout } from '../support/layouts.ts';
import { addresses, NORDLYS, openMarketplace } from '../support/marketplace.ts';
import { fillMarketplace, type Filled } from '../support/fill.ts';
import type { Watch } from '../support/watch.ts';

/** A screen by a name for its picture, and its address below the layout. */
type Screen = readonly [name: string, path: string];

/** The ways in which a screen is looked at. The first and the last share neither width nor language, nor do the two between. */
const VIEWPORTS = [
  { width: 1440, locale: 'en' },
  { width: 390, locale: 'en' },
  { width: 1440, locale: 'de' },
  { width: 390, locale: 'de' },
] as const;
type Viewport = { width: number; locale: string };
/** In these each screen is opened once, by one of them: that the browser draws what the server drew, text by text. */
const OTHER_LANGUAGES = ['fr', 'es', 'nl'] as const;
/** What has to be on for the screens that a proof visits besides. */
const FEATURES = ['makeAnOffer', 'discounts', 'delivery', 'holidayMode', 'integrations', 'currencies', 'messages'];
let filled: Filled;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const client = openMarketplace();
  filled = await fillMarketplace(client);
  if (!isProof) return;
  const features = Object.fromEntries(FEATURES.map((feature) => [feature, { enabled: true }]));
  await client.call(await client.signIn(DEMO_ADMIN), 'PATCH', '/app/info/features', { features });
});

for (const [turn, way] of VIEWPORTS.entries()) {
  const size = `${way.width} px, ${way.locale}`;
  const opposite = VIEWPORTS.length - 1 - turn;

  test(`the login screens hold at ${size}`, async ({ browser }) => {
    await visitLogin(browser, way);
  });

  // The two layouts of admins show the same screens: at one of them a screen is seen in its way, at the other in the opposite one.
  test(`every screen holds in the store admin at ${size}`, async ({ browser }) => {
    const layout = await openAdminLayout(browser, way);
    await visit(layout, 'admin', way, dealt([...shared(filled), ...forAdmins(filled)], [turn]));
  });

  test(`every screen holds for a web admin at ${size}`, async ({ browser }) => {
    const layout = await openPortalLayout(browser, { ...way, email: DEMO_ADMIN });
    await visit(layout, 'web-admin', way, dealt([...shared(filled), ...forAdmins(filled)], [opposite]));
  });

  // Vendors have one layout: there each of their screens is seen in its way and in the opposite one.
  test(`every screen holds for a vendor at ${size}`, async ({ browser }) => {
    const layout = await openPortalLayout(browser, { ...way, email: NORDLYS.email });
    await visit(layout, 'vendor', way, dealt([...shared(filled), ...forVendors], [turn, opposite]));
  });

  if (isProof || turn === 1) {
    test(`every screen holds for a vendor without anything at ${size}`, async ({ browser }) => {
      const layout = await openPortalLayout(browser, { ...way, email: filled.newcomer });
      await visit(layout, 'newcomer', way, forNewcomers);
    });
  }
}

for (const [turn, locale] of OTHER_LANGUAGES.entries()) {
  test(`every third screen holds for a web admin in ${locale}`, async ({ browser }) => {
    const viewport = { width: 1440, locale };
    const layout = await openPortalLayout(browser, { ...viewport, email: DEMO_ADMIN });
    const screens = [...shared(filled), ...forAdmins(filled)];
    await visit(
      layout,
      'web-admin',
      viewport,
      screens.filter((_, index) => isProof || index % OTHER_LANGUAGES.length === turn),
    );
  });
}

test('a page that something changes before it is hydrated is drawn again in the store’s colors', async ({
  browser,
}) => {
  const portal = await openPortalLayout(browser, { email: DEMO_ADMIN });
  const { page, watch } = portal;
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.querySelector('h1')?.append('changed');
    });
  });
  await portal.open('/');
  const brandOf = () =>
    page.locator('html').evaluate((root) => getComputedStyle(root).getPropertyValue('--p-color-bg-fill-brand'));
  await expect(page.locator('h1', { hasText: 'changed' })).toHaveCount(0);
  expect(await brandOf()).toMatch(/^#/);
  // React says that it drew the page anew; nothing was refused by the page's policy.
  expect(watch.troubles.length).toBeGreaterThan(0);
  expect(watch.troubles.splice(0).filter((one) => /Content Security Policy/.test(one))).toEqual([]);
  await page.context().close();
});

/**
 * The screens whose turn it is: every fourth for each turn from 0 to 3, so that each is seen at both widths and in both languages.
 * In a proof all of them: every screen is visited in every way at each of its layouts, and a picture of each is kept.
 */
function dealt(screens: readonly Screen[], turns: readonly number[]): Screen[] {
  return screens.filter((_, at) => isProof || turns.includes(at % VIEWPORTS.length));
}

/** What vendors and admins open alike. */
function shared({ orderId, productId, payoutId, changeId, entryId }: Filled): Screen[] {
  return [
    ['home', '/'],
    ['account', '/account'],
    ['notices', '/notices'],
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
    ...(isProof ? sharedOfJourneys(orderId) : []),
  ];
}

/** Screens that axe and both widths meet in journeys of their own: here they are visited in a proof only, in every way. */
function sharedOfJourneys(orderId: string): Screen[] {
  return [
    ['discounts', '/discounts'],
    ['discount-new', '/discounts/new'],
    ['inbox', '/inbox'],
    ['conversation-of-order', `/conversations/orders/${orderId}`],
    ['conversation-replies', '/conversations/replies'],
    ['import', '/products/import'],
  ];
}

const adminOfJourneys: readonly Screen[] = [
  ['settings', '/settings'],
  ['settings-look', '/settings/look'],
  ['settings-features', '/settings/features'],
  ['settings-notifications', '/settings/notifications'],
  ['suppressions', '/settings/notifications/suppressions'],
  ['settings-currency', '/settings/currency'],
  ['settings-history', '/settings/history'],
  ['settings-finance', '/settings/finance'],
  ['settings-memberships', '/settings/memberships'],
  ['settings-conversations', '/settings/conversations'],
  ['settings-plan', '/settings/plan'],
  ['shipping-defaults', '/settings/shipping/defaults'],
  ['vendor-not-chosen', '/settings/shipping/rates'],
  ['shipping-labels', '/settings/shipping/labels'],
  ['shipping-checkout', '/settings/shipping/checkout'],
  ['offer-settings', '/offers/settings'],
  ['discount-settings', '/discounts/settings'],
  ['conversation-new', '/conversations/new'],
  ['subscribers', '/subscribers'],
];

const vendorOfJourneys: readonly Screen[] = [
  ['offer-rules', '/offers/rules'],
  ['conversation-marketplace', '/conversations/marketplace'],
  ['shipping', '/settings/shipping'],
  ['shipping-from', '/settings/shipping/from'],
  ['shipping-rates', '/settings/shipping/rates'],
  ['shipping-zone-new', '/settings/shipping/zones/new'],
  ['holidays', '/settings/holidays'],
  ['integrations', '/settings/integrations'],
  ['sheets', '/settings/sheets'],
  ['membership', '/membership'],
];

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
    ...(isProof ? adminOfJourneys : []),
  ];
}

const forVendors: readonly Screen[] = [
  ['team', '/team'],
  ['vendor-page', '/vendor-page'],
  ['billing', '/billing'],
  ['payment-information', '/payment-information'],
  ['forbidden', '/payouts'],
  ...(isProof ? vendorOfJourneys : []),
];

const forNewcomers: readonly Screen[] = [
  ['home', '/'],
  ['orders', '/orders'],
  ['products', '/products'],
  ['money', '/money'],
  ['payouts', '/money/payouts'],
];

async function visit(layout: Layout, who: string, viewport: Viewport, screens: readonly Screen[]): Promise<void> {
  test.setTimeout(300_000);
  for (const [name, path] of screens) {
    await test.step(name, async () => {
      await layout.open(path);
      await examine(layout, who, viewport, name);
    });
  }
  await layout.page.context().close();
}

async function visitLogin(browser: Browser, viewport: Viewport): Promise<void> {
  test.setTimeout(120_000);
  const { page, watch } = await openWindow(browser, viewport);
  const screens: readonly Screen[] = [
    ['sign-in', ''],
    ['register', '/register'],
    ['lost-password', '/change-password'],
    ['set-password', '/change-password?email=a%40b.test&code=000000'],
  ];
  for (const [name, path] of screens) {
    await page.goto(`${addresses().app}/app/login${path}${path.includes('?') ? '&' : '?'}store=${DEMO_SHOP}`);
    await untilReady(page);
    await examine({ page, screen: page, watch }, 'login', viewport, name);
  }
  await page.context().close();
}

/**
 * Nothing failed, nothing left the machine, nothing scrolls sideways, axe finds nothing grave; with PROVE=1 a picture for looking
 * at. What axe looks at is the same in every language, and every screen is seen in English: it looks there.
 */
async function examine(
  { page, screen, watch }: { page: Layout['page']; screen: Layout['screen']; watch: Watch },
  who: string,
  { width, locale }: Viewport,
  name: string,
): Promise<void> {
  const folder = `${who}-${width}-${locale}`;
  noteCount('visits of screens', 1);
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
  if (!isProof && locale !== 'en') return;
  noteCount('visits with axe', 1);
  expect.soft(await listBarriers(page), `${folder} ${name}`).toEqual([]);
}
