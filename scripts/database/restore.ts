// Puts a backup into an empty database, as its owner and without a superuser's rights.
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { finished } from 'node:stream/promises';
import { once } from 'node:events';
import { at } from '../paths.ts';
import { BackupError, readFrames, type Frame, type Manifest } from './backup-format.ts';
import { listColumns, RELEASE, UNFINISHED_RESTORE, withBackupClient } from './backup-tables.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import { prepareDatabase } from './prepare-database.ts';
import { ensureRole } from './program-role.ts';

/** What a restore did, for whoever asked for it. */
export type RestoreReport = Loaded & { manifest: Manifest; applied: string[] };

/**
 * Restores a backup into the empty database at `ownerUrl`, brings it to this release and holds every store. All rows come in one
 * transaction: a restore that is cut off leaves a database that no program starts on, and can be begun again. Throws BackupError
 * for a file or a database that it does not take, before it changes anything.
 */
export async function restore(o: {
  ownerUrl: string;
  appUrl: string;
  file: string;
  now: Date;
  folder?: string;
}): Promise<RestoreReport> {
  const folder = o.folder ?? at('prisma/migrations');
  const manifest = await checkFile(o.file);
  requireKnown(manifest, folder);
  await withBackupClient(o.ownerUrl, async (client) => {
    await requireEmpty(client, manifest);
    await ensureRole(client);
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${UNFINISHED_RESTORE} (began_at timestamptz NOT NULL DEFAULT now(), file text NOT NULL)`,
    );
    await client.query(`INSERT INTO ${UNFINISHED_RESTORE} (file) VALUES ($1)`, [o.file]);
  });
  await migrate(o.ownerUrl, folder, { only: new Set(manifest.migrations.map(({ name }) => name)) });
  const loaded = await withBackupClient(o.ownerUrl, (client) => load(client, o, manifest));
  const applied = await prepareDatabase(o);
  // A backup of an older release had no column for it until now.
  await withBackupClient(o.ownerUrl, async (client) => {
    await client.query('UPDATE stores SET restored_at = $1', [o.now]);
    // Numbers of transactions are of the server that the rows came from.
    await client.query('UPDATE vendor_orders SET changed_in = 0 WHERE changed_in <> 0');
  });
  return { manifest, ...loaded, applied };
}

/** Reads the whole file once, so that nothing is begun with one that is cut short or damaged. */
async function checkFile(file: string): Promise<Manifest> {
  let manifest: Manifest | undefined;
  for await (const frame of readFrames(file)) if (frame.kind === 'manifest') ({ manifest } = frame);
  if (!manifest) throw new BackupError(`${file} is no backup of Souk.`);
  return manifest;
}

function requireKnown({ release, migrations }: Manifest, folder: string): void {
  const known = new Map(readMigrations(folder).map(({ name, checksum }) => [name, checksum]));
  for (const { name, checksum } of migrations) {
    const ours = known.get(name);
    if (ours === undefined)
      throw new BackupError(
        `The backup is of release ${release} and has migration ${name}, which this release ${RELEASE} does not know. Restore it with release ${release}.`,
      );
    if (ours !== checksum)
      throw new BackupError(
        `The backup is of another program: its migration ${name} is not the one of this release ${RELEASE}.`,
      );
  }
}

/** A database that a restore began to fill is taken as long as nothing but its own beginning is there. */
async function requireEmpty(client: pg.Client, manifest: Manifest): Promise<void> {
  const tables = await listColumns(client);
  if (!tables.has(UNFINISHED_RESTORE)) {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
         AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
       ORDER BY 1`,
    );
    const [first, ...more] = rows.map(({ name }) => name);
    if (first === undefined) return;
    const others = more.length > 0 ? ` and ${more.length} others` : '';
    throw new BackupError(
      `The database is not empty: it has the table ${first}${others}. Create a new database, and restore into that one.`,
    );
  }
  if (!tables.has('schema_migrations')) return;
  const named = new Set(manifest.migrations.map(({ name }) => name));
  const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name');
  const strange = rows.find(({ name }) => !named.has(name));
  if (strange)
    throw new BackupError(
      `A restore of another backup began here: migration ${strange.name} is applied, which this backup does not have. Create a new database, and restore into that one.`,
    );
}

/** `broken`: foreign keys that rows of the backup do not meet. */
type Loaded = { rows: number; stores: number; broken: string[] };

const FOREIGN_KEY_VIOLATION = '23503';

type ForeignKey = { table: string; name: string; definition: string };

