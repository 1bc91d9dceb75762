import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { AppError } from '#app/core/errors.ts';
import { withGlyphs } from './document-fonts.server.ts';

/** Turns pages into PDF files. */
export type PdfPrinter = {
  /**
   * The page as a PDF file. It is drawn without scripts and without any network, with fonts of our own for what systems
   * cannot draw. Throws pdf_unavailable (503) where the machine
   * has no Chromium, or where it does not answer in time.
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
const LIMIT_MS = 60_000;
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
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-gpu',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--mute-audio',
  // No host has an address, whatever a page asks for; what it asks for is refused besides.
  '--host-resolver-rules=MAP * ~NOTFOUND',
];

async function printWith(chromium: string, html: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-pdf-'));
  // Its own cage needs rights that the super user of a container does not have; the page runs no script and loads nothing.
  const cage = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child: ChildProcess = spawn(chromium, [...FLAGS, ...cage, `--user-data-dir=${folder}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    // Nothing of our own environment: secrets are in it.
    env: { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder },
  });
  const ended = new Promise<void>((done) => {
    child.once('exit', () => {
      done();
    });
    child.once('error', () => {
      done();
    });
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  try {
    return await draw(openPipe(child), html);
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('pdf_unavailable');
  } finally {
    clearTimeout(limit);
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

type Pipe = { call(method: string, params?: object, session?: string): Promise<Record<string, unknown>> };
type Message = {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: { requestId?: string };
  result?: Record<string, unknown>;
  error?: { message: string };
};

/** Chromium's debugging protocol over its pipe: messages are JSON and end with a zero byte. Whatever a page asks for fails. */
function openPipe(child: ChildProcess): Pipe {
  const [write, read] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  const open = new Map<number, { resolve: (result: Record<string, unknown>) => void; reject: (why: Error) => void }>();
  let last = 0;
  const end = (why: Error): void => {
    for (const one of open.values()) one.reject(why);
    open.clear();
  };
  const call: Pipe['call'] = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      open.set(id, { resolve, reject });
      write.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
    });
  const hear = (message: Message): void => {
    if (message.method === 'Fetch.requestPaused') {
      const refusal = { requestId: message.params?.requestId ?? '', errorReason: 'BlockedByClient' };
      call('Fetch.failRequest', refusal, message.sessionId).catch(() => undefined);
    }
    const waiting = message.id === undefined ? undefined : open.get(message.id);
    if (message.id === undefined || !waiting) return;
    open.delete(message.id);
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result ?? {});
  };
  let parts: Buffer[] = [];
  read.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, from)) {
      const text = Buffer.concat([...parts, chunk.subarray(from, at)]).toString('utf8');
      parts = [];
      from = at + 1;
      hear(JSON.parse(text) as Message);
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  });
  const gone = (): void => {
    end(new Error('Chromium has ended'));
  };
  read.on('error', gone);
  write.on('error', gone);
  child.once('exit', gone);
  child.once('error', gone);
  return { call };
}

/** Puts the page into an empty tab, where it is nobody's: no script, no request, no file of this machine. */
async function draw(pipe: Pipe, html: string): Promise<Buffer> {
  const { targetId } = await pipe.call('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await pipe.call('Target.attachToTarget', { targetId, flatten: true });
  const call = (method: string, params: object = {}) => pipe.call(method, params, String(sessionId));
  await call('Emulation.setScriptExecutionDisabled', { value: true });
  await call('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  await call('Page.enable');
  const { frameTree } = await call('Page.getFrameTree');
  const frameId = (frameTree as { frame: { id: string } }).frame.id;
  await call('Page.setDocumentContent', { frameId, html });
  const { data } = await call('Page.printToPDF', { printBackground: true, preferCSSPageSize: true });
  return Buffer.from(String(data), 'base64');
}
