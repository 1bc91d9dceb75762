// Applies prisma/migrations in order, keeping Prisma's own table of them, without Prisma's downloaded engine. A database of the release
// before the baseline comes to it by a file of prisma/upgrades.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

export class MigrationError extends Error {}

type Applied = { migration_name: string; checksum: string; finished_at: Date | null };
type Migration = { name: string; sql: string; checksum: string };

/** The advisory lock that Prisma's own migrate takes, so that the two never run at the same time. */
const LOCK = 72_707_369;

/** The one way to the baseline from before it: the release whose databases take it, and the last of that release's migrations. */
const UPGRADE = { version: '0.3.0', last: 'label_package_voids', count: 99, file: 'from-0.3.0.sql' };

const CREATE_TABLE = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;
const RENAME = `UPDATE "_prisma_migrations" SET migration_name = $2 WHERE migration_name = $1`;
const READ = `
  SELECT migration_name, checksum, finished_at FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`;
const BEGIN = `INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES ($1, $2, $3)`;
const FAIL = `UPDATE "_prisma_migrations" SET logs = $2 WHERE id = $1`;
const FINISH = `UPDATE "_prisma_migrations" SET finished_at = now(), applied_steps_count = 1 WHERE id = $1`;

/**
 * Applies every pending migration of a folder and returns their names. Any number of processes may call it at once: one
 * works, the others wait. Throws MigrationError for one that failed, changed or is not known.
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const migrations = readMigrations(folder);
  // What a migration computes of times is the same on every server.
  const options = '-c timezone=UTC';
  const client = new pg.Client({
    connectionString: url,
    application_name: 'souk-migrate',
    options,
    statement_timeout: 0,
  });
  client.on('error', () => undefined); // A lost connection also rejects the query that is running.
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]); // Ends with the session, whatever happens to us.
    await client.query(CREATE_TABLE);
    const upgraded = await upgrade(client, folder, migrations);
    const rows = await followRenames(client, (await client.query<Applied>(READ)).rows, migrations);
    refuseStrange(rows, migrations);
    const known = new Set(rows.map((row) => row.migration_name));
    const pending = migrations.filter(({ name }) => !known.has(name));
    for (const migration of pending) await apply(client, migration);
    return [...upgraded, ...pending.map(({ name }) => name)];
  } finally {
    await client.end();
  }
}

/**
 * Brings a database of the release before the baseline to it, in one transaction, and records the baseline in the place of that
 * release's migrations. Returns the file it ran, or nothing where there is nothing to do. Throws MigrationError for a database of before
 * that release, or of a commit after it.
 */
async function upgrade(client: pg.Client, folder: string, migrations: readonly Migration[]): Promise<string[]> {
  const [baseline] = migrations;
  const path = join(folder, '../upgrades', UPGRADE.file);
  const { rows } = await client.query<Applied>(`${READ} ORDER BY migration_name`);
  if (!baseline || titleOf(baseline.name) !== 'baseline' || rows.length === 0) return [];
  if (rows.some((row) => titleOf(row.migration_name) === 'baseline')) return [];
  const unfinished = rows.find((row) => row.finished_at === null);
  if (unfinished)
    throw new MigrationError(`Migration ${unfinished.migration_name} failed earlier and is not resolved.`);
  if (rows.length !== UPGRADE.count || titleOf(rows.at(-1)?.migration_name ?? '') !== UPGRADE.last) {
    throw new MigrationError(
      `The database is not of version ${UPGRADE.version}, from which alone this version can take it over. Start ${UPGRADE.version} on it once, or begin anew (npm run demo -- --reset).`,
    );
  }
  const record = `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES ('${randomUUID()}', '${baseline.checksum}', '${baseline.name}', now(), 1)`;
  try {
    // One message is one implicit transaction.
    await client.query(`${readFileSync(path, 'utf8')};\nDELETE FROM "_prisma_migrations";\n${record}`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The upgrade ${UPGRADE.file} failed and changed nothing: ${message}`, { cause: error });
  }
  return [UPGRADE.file];
}

/**
 * Checks, without changing anything, that a database has every migration of a folder. Throws MigrationError for one that is
 * missing, and for what `migrate` would refuse.
 */
export async function requireMigrated(url: string, folder: string): Promise<void> {
  const migrations = readMigrations(folder);
  const client = new pg.Client({ connectionString: url, application_name: 'souk-migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows: found } = await client.query(`SELECT 1 FROM pg_tables WHERE tablename = '_prisma_migrations'`);
    const { rows } = found.length > 0 ? await client.query<Applied>(READ) : { rows: [] };
    refuseStrange(rows, migrations);
    const known = new Set(rows.map((row) => row.migration_name));
    const [missing] = migrations.filter(({ name }) => !known.has(name));
    if (missing)
      throw new MigrationError(
        `Migration ${missing.name} is not applied. Start once with MIGRATION_DATABASE_URL, the address of the database's owner.`,
      );
  } finally {
    await client.end();
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'migration.sql')))
    .map(({ name }) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const titleOf = (name: string) => name.replace(/^\d+_/, '');

/** Gives an applied migration the name its folder has now: same title, same content, another date. Returns the rows as they stand then. */
async function followRenames(
  client: pg.Client,
  applied: readonly Applied[],
  migrations: readonly Migration[],
): Promise<Applied[]> {
  const names = new Set(migrations.map(({ name }) => name));
  const followed: Applied[] = [];
  for (const row of applied) {
    const renamed = names.has(row.migration_name)
      ? undefined
      : migrations.find(
          ({ name, checksum }) => titleOf(name) === titleOf(row.migration_name) && checksum === row.checksum,
        );
    if (renamed) await client.query(RENAME, [row.migration_name, renamed.name]);
    followed.push(renamed ? { ...row, migration_name: renamed.name } : row);
  }
  return followed;
}

function refuseStrange(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { migration_name: name, checksum, finished_at } of applied) {
    const migration = byName.get(name);
    if (!finished_at) throw new MigrationError(`Migration ${name} failed earlier and is not resolved.`);
    if (!migration) throw new MigrationError(`The database has migration ${name}, which this version does not know.`);
    if (migration.checksum !== checksum) throw new MigrationError(`Migration ${name} changed after it was applied.`);
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const id = randomUUID();
  await client.query(BEGIN, [id, checksum, name]);
  try {
    // One message is one implicit transaction: all of the file or none of it. What cannot run in a transaction (CREATE INDEX
    // CONCURRENTLY) must be the only statement of its file.
    await client.query(sql);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await client.query(FAIL, [id, message]).catch(() => undefined);
    throw new MigrationError(`Migration ${name} failed: ${message}`, { cause: error });
  }
  await client.query(FINISH, [id]);
}
