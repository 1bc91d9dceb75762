// What the benches of readings share: the sandbox with one store, a server of PostgreSQL, and the built program as a process
// of its own, so that nothing but the program is in its memory.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '#scripts/database/embedded-postgres.ts';
import { local } from '#scripts/paths.ts';
import { prepareDatabase } from '#scripts/database/prepare-database.ts';
import { appUrlOf } from '#scripts/database/program-role.ts';
import { startSandbox } from '#sandbox/start.ts';

export const SANDBOX_SHOP = 'demo.myshopify.com';
const API_KEY = 'bench-api-key';
const API_SECRET = 'bench-secret-of-the-platform';

/** The sandbox with its store, and prepared databases in a folder of their own. `throttle` is the platform's allowance. */
export async function openBenchSandbox(
  name: string,
  o: { throttle?: { maximumAvailable: number; restoreRate: number } } = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'souk-bench-'));
  const address = { port: 0, appUrl: 'http://127.0.0.1:9', gateway: false };
  const running = await startSandbox({ ...address, ...o, dataDir, apiKey: API_KEY, apiSecret: API_SECRET });
  const shop = running.sandbox.state.shops[SANDBOX_SHOP];
  const owner = shop?.staff.find((person) => person.accountOwner);
  if (!shop || !owner) throw new Error('the sandbox has the store and its owner');
  const folder = local(`bench-${name}`);
  rmSync(folder, { recursive: true, force: true });
  const server = await startPostgres({ dir: folder });
  const root = new pg.Client(server.url);
  await root.connect();
  await root.query('CREATE DATABASE template_bench');
  const urlOf = (database: string) => Object.assign(new URL(server.url), { pathname: `/${database}` }).href;
  await prepareDatabase({ ownerUrl: urlOf('template_bench'), appUrl: appUrlOf(urlOf('template_bench')) });
  return {
    sandbox: running.sandbox,
    shop,
    ownerId: String(owner.id),
    /** The address of a new database of the program's, with nothing in it. */
    async createDatabase(database: string): Promise<string> {
      await root.query(`CREATE DATABASE ${database} TEMPLATE template_bench`);
      await root.query('CHECKPOINT');
      return urlOf(database);
    },
    environmentOf: (databaseUrl: string): NodeJS.ProcessEnv => ({
      ...process.env,
      NODE_ENV: 'production',
      SOUK_DEMO: '1',
      DATABASE_URL: appUrlOf(databaseUrl),
      MIGRATION_DATABASE_URL: databaseUrl,
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
    }),
    async stop(): Promise<void> {
      await root.end();
      await server.stop();
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs a bench's own file as its reader, which reaches the sandbox as the platform. Returns the report that it sends. */
export function runInProcess<Report>(file: string, env: NodeJS.ProcessEnv): Promise<Report> {
  const child = fork(file, ['reader'], {
    env,
    execArgv: ['--import', new URL('../../sandbox/preload.mjs', import.meta.url).href],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (report) => {
      resolve(report as Report);
    });
    child.once('exit', (code) => {
      reject(new Error(`The reader ended with ${code ?? 'a signal'}`));
    });
  });
}
