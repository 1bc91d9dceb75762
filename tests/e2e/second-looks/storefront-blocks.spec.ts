import { expect, test, type Browser, type Page } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { DEMO_ADMIN } from '#scripts/demo/demo-environment.ts';
import { listBarriers } from '../support/accessible.ts';
import { closeWindows, openWindow } from '../support/layouts.ts';
import { isProof } from '#tests/support/scale.ts';
import { addresses, openMarketplace } from '../support/marketplace.ts';

const BLOCKS = ['sold-by', 'holiday-message', 'vendor-info', 'catalog-offers', 'make-an-offer', 'chat', 'contact-form'];
const EMBED = 'chat-bubble';
/** How often each page is loaded, in turns; what is said of its paint is the middle one. With PROVE=1 each block has a page alone. */
const ROUNDS = isProof ? 9 : 3;
const MAX_BLOCK_BYTES = 10_000;
const MAX_SHIFT = 0.01;
/** What all blocks together may add to the largest paint, in milliseconds, on a machine that does other things too. */
const MAX_LATER_MS = 400;

type Figures = { script: number; style: number; packed: number; shift: number; paintMs: number };
let product: string;

test.beforeAll(async () => {
  const client = openMarketplace();
  const admin = await client.signIn(DEMO_ADMIN);
  const features = { messages: { enabled: true }, makeAnOffer: { enabled: true } };
  await client.call(admin, 'PATCH', '/app/info/features', { features });
  const { sandbox } = addresses();
  const found = await (await fetch(`${sandbox}/store/demo/search?q=nordlys`)).text();
  product = `${sandbox}${/href="(\/store\/demo\/products\/[^"]+)"/.exec(found)?.[1] ?? ''}`;
});
test.afterEach(async ({ browser }) => {
  await switchBlocks([...BLOCKS]);
  await closeWindows(browser);
});

/** Leaves these blocks on the pages of products, and no other. */
async function switchBlocks(on: readonly string[]): Promise<void> {
  for (const block of [...BLOCKS, EMBED]) {
    const state = on.includes(block) ? 'on' : 'off';
    const address = `${addresses().sandbox}/themes/demo/product-${block}/${state}`;
    const answer = await fetch(address, { method: 'POST', redirect: 'manual' });
    expect(answer.status, address).toBeLessThan(400);
  }
}

/** A page that is opened for the first time: what its blocks bring, how much moves, when the largest part is painted. */
async function load(browser: Browser): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const assets: Promise<{ kind: 'script' | 'style'; body: Buffer }>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/extensions/souk-theme/')) return;
    const kind = pathname.endsWith('.js') ? 'script' : 'style';
    assets.push(response.body().then((body) => ({ kind, body })));
  });
  await page.addInitScript(watchPaint);
  await page.goto(product, { waitUntil: 'load' });
  const seen = await page.evaluate(async () => {
    const read = () => (globalThis as typeof globalThis & { seen: { shift: number; paintMs: number } }).seen;
    // The largest paint is told a while after it was.
    for (let frame = 0; frame < 300 && (frame < 3 || read().paintMs === 0); frame += 1)
      await new Promise((drawn) => requestAnimationFrame(drawn));
    return read();
  });
  expect(seen.paintMs).toBeGreaterThan(0);
  const sizes = await Promise.all(assets);
  await context.close();
  const bytes = (kind: string) =>
    sizes.filter((one) => one.kind === kind).reduce((sum, one) => sum + one.body.length, 0);
  const packed = sizes.reduce((sum, one) => sum + gzipSync(one.body).length, 0);
  return { script: bytes('script'), style: bytes('style'), packed, ...seen };
}

