import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@prisma/client';
import { DAY_MS, HOUR_MS } from '#app/core/durations.ts';
import { ofTheSystem } from '#app/adapters/web/web-reader.server.ts';
import { createWebSender } from '#app/adapters/web/web-sender.server.ts';
import { boot, type Program } from '#app/main/runtime.server.ts';
import { openClient, type Caller, type Client } from './api.ts';
import { movableClock, type MovableClock } from './clock.ts';
import { createOwnDatabase } from './database/database.ts';
import { testEnvironment } from './environment.ts';
import { startTestSandbox, type TestSandbox } from './sandbox.ts';
import { waitFor } from './wait.ts';

/** The real program over HTTP, with a database of its own, for one test file. */
export type TestProgram = {
  /** Where it answers: `http://localhost:<port>`. */
  url: string;
  /** The typed client of the database as its owner: row-level security does not hold for it. For factories and assertions. */
  owner: PrismaClient;
  databaseUrl: string;
  clock: MovableClock;
  container: Program['container'];
  /** The store platform's stand-in; undefined when the program was started without it. */
  sandbox: TestSandbox | undefined;
  /** A client of the API for somebody. Without a caller: for nobody. */
  api(caller?: Caller): Client;
  /** Waits until every stored delivery, mail, due work and job is done. */
  drain(limitMs?: number): Promise<void>;
  /** Whether no job, mail or delivery is due. */
  isDrained(): Promise<boolean>;
  /** `keepsSandbox` leaves the stand-in to a program that is started after it. */
  stop(o?: { keepsSandbox?: boolean }): Promise<void>;
};

let current: TestProgram | undefined;

/** The program that this test file started. */
export function program(): TestProgram {
  if (!current) throw new Error('Call startProgram() in beforeAll first');
  return current;
}

/** What answers requests for screens; see `tests/support/screens.ts`. */
export type Screens = (program: Program, req: IncomingMessage, res: ServerResponse) => Promise<void>;

/**
 * Boots the program in this process on a free port: web and worker, on a fresh database. `sandbox: true` also starts the
 * platform's stand-in and sends the program's outgoing requests there.
 */
export async function startProgram(
  o: {
    /** `true`: one of its own; or one that another program of this file had, and which this one stops. */
    sandbox?: boolean | TestSandbox;
    worker?: boolean;
    databaseUrl?: string;
    smtpUrl?: string;
    screens?: Screens;
    tracing?: boolean;
    /** Environment variables besides those that every test has. */
    variables?: Record<string, string>;
  } = {},
): Promise<TestProgram> {
  const databaseUrl = o.databaseUrl ?? (await createOwnDatabase());
  const booted: { program?: Program } = {};
  const server = createServer((req, res) => {
    void booted.program?.handle(req, res).then(async (answered) => {
      if (answered) return;
      if (o.screens && booted.program) await o.screens(booted.program, req, res);
      else res.writeHead(404, { 'content-type': 'text/plain' }).end('A screen: the browser tests ask for it.');
    });
  });
  // On a busy machine a connection must not end just as the next request is sent over it.
  server.keepAliveTimeout = 65_000;
  const url = `http://localhost:${await listen(server)}`;
  const sandbox = typeof o.sandbox === 'object' ? o.sandbox : o.sandbox ? await startTestSandbox(url) : undefined;
  const clock = movableClock((offsetMs) => sandbox?.sandbox.clock.setOffset(offsetMs));
  const environment = testEnvironment({
    databaseUrl,
    appUrl: url,
    ...sandbox?.environment,
    ...(o.smtpUrl ? { smtpUrl: o.smtpUrl } : {}),
  });
  const traced = o.tracing ? { OTEL_EXPORTER_OTLP_ENDPOINT: process.env.OTEL_EXPORTER_OTLP_ENDPOINT } : {};
  const booting = await boot(
    { ...environment, ...traced, ...o.variables },
    { web: true, worker: o.worker ?? true, clock },
  );
  booted.program = booting;
  // No test asks the DNS of the outside; those of the sender's domain, and of addresses that are called, say what it holds.
  booting.container.services.adapters.dns = { listTexts: () => Promise.resolve([]) };
  booting.container.services.adapters.callbacks = createWebSender({
    ...ofTheSystem,
    resolve: () => Promise.resolve([]),
  });
  // The adapter takes every time for one of UTC, whatever zone the server's sessions are in.
  const ownerPool = { connectionString: databaseUrl, max: 3, options: '-c timezone=UTC' };
  const owner = new PrismaClient({ adapter: new PrismaPg(ownerPool) });
  current = {
    url,
    owner,
    databaseUrl,
    clock,
    container: booting.container,
    sandbox,
    api: (caller) => openClient(url, caller),
    drain: (limitMs) => drain({ url, owner, wake: () => wakeWorker(booting) }, limitMs),
    isDrained: async () => isDrained(await readMetrics(url)),
    stop: async ({ keepsSandbox = false } = {}) => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await booting.close();
      if (!keepsSandbox) await sandbox?.stop();
      await owner.$disconnect();
      current = undefined;
    },
  };
  return current;
}

