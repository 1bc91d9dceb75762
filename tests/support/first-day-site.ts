import {
  execFileSync,
  spawn,
  spawnSync,
  type ChildProcess,
  type SpawnSyncOptionsWithStringEncoding,
} from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { HOUR_MS } from '#app/core/durations.ts';
import { readAppConfig } from '#sandbox/platform/app-config.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/start.ts';
import { buildOnce } from '#scripts/build-once.ts';
import { startPostgres, type RunningPostgres } from '#scripts/database/embedded-postgres.ts';
import { at } from '#scripts/paths.ts';
import { openRoundRobin, type RoundRobin } from './round-robin.ts';
import { isProof } from './scale.ts';
import { waitFor } from './wait.ts';

/** What runs beside the database: two processes of each kind. */
const EACH = 2;
const PRELOAD = pathToFileURL(at('sandbox/preload.mjs')).href;
const APP_PASSWORD = 'program-password';

type Environment = Record<string, string> & { NODE_ENV: 'production' };
type Running = { name: string; child: ChildProcess; port: number };

/** Souk as an operator starts it: from a folder with nothing but a checkout, by the scripts of scripts/deploy. */
export type FirstDaySite = {
  /** The address of the proxy, over TLS. */
  url: string;
  apiKey: string;
  apiSecret: string;
  sandbox: RunningSandbox;
  /** The environment of web and workers. */
  env: Environment;
  /** Runs a script of the checkout to its end, in the environment of the processes. */
  run(script: string, ...args: string[]): Promise<{ status: number | null; output: string }>;
  /** Rows that the database's owner reads. */
  query<Row>(statement: string): Promise<Row[]>;
  /** Waits until neither the platform nor a worker has anything left to do. */
  settle(): Promise<void>;
  /** Resident memory of each process, in MiB, and its connections. */
  measure(): Promise<{ name: string; mebibytes: number; connections: number }[]>;
  /** How many requests each web process answered. */
  readShares(): readonly number[];
  readLogs(): string;
  stop(): Promise<void>;
};

/** The checkout that is run: the working tree in the suite, a clone of its commit that was built by build.sh in a proof. */
async function prepareCheckout(dir: string): Promise<string> {
  if (!isProof) {
    await buildOnce();
    return at();
  }
  const checkout = join(dir, 'souk');
  execFileSync('git', ['clone', '--quiet', at(), checkout], { stdio: 'inherit' });
  // As somebody's first terminal: none of the runner's own settings.
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST|PROVE|SUITE)/i.test(name));
  // Set on many servers, where it must not keep the builder from being installed.
  const env = { ...Object.fromEntries(own), NODE_ENV: 'production' as const };
  const options: SpawnSyncOptionsWithStringEncoding = { cwd: checkout, env, encoding: 'utf8', maxBuffer: 64_000_000 };
  const { status, stdout, stderr } = spawnSync(join(checkout, 'scripts/deploy/build.sh'), [], options);
  if (status !== 0) throw new Error(`build.sh failed:\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`);
  return checkout;
}

/** A database of a server whose administrator gave its owner the right to make roles and nothing else. */
async function createManagedDatabase(server: RunningPostgres): Promise<{ ownerUrl: string; appUrl: string }> {
  const admin = new pg.Client(server.url);
  await admin.connect();
  try {
    await admin.query(`CREATE ROLE merchant LOGIN CREATEROLE PASSWORD 'owner-password'`);
    await admin.query('GRANT merchant TO CURRENT_USER');
    await admin.query('CREATE DATABASE souk OWNER merchant');
  } finally {
    await admin.end();
  }
  const addressOf = (user: string, password: string): string => {
    const url = new URL(server.url);
    Object.assign(url, { username: user, password, pathname: '/souk' });
    return url.href;
  };
  return { ownerUrl: addressOf('merchant', 'owner-password'), appUrl: addressOf('souk_app', APP_PASSWORD) };
}

/** A certificate of localhost that this process and those that get its path believe. */
function createCertificate(dir: string): { file: string; key: string; cert: string } {
  const [keyFile, file] = [join(dir, 'proxy.key'), join(dir, 'proxy.crt')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', keyFile, '-out', file],
    ],
    { stdio: 'ignore' },
  );
  const cert = readFileSync(file, 'utf8');
  setDefaultCACertificates([...getCACertificates('default'), cert]);
  return { file, cert, key: readFileSync(keyFile, 'utf8') };
}

/** Ports that nobody listens at: all of them are held until the last is found. */
async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** What an operator writes into the environment of every process; secrets are made on the spot. */
function writeEnvironment(o: {
  url: string;
  appUrl: string;
  sandbox: RunningSandbox;
  keys: { apiKey: string; apiSecret: string };
  certificate: string;
  dataDir: string;
}): Environment {
  const { scopes, optionalScopes } = readAppConfig(at('shopify.app.toml'));
  const { smtpPort, storage } = o.sandbox.sandbox.config;
  return {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    NODE_ENV: 'production',
    DATABASE_URL: o.appUrl,
    SHOPIFY_API_KEY: o.keys.apiKey,
    SHOPIFY_API_SECRET: o.keys.apiSecret,
    SHOPIFY_APP_URL: o.url,
    SCOPES: scopes.join(','),
    OPTIONAL_SCOPES: optionalScopes.join(','),
    SESSION_SECRET: randomBytes(32).toString('base64'),
    ENCRYPTION_KEYS: `first:${randomBytes(32).toString('base64')}`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_FROM: 'Souk <souk@kiln.example>',
    S3_ENDPOINT: `${o.sandbox.url}/storage`,
    S3_BUCKET: 'souk',
    S3_ACCESS_KEY_ID: storage.accessKeyId,
    S3_SECRET_ACCESS_KEY: storage.secretAccessKey,
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'info',
    // The outside world: nothing of it is known to the program.
    NODE_OPTIONS: `--import ${PRELOAD}`,
    NODE_EXTRA_CA_CERTS: o.certificate,
    SANDBOX_ORIGIN: o.sandbox.url,
    SANDBOX_CLOCK_FILE: join(o.dataDir, 'clock.json'),
  };
}

