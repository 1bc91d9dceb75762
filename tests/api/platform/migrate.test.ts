import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate, requireMigrated, runBackfills } from '#scripts/database/migrate.ts';
import { createOwnDatabase } from '#tests/support/database/database.ts';
import { waitFor } from '#tests/support/wait.ts';

const SHELVES = '20260101000000_shelves';
const QUICKLY = { lockTimeoutMs: 50, tries: 3, pauseMs: 20 };
let url: string;
let owner: pg.Client;
let folder: string;

const writeMigration = (name: string, sql: string, backfill?: string) => {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'migration.sql'), sql);
  if (backfill !== undefined) writeFileSync(join(folder, name, 'backfill.sql'), backfill);
};
/** What the release before knows of the same migrations. */
const forget = (name: string) => rmSync(join(folder, name), { recursive: true });
const count = async (from: string) =>
  (await owner.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`)).rows[0]?.n;

beforeAll(async () => {
  url = await createOwnDatabase();
  owner = new pg.Client({ connectionString: url });
  await owner.connect();
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'souk-migrations-'));
  await owner.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  writeMigration(SHELVES, 'CREATE TABLE shelves (id bigint, label text)');
  expect(await migrate(url, folder)).toEqual([SHELVES]);
  return () => rmSync(folder, { recursive: true, force: true });
});
afterAll(() => owner.end());

test('migrate: what is applied is not applied again, and one that changed since is refused by its name', async () => {
  expect(await migrate(url, folder)).toEqual([]);
  writeMigration(SHELVES, 'CREATE TABLE other_shelves (id bigint)');
  await expect(migrate(url, folder)).rejects.toThrow(`Migration ${SHELVES} changed after it was applied.`);
});

test('migrate: one that fails in the middle leaves nothing, and runs once it is corrected', async () => {
  writeMigration('20260102000000_boxes', 'CREATE TABLE boxes (id bigint); SELECT 1/0');
  await expect(migrate(url, folder)).rejects.toThrow(
    'Migration 20260102000000_boxes failed: division by zero. Nothing of it was done. Correct what the database says, then run npm run migrate again.',
  );
  writeMigration('20260102000000_boxes', 'CREATE TABLE boxes (id bigint)');
  expect(await migrate(url, folder)).toEqual(['20260102000000_boxes']);
});

test('migrate: what an older program noted before it began, and never ended, is applied', async () => {
  await owner.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name) VALUES ('1', 'x', '20260102000000_boxes')`,
  );
  writeMigration('20260102000000_boxes', 'CREATE TABLE boxes (id bigint)');
  expect(await migrate(url, folder)).toEqual(['20260102000000_boxes']);
});