/** Fills the tables in one transaction, and holds every store in it. */
async function load(client: pg.Client, o: { file: string; now: Date }, manifest: Manifest): Promise<Loaded> {
  const tables = await requireTables(client, manifest);
  const named = tables.map((name) => `public.${pg.escapeIdentifier(name)}`);
  await client.query('BEGIN');
  const { rows: foreignKeys } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`,
  );
  for (const { table, name } of foreignKeys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  // Nothing reacts: the rows come as they were, with what reacted to them then.
  for (const table of named) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${named.join(', ')}`);
  const rows = await copyRows(client, o.file, manifest);
  for (const table of named) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  const broken: string[] = [];
  for (const key of foreignKeys) if (!(await addForeignKey(client, key))) broken.push(`${key.table}.${key.name}`);
  for (const { name, value, isUsed } of manifest.sequences)
    await client.query('SELECT setval(quote_ident($1)::regclass, $2, $3)', [name, value, isUsed]);
  const { rowCount: stores } = await client.query(HOLD_STORES, [o.now]);
  await client.query(HOLD_BACK_MAILS);
  await client.query(`DROP TABLE ${UNFINISHED_RESTORE}`);
  await client.query('COMMIT');
  await client.query('ANALYZE');
  return { rows, stores: stores ?? 0, broken };
}

/** False where rows do not meet it: they came as they were, and it holds for those of later. */
async function addForeignKey(client: pg.Client, { table, name, definition }: ForeignKey): Promise<boolean> {
  await client.query('SAVEPOINT foreign_key');
  try {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY_VIOLATION) throw error;
    await client.query('ROLLBACK TO SAVEPOINT foreign_key');
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition} NOT VALID`);
    return false;
  } finally {
    await client.query('RELEASE SAVEPOINT foreign_key');
  }
}

/**
 * What left since the backup is unknown now, on a new machine, too, where the files with their marker are lost. A hold of before
 * begins anew: what was queued in it before the backup may have left since.
 */
const HOLD_STORES = `UPDATE stores SET on_hold_since = $1, on_hold_reason = coalesce(on_hold_reason, 'restored')`;

/** As the program holds them back where it notices a restore by itself: a person sends again what was not sent. */
const HOLD_BACK_MAILS = `UPDATE mails SET state = 'failed', error = 'before_restore', lease = NULL, locked_until = NULL WHERE state = 'queued'`;

async function requireTables(client: pg.Client, manifest: Manifest): Promise<string[]> {
  const ours = await listColumns(client);
  for (const { name, columns } of manifest.tables) {
    const missing = columns.find((column) => !ours.get(name)?.includes(column));
    if (missing !== undefined)
      throw new BackupError(
        `The backup has the column ${name}.${missing}, which the migrations that it names do not make.`,
      );
  }
  return manifest.tables.map(({ name }) => name);
}

async function copyRows(client: pg.Client, file: string, manifest: Manifest): Promise<number> {
  const columns = new Map(manifest.tables.map((table) => [table.name, table.columns]));
  let total = 0;
  let table: Loading | undefined;
  for await (const frame of readFrames(file)) {
    if (frame.kind === 'table') table = beginTable(client, frame.name, columns.get(frame.name) ?? []);
    if (frame.kind === 'rows') await writeRows(table, frame.bytes);
    if (frame.kind === 'count') total += await endTable(table, frame);
  }
  return total;
}

type Loading = { name: string; rows: ReturnType<typeof copyFrom>; done: Promise<void> };

function beginTable(client: pg.Client, name: string, columns: readonly string[]): Loading {
  const listed = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  const rows = client.query(copyFrom(`COPY public.${pg.escapeIdentifier(name)} (${listed}) FROM STDIN`));
  const done = finished(rows);
  done.catch(() => undefined); // Whoever writes or ends it sees the refusal.
  return { name, rows, done };
}

async function writeRows(table: Loading | undefined, bytes: Buffer): Promise<void> {
  if (!table) throw new BackupError('The backup has rows outside of a table.');
  if (!table.rows.write(bytes)) await Promise.race([once(table.rows, 'drain'), table.done]);
}

async function endTable(table: Loading | undefined, { rows }: Extract<Frame, { kind: 'count' }>): Promise<number> {
  if (!table) throw new BackupError('The backup has a count outside of a table.');
  table.rows.end();
  await table.done;
  if (table.rows.rowCount !== rows)
    throw new BackupError(
      `Of ${table.name} came ${table.rows.rowCount} rows where the backup has ${rows}: nothing was restored.`,
    );
  return rows;
}
