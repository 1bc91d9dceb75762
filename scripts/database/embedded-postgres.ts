// Starts, or joins, a real PostgreSQL from the programs of an npm package: no installation, no account, no container.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { openRunner, type Runner, type RunMode } from './postgres-binaries.ts';
import { isAlive, withLock } from '../process-file.ts';

export type RunningPostgres = {
  /** The owner's address of the database that was asked for. */
  url: string;
  port: number;
  pid: number;
  as: RunMode;
  /** The server ran already; somebody else started it. */
  joined: boolean;
  /** The server's own log. */
  logFile: string;
  stop(): Promise<void>;
};

type Place = { base: string; data: string; logFile: string; password: string };

const USER = 'postgres';
const MAX_START_ATTEMPTS = 20;
/** What the shortest of the systems takes for a socket's path. */
const MAX_SOCKET_PATH = 103;
/** What a server says that will be able to start in a moment, or on another port. */
const PASSING =
  /Address already in use|could not bind|still in use|lock file .* already exists|starting up|shutting down/i;

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/**
 * Starts PostgreSQL on the data in `dir`, made on the first start, on a free loopback port. A server that another starter
 * left running on the same data is joined; the traces of one that was killed are cleared away. `volatile` gives up
 * durability for speed, `port` asks for the port of an earlier start, and `installation` names the folder of another PostgreSQL: for tests. Throws with the server's own words when it does not start.
 */
export function startPostgres(o: {
  dir: string;
  database?: string;
  volatile?: boolean;
  port?: number;
  installation?: string;
}): Promise<RunningPostgres> {
  const root = resolve(o.dir);
  mkdirSync(root, { recursive: true });
  return withLock(join(root, 'starting.lock'), async () => {
    const runner = openRunner(o.installation);
    const place = preparePlace(root, runner);
    const running =
      (await joinRunning(place)) ?? (await launch(place, runner, { volatile: o.volatile ?? false, port: o.port }));
    const database = o.database ?? 'souk';
    await ensureDatabase(place, running.port, database);
    return {
      url: addressOf(place, running.port, database, readPostmaster(place.data)?.socketFolder),
      ...running,
      as: runner.as,
      logFile: place.logFile,
      stop: () => stop(running.pid, place, runner),
    };
  });
}

/** Makes the data folder on the first start. Its password file is written last: its presence means "complete". */
function preparePlace(root: string, runner: Runner): Place {
  // The account `nobody` cannot reach root's folders, so its data lies elsewhere.
  const base =
    runner.as === 'nobody'
      ? join('/var/tmp/embedded-postgres-data', Buffer.from(root).toString('base64url').slice(-40))
      : root;
  mkdirSync(base, { recursive: true });
  const data = join(base, 'data');
  const passwordFile = join(base, 'password');
  if (!existsSync(join(data, 'PG_VERSION')) || !existsSync(passwordFile)) {
    initialise(base, data, passwordFile, runner);
  }
  return { base, data, logFile: join(base, 'postgres.log'), password: readFileSync(passwordFile, 'utf8') };
}

function initialise(base: string, data: string, passwordFile: string, runner: Runner): void {
  rmSync(data, { recursive: true, force: true }); // What an interrupted first start left can never start.
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const password = randomBytes(18).toString('base64url');
  const handOver = join(runner.as === 'nobody' ? tmpdir() : base, `pw-${randomBytes(6).toString('hex')}`);
  writeFileSync(handOver, password, { mode: 0o600 });
  for (const path of [base, data, handOver]) runner.giveAway(path);
  const flags = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const { file, args } = runner.command('initdb', ['-D', data, '-U', USER, `--pwfile=${handOver}`, ...flags]);
  const done = spawnSync(file, args, { env: cleanEnvironment(), ...runner.options, encoding: 'utf8' });
  rmSync(handOver, { force: true });
  if (done.status !== 0) {
    rmSync(data, { recursive: true, force: true });
    throw new Error(`The database could not be made: ${done.stderr || String(done.error)}`);
  }
  writeFileSync(passwordFile, password, { mode: 0o600 });
}