test('migrate: a session that is ended in the middle leaves nothing, and the next start applies it', async () => {
  writeMigration('20260102000000_boxes', 'CREATE TABLE boxes (id bigint); SELECT pg_sleep(30)');
  const started = migrate(url, folder).catch((error: unknown) => error);
  await waitFor('the migration does not run', async () => {
    const { rowCount } = await owner.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'souk-migrate' AND query LIKE '%pg_sleep%' AND state = 'active' AND datname = current_database()`,
    );
    return (rowCount ?? 0) > 0;
  });
  expect(await started).toBeInstanceOf(Error);
  writeMigration('20260102000000_boxes', 'CREATE TABLE boxes (id bigint)');
  expect(await migrate(url, folder)).toEqual(['20260102000000_boxes']);
});

test('migrate: a table that a dump holds is waited for in short tries, so that readers wait for moments only', async () => {
  const dump = new pg.Client({ connectionString: url, application_name: 'pg_dump' });
  await dump.connect();
  await dump.query('BEGIN; LOCK TABLE shelves IN ACCESS SHARE MODE; SELECT pg_sleep(1.1)');
  writeMigration('20260102000000_width', 'ALTER TABLE shelves ADD COLUMN width int');
  await expect(migrate(url, folder, QUICKLY)).rejects.toThrow(
    /It needs tables that others hold: pg_dump \(process \d+/,
  );
  const waiting = migrate(url, folder, { ...QUICKLY, tries: 200 });
  // The dump does not end before these were answered.
  for (let read = 0; read < 20; read++) await owner.query('SELECT * FROM shelves');
  await dump.query('COMMIT');
  expect(await waiting).toEqual(['20260102000000_width']);
  await dump.end();
});

test('migrate: a deadlock that it loses is tried again', async () => {
  await owner.query('CREATE TABLE boxes (id bigint)');
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  await owner.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET deadlock_timeout = '20ms'`);
  await other.query('BEGIN; LOCK TABLE boxes IN ROW EXCLUSIVE MODE');
  writeMigration(
    '20260102000000_both',
    'ALTER TABLE shelves ADD COLUMN width int; ALTER TABLE boxes ADD COLUMN width int',
  );
  const migrating = migrate(url, folder, { ...QUICKLY, lockTimeoutMs: 5_000, tries: 20 });
  await waitFor('the migration does not wait', async () => {
    const { rowCount } = await owner.query(
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'souk-migrate' AND wait_event_type = 'Lock' AND datname = current_database()`,
    );
    return (rowCount ?? 0) > 0;
  });
  // It wants what we hold, and we what it holds: whoever loses, it ends applied.
  await other.query('LOCK TABLE shelves IN ROW EXCLUSIVE MODE').catch(() => undefined);
  await other.query('ROLLBACK');
  await other.end();
  expect(await migrating).toEqual(['20260102000000_both']);
  await owner.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} RESET deadlock_timeout`);
});

test('migrate: the release before starts beside a later migration and says so', async () => {
  writeMigration('20260102000000_width', 'ALTER TABLE shelves ADD COLUMN width int');
  await migrate(url, folder);
  forget('20260102000000_width');
  const said: string[] = [];
  await requireMigrated(url, folder, (line) => said.push(line));
  expect(await migrate(url, folder, { say: (line) => said.push(line) })).toEqual([]);
  expect(said).toEqual([
    'The database has migration 20260102000000_width of a later release; this one runs beside it.',
    'The database has migration 20260102000000_width of a later release; this one runs beside it.',
  ]);
});

test('migrate: a release that does not know what a contraction asks for is refused, the one that does starts', async () => {
  writeMigration('20260102000000_name', 'ALTER TABLE shelves ADD COLUMN name text');
  writeMigration('20260103000000_no_label', '-- contract: 20260102000000_name\nALTER TABLE shelves DROP COLUMN label');
  await migrate(url, folder);
  forget('20260103000000_no_label');
  await requireMigrated(url, folder, () => undefined);
  forget('20260102000000_name');
  await expect(requireMigrated(url, folder, () => undefined)).rejects.toThrow(
    'The database took away by 20260103000000_no_label what this release uses: start a release that knows 20260102000000_name',
  );
});

test('migrate: a migration of another line of releases, older than the newest known, is refused', async () => {
  writeMigration('20260102000000_width', 'ALTER TABLE shelves ADD COLUMN width int');
  await migrate(url, folder);
  forget('20260102000000_width');
  writeMigration('20260103000000_height', 'ALTER TABLE shelves ADD COLUMN height int');
  await expect(migrate(url, folder)).rejects.toThrow(
    'The database has migration 20260102000000_width, which this release does not know',
  );
});

test('migrate: processes that start together build an index beside running programs once', async () => {
  await owner.query('INSERT INTO shelves SELECT generate_series(1, 100000)');
  writeMigration('20260102000000_index', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS shelves_id ON shelves (id)');
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(url, folder, QUICKLY)));
  expect(applied.flat()).toEqual(['20260102000000_index']);
});

test('migrate: an index whose building beside running programs was cut off is built again', async () => {
  await owner.query('INSERT INTO shelves VALUES (1), (1)');
  const sql = 'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS shelves_id ON shelves (id)';
  writeMigration('20260102000000_index', sql);
  await expect(migrate(url, folder)).rejects.toThrow('could not create unique index');
  expect(await count(`pg_index WHERE NOT indisvalid AND indexrelid = 'shelves_id'::regclass`)).toBe(1);
  await owner.query('DELETE FROM shelves');
  expect(await migrate(url, folder)).toEqual(['20260102000000_index']);
  expect(await count(`pg_index WHERE indisvalid AND indexrelid = 'shelves_id'::regclass`)).toBe(1);
});

const FILL =
  'UPDATE shelves SET width = 7 WHERE ctid = ANY(ARRAY(SELECT ctid FROM shelves WHERE width IS NULL LIMIT 10))';

test('backfill: rows are filled in batches of their own after the migration, once', async () => {
  await owner.query('INSERT INTO shelves SELECT generate_series(1, 25)');
  writeMigration('20260102000000_width', 'ALTER TABLE shelves ADD COLUMN width int', FILL);
  await migrate(url, folder);
  expect(await count('shelves WHERE width IS NULL')).toBe(25);
  expect(await runBackfills(url, folder)).toEqual(['20260102000000_width']);
  expect(await count('shelves WHERE width = 7')).toBe(25);
  expect(await count('(SELECT DISTINCT xmin::text FROM shelves) AS batches')).toBe(3);
  expect(await runBackfills(url, folder)).toEqual([]);
});

test('backfill: a contraction fills to the end before it takes away', async () => {
  await owner.query('INSERT INTO shelves SELECT generate_series(1, 25)');
  writeMigration('20260102000000_width', 'ALTER TABLE shelves ADD COLUMN width int', FILL);
  writeMigration('20260103000000_no_label', '-- contract: 20260102000000_width\nALTER TABLE shelves DROP COLUMN label');
  await migrate(url, folder);
  expect(await count('shelves WHERE width = 7')).toBe(25);
});
