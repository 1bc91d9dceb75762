// The first reading of a store's products in a process of its own, whose memory is looked at while it reads: a thousand and
// ten thousand products gathered by the platform, the same with a stop and a resume, and how often the platform asked to wait.
import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Product } from '#sandbox/core/state.ts';
import { loadBundle } from '#scripts/build-loader.ts';
import { startPostgres } from '#scripts/embedded-postgres.ts';
import { local } from '#scripts/paths.ts';
import { prepareDatabase } from '#scripts/prepare-database.ts';
import { startSandbox } from '#sandbox/start.ts';
import { runReader, type ReaderReport, type ReaderTask } from './first-load-reader.ts';

const MOST = Number(process.env.BENCH_PRODUCTS ?? 10_000);
const FEW = Math.max(300, Math.round(MOST / 10));
/** What ten times the products may add to the peak of the memory: garbage that nobody had to collect yet. */
const MOST_GROWTH_MB = 120;
const SHOP = 'demo.myshopify.com';
const API_KEY = 'bench-api-key';
const API_SECRET = 'bench-secret-of-the-platform';
const [, , role] = process.argv;

if (role === 'reader') await runReader();
else process.exit((await bench()) ? 0 : 1);

/** Runs the reader in a process of its own, so that nothing but the program is in its memory. */
function read(environment: NodeJS.ProcessEnv, task: ReaderTask): Promise<ReaderReport> {
  const child: ChildProcess = fork(import.meta.filename, ['reader'], {
    env: { ...environment, BENCH_TASK: JSON.stringify(task) },
    execArgv: ['--import', new URL('../../sandbox/preload.mjs', import.meta.url).href],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (report) => {
      resolve(report as ReaderReport);
    });
    child.once('exit', (code) => {
      reject(new Error(`The reader ended with ${code ?? 'a signal'}`));
    });
  });
}

async function bench(): Promise<boolean> {
  const { buildSandboxProducts } = await import('#tests/factories/sandbox-products.ts');
  const { installApp } = await import('#sandbox/platform/store/shops.ts');
  const dataDir = mkdtempSync(join(tmpdir(), 'souk-bench-'));
  // A store of the standard plan: a hundred points come back each second.
  const throttle = { maximumAvailable: 2_000, restoreRate: 100 };
  const running = await startSandbox({
    port: 0,
    appUrl: 'http://127.0.0.1:9',
    dataDir,
    apiKey: API_KEY,
    apiSecret: API_SECRET,
    throttle,
    gateway: false,
  });
  const shop = running.sandbox.state.shops[SHOP];
  if (!shop) throw new Error('the sandbox has the store');
  const owner = shop.staff.find((person) => person.accountOwner);
  if (!owner) throw new Error('the store has an owner');
  const all: Product[] = [...Object.values(shop.products), ...buildSandboxProducts(running.sandbox, shop, MOST)].slice(
    -MOST,
  );
  installApp(running.sandbox, shop);
  const folder = local('bench-first-load');
  rmSync(folder, { recursive: true, force: true });
  const server = await startPostgres({ dir: folder });
  const root = new pg.Client(server.url);
  await root.connect();
  const databaseOf = async (name: string): Promise<string> => {
    await root.query(`CREATE DATABASE ${name}`);
    const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
    await prepareDatabase(url, (await loadBundle()).runtime);
    return url;
  };
  const environmentOf = async (name: string): Promise<NodeJS.ProcessEnv> => ({
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: await databaseOf(name),
    SANDBOX_ORIGIN: running.url,
    SHOPIFY_API_KEY: API_KEY,
    SHOPIFY_API_SECRET: API_SECRET,
    SHOPIFY_APP_URL: 'http://127.0.0.1:9',
    SCOPES: running.sandbox.app.scopes.join(','),
    SESSION_SECRET: 'a-session-secret-that-only-the-bench-uses',
    ENCRYPTION_KEYS: `bench:${Buffer.alloc(32, 3).toString('base64')}`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'bench@souk.test',
    LOG_LEVEL: 'silent',
  });
  let isGood = true;
  const measure = async (name: string, database: string, task: { wanted: number; stops: boolean }) => {
    const { wanted, stops } = task;
    shop.products = Object.fromEntries(all.slice(0, wanted).map((product) => [String(product.id), product]));
    const environment = await environmentOf(database);
    running.sandbox.log.clear();
    const report = await read(environment, { shop: SHOP, subjectId: String(owner.id), stops });
    const calls = running.sandbox.log.list('shopify');
    const waits = calls.filter((one) => one.contract === 'throttled').length;
    const isWhole = report.products === wanted;
    isGood &&= isWhole;
    console.log(
      `${name.padEnd(34)} ${report.products} products in ${report.seconds.toFixed(1)} s (${(report.products / report.seconds).toFixed(0)} a second), ` +
        `peak ${report.peakMb.toFixed(0)} MB (${report.restMb.toFixed(0)} MB before), ${calls.length} calls, throttled ${waits} times${isWhole ? '' : ` OF ${wanted}`}`,
    );
    return report;
  };
  try {
    const few = await measure(`${FEW}, at once`, 'few', { wanted: FEW, stops: false });
    const many = await measure(`${MOST}, at once`, 'many', { wanted: MOST, stops: false });
    const halves = await measure(`${MOST}, stopped and gone on with`, 'halves', { wanted: MOST, stops: true });
    console.log(`stopped at ${halves.stoppedAt ?? 0}`);
    const growth = many.peakMb - few.peakMb;
    const isFlat = growth <= MOST_GROWTH_MB;
    const isStopped = (halves.stoppedAt ?? 0) > 0 && (halves.stoppedAt ?? 0) < MOST;
    isGood &&= isFlat && isStopped;
    console.log(
      `memory grows by ${growth.toFixed(0)} MB from ${FEW} to ${MOST} (at most ${MOST_GROWTH_MB})${isFlat ? '' : ' TOO MUCH'}`,
    );
  } finally {
    await root.end();
    await server.stop();
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return isGood;
}
