// Order webhooks per second over HTTP until the ledger is committed, beside a bare program that writes the same rows.
import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import pg from 'pg';
import { startPostgres } from '#scripts/database/embedded-postgres.ts';
import { at, local } from '#scripts/paths.ts';
import { prepareDatabase } from '#scripts/database/prepare-database.ts';
import { appUrlOf } from '#scripts/database/program-role.ts';
import { BENCH_SECRET, BENCH_SHOP, VENDORS, vendorName } from './bench-orders.ts';

const ORDERS = Number(process.env.BENCH_ORDERS ?? 6000);
const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? 8);
const POOL = 16;
const MAX_SPREAD = 0.3;

type Result = { perSecond: number; p50: number; p99: number; p999: number };

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(text);
    });
    child.once('exit', (code) => reject(new Error(`A process of the bench ended with ${code ?? 'a signal'}: ${text}`)));
  });
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

const run = (script: string, args: string[], env: Record<string, string> = {}) =>
  spawn(process.execPath, [at(script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
    cwd: at(),
  });

async function seed(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    `INSERT INTO stores (domain, name, currency, timezone, installed_at) VALUES ($1, 'Bench', 'USD', 'UTC', '2020-01-01')`,
    [BENCH_SHOP],
  );
  for (let index = 0; index < VENDORS; index++) {
    await client.query(
      `INSERT INTO vendors (store_id, name, key, handle, status, created_at) VALUES (1, $1, lower($1), $2, 'active', '2020-01-01')`,
      [vendorName(index), `vendor-${index}`],
    );
  }
  const line = {
    minMinor: { $int: '0' },
    maxMinor: null,
    flatMinor: { $int: '0' },
    percent: { $int: '100000' },
    constraint: null,
  };
  await client.query(
    `INSERT INTO commission_lists (store_id, lines, version, created_at, created_by) VALUES (1, $1, 1, '2020-01-01', 'bench')`,
    [JSON.stringify([line])],
  );
  await client.end();
}

/** Sends the orders and waits until each has its ledger transaction; the clock stops there. */
async function measure(url: string, databaseUrl: string, round: number): Promise<Result> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const sender = run('tests/load/sender.ts', [url, String(ORDERS), String(CONNECTIONS), String(round)]);
  await firstLine(sender);
  let printed = '';
  sender.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const ended = new Promise<void>((resolve, reject) => {
    sender.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The sender failed'))));
  });
  const started = performance.now();
  sender.stdin.write('go\n');
  await ended;
  for (;;) {
    const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM ledger_transactions');
    if (Number(rows[0]?.count) >= ORDERS) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await client.query<{ sum: string }>('SELECT sum(amount_minor) FROM ledger_postings');
  if (rows[0]?.sum !== '0') throw new Error('The ledger does not sum to zero');
  await client.end();
  const latencies = JSON.parse(printed.trim().split('\n').at(-1) ?? '{}') as Omit<Result, 'perSecond'>;
  return { perSecond: ORDERS / seconds, ...latencies };
}

const folder = local('bench-postgres');
rmSync(folder, { recursive: true, force: true });
const server = await startPostgres({ dir: folder });
const admin = new pg.Client(server.url);
await admin.connect();
const urlOf = (name: string) => {
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
};
await admin.query('CREATE DATABASE bench_template');
await prepareDatabase({ ownerUrl: urlOf('bench_template'), appUrl: appUrlOf(urlOf('bench_template')) });
await seed(urlOf('bench_template'));

async function fresh(name: string): Promise<string> {
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${name} TEMPLATE bench_template`);
  await admin.query('CHECKPOINT');
  return urlOf(name);
}

async function measureFloor(round: number): Promise<Result> {
  const databaseUrl = await fresh('bench_floor');
  const floor = run('tests/load/floor-server.ts', [databaseUrl, String(POOL)]);
  const port = /listening (\d+)/.exec(await firstLine(floor))?.[1];
  try {
    return await measure(`http://127.0.0.1:${port ?? ''}`, databaseUrl, round);
  } finally {
    floor.kill('SIGKILL');
  }
}

async function measureProgram(round: number): Promise<Result> {
  const databaseUrl = await fresh('bench_program');
  const port = await freePort();
  const environment = {
    NODE_ENV: 'production',
    SOUK_DEMO: '1',
    DATABASE_URL: appUrlOf(databaseUrl),
    MIGRATION_DATABASE_URL: databaseUrl,
    DATABASE_CONNECTIONS: String(POOL),
    PORT: String(port),
    SHOPIFY_API_KEY: 'bench-api-key',
    SHOPIFY_API_SECRET: BENCH_SECRET,
    SHOPIFY_APP_URL: `http://127.0.0.1:${port}`,
    SCOPES: 'read_orders',
    SESSION_SECRET: 'a-session-secret-that-only-the-bench-uses',
    ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 3).toString('base64')}`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'bench@souk.test',
    LOG_LEVEL: 'silent',
  };
  const web = run('scripts/serve.ts', [], environment);
  await firstLine(web);
  const worker = run('scripts/worker.ts', [], environment);
  await firstLine(worker);
  try {
    return await measure(`http://127.0.0.1:${port}`, databaseUrl, round);
  } finally {
    web.kill('SIGKILL');
    worker.kill('SIGKILL');
  }
}

const floors: Result[] = [];
const ours: Result[] = [];
const show = (name: string, result: Result) => {
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  console.log(
    `${name.padEnd(8)} ${Math.round(result.perSecond).toString().padStart(6)} orders/s   acknowledged p50 ${ms(result.p50)}, p99 ${ms(result.p99)}, p99.9 ${ms(result.p999)}`,
  );
};
console.log(`${ORDERS} orders, ${CONNECTIONS} connections, ${availableParallelism()} cores, PostgreSQL durable`);
try {
  for (let round = 0; round < 3; round++) {
    const floor = await measureFloor(round);
    floors.push(floor);
    show('floor', floor);
    const program = await measureProgram(round);
    ours.push(program);
    show('program', program);
  }
} finally {
  await admin.end();
  await server.stop();
}
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const speeds = floors.map((floor) => floor.perSecond);
const spread = (Math.max(...speeds) - Math.min(...speeds)) / Math.max(...speeds);
const ratio = median(ours.map((one) => one.perSecond)) / median(speeds);
console.log(
  `floor's own spread ${(spread * 100).toFixed(0)} %; ratio ${ratio.toFixed(2)} of the floor (at least 0.50)`,
);
if (spread > MAX_SPREAD) {
  console.log('void: the floor differs too much from run to run');
  process.exitCode = 1;
} else if (ratio < 0.5) process.exitCode = 1;
