// Applies prisma/migrations in order, without Prisma's downloaded engine, beside programs of this release and of the one before it.
import pg from 'pg';
import { backfill, isBackfilled } from './backfill.ts';
import { MigrationError } from './migration-error.ts';
import { readMigrations, type Migration } from './migrations.ts';
import { lockHoldersOf, whenLocked, type LockLimits } from './locked-tables.ts';
import { upgradeFrom030 } from './upgrade-from-0.3.0.ts';

type Applied = { name: string; checksum: string; contract: string | null };
type Say = (line: string) => void;

/** The advisory lock of whoever migrates. Not the one that 0.4.0 waits for in a statement (see `takeTurn`). */
const LOCK = 72_707_370;
const TURN_PAUSE_MS = 100;

/**
 * What was applied. Releases up to 0.4.0 kept it in Prisma's table and refuse to start on a name there that they do not know: a table
 * of our own lets 0.4.0 run, and start, beside what came after it.
 */
const CREATE_TABLES = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE IF NOT EXISTS schema_migrations (
    name text PRIMARY KEY, checksum text NOT NULL, contract text,
    applied_at timestamptz NOT NULL DEFAULT now(), backfilled_at timestamptz)`;
/** Unfinished rows are left out: what an older program noted before it began was undone with its transaction. */
const TAKE_OVER = `
  INSERT INTO schema_migrations (name, checksum, applied_at)
  SELECT migration_name, checksum, finished_at FROM "_prisma_migrations"
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
  ON CONFLICT (name) DO NOTHING`;
const READ = 'SELECT name, checksum, contract FROM schema_migrations ORDER BY name';
const RECORD = 'INSERT INTO schema_migrations (name, checksum, contract) VALUES ($1, $2, $3)';

/** How long a migration waits for tables that others use: meanwhile everybody else waits behind it. */
const LIMITS: LockLimits = { lockTimeoutMs: 3_000, tries: 40, pauseMs: 2_000 };

/**
 * Applies every pending migration of a folder and returns their names. Any number of processes may call it at once: one
 * works, the others wait. Each is recorded in the transaction that applies it, so that one which is cut off is as if it had not begun.
 * `only` leaves out all others: a restore makes the tables of its backup first. Throws MigrationError for one that failed or changed,
 * and for a database that this program is too old for.
 */
export async function migrate(
  url: string,
  folder: string,
  o: Partial<LockLimits> & { say?: Say; only?: ReadonlySet<string> } = {},
) {
  const limits = { ...LIMITS, ...o };
  const migrations = readMigrations(folder);
  return withOwner(url, async (client) => {
    await takeTurn(client);
    await client.query(CREATE_TABLES);
    const upgraded = await upgradeFrom030(client, folder, migrations);
    await client.query(TAKE_OVER);
    const applied = (await client.query<Applied>(READ)).rows;
    refuseStrange(applied, migrations, o.say ?? console.warn);
    const known = new Set(applied.map(({ name }) => name));
    const pending = migrations.filter(({ name }) => !known.has(name) && (o.only?.has(name) ?? true));
    for (const migration of pending) await apply(client, migrations, migration, limits);
    return [...upgraded, ...pending.map(({ name }) => name)];
  });
}

/**
 * Checks, without changing anything, that a database has every migration of a folder. Throws MigrationError for one that is
 * missing, and for what `migrate` would refuse.
 */
export async function requireMigrated(url: string, folder: string, say: Say = console.warn): Promise<void> {
  const migrations = readMigrations(folder);
  await withOwner(url, async (client) => {
    const { rows: found } = await client.query(`SELECT 1 FROM pg_tables WHERE tablename = 'schema_migrations'`);
    const applied = found.length > 0 ? (await client.query<Applied>(READ)).rows : [];
    refuseStrange(applied, migrations, say);
    const known = new Set(applied.map(({ name }) => name));
    const [missing] = migrations.filter(({ name }) => !known.has(name));
    if (missing)
      throw new MigrationError(
        `Migration ${missing.name} is not applied. Run npm run migrate with MIGRATION_DATABASE_URL, the address of the database's owner.`,
      );
  });
}

