// How many script files the first visit of a screen loads, and how many compressed bytes, seen by a browser with an empty cache.
import { chromium, type Browser, type Page } from '@playwright/test';
import { openDemoClient } from '#scripts/demo-client.ts';
import { DEMO_PASSWORD, DEMO_SHOP, readAddresses } from '#scripts/demo-environment.ts';
import { requireChromium } from '#scripts/find-chromium.ts';
import { NORDLYS } from '#tests/e2e/support/marketplace.ts';
import { startStack } from '#tests/e2e/support/stack.ts';

/** The aims for every screen of the portal and the frame. */
const MAX_FILES = 25;
const MAX_BYTES = 260_000;
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const stop = await startStack();
const addresses = readAddresses(process.env);
const client = openDemoClient(addresses);
const seller = await client.signIn(NORDLYS.email);
const { products } = await client.call<{ products: { id: string }[] }>(seller, 'GET', '/products-v2');
const portal = `${addresses.app}/app`;
const PAGES: Record<string, string> = {
  'portal home': portal,
  orders: `${portal}/orders`,
  products: `${portal}/products`,
  'product editor': `${portal}/products/${products[0]?.id ?? 'new'}`,
  money: `${portal}/money`,
  'frame home': `${addresses.sandbox}/admin/store/demo/apps/souk/admin`,
};
const browser = await chromium.launch({
  executablePath: requireChromium(),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--test-third-party-cookie-phaseout'],
});
let isGood = true;
for (const [name, url] of Object.entries(PAGES)) {
  const { files, bytes } = await visit(browser, url);
  const isMet = files <= MAX_FILES && bytes <= MAX_BYTES;
  isGood &&= isMet;
  console.log(
    `${name.padEnd(16)} ${files} script files, ${(bytes / 1000).toFixed(1)} kB compressed${isMet ? '' : ' (not met)'}`,
  );
}
await browser.close();
await stop();
process.exit(isGood ? 0 : 1);

/** One first visit, signed in with a password where it is the portal, until nothing more is loaded. */
async function visit(opened: Browser, url: string): Promise<{ files: number; bytes: number }> {
  const context = await opened.newContext({ userAgent: USER_AGENT, locale: 'en' });
  const tab = await context.newPage();
  if (url.startsWith(portal)) await signIn(tab);
  // What signing in loaded is in this browser's cache: each file counts by what it weighs on its way all the same.
  const seen = new Map<string, number>();
  const session = await context.newCDPSession(tab);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  tab.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    if (!/^\/app\/assets\/.*\.js$/.test(pathname)) return;
    void request.sizes().then(({ responseBodySize }) => seen.set(pathname, responseBodySize));
  });
  await tab.goto(url, { waitUntil: 'networkidle' });
  const place = url.startsWith(portal) ? tab : tab.frameLocator('#app-frame');
  await place.locator('html[data-ready]').waitFor({ state: 'attached' });
  await tab.waitForLoadState('networkidle');
  await context.close();
  return { files: seen.size, bytes: [...seen.values()].reduce((sum, one) => sum + one, 0) };
}

async function signIn(tab: Page): Promise<void> {
  const answer = await tab.context().request.post(`${addresses.app}/api/auth/public/login`, {
    form: { store: DEMO_SHOP, email: NORDLYS.email, password: DEMO_PASSWORD },
    headers: { origin: addresses.app },
  });
  if (!answer.ok()) throw new Error(`The demo does not let ${NORDLYS.email} sign in.`);
}
