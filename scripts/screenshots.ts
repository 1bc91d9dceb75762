// `npm run screenshots`: a picture of every place of both doors, at 390 and 1440 pixels, in English and German, of the demo
// that runs. Asks the running demo for its pages as a person would: signed in, in a browser.
import { mkdirSync } from 'node:fs';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { DEMO_ADMIN, DEMO_PASSWORD, DEMO_SHOP, readAddresses } from './demo-environment.ts';
import { requireChromium } from './find-chromium.ts';
import { requireProjectNode } from './node-version.ts';
import { at } from './paths.ts';
import { sentenceOf, Sentence } from './progress.ts';
import { readPlaces } from './read-places.ts';

requireProjectNode();
const WIDTHS = [390, 1440] as const;
const LOCALES = ['en', 'de'] as const;
const addresses = readAddresses(process.env);
const onlyPlaces = process.argv.slice(2);

/** Waits until the page rests: its fonts and pictures are there and nothing is under way. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function signIn(context: BrowserContext): Promise<void> {
  const answer = await context.request.post(`${addresses.app}/api/auth/public/login`, {
    form: { store: DEMO_SHOP, email: DEMO_ADMIN, password: DEMO_PASSWORD },
    headers: { origin: addresses.app },
  });
  if (!answer.ok())
    throw new Sentence('The demo does not let its admin sign in. Start it anew: npm run demo -- --reset');
}

async function take(page: Page, url: string, name: string): Promise<void> {
  const answer = await page.goto(url);
  if (answer && answer.status() >= 500) console.error(`${name}: the page answers ${answer.status()}`);
  await settle(page);
  const file = at('docs/screenshots', `${name}.png`);
  await page.screenshot({ path: file, fullPage: true });
  console.log(`  ${name}.png`);
}

async function main(): Promise<void> {
  const running = await fetch(`${addresses.sandbox}/health`).catch(() => undefined);
  if (!running?.ok)
    throw new Sentence('The demo does not run. Start it in another terminal (npm run demo), then try again.');
  const places = readPlaces().filter((place) => onlyPlaces.length === 0 || onlyPlaces.includes(place.name));
  const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] });
  mkdirSync(at('docs/screenshots'), { recursive: true });
  for (const locale of LOCALES) {
    for (const width of WIDTHS) {
      const context = await browser.newContext({ locale, viewport: { width, height: width === 390 ? 844 : 900 } });
      const page = await context.newPage();
      for (const place of places.filter((one) => one.door === 'login')) {
        await take(page, `${addresses.app}${place.path}`, `${place.name}-${width}-${locale}`);
      }
      await signIn(context);
      for (const place of places.filter((one) => one.door === 'app')) {
        await take(page, `${addresses.app}${place.path}`, `${place.name}-${width}-${locale}`);
      }
      for (const place of places.filter((one) => one.door === 'admin')) {
        const url = `${addresses.sandbox}/admin/store/demo/apps/souk${place.path.replace(/^\/admin/, '')}`;
        await take(page, url, `${place.name}-${width}-${locale}`);
      }
      await context.close();
    }
  }
  await browser.close();
}

main().catch((error: unknown) => {
  console.error(sentenceOf(error) ?? error);
  process.exitCode = 1;
});
