// A first visit on a mid phone, for the benches that show how soon a page is there and what it loads.
import { chromium, type Browser } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requireChromium } from '#scripts/find-chromium.ts';

/** A mid phone: a processor a quarter as fast as this machine's, 150 ms to the server, 1.6 Mbit/s down, 0.75 up. */
const PHONE = { slowdown: 4, latency: 150, downBytes: 200_000, upBytes: 93_750 };
const USER_AGENT =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
/** Runs whose floor moves more from round to round are void. */
export const MAX_SPREAD = 0.3;
const ROUNDS = 3;

type Visit = { lcpMs: number; cls: number; scripts: number; scriptBytes: number; element: string };
type Page = { url: string; cookie?: string };

const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** The floor: a bare page with a heading and one style sheet, over node:http. Nothing that shows text can be sooner. */
async function startFloor(): Promise<{ url: string; stop: () => void }> {
  const page = `<!doctype html><meta name="viewport" content="width=device-width"><title>Floor</title><link rel="stylesheet" href="/style.css"><h1>Sign in to the marketplace</h1>`;
  const bare = createServer((req, res) => {
    const isStyle = req.url === '/style.css';
    res.setHeader('content-type', isStyle ? 'text/css' : 'text/html').end(isStyle ? 'h1{color:#111}' : page);
  });
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(bare.address() as AddressInfo).port}/`,
    stop: () => {
      bare.close();
    },
  };
}

/** Visits pages by turns beside the floor and prints a line for each; answers the floor's spread and what each page loads. */
export async function measureFirstVisits(
  pages: Readonly<Record<string, Page>>,
  o: { visits: number },
): Promise<{ spread: number; loaded: { name: string; scripts: number; scriptBytes: number }[] }> {
  const floor = await startFloor();
  const browser = await chromium.launch({
    executablePath: requireChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking'],
  });
  const all: Record<string, Page> = { floor: { url: floor.url }, ...pages };
  const visits: Record<string, Visit[][]> = {};
  for (const page of Object.values(all)) await visit(browser, page);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, page] of Object.entries(all)) {
      const some: Visit[] = [];
      for (let index = 0; index < o.visits; index++) some.push(await visit(browser, page));
      (visits[name] ??= []).push(some);
    }
  }
  await browser.close();
  floor.stop();
  const loaded = Object.entries(visits).map(([name, rounds]) => ({ name, ...report(name, rounds) }));
  const floors = (visits.floor ?? []).map((some) => median(some.map((one) => one.lcpMs)));
  const spread = (Math.max(...floors) - Math.min(...floors)) / Math.max(...floors);
  console.log(`floor's own spread ${(spread * 100).toFixed(0)} %`);
  if (spread > MAX_SPREAD) console.log('void: the floor differs too much from run to run');
  return { spread, loaded: loaded.filter(({ name }) => name !== 'floor') };
}

function report(name: string, rounds: readonly Visit[][]): { scripts: number; scriptBytes: number } {
  const all = rounds.flat();
  const lcp = median(all.map((one) => one.lcpMs)).toFixed(0);
  const each = rounds.map((some) => median(some.map((one) => one.lcpMs)).toFixed(0)).join(', ');
  const scripts = median(all.map((one) => one.scripts));
  const scriptBytes = median(all.map((one) => one.scriptBytes));
  console.log(
    `${name.padEnd(22)} LCP ${lcp} ms (rounds ${each}; ${all[0]?.element}), CLS ${Math.max(...all.map((one) => one.cls)).toFixed(4)}, ${scripts} scripts, ${(scriptBytes / 1000).toFixed(1)} kB compressed`,
  );
  return { scripts, scriptBytes };
}

/** One first visit with an empty cache, until nothing more is loaded and the page answers to its user. */
async function visit(browser: Browser, { url, cookie }: Page): Promise<Visit> {
  const context = await browser.newContext({ userAgent: USER_AGENT, viewport: { width: 390, height: 844 } });
  if (cookie) {
    const cookies = cookie.split('; ').map((one) => {
      const [name = '', ...value] = one.split('=');
      return { name, value: value.join('='), url };
    });
    await context.addCookies(cookies);
  }
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
  const sizes = await tab.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter((one) => new URL(one.name).pathname.endsWith('.js'))
      .map((one) => one.encodedBodySize),
  );
  await context.close();
  const scriptBytes = sizes.reduce((sum, size) => sum + size, 0);
  return { lcpMs: lcp, cls, scripts: sizes.length, scriptBytes, element };
}
