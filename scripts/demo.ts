// `npm run demo` and `npm run dev`: a whole marketplace on this machine, in the foreground, until Ctrl-C.
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { buildOnce, isBuilt } from './build-once.ts';
import {
  DEMO_ADMIN,
  DEMO_PASSWORD,
  demoEnvironment,
  readAddresses,
  type DemoAddresses,
} from './demo/demo-environment.ts';
import { clearLeftovers, describeEnd, openProcesses, type Processes } from './demo/demo-processes.ts';
import { seedDemo, turnBackClock, type SeededAccounts } from './demo/demo-seed.ts';
import { startPostgres } from './database/embedded-postgres.ts';
import { requireProjectNode } from './node-version.ts';
import { local } from './paths.ts';
import { requireFreePorts } from './ports.ts';
import { prepareDatabase } from './database/prepare-database.ts';
import { appUrlOf } from './database/program-role.ts';
import { releaseLock, takeLock } from './process-file.ts';
import { runAsProgram } from './run-as-program.ts';
import { UserFacingError, sentenceOf, step } from './progress.ts';

requireProjectNode();
const LOCK = local('demo.lock');
/** Written when the demo's data is complete; without it the next start makes the data anew. */
const SEEDED = local('demo-seeded.json');
/** The order in which a demo drains: nobody asks the app any more, then no work is done, then the platform ends. */
const STOP_ORDER = ['app', 'worker', 'sandbox'];
/** Everything that belongs to one demo. */
const DATA = ['postgres', 'sandbox', 'files', 'demo.env.json', 'demo-seeded.json', 'logs'];
const LEAST_FREE_BYTES = 500_000_000;

const dev = process.argv.includes('--dev');
const processes = openProcesses();
let stopDatabase: () => Promise<void> = () => Promise.resolve();
let isStopping = false;

async function end(code: number): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await processes.stopAll(STOP_ORDER);
  await stopDatabase();
  releaseLock(LOCK);
  process.exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    console.log('\nStopping …');
    void end(0);
  });
}
// Whoever started us was killed: nobody can press Ctrl-C any more.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) void end(1);
}, 1000).unref();

async function main(): Promise<void> {
  const addresses = readAddresses(process.env);
  mkdirSync(local(), { recursive: true });
  claimFolder(addresses);
  await clearLeftovers();
  requireSpace();
  await requireFreePorts([
    { port: addresses.appPort, use: 'the app', variable: 'PORT' },
    { port: addresses.sandboxPort, use: 'the sandbox', variable: 'SANDBOX_PORT' },
    { port: addresses.gatewayPort, use: "the sandbox's frame gateway", variable: 'SANDBOX_PORT' },
    { port: addresses.smtpPort, use: "the sandbox's mail server", variable: 'SANDBOX_PORT' },
  ]);
  // Data that was never completed is made anew: half a demo helps nobody.
  if (process.argv.includes('--reset') || !existsSync(SEEDED)) await resetData();
  // The development server compiles by itself; the build is needed for what prepares the database.
  if (!isBuilt()) await step('Building the program', buildOnce);
  const databaseUrl = await step('Starting the database', startDatabase);
  await step('Preparing the database', () => prepareDatabase({ ownerUrl: databaseUrl, appUrl: appUrlOf(databaseUrl) }));
  const isSeeded = existsSync(SEEDED);
  const environment = demoEnvironment({ databaseUrl, addresses, dev });
  await startSandbox(processes, addresses, environment);
  if (!isSeeded) await turnBackClock(addresses);
  await startProgram(processes, addresses, environment);
  void processes.crashed.then((name) => {
    if (isStopping) return;
    console.error(`\n${describeEnd(name)}`);
    void end(1);
  });
  if (!isSeeded) {
    const accounts = await seedDemo(addresses, {
      small: process.env.DEMO_SIZE === 'small',
      isAlive: true,
      inviteAdmin: () => runAsProgram('scripts/invite-admin.ts', [DEMO_ADMIN, 'Mira Admin'], environment.program),
    });
    writeFileSync(SEEDED, JSON.stringify(accounts));
  }
  printWelcome(addresses);
}

function claimFolder(addresses: DemoAddresses): void {
  const lock = takeLock(LOCK);
  if (lock.taken) return;
  throw new UserFacingError(
    `The demo runs already (process ${lock.holder ?? '?'}): open ${addresses.sandbox}. To start it anew, stop it first with Ctrl-C.`,
  );
}

function requireSpace(): void {
  const { bavail, bsize } = statfsSync(local());
  if (bavail * bsize < LEAST_FREE_BYTES) throw Object.assign(new Error('disk'), { code: 'ENOSPC' });
}

/** Removes the demo's data. A database of your own at DATABASE_URL is left alone, so it has to be empty. */
async function resetData(): Promise<void> {
  if (process.env.DATABASE_URL && process.argv.includes('--reset')) {
    throw new UserFacingError(
      '--reset removes the embedded database only. Empty the database at DATABASE_URL yourself.',
    );
  }
  const kept = DATA.filter((name) => existsSync(local(name)));
  if (kept.length === 0) return;
  await step('Removing the demo data', async () => {
    if (existsSync(local('postgres', 'data', 'postmaster.pid'))) {
      await (await startPostgres({ dir: local('postgres') })).stop();
    }
    for (const name of kept) rmSync(local(name), { recursive: true, force: true });
  });
}

async function startDatabase(): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const server = await startPostgres({ dir: local('postgres') });
  stopDatabase = () => server.stop();
  return server.url;
}

type Environment = ReturnType<typeof demoEnvironment>;

function startSandbox(to: Processes, addresses: DemoAddresses, environment: Environment): Promise<void> {
  return step('Starting the sandbox', async () => {
    to.start({ name: 'sandbox', script: 'sandbox/main.ts', env: environment.sandbox });
    await to.waitUntilAnswers('sandbox', `${addresses.sandbox}/health`);
  });
}

function startProgram(to: Processes, addresses: DemoAddresses, environment: Environment): Promise<void> {
  return step(dev ? 'Starting the app with hot reload' : 'Starting the app and its worker', async () => {
    to.start({ name: 'app', script: 'scripts/serve.ts', args: dev ? ['--dev'] : [], env: environment.program });
    if (!dev) to.start({ name: 'worker', script: 'scripts/worker.ts', env: environment.program });
    await to.waitUntilAnswers('app', `http://127.0.0.1:${addresses.appPort}/ready`);
  });
}

function printWelcome(addresses: DemoAddresses): void {
  console.log(`
The marketplace is ready:  ${addresses.sandbox}

  From there you reach the store admin, the storefront, the mails and the vendor portal.
  Vendor portal   ${addresses.app}/app
  Web admin       ${DEMO_ADMIN}
  Vendors         <vendor-handle>@demo.test, such as ${exampleVendor()}
  Password        ${DEMO_PASSWORD}

Ctrl-C stops everything; the data stays. To start anew: npm run demo -- --reset
`);
}

function exampleVendor(): string {
  const { vendors } = JSON.parse(readFileSync(SEEDED, 'utf8')) as SeededAccounts;
  return vendors[0] ?? 'none yet';
}

main().catch((error: unknown) => {
  const sentence = sentenceOf(error);
  if (sentence) console.error(`\n${sentence}`);
  else console.error(error);
  void end(1);
});