/** Our environment without PG* variables, which would lead the server and its programs elsewhere. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  return { ...(Object.fromEntries(kept) as NodeJS.ProcessEnv), LC_ALL: 'C', LC_MESSAGES: 'C' };
}

/** The server's own file: process id, data folder, start time, port, folder of its socket, …, and on the eighth line its state. */
function readPostmaster(data: string): { pid: number; port: number; socketFolder: string; ready: boolean } | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const socketFolder = lines[4]?.trim() ?? '';
    return { pid: Number(lines[0]), port: Number(lines[3]), socketFolder, ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** Whether a process runs and is PostgreSQL; after a crash its number may belong to another program. */
function isPostgres(pid: number): boolean {
  if (!isAlive(pid)) return false;
  try {
    return readlinkSync(`/proc/${pid}/exe`).includes('postgres');
  } catch {
    return process.platform !== 'linux';
  }
}

/** An address that leads to the server's socket where it has one: a fifth of what a short statement costs is TCP. */
const addressOf = (place: Place, port: number, database: string, socketFolder = '') =>
  `postgresql://${USER}:${place.password}@127.0.0.1:${port}/${database}` +
  (socketFolder === '' ? '' : `?host=${encodeURIComponent(socketFolder)}`);

/** Where a server of tests has its socket; nowhere where systems have none or the path is too long for one. */
function socketFolderOf({ base }: Place, o: { volatile: boolean }): string {
  const isFit = base.length + '/.s.PGSQL.65535'.length <= MAX_SOCKET_PATH;
  return o.volatile && isFit && process.platform !== 'win32' ? base : '';
}

async function answers(place: Place, port: number): Promise<boolean> {
  const client = new pg.Client(addressOf(place, port, 'postgres'));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function joinRunning(place: Place): Promise<{ pid: number; port: number; joined: true } | undefined> {
  const before = readPostmaster(place.data);
  if (!before) return undefined;
  if (!isPostgres(before.pid)) {
    rmSync(join(place.data, 'postmaster.pid'), { force: true });
    return undefined;
  }
  for (let attempt = 0; attempt < 50; attempt++) {
    if (await answers(place, before.port)) return { pid: before.pid, port: before.port, joined: true };
    if (!isPostgres(before.pid)) return undefined; // It was on its way out.
    await pause(100);
  }
  throw new Error(`PostgreSQL ${before.pid} holds ${place.data} but does not answer. Stop it and start again.`);
}

async function launch(
  place: Place,
  runner: Runner,
  o: { volatile: boolean; port: number | undefined },
): Promise<{ pid: number; port: number; joined: false }> {
  for (let attempt = 1; ; attempt++) {
    const port = o.port ?? (await findFreePort());
    const pid = await launchOnce(place, runner, { ...o, port });
    if (pid !== undefined) return { pid, port, joined: false };
    const said = readFileSync(place.logFile, 'utf8').slice(-3000);
    if (/No space left on device/i.test(said)) throw new Error('The disk is full: PostgreSQL cannot write its data.');
    if (!PASSING.test(said) || attempt >= MAX_START_ATTEMPTS) {
      throw new Error(`PostgreSQL did not start. Its log ${place.logFile} says:\n${said}`);
    }
    await pause(250); // The children of a server that was killed need a moment to notice.
  }
}

/** A run of tests has a database for each file: looked at once a minute, each of them, they would keep a processor busy. */
const VOLATILE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum_naptime: '10min' };

/** Starts the server and waits until it answers; undefined when it ended instead. */
async function launchOnce(
  place: Place,
  runner: Runner,
  o: { volatile: boolean; port: number },
): Promise<number | undefined> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(o.port),
    unix_socket_directories: socketFolderOf(place, o),
    max_connections: '100',
    logging_collector: 'off',
    // Not the zone of the machine.
    timezone: 'UTC',
    ...(o.volatile ? VOLATILE : {}),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { file, args } = runner.command('postgres', ['-D', place.data, ...flags]);
  // Detached: the terminal's Ctrl-C reaches us alone, so that the program can drain before its database stops. Its log is a
  // file rather than a pipe: the server may outlive the process that started it.
  const out = openSync(place.logFile, 'w');
  const child = spawn(file, args, {
    env: cleanEnvironment(),
    ...runner.options,
    detached: true,
    stdio: ['ignore', out, out],
  });
  closeSync(out);
  const state = { ended: false };
  const end = () => {
    state.ended = true;
  };
  child.once('exit', end);
  child.once('error', end);
  for (let attempt = 0; attempt < 1000 && !state.ended; attempt++) {
    if (readPostmaster(place.data)?.ready && (await answers(place, o.port))) {
      child.unref();
      return readPostmaster(place.data)?.pid ?? child.pid;
    }
    await pause(20);
  }
  return undefined;
}

function findFreePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer();
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        found(port);
      });
    });
  });
}

async function ensureDatabase(place: Place, port: number, database: string): Promise<void> {
  const admin = new pg.Client(addressOf(place, port, 'postgres'));
  await admin.connect();
  try {
    const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (!rowCount) await admin.query(`CREATE DATABASE ${admin.escapeIdentifier(database)}`);
  } finally {
    await admin.end();
  }
}

/** A fast stop: sessions end, everything is on disk. A server that does not stop within ten seconds is stopped hard. */
async function stop(pid: number, place: Place, runner: Runner): Promise<void> {
  if (!isPostgres(pid)) return;
  if (process.platform === 'win32') {
    const { file, args } = runner.command('pg_ctl', ['stop', '-D', place.data, '-m', 'fast', '-w']);
    spawnSync(file, args);
    return;
  }
  process.kill(pid, 'SIGINT');
  for (let attempt = 0; attempt < 400 && isAlive(pid); attempt++) await pause(25);
  if (isPostgres(pid)) process.kill(pid, 'SIGQUIT');
}