/** Runs in the page, before anything of it. */
function watchPaint(): void {
  const seen = { shift: 0, paintMs: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries()) seen.paintMs = Math.max(seen.paintMs, entry.startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

/**
 * The figures of pages with these blocks: pages take turns, so that a slow moment of the machine is no one page's. Of the paints
 * the soonest counts: what else the machine does only adds to it.
 */
async function measure(browser: Browser, pages: readonly (readonly string[])[]): Promise<Figures[]> {
  const loads = pages.map((): Figures[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, on] of pages.entries()) {
      await switchBlocks(on);
      loads[index]?.push(await load(browser));
    }
  }
  return loads.map((all) => {
    const [first] = all;
    if (!first) throw new Error('a page was loaded');
    const shift = Math.max(...all.map((one) => one.shift));
    return { ...first, shift, paintMs: Math.round(Math.min(...all.map((one) => one.paintMs))) };
  });
}

test('blocks weigh under 10 kB each, nothing moves, and the largest part is painted about as soon', async ({
  browser,
}) => {
  test.setTimeout(isProof ? 600_000 : 120_000);
  const alone = isProof ? [...BLOCKS, EMBED] : ['make-an-offer', 'chat'];
  const names = ['no block', ...alone, 'all blocks'];
  const figures = await measure(browser, [[], ...alone.map((block) => [block]), [...BLOCKS, EMBED]]);
  const bareMs = figures[0]?.paintMs ?? 0;
  for (const [index, { script, style, packed, shift, paintMs }] of figures.entries()) {
    const name = names[index] ?? '';
    const later = paintMs - bareMs;
    console.log(
      `${name}: script ${script} B, style ${style} B, both packed ${packed} B, shift ${shift.toFixed(4)}, LCP ${paintMs} ms (${later >= 0 ? '+' : ''}${later})`,
    );
    if (name === 'no block') expect([script, style]).toEqual([0, 0]);
    expect(shift, name).toBeLessThanOrEqual(MAX_SHIFT);
    if (name !== 'all blocks') expect(Math.max(script, packed), name).toBeLessThan(MAX_BLOCK_BYTES);
    expect(later, name).toBeLessThan(MAX_LATER_MS);
  }
});

test('the chat bubble floats above a page without the chat block, and makes way for one', async ({ browser }) => {
  await switchBlocks(['sold-by', EMBED]);
  const { page, watch } = await openWindow(browser, { width: 390 });
  await page.goto(product);
  const bubble = page.locator('.souk-chat--bubble');
  await expect(bubble).toBeInViewport();
  await openByKeyboard(page);
  expect(await listBarriers(page, { any: true })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Ask the seller', { exact: true })).toBeFocused();
  await switchBlocks(['chat', EMBED]);
  await page.goto(product);
  await expect(page.getByText('Ask the seller', { exact: true }).first()).toBeVisible();
  await expect(bubble).toBeHidden();
  watch.expectQuiet();
});

async function openByKeyboard(page: Page): Promise<void> {
  await page.getByText('Ask the seller', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toBeFocused();
}

test('a screen reader walks through the blocks: every control has a name, and what happens is said', async ({
  browser,
}) => {
  await switchBlocks([...BLOCKS]);
  const { page } = await openWindow(browser, { width: 390 });
  await page.goto(product);
  // Each of the two sheets is a button until it is opened, and one closes as the other opens.
  const offer = page.locator('.souk-sheet', { hasText: 'Send offer' });
  await offer.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(offer.getByLabel('Email')).toBeFocused();
  const tree = await page.locator('main').ariaSnapshot();
  const controls = tree.match(/- (?:button|link|textbox|spinbutton|combobox|checkbox)\b.*/g) ?? [];
  expect(controls.length).toBeGreaterThan(5);
  expect(controls.filter((line) => !line.includes('"'))).toEqual([]);
  for (const said of ['heading "Make an offer"', 'form "Make an offer"', 'textbox "Email', 'button "Send offer"']) {
    expect(tree).toContain(said);
  }
  // By the keyboard alone: each control is reached in the order of the page, and a refusal is announced.
  const form = page.getByRole('form', { name: 'Make an offer' });
  const reached: string[] = [];
  for (let stop = 0; stop < 4; stop += 1) {
    reached.push(await page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name ?? ''));
    await page.keyboard.press('Tab');
  }
  expect(reached.slice(0, 3)).toEqual(['email', 'amount', 'quantity']);
  await form.getByLabel('Email').fill('ada@buyers.test');
  await form.getByRole('textbox').nth(1).fill('0.01');
  await form.getByRole('button', { name: 'Send offer' }).focus();
  await page.keyboard.press('Enter');
  const price = form.getByRole('textbox').nth(1);
  await expect(price).toBeFocused();
  await expect(price).toHaveAccessibleDescription(/Offer at least \$\d/);
  await expect(form.locator('[data-souk-answer]')).toHaveRole('status');
  await page.keyboard.press('Escape');
  await expect(offer.locator('summary')).toBeFocused();
  await expect(form).toBeHidden();
});

test('at 390 px the blocks of a product are a row of buttons that open sheets', async ({ browser }) => {
  await switchBlocks(['make-an-offer', 'chat', 'contact-form']);
  const { page, watch } = await openWindow(browser, { width: 390 });
  await page.goto(product);
  const buttons = page.locator('.souk-sheet__open');
  await expect(buttons).toHaveCount(3);
  const boxes = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
  const [first, second] = boxes;
  expect(first?.top).toBe(second?.top);
  const block = await page.locator('.theme-blocks').boundingBox();
  expect(block?.height).toBeLessThan(200);
  for (const button of await buttons.all()) {
    await button.click();
    const drawer = page.locator('.souk-sheet[open] .souk-sheet__drawer');
    await expect(drawer).toHaveCount(1);
    const box = await drawer.boundingBox();
    expect([box?.x, box?.width]).toEqual([0, 390]);
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
    expect(await listBarriers(page, { any: true })).toEqual([]);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(button).toBeFocused();
  }
  watch.expectQuiet();
});
