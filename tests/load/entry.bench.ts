// How soon a mid phone shows the two pages everybody comes in by, how much they move, and how much script they load.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser } from '@playwright/test';
import { requireChromium } from '#scripts/find-chromium.ts';
import { startStack } from '#tests/e2e/support/stack.ts';

/** A mid phone: a processor a quarter as fast as this machine's, 150 ms to the server, 1.6 Mbit/s down, 0.75 up. */
const PHONE = { slowdown: 4, latency: 150, downBytes: 200_000, upBytes: 93_750 };
const ROUNDS = 3;
const VISITS = 5;
const MAX_SPREAD = 0.3;
const USER_AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';

type Visit = { lcpMs: number; cls: number; scriptBytes: number; element: string };

/** The floor: a bare page with a heading and one style sheet, over node:http. Nothing that shows text can be sooner. */
const page = `<!doctype html><meta name="viewport" content="width=device-width"><title>Floor</title><link rel="stylesheet" href="/style.css"><h1>Sign in to the marketplace</h1>`;
const bare = createServer((req, res) => {
  const isStyle = req.url === '/style.css';
  res.setHeader('content-type', isStyle ? 'text/css' : 'text/html').end(isStyle ? 'h1{color:#111}' : page);
});
await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
const floorUrl = `http://localhost:${(bare.address() as AddressInfo).port}/`;

const stop = await startStack();
const app = `http://localhost:${process.env.PORT}`;
const browser = await chromium.launch({
  executablePath: requireChromium(),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking'],
});
const PAGES = { floor: floorUrl, '/app/login': `${app}/app/login`, '/app/login/register': `${app}/app/login/register` };
const visits: Record<string, Visit[][]> = {};
for (const url of Object.values(PAGES)) await visit(browser, url);
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, url] of Object.entries(PAGES)) {
    const some: Visit[] = [];
    for (let index = 0; index < VISITS; index++) some.push(await visit(browser, url));
    (visits[name] ??= []).push(some);
  }
}
await browser.close();
await stop();
bare.close();

const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
for (const [name, rounds] of Object.entries(visits)) {
  const all = rounds.flat();
  const lcp = median(all.map((one) => one.lcpMs));
  console.log(
    `${name.padEnd(22)} LCP ${lcp.toFixed(0)} ms (rounds ${rounds.map((some) => median(some.map((one) => one.lcpMs)).toFixed(0)).join(', ')}; ${all[0]?.element}), CLS ${Math.max(...all.map((one) => one.cls)).toFixed(4)}, script ${(median(all.map((one) => one.scriptBytes)) / 1000).toFixed(1)} kB compressed`,
  );
}
const floors = (visits.floor ?? []).map((some) => median(some.map((one) => one.lcpMs)));
const spread = (Math.max(...floors) - Math.min(...floors)) / Math.max(...floors);
console.log(`floor's own spread ${(spread * 100).toFixed(0)} %`);
if (spread > MAX_SPREAD) console.log('void: the floor differs too much from run to run');
process.exit(spread > MAX_SPREAD ? 1 : 0);

/** One first visit with an empty cache, until nothing more is loaded and the page answers to its user. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ userAgent: USER_AGENT, viewport: { width: 390, height: 844 } });
  const tab = await context.newPage();
  const session = await context.newCDPSession(tab);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: PHONE.latency,
    downloadThroughput: PHONE.downBytes,
    uploadThroughput: PHONE.upBytes,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown });
  await tab.addInitScript(() => {
    const seen = { lcp: 0, cls: 0, element: '' };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
        seen.lcp = entry.startTime;
        seen.element = entry.element ? `${entry.element.tagName}.${entry.element.className}` : '';
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.cls += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await tab.goto(url, { waitUntil: 'networkidle' });
  const { lcp, cls, element } = await tab.evaluate(
    () => (window as unknown as { seen: { lcp: number; cls: number; element: string } }).seen,
  );
  const scriptBytes = await tab.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter((one) => new URL(one.name).pathname.endsWith('.js'))
      .reduce((sum, one) => sum + one.encodedBodySize, 0),
  );
  await context.close();
  return { lcpMs: lcp, cls, scriptBytes, element };
}