/** `installation` names another PostgreSQL than the embedded one. */
export async function openFirstDaySite(o: { installation: string | undefined }): Promise<FirstDaySite> {
  const dir = mkdtempSync(join(tmpdir(), 'souk-first-day-'));
  const checkout = await prepareCheckout(dir);
  const server = await startPostgres({
    dir: join(dir, 'postgres'),
    database: 'postgres',
    volatile: true,
    ...(o.installation ? { installation: o.installation } : {}),
  });
  const { ownerUrl, appUrl } = await createManagedDatabase(server);
  const certificate = createCertificate(dir);
  const [proxyPort = 0, ...ports] = await findFreePorts(1 + 2 * EACH);
  const [webPorts, workerPorts] = [ports.slice(0, EACH), ports.slice(EACH)];
  const url = `https://localhost:${proxyPort}`;
  const keys = { apiKey: randomBytes(16).toString('hex'), apiSecret: `shpss_${randomBytes(16).toString('hex')}` };
  const dataDir = join(dir, 'sandbox');
  const sandbox = await startSandbox({ ...keys, port: 0, appUrl: url, dataDir, saveAfterMs: HOUR_MS });
  const env = writeEnvironment({ url, appUrl, sandbox, keys, certificate: certificate.file, dataDir });
  const run = (script: string, ...args: string[]) => runScript({ checkout, env }, script, args);
  const migrated = await runScript(
    { checkout, env: { ...env, MIGRATION_DATABASE_URL: ownerUrl } },
    'scripts/deploy/migrate.sh',
    [],
  );
  if (migrated.status !== 0) throw new Error(`migrate.sh failed:\n${migrated.output}`);

  const logFile = join(dir, 'souk.log');
  const log = openSync(logFile, 'a');
  const start = (name: string, script: string, port: number, own: Record<string, string>): Running => ({
    name,
    port,
    child: spawn(join(checkout, script), { env: { ...env, ...own }, stdio: ['ignore', log, log] }),
  });
  const webs = webPorts.map((port) => start('web', 'scripts/deploy/web.sh', port, { PORT: String(port) }));
  const workers = workerPorts.map((port) =>
    start('worker', 'scripts/deploy/worker.sh', port, { WORKER_PORT: String(port) }),
  );
  const all = [...webs, ...workers];
  const proxy: RoundRobin = await openRoundRobin({ port: proxyPort, targets: webPorts, certificate });
  const readLogs = () => readFileSync(logFile, 'utf8');
  for (const { name, port, child } of all) {
    await waitFor(
      `${name} on ${port} is ready`,
      async () => {
        if (child.exitCode !== null) throw new Error(`${name} ended:\n${readLogs().slice(-3000)}`);
        return (await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined))?.status === 200;
      },
      60_000,
    );
  }
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  const query = async <Row>(statement: string) => (await owner.query(statement)).rows as Row[];
  return {
    url,
    ...keys,
    sandbox,
    env,
    run,
    query,
    readLogs,
    settle: () => settle(sandbox, workerPorts[0] ?? 0),
    readShares: () => proxy.shares,
    measure: () => measure(all, query),
    stop: async () => {
      await proxy.close();
      await Promise.all(all.map(({ child }) => end(child)));
      await sandbox.stop();
      await owner.end();
      await server.stop();
      closeSync(log);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function runScript(
  o: { checkout: string; env: Environment },
  script: string,
  args: readonly string[],
): Promise<{ status: number | null; output: string }> {
  // A program of TypeScript is run as npm runs it: by the Node that the checkout brings.
  const own = join(o.checkout, 'node_modules/.bin/node');
  const command = script.endsWith('.ts') ? [own, join(o.checkout, script)] : [join(o.checkout, script)];
  const [file = '', ...rest] = [...command, ...args];
  // Beside this process, which is the outside world that the script asks.
  const child = spawn(file, rest, { cwd: o.checkout, env: o.env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}

const GAUGES = ['souk_unhandled_deliveries', 'souk_due_work'];

/** Alternates between the platform's deliveries and the app's work until both are done. */
async function settle({ url }: RunningSandbox, workerPort: number): Promise<void> {
  let calm = 0;
  await waitFor(
    'everything is done',
    async () => {
      const drained = await fetch(`${url}/control/drain`, {
        method: 'POST',
        body: '{"app":false}',
        headers: { 'content-type': 'application/json' },
      });
      await drained.arrayBuffer();
      const metrics = await (await fetch(`http://127.0.0.1:${workerPort}/metrics`)).text();
      calm = GAUGES.every((name) => new RegExp(`^${name} 0$`, 'm').test(metrics)) ? calm + 1 : 0;
      return calm >= 3;
    },
    120_000,
  );
}

async function measure(
  processes: readonly Running[],
  query: <Row>(statement: string) => Promise<Row[]>,
): ReturnType<FirstDaySite['measure']> {
  const [row] = await query<{ connections: number }>(
    `SELECT count(*)::int AS connections FROM pg_stat_activity WHERE usename = 'souk_app'`,
  );
  return processes.map(({ name, child }) => {
    const status = readFileSync(`/proc/${child.pid ?? 0}/status`, 'utf8');
    const kibibytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
    return { name, mebibytes: Math.round(kibibytes / 1024), connections: row?.connections ?? 0 };
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await ended;
  clearTimeout(limit);
}
