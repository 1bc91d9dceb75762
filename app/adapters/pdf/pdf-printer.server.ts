import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { MINUTE_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import { withGlyphs } from './document-fonts.server.ts';

/** Turns pages into PDF files. */
export type PdfPrinter = {
  /**
   * The page as a PDF file. It is drawn without scripts and without any network, with the fonts that come with the program.
   * Throws pdf_unavailable (503) where the machine has no Chromium, or where it does not answer in time.
   */
  print(html: string): Promise<Buffer>;
};

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const LIMIT_MS = MINUTE_MS;
/** Each takes a processor and some hundred megabytes. */
const AT_ONCE = 2;
/** More may not wait: each holds its whole page in memory. */
const MAX_WAITING = 20;

/** A printer that starts a Chromium for each file: the one at `path`, or where systems put theirs. */
export function createPdfPrinter(path: string | undefined): PdfPrinter {
  const queue: (() => void)[] = [];
  let running = 0;
  const takeTurn = async (): Promise<void> => {
    if (running >= AT_ONCE) await new Promise<void>((go) => queue.push(go));
    else running++;
  };
  const endTurn = (): void => {
    const next = queue.shift();
    if (next) next();
    else running--;
  };
  return {
    async print(html) {
      const chromium = path ?? PLACES.find((place) => existsSync(place));
      if (chromium === undefined || !existsSync(chromium)) throw new AppError('pdf_unavailable');
      if (queue.length >= MAX_WAITING) throw new AppError('pdf_unavailable');
      await takeTurn();
      try {
        return await printWith(chromium, withGlyphs(html));
      } finally {
        endTurn();
      }
    },
  };
}

const FLAGS = [
  '--headless=new',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-gpu',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--mute-audio',
  // Pages for suggestions of an address bar, which Chromium loads with every window.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
  // No host has an address, whatever a page asks for; what it asks for is refused besides.
  '--host-resolver-rules=MAP * ~NOTFOUND',
];

async function printWith(chromium: string, html: string): Promise<Buffer> {
  // Loaded with the first file: most processes never print.
  const { launch } = await import('puppeteer-core');
  const folder = await mkdtemp(join(tmpdir(), 'souk-pdf-'));
  // Its own cage needs rights that the super user of a container does not have; the page runs no script and loads nothing.
  const cage = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  let browser: Browser | undefined;
  const limit = setTimeout(() => browser?.process()?.kill('SIGKILL'), LIMIT_MS);
  try {
    browser = await launch({
      executablePath: chromium,
      ignoreDefaultArgs: true,
      args: [...FLAGS, ...cage, `--user-data-dir=${folder}`, 'about:blank'],
      pipe: true,
      timeout: LIMIT_MS,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      // Nothing of our own environment: secrets are in it.
      env: { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder },
    });
    return await draw(await browser.newPage(), html);
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('pdf_unavailable');
  } finally {
    clearTimeout(limit);
    browser?.process()?.kill('SIGKILL');
    await browser?.close().catch(() => undefined);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Draws the page in an empty tab, where it is nobody's: no script, no request, no file of this machine. */
async function draw(page: Page, html: string): Promise<Buffer> {
  await page.setJavaScriptEnabled(false);
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    request.abort('blockedbyclient').catch(() => undefined);
  });
  await page.setContent(html, { timeout: LIMIT_MS });
  const file = Buffer.from(await page.pdf({ printBackground: true, preferCSSPageSize: true, timeout: LIMIT_MS }));
  // Where the machine has no font at all, Chromium draws no letter, not even in the fonts that came with the page.
  if (!file.includes('/Font')) throw new AppError('pdf_unavailable');
  return file;
}
