import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startPostgres } from '#scripts/database/embedded-postgres.ts';
import { prepareDatabase } from '#scripts/database/prepare-database.ts';
import { appUrlOf } from '#scripts/database/program-role.ts';
import { at } from '#scripts/paths.ts';
import { isAlive } from '#scripts/process-file.ts';
import { testEnvironment } from './environment.ts';
import { holdTable } from './database/locked-table.ts';
import { program, startProgram } from './program.ts';
import { waitFor } from './wait.ts';

export const VICTIMS = ['app', 'worker', 'database'] as const;
export type Victim = (typeof VICTIMS)[number];

/**
 * The program as it runs in earnest: the built app and its worker as processes of their own on a durable PostgreSQL, each of
 * which can be killed and started again. The test's own program only prepares, looks, and ends what is left by its clock.
 */
export type CrashSite = {
  /** Where the app answers. */
  url: string;
  /** SIGKILL, and until it is gone. */
  kill(victim: Victim): Promise<void>;
  /** Starts it again, and until it can work. */
  restart(victim: Victim): Promise<void>;
  /** Holds whoever next changes a table until the returned function is called. */
  hold(table: string): Promise<() => Promise<void>>;
  /** All that app and worker have logged, or written to their output by themselves. */
  readLogs(): string;
  /** Ends app and worker for good. */
  endProcesses(): Promise<void>;
  stop(): Promise<void>;
};

const PRELOAD = pathToFileURL(at('sandbox/preload.mjs')).href;

const RESTART_MS = 200;

/** `logLevel` of app and worker: `silent` unless told otherwise. */
export async function openCrashSite(o: { logLevel?: string } = {}): Promise<CrashSite> {
  const dir = mkdtempSync(join(tmpdir(), 'souk-crash-'));
  let server = await startPostgres({ dir });
  await prepareDatabase({ ownerUrl: server.url, appUrl: appUrlOf(server.url) });
  await startProgram({ databaseUrl: server.url, sandbox: true, worker: false });
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const { sandbox } = program();
  const env = {
    ...process.env,
    ...testEnvironment({ databaseUrl: server.url, appUrl: url, ...sandbox?.environment }),
    ...(o.logLevel ? { LOG_LEVEL: o.logLevel } : {}),
    SANDBOX_ORIGIN: sandbox?.url ?? '',
    PORT: String(port),
  };
  const scripts = { app: 'scripts/serve.ts', worker: 'scripts/worker.ts' };
  const logFile = join(dir, 'program.log');
  const log = openSync(logFile, 'a');
  let isOver = false;
  // As a supervisor does: a process that finds no database when it starts says so and ends, and is started again.
  const start = (name: keyof typeof scripts): ChildProcess => {
    const child = spawn(process.execPath, ['--import', PRELOAD, scripts[name]], { env, stdio: ['ignore', log, log] });
    child.once('exit', (code) => {
      if (code !== null && !isOver) setTimeout(() => (children[name] = start(name)), RESTART_MS);
    });
    return child;
  };
  const isReady = async () => (await fetch(`${url}/ready`).catch(() => undefined))?.status === 200;
  const children = { app: start('app'), worker: start('worker') };
  const waitUntilReady = () => waitFor('the app is ready', isReady, 60_000);
  const end = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  await waitUntilReady();
  return {
    url,
    kill: async (victim) => {
      if (victim !== 'database') {
        await end(children[victim]);
        return;
      }
      process.kill(server.pid, 'SIGKILL');
      await waitFor('the server is gone', () => !isAlive(server.pid));
    },
    restart: async (victim) => {
      if (victim === 'database') server = await startPostgres({ dir, port: server.port });
      else children[victim] = start(victim);
      if (victim !== 'worker') await waitUntilReady();
    },
    readLogs: () => readFileSync(logFile, 'utf8'),
    hold: (table) => holdTable(server.url, table),
    endProcesses: async () => {
      isOver = true;
      await Promise.all([end(children.app), end(children.worker)]);
    },
    stop: async () => {
      isOver = true;
      await Promise.all([end(children.app), end(children.worker)]);
      await program().stop();
      await server.stop();
      closeSync(log);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
