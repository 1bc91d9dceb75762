// `npm run screenshots`: a picture of every place of both layouts, at 390 and 1440 pixels, in English and German, of the demo
// that runs. Asks the running demo for its pages as a person would: signed in, in a browser.
import { mkdirSync } from 'node:fs';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { BARE_WINDOWS } from './chromium-arguments.ts';
import { DEMO_ADMIN, DEMO_PASSWORD, DEMO_SHOP, readAddresses } from './demo/demo-environment.ts';
import { requireChromium } from './find-chromium.ts';
import { requireProjectNode } from './node-version.ts';
import { at } from './paths.ts';
import { sentenceOf, UserFacingError } from './progress.ts';
import { readPlaces } from './read-places.ts';

requireProjectNode();
const WIDTHS = [390, 1440] as const;
const LOCALES = ['en', 'de'] as const;
const SELLER = 'birk-furniture@demo.test';
const addresses = readAddresses(process.env);
const onlyPlaces = process.argv.slice(2);

/** Waits until the page rests: its fonts and pictures are there and nothing is under way, if it ever rests that long. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function signIn(context: BrowserContext, email: string): Promise<void> {
  const answer = await context.request.post(`${addresses.app}/api/auth/public/login`, {
    form: { store: DEMO_SHOP, email, password: DEMO_PASSWORD },
    headers: { origin: addresses.app },
  });
  if (!answer.ok())
    throw new UserFacingError(`The demo does not let ${email} sign in. Start it anew: npm run demo -- --reset`);
}

async function take(page: Page, url: string, name: string): Promise<void> {
  const answer = await page.goto(url);
  if (answer && answer.status() >= 500) console.error(`${name}: the page answers ${answer.status()}`);
  if (url.startsWith(addresses.sandbox)) await page.frameLocator('#app-frame').locator('h1').first().waitFor();
  await settle(page);
  const file = at('docs/screenshots', `${name}.png`);
  await page.screenshot({ path: file, fullPage: true });
  console.log(`  ${name}.png`);
}

/** A seller's newest order, the screen where they spend their day. */
async function takeOrder(context: BrowserContext, size: string): Promise<void> {
  await signIn(context, SELLER);
  const answer = await context.request.get(`${addresses.app}/api/orders`);
  const { orders } = (await answer.json()) as { orders: { id: string }[] };
  const id = orders[0]?.id;
  if (id) await take(await context.newPage(), `${addresses.app}/app/orders/${id}`, `app-order-${size}`);
  await context.close();
}

async function main(): Promise<void> {
  const running = await fetch(`${addresses.sandbox}/health`).catch(() => undefined);
  if (!running?.ok)
    throw new UserFacingError('The demo does not run. Start it in another terminal (npm run demo), then try again.');
  const places = readPlaces().filter((place) => onlyPlaces.length === 0 || onlyPlaces.includes(place.name));
  const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox', BARE_WINDOWS] });
  const open = (locale: string, width: number) =>
    browser.newContext({ locale, viewport: { width, height: width === 390 ? 844 : 900 } });
  mkdirSync(at('docs/screenshots'), { recursive: true });
  for (const locale of LOCALES) {
    for (const width of WIDTHS) {
      const size = `${width}-${locale}`;
      const context = await open(locale, width);
      const page = await context.newPage();
      for (const place of places.filter((one) => one.layout === 'login')) {
        await take(page, `${addresses.app}${place.path}`, `${place.name}-${size}`);
      }
      await signIn(context, DEMO_ADMIN);
      for (const place of places.filter((one) => one.layout === 'app')) {
        await take(page, `${addresses.app}${place.path}`, `${place.name}-${size}`);
      }
      for (const place of places.filter((one) => one.layout === 'admin')) {
        await take(page, `${addresses.sandbox}/admin/store/demo/apps/souk${place.path}`, `${place.name}-${size}`);
      }
      await context.close();
      if (onlyPlaces.length === 0) await takeOrder(await open(locale, width), size);
    }
  }
  await browser.close();
}

main().catch((error: unknown) => {
  console.error(sentenceOf(error) ?? error);
  process.exitCode = 1;
});
