// A backup of the database as one file, made with nothing but Node and the owner's address.
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BackupError, encodeFrames, FORMAT, type Frame, type Manifest } from './backup-format.ts';
import { listColumns, RELEASE, UNFINISHED_RESTORE, withBackupClient } from './backup-tables.ts';

/** What a backup holds, for whoever took it. */
export type BackupReport = { file: string; tables: number; rows: number; bytes: number };

/**
 * Writes a backup of the database at `ownerUrl` to a file that is not there yet: one moment of all tables, while programs go on. The
 * file gets its name once all of it is on the disk. `encryptionKeys` are the ids of the keys that belong to it. Throws BackupError.
 */
export async function backUp(o: {
  ownerUrl: string;
  file: string;
  now: Date;
  encryptionKeys: readonly string[];
}): Promise<BackupReport> {
  const { file } = o;
  if (await exists(file)) throw new BackupError(`${file} is there already: name another file.`);
  const partial = `${file}.partial`;
  const totals = { tables: 0, rows: 0 };
  try {
    await withBackupClient(o.ownerUrl, async (client) => {
      const frames = countFrames(readDatabase(client, o), totals);
      await writeWhole(partial, frames);
    });
    await rename(partial, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(partial, { force: true });
    throw toRefusal(error, file);
  }
  return { file, ...totals, bytes: (await stat(file)).size };
}

/** All of a database in one snapshot. */
async function* readDatabase(
  client: pg.Client,
  o: { now: Date; encryptionKeys: readonly string[] },
): AsyncGenerator<Frame> {
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const manifest = await readManifest(client, o);
  yield { kind: 'manifest', manifest };
  for (const { name, columns } of manifest.tables) {
    yield { kind: 'table', name };
    const listed = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const rows = client.query(copyTo(`COPY public.${pg.escapeIdentifier(name)} (${listed}) TO STDOUT`));
    for await (const bytes of rows as AsyncIterable<Buffer>) yield { kind: 'rows', bytes };
    yield { kind: 'count', rows: rows.rowCount };
  }
  await client.query('COMMIT');
}

async function readManifest(
  client: pg.Client,
  { now, encryptionKeys }: { now: Date; encryptionKeys: readonly string[] },
): Promise<Manifest> {
  const columns = await listColumns(client);
  if (columns.has(UNFINISHED_RESTORE))
    throw new BackupError('A restore of this database did not end: there is nothing to back up.');
  if (!columns.has('schema_migrations')) throw new BackupError('The database at this address is none of Souk.');
  const migrations = await client.query<Manifest['migrations'][number]>(
    'SELECT name, checksum FROM schema_migrations ORDER BY name',
  );
  // Sequences stand outside of snapshots: read after it began, none is behind an id in it.
  const sequences = await client.query<Manifest['sequences'][number]>(
    `SELECT sequencename AS name, coalesce(last_value, start_value)::text AS value, last_value IS NOT NULL AS "isUsed"
     FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  return {
    format: FORMAT,
    release: RELEASE,
    takenAt: now.toISOString(),
    migrations: migrations.rows,
    tables: [...columns].map(([name, listed]) => ({ name, columns: listed })),
    sequences: sequences.rows,
    encryptionKeys: [...encryptionKeys],
  };
}

async function* countFrames(
  frames: AsyncIterable<Frame>,
  totals: { tables: number; rows: number },
): AsyncGenerator<Frame> {
  for await (const frame of frames) {
    if (frame.kind === 'count') {
      totals.tables++;
      totals.rows += frame.rows;
    }
    yield frame;
  }
}

/** Only its owner may read the file, which holds what people wrote. It is on the disk before it is closed. */
async function writeWhole(file: string, frames: AsyncIterable<Frame>): Promise<void> {
  const written = createWriteStream(file, { mode: 0o600, flush: true });
  await pipeline(Readable.from(encodeFrames(frames)), createGzip(), written);
}

/** The new name is on the disk, too. Some systems sync no folders. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

function toRefusal(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return new BackupError(`The disk of ${file} is full.`);
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EROFS')
    return new BackupError(`${file} cannot be written: see to its folder.`);
  return error;
}
