import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSocket, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '#scripts/database/embedded-postgres.ts';
import { appUrlOf } from '#scripts/database/program-role.ts';
import { openDemoClient, type DemoClient } from '#scripts/demo/demo-client.ts';
import { DEMO_ADMIN, demoEnvironment, type DemoAddresses } from '#scripts/demo/demo-environment.ts';
import { at, local } from '#scripts/paths.ts';
import { waitFor } from '#tests/support/wait.ts';
import type { ReleaseTree } from './release-tree.ts';

/** A delivery of the platform as it passed by. */
export type PassedDelivery = { headers: Record<string, string>; body: Buffer };
export type Running = { tree: ReleaseTree; kind: 'web' | 'worker'; child: ChildProcess; port: number; log: string };

/**
 * A marketplace behind a load balancer, as it is operated: web and worker processes of any release on one durable PostgreSQL whose owner
 * is no superuser, the sandbox as the platform. The balancer asks `/ready`, and takes a process out before it is stopped.
 */
export type RollingSite = {
  client: DemoClient;
  ownerUrl: string;
  addresses: DemoAddresses;
  /** Every delivery of the platform that was answered 200, in their order. */
  deliveries: PassedDelivery[];
  /** Starts a process and waits until it can work; it migrates at its start. */
  start(tree: ReleaseTree, kind: 'web' | 'worker', o?: { env?: Record<string, string> }): Promise<Running>;
  /** Takes it out of the balancer, then SIGTERM, and until it has ended. */
  stop(running: Running): Promise<void>;
  kill(running: Running): Promise<void>;
  /** Runs `npm run migrate` of a tree, killed so many milliseconds after it has begun to migrate where told; answers with its exit code, null when killed. */
  migrate(tree: ReleaseTree, o?: { databaseUrl?: string; killAfterMs?: number }): Promise<number | null>;
  environmentOf(databaseUrl: string, port: number): Record<string, string>;
  close(): Promise<void>;
};

const READY_MS = 250;

