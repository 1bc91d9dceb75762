import { existsSync, rmSync } from 'node:fs';
import pg from 'pg';
import { databaseUrl as urlOfDatabase } from '#tests/support/database/cluster-url.ts';
import { buildOnce } from '#scripts/build-once.ts';
import { openDemoClient } from '#scripts/demo/demo-client.ts';
import { DEMO_ADMIN, demoEnvironment, readAddresses, type DemoAddresses } from '#scripts/demo/demo-environment.ts';
import { clearLeftovers, openProcesses } from '#scripts/demo/demo-processes.ts';
import { startPostgres } from '#scripts/database/embedded-postgres.ts';
import { at, local } from '#scripts/paths.ts';
import { prepareDatabase } from '#scripts/database/prepare-database.ts';
import { appUrlOf } from '#scripts/database/program-role.ts';
import { requireFreePorts } from '#scripts/ports.ts';
import { runAsProgram } from '#scripts/run-as-program.ts';
import { prepareMarketplace } from './marketplace.ts';

/** The folder of the browser tests' data, beside the demo's own: one for each marketplace that runs at the same time. */
const FOLDER = process.env.SOUK_LOCAL ?? '.local/e2e';
const DATABASE = 'souk_e2e';
const STOP_ORDER = ['app', 'worker', 'sandbox'];

/**
 * Starts the production program and the sandbox for a run, on free ports and with new data: the database gives up
 * durability for speed, everything else is the demo's own environment. The addresses stay in this process's environment,
 * which the processes of the tests inherit. Answers with what stops it all.
 */
export async function startStack(): Promise<() => Promise<void>> {
  process.env.SOUK_LOCAL = FOLDER;
  await clearLeftovers();
  if (existsSync(local())) rmSync(local(), { recursive: true, force: true });
  await buildOnce();
  await choosePorts();
  const addresses = readAddresses(process.env);
  const database = await startPostgres({ dir: at(`${FOLDER}-postgres`), database: 'postgres', volatile: true });
  const processes = openProcesses();
  const stop = async () => {
    await processes.stopAll(STOP_ORDER);
    await database.stop();
  };
  try {
    const ownerUrl = await remake(database.url);
    // As the demo does: the program signs in as a role of its own, which owns nothing and cannot prepare anything.
    await prepareDatabase({ ownerUrl, appUrl: appUrlOf(ownerUrl) });
    const { program, sandbox } = demoEnvironment({ databaseUrl: ownerUrl, addresses, dev: false });
    processes.start({ name: 'sandbox', script: 'sandbox/main.ts', env: sandbox });
    await processes.waitUntilAnswers('sandbox', `${addresses.sandbox}/health`);
    processes.start({ name: 'app', script: 'scripts/serve.ts', env: program });
    await processes.waitUntilAnswers('app', `http://127.0.0.1:${addresses.appPort}/ready`);
    processes.start({ name: 'worker', script: 'scripts/worker.ts', env: program });
    await install(addresses, program);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** An empty database, whatever an earlier run left in it. */
async function remake(clusterUrl: string): Promise<string> {
  const admin = new pg.Client(clusterUrl);
  await admin.connect();
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
    await admin.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await admin.end();
  }
  return urlOfDatabase(clusterUrl, DATABASE);
}

/** What a merchant does once: installs the app, opens it, and invites the person who looks after it on the web. */
async function install(addresses: DemoAddresses, program: Record<string, string>): Promise<void> {
  const client = openDemoClient(addresses);
  await client.control('POST', '/install', {});
  await client.openEmbedded();
  await client.control('POST', '/drain', {});
  await runAsProgram('scripts/invite-admin.ts', [DEMO_ADMIN, 'Mira Admin'], program);
  await client.control('POST', '/drain', {});
  await client.acceptInvitation(DEMO_ADMIN);
  await prepareMarketplace(client);
}

/** One port for the app, and three in a row for the sandbox. */
async function choosePorts(): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    // Below the ports that outgoing connections take, and by the process: another marketplace that starts meanwhile takes others.
    const app = 20_000 + ((process.pid * 8 + attempt * 1_000) % 12_000);
    const sandbox = app + 1;
    const row = [app, sandbox, sandbox + 1, sandbox + 2];
    try {
      await requireFreePorts(row.map((port) => ({ port, use: 'the browser tests', variable: 'SANDBOX_PORT' })));
    } catch {
      continue;
    }
    process.env.PORT = String(app);
    process.env.SANDBOX_PORT = String(sandbox);
    return;
  }
  throw new Error('No four free ports in a row were found for the browser tests.');
}