/**
 * Fills what applied migrations left to be filled, batch after batch, beside running programs, and returns the names of those that
 * it completed. Several processes may do so at once.
 */
export async function runBackfills(url: string, folder: string): Promise<string[]> {
  const migrations = readMigrations(folder);
  return withOwner(url, async (client) => {
    const completed: string[] = [];
    for (const migration of migrations) {
      if (await isBackfilled(client, migration)) continue;
      await backfill(client, migration, LIMITS);
      completed.push(migration.name);
    }
    return completed;
  });
}

/**
 * Waits until nobody else migrates; ends with the session, whatever happens to us. It asks again and again: an index that is built
 * beside running programs waits for every statement of before, and so for one that waits for us.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isTaken: boolean }>('SELECT pg_try_advisory_lock($1) AS "isTaken"', [LOCK]);
    if (rows[0]?.isTaken) return;
    await new Promise((resolve) => setTimeout(resolve, TURN_PAUSE_MS));
  }
}

async function withOwner<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'souk-migrate',
    // What a migration computes of times is the same on every server.
    options: '-c timezone=UTC',
    statement_timeout: 0,
  });
  client.on('error', () => undefined); // A lost connection also rejects the query that is running.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Compares what was applied with what this program knows. A migration of a later release is said and let be, unless it took away
 * what this program uses. Throws MigrationError for that, for one of another line of releases, and for one that changed.
 */
function refuseStrange(applied: readonly Applied[], migrations: readonly Migration[], say: Say): void {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  const newest = migrations.at(-1)?.name ?? '';
  for (const { name, checksum, contract } of applied) {
    const migration = byName.get(name);
    if (migration && migration.checksum !== checksum)
      throw new MigrationError(`Migration ${name} changed after it was applied.`);
    if (migration) continue;
    if (contract !== null && !byName.has(contract))
      throw new MigrationError(
        `The database took away by ${name} what this release uses: start a release that knows ${contract}, or restore a backup of before.`,
      );
    if (name < newest)
      throw new MigrationError(
        `The database has migration ${name}, which this release does not know although it has later ones.`,
      );
    say(`The database has migration ${name} of a later release; this one runs beside it.`);
  }
}

async function apply(
  client: pg.Client,
  migrations: readonly Migration[],
  migration: Migration,
  limits: LockLimits,
): Promise<void> {
  const { name, checksum, contract } = migration;
  if (contract !== undefined) await finishBackfills(client, migrations, name, limits);
  try {
    await whenLocked(limits, async () => {
      if (migration.isConcurrent) {
        await applyConcurrently(client, migration, limits);
        await client.query(RECORD, [name, checksum, contract]);
        return;
      }
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${limits.lockTimeoutMs}`);
      try {
        await client.query(migration.sql);
        await client.query(RECORD, [name, checksum, contract]);
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK').catch(() => undefined);
        throw error;
      }
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const holders = await lockHoldersOf(client, error);
    const remedy =
      holders === undefined
        ? 'Nothing of it was done. Correct what the database says, then run npm run migrate again.'
        : `Nothing of it was done. It needs tables that others hold: ${holders}. Run npm run migrate again when they have ended.`;
    throw new MigrationError(`Migration ${name} failed: ${message}. ${remedy}`, { cause: error });
  }
}

/** What is taken away must have been carried over to its end before. */
async function finishBackfills(
  client: pg.Client,
  migrations: readonly Migration[],
  before: string,
  limits: LockLimits,
): Promise<void> {
  for (const migration of migrations) {
    if (migration.name < before && !(await isBackfilled(client, migration))) await backfill(client, migration, limits);
  }
}

/** An index that was cut off in the middle stands there without use: it is dropped before it is built anew. */
async function applyConcurrently(client: pg.Client, { sql }: Migration, limits: LockLimits): Promise<void> {
  await client.query(`SET lock_timeout = ${limits.lockTimeoutMs}`);
  try {
    const { rows } = await client.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
       WHERE NOT i.indisvalid AND c.relnamespace = 'public'::regnamespace AND $1 ~ ('\\m' || c.relname || '\\M')`,
      [sql],
    );
    for (const { name } of rows) await client.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    await client.query(sql);
  } finally {
    await client.query('RESET lock_timeout').catch(() => undefined);
  }
}