/** `disk`: a folder in which the tables of the database lie, apart from its log. */
export async function openRollingSite({ disk }: { disk?: string | undefined } = {}): Promise<RollingSite> {
  const dir = mkdtempSync(join(tmpdir(), 'souk-rolling-'));
  const server = await startPostgres({ dir, database: 'postgres' });
  const ownerUrl = await createManaged(server.url, disk);
  const [appPort = 0, sandboxPort = 0] = await findPorts();
  const addresses: DemoAddresses = {
    app: `http://localhost:${appPort}`,
    appPort,
    sandbox: `http://127.0.0.1:${sandboxPort}`,
    sandboxPort,
    gatewayPort: sandboxPort + 1,
    smtpPort: sandboxPort + 2,
  };
  const environment = demoEnvironment({ databaseUrl: ownerUrl, addresses, dev: false });
  const clock = { SANDBOX_CLOCK_FILE: join(dir, 'sandbox', 'clock.json') };
  const logs = local('releases', 'logs');
  mkdirSync(logs, { recursive: true });
  const running: Running[] = [];
  const deliveries: PassedDelivery[] = [];
  const balancer = openBalancer(running, deliveries);
  await new Promise<void>((resolve) => balancer.listen(appPort, 'localhost', resolve));
  const sandboxLog = openSync(join(logs, 'sandbox.log'), 'w');
  const sandbox = spawn(process.execPath, [at('sandbox/main.ts')], {
    cwd: at(),
    env: { ...process.env, ...environment.sandbox, ...clock, SANDBOX_DATA: join(dir, 'sandbox') },
    stdio: ['ignore', sandboxLog, sandboxLog],
  });
  await waitUntilOk(`${addresses.sandbox}/health`);
  const environmentOf = (databaseUrl: string, port: number): Record<string, string> => ({
    ...environment.program,
    ...clock,
    DATABASE_URL: appUrlOf(databaseUrl),
    MIGRATION_DATABASE_URL: databaseUrl,
    PORT: String(port),
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'warn',
  });
  let count = 0;

  const site: RollingSite = {
    client: openDemoClient(addresses),
    ownerUrl,
    addresses,
    deliveries,
    environmentOf,
    async start(tree, kind, o = {}) {
      const [port = 0] = await findPorts();
      const log = join(logs, `${++count}-${tree.name}-${kind}.log`);
      const out = openSync(log, 'w');
      const child = spawn(process.execPath, [kind === 'web' ? 'scripts/serve.ts' : 'scripts/worker.ts'], {
        cwd: tree.dir,
        env: { ...process.env, ...environmentOf(ownerUrl, port), WORKER_PORT: String(port), ...o.env },
        stdio: ['ignore', out, out],
      });
      closeSync(out);
      const one: Running = { tree, kind, child, port, log };
      running.push(one);
      const ended = once(child, 'exit').then(() => {
        throw new Error(`${tree.name} ${kind} ended: ${readFileSync(log, 'utf8').slice(-2000)}`);
      });
      ended.catch(() => undefined);
      await Promise.race([waitUntilOk(`http://127.0.0.1:${port}/ready`), ended]);
      return one;
    },
    async stop(one) {
      running.splice(running.indexOf(one), 1);
      await end(one.child, 'SIGTERM');
    },
    async kill(one) {
      running.splice(running.indexOf(one), 1);
      await end(one.child, 'SIGKILL');
    },
    async migrate(tree, o = {}) {
      const url = o.databaseUrl ?? ownerUrl;
      const child = spawn(process.execPath, ['scripts/migrate.ts'], {
        cwd: tree.dir,
        env: { ...process.env, ...environmentOf(url, appPort) },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
      const ended = once(child, 'exit') as Promise<[number | null]>;
      if (o.killAfterMs !== undefined) await killInTheMiddle(url, child, o.killAfterMs);
      const [code] = await ended;
      if (code !== 0 && code !== null) throw new Error(`npm run migrate of ${tree.name}: ${said.slice(-2000)}`);
      return code;
    },
    async close() {
      for (const one of [...running]) await site.kill(one);
      await end(sandbox, 'SIGKILL');
      closeSync(sandboxLog);
      balancer.closeAllConnections();
      balancer.close();
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return site;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

/** Kills a migration once its session is there, and a little later. */
async function killInTheMiddle(url: string, child: ChildProcess, afterMs: number): Promise<void> {
  const watcher = new pg.Client(url);
  await watcher.connect();
  const isThere = async () =>
    (
      await watcher.query(
        `SELECT 1 FROM pg_stat_activity WHERE application_name = 'souk-migrate' AND datname = current_database()`,
      )
    ).rowCount !== 0;
  while (child.exitCode === null && !(await isThere())) await new Promise((resolve) => setTimeout(resolve, 2));
  await watcher.end();
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  child.kill('SIGKILL');
}

async function createManaged(clusterUrl: string, disk: string | undefined): Promise<string> {
  const admin = new pg.Client(clusterUrl);
  await admin.connect();
  await admin.query(`CREATE ROLE merchant LOGIN CREATEROLE CREATEDB PASSWORD 'merchant'`);
  await admin.query('GRANT merchant TO CURRENT_USER');
  if (disk) await admin.query(`CREATE TABLESPACE disk LOCATION ${pg.escapeLiteral(disk)}`);
  await admin.query(`CREATE DATABASE souk OWNER merchant${disk ? ' TABLESPACE disk' : ''}`);
  const ownerUrl = Object.assign(new URL(clusterUrl), {
    username: 'merchant',
    password: 'merchant',
    pathname: '/souk',
  }).href;
  // 0.4.0 cannot make the program's role without a superuser.
  const { password } = new URL(appUrlOf(ownerUrl));
  await admin.query(`CREATE ROLE souk_app LOGIN PASSWORD '${password}'`);
  await admin.query('GRANT souk_app TO merchant WITH ADMIN OPTION');
  await admin.end();
  return ownerUrl;
}

/** How long a proxy holds a connection on which nothing is sent. */
const KEPT_MS = 75_000;

/** Passes requests on to the web processes that are ready, by turns; one that refuses the connection is passed over. */
function openBalancer(running: readonly Running[], deliveries: PassedDelivery[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 });
  const ready = new Map<Running, { isReady: boolean; askedAt: number }>();
  const isReady = async (one: Running): Promise<boolean> => {
    const known = ready.get(one);
    if (known && Date.now() - known.askedAt < READY_MS) return known.isReady;
    const isUp = (await fetch(`http://127.0.0.1:${one.port}/ready`).catch(() => undefined))?.status === 200;
    ready.set(one, { isReady: isUp, askedAt: Date.now() });
    return isUp;
  };
  let turn = 0;
  const balancer = createServer((req, res) => {
    const pieces: Buffer[] = [];
    req.on('data', (piece: Buffer) => pieces.push(piece));
    req.on('end', () => void pass(req, res, Buffer.concat(pieces)));
  });
  // As nginx and the balancers of clouds: a connection that closes after Node's five seconds is lost to whoever just sends on it.
  balancer.keepAliveTimeout = KEPT_MS;
  return balancer;

  async function pass(req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<void> {
    for (let attempt = 0; attempt < 200; attempt++) {
      const webs = running.filter(({ kind }) => kind === 'web');
      const one = webs[turn++ % Math.max(1, webs.length)];
      if (one && (await isReady(one)) && running.includes(one) && (await passTo(one, req, res, body))) return;
      if (attempt >= webs.length) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    res.writeHead(502).end();
  }

  /** Whether it was answered; false where nobody took the connection. */
  function passTo(one: Running, req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<boolean> {
    return new Promise((resolve) => {
      // What the machine itself reads, as the sandbox does the gauges, came through no proxy.
      const forwarded = req.url === '/metrics' ? {} : { 'x-forwarded-for': req.socket.remoteAddress ?? '' };
      const headers = { ...req.headers, ...forwarded };
      const sent = request(
        { host: '127.0.0.1', port: one.port, method: req.method, path: req.url, headers, agent },
        (answer) => {
          res.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(res);
          if (req.url?.startsWith('/webhooks') && answer.statusCode === 200)
            deliveries.push({ headers: headers as Record<string, string>, body });
          resolve(true);
        },
      );
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // A kept connection that the other side closed meanwhile carried nothing.
        const isUnsent = error.code === 'ECONNREFUSED' || (error.code === 'ECONNRESET' && sent.reusedSocket);
        if (!isUnsent && !res.headersSent) res.writeHead(502).end();
        resolve(!isUnsent);
      });
      sent.end(body);
    });
  }
}

const waitUntilOk = (url: string) =>
  waitFor(`${url} answers`, async () => (await fetch(url).catch(() => undefined))?.status === 200, 180_000);

/** A free port with two more after it. */
async function findPorts(): Promise<number[]> {
  const ports: number[] = [];
  for (let index = 0; index < 2; index++) {
    const socket = createSocket().listen(0, '127.0.0.1');
    await once(socket, 'listening');
    ports.push((socket.address() as AddressInfo).port);
    socket.close();
    await once(socket, 'close');
  }
  return ports;
}

/** Invites the web admin, as the demo does, by a release's own script. */
export function inviteAdmin(site: RollingSite, tree: ReleaseTree): Promise<void> {
  const done = spawnSync(process.execPath, ['scripts/invite-admin.ts', DEMO_ADMIN, 'Mira Admin'], {
    cwd: tree.dir,
    env: { ...process.env, ...site.environmentOf(site.ownerUrl, 1) },
    encoding: 'utf8',
  });
  return done.status === 0 ? Promise.resolve() : Promise.reject(new Error(done.stderr));
}