const MORNING_MS = 10 * HOUR_MS;

/**
 * Makes it the next 10:00 UTC. For tests whose orders the platform does not know: at night the program asks it for what is due, and
 * keeps what is gone there out of payouts, so that a test which moves the clock would end otherwise at some hours than at others.
 */
export function waitForMorning(): void {
  const { clock } = program();
  clock.set(new Date(Math.ceil((clock.now().getTime() - MORNING_MS) / DAY_MS) * DAY_MS + MORNING_MS));
}

/** A client of this test file's program. */
export function api(caller?: Caller): Client {
  return program().api(caller);
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, 'localhost', () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}

const WAITING = ['souk_unhandled_deliveries', 'souk_due_work', 'souk_due_webhooks'];

const readMetrics = async (url: string): Promise<string> => (await fetch(`${url}/metrics`)).text();
const isDrained = (metrics: string): boolean => WAITING.every((name) => new RegExp(`^${name} 0$`, 'm').test(metrics));

/** The numbers of all that waits. */
const listLeft = (metrics: string): string =>
  metrics
    .split('\n')
    .filter((line) => WAITING.some((name) => line.startsWith(`${name} `)))
    .join(', ');

/** Makes the worker look now: what a moved clock has made due, nobody wakes it for. */
function wakeWorker({ container }: Program): void {
  for (const channel of ['deliveries', 'mails', 'due', 'webhooks'] as const) container.services.jobs.wake(channel);
}

type Draining = { url: string; owner: PrismaClient; wake: () => void };

async function drain({ url, owner, wake }: Draining, limitMs = 30_000): Promise<void> {
  const start = performance.now();
  /** What was left each time that it changed, and when. */
  const course: string[] = [];
  const look = async () => {
    const metrics = await readMetrics(url);
    if (isDrained(metrics)) return true;
    const left = listLeft(metrics);
    if (!course.at(-1)?.endsWith(left)) course.push(`${Math.round(performance.now() - start)} ms: ${left}`);
    wake();
    return false;
  };
  await waitFor('the program has work left', look, limitMs).catch(async (error: unknown) => {
    const open = await owner.scheduledJob.groupBy({
      by: ['kind', 'attempts', 'error'],
      where: { doneAt: null },
      _count: true,
      orderBy: [{ kind: 'asc' }, { attempts: 'asc' }],
    });
    const kinds = open.map(
      ({ kind, attempts, error: why, _count }) => `${kind} ${_count}${why ? ` (attempt ${attempts}: ${why})` : ''}`,
    );
    const mails = await owner.mail.groupBy({
      by: ['template', 'dueAt', 'attempts', 'lease', 'error'],
      where: { state: 'queued' },
      _count: true,
      orderBy: [{ dueAt: 'asc' }, { template: 'asc' }],
    });
    const waiting = mails.map(
      (mail) =>
        `${mail.template} ${mail._count} at ${mail.dueAt.toISOString()}, attempts ${mail.attempts}${mail.lease ? ', leased' : ''}${mail.error ? `: ${mail.error}` : ''}`,
    );
    throw new Error(`${course.slice(-8).join('; ')} (${kinds.join(', ')}; mails: ${waiting.join('; ')})`, {
      cause: error,
    });
  });
}
