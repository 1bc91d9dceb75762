// What the benches of lists share: the built program on a database of its own, signed-in callers, and timing.
import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import pg from 'pg';
import { systemClock } from '#app/core/clock.ts';
import { createSessions, SESSION_COOKIE } from '#app/server/session.server.ts';
import { startPostgres } from '#scripts/database/embedded-postgres.ts';
import { at, local } from '#scripts/paths.ts';
import { prepareDatabase } from '#scripts/database/prepare-database.ts';
import { appUrlOf } from '#scripts/database/program-role.ts';
import { BENCH_SECRET, BENCH_SHOP } from './bench-orders.ts';

const SESSION_SECRET = 'a-session-secret-that-only-the-bench-uses';
export const ROUNDS = 3;
/** A case whose floor moved too far is measured anew, whole, this often; then it stays void. */
export const ATTEMPTS = 4;
export const MAX_SPREAD = 0.3;

export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  });

/** A process of the built program that answered its first line. `script` is `scripts/serve.ts` or `scripts/worker.ts`. */
export function startProcess(script: string, databaseUrl: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [at(script)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: at(),
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SOUK_DEMO: '1',
      DATABASE_URL: appUrlOf(databaseUrl),
      MIGRATION_DATABASE_URL: databaseUrl,
      PORT: String(port),
      SHOPIFY_API_KEY: 'bench-api-key',
      SHOPIFY_API_SECRET: BENCH_SECRET,
      SHOPIFY_APP_URL: `http://127.0.0.1:${port}`,
      SCOPES: 'read_orders',
      SESSION_SECRET,
      ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 3).toString('base64')}`,
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'bench@souk.test',
      LOG_LEVEL: 'error',
    },
  });
  return new Promise((resolve, reject) => {
    child.stdout.once('data', () => {
      resolve(child);
    });
    child.once('exit', (code, signal) => {
      // A process that a bench has stopped says nothing more; one that falls is heard of.
      if (signal === null) console.error(`${script} ended with ${code ?? 0}`);
      reject(new Error(`${script} ended with ${code ?? 'a signal'}`));
    });
  });
}

/**
 * A server of PostgreSQL for one bench, and a prepared database in it; `owner` is not held by its policies. With `countsStatements`
 * the view `pg_stat_statements` says how many ran, transactions and settings left out.
 */
export async function openBenchDatabase(name: string, o: { countsStatements?: boolean } = {}) {
  const folder = local('bench-postgres');
  rmSync(folder, { recursive: true, force: true });
  let server = await startPostgres({ dir: folder });
  if (o.countsStatements) {
    await ask(server.url, `ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
    await server.stop();
    server = await startPostgres({ dir: folder });
    await ask(server.url, 'ALTER SYSTEM SET pg_stat_statements.track_utility = off');
    await ask(server.url, 'SELECT pg_reload_conf()');
  }
  const databaseUrl = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  await ask(server.url, `CREATE DATABASE ${name}`);
  await prepareDatabase({ ownerUrl: databaseUrl, appUrl: appUrlOf(databaseUrl) });
  const owner = new pg.Client(databaseUrl);
  await owner.connect();
  if (o.countsStatements) await owner.query('CREATE EXTENSION pg_stat_statements');
  const stop = async () => {
    await owner.end();
    await server.stop();
  };
  return { databaseUrl, owner, stop };
}

async function ask(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(text);
  await client.end();
}

/** A store with so many vendors, named from `first` on, an admin, and a manager of the first vendor. */
export async function seedPeople(owner: pg.Client, vendors: number, first = 1): Promise<void> {
  await owner.query(
    `INSERT INTO stores (domain, name, currency, timezone, installed_at) VALUES ($1, 'Bench', 'USD', 'UTC', '2020-01-01')`,
    [BENCH_SHOP],
  );
  await owner.query(
    `INSERT INTO vendors (store_id, name, key, handle, status, created_at)
     SELECT 1, 'Vendor ' || n, 'vendor ' || n, 'vendor-' || n, 'active', '2020-01-01' FROM generate_series($2::int, $1::int + $2::int - 1) n`,
    [vendors, first],
  );
  for (const [role, vendorId] of [
    ['admin', null],
    ['manager', 1],
  ]) {
    await owner.query(
      `INSERT INTO users (store_id, vendor_id, email, name, role, permissions, created_at)
       VALUES (1, $1, $2 || '@bench.test', $2, $2, '{read_settings,read_products,write_products,read_orders,write_orders}', '2020-01-01')`,
      [vendorId, role],
    );
  }
}

export type Role = 'admin' | 'manager';

/** The session cookie of somebody that seedPeople() made. */
export async function cookieOf(owner: pg.Client, role: Role): Promise<string> {
  const sessions = createSessions({ secret: SESSION_SECRET, clock: systemClock });
  const { rows } = await owner.query<{ id: string; vendor: string | null }>(
    'SELECT u.id, v.name AS vendor FROM users u LEFT JOIN vendors v ON v.id = u.vendor_id WHERE u.role = $1',
    [role],
  );
  const { id: sub = '', vendor = null } = rows[0] ?? {};
  const who = { sub, email: `${role}@bench.test`, name: role, store: BENCH_SHOP, storeId: '1' };
  return `${SESSION_COOKIE}=${await sessions.sign({ ...who, vendor: vendor ?? '*', admin: role === 'admin' })}`;
}

const p95 = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
export const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
export const spreadOf = (values: readonly number[]): number =>
  (Math.max(...values) - Math.min(...values)) / Math.max(...values);

async function time(act: () => Promise<unknown>, calls: number): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < calls; call++) {
    const started = performance.now();
    await act();
    times.push(performance.now() - started);
  }
  return p95(times);
}

/** The p95 in ms of a floor's parts, together, beside that of ours, by turns; measured anew where the floor moved too far. */
export async function measureBeside(
  floor: readonly (() => Promise<unknown>)[],
  ours: () => Promise<unknown>,
  calls: number,
) {
  const once = async () => {
    const floors: number[] = [];
    const own: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      let sum = 0;
      for (const part of floor) sum += await time(part, calls);
      floors.push(sum);
      own.push(await time(ours, calls));
    }
    return { floor: middle(floors), ours: middle(own), spread: spreadOf(floors) };
  };
  let measured = await once();
  for (let again = 1; again < ATTEMPTS && measured.spread > MAX_SPREAD; again++) measured = await once();
  return measured;
}
