import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { backUp } from '#scripts/database/backup.ts';
import { encodeFrames, readFrames, type Frame } from '#scripts/database/backup-format.ts';
import { prepareDatabase } from '#scripts/database/prepare-database.ts';
import { restore } from '#scripts/database/restore.ts';
import { createOwnDatabase } from '#tests/support/database/database.ts';
import { databaseUrl } from '#tests/support/database/cluster-url.ts';
import { fillAsRelease030 } from '#tests/support/database/release-030.ts';

const NOW = new Date('2026-11-27T03:00:00.000Z');
const dir = mkdtempSync(join(tmpdir(), 'souk-backup-'));
const file = join(dir, 'souk.backup');
const made: string[] = [];
let admin: pg.Client;
let sourceUrl: string;

beforeAll(async () => {
  admin = new pg.Client(inject('clusterUrl'));
  await admin.connect();
  sourceUrl = await createOwnDatabase();
  await withClient(sourceUrl, fillAsRelease030);
  // Its rows were taken table by table, a read notice before its notice.
  await ask(
    sourceUrl,
    'DELETE FROM notice_reads r WHERE NOT EXISTS (SELECT 1 FROM notices n WHERE n.id = r.notice_id)',
  );
  await prepareDatabase({ ownerUrl: sourceUrl, appUrl: appUrlAt(sourceUrl) });
  await backUp({ ownerUrl: sourceUrl, file, now: NOW, encryptionKeys: ['k2', 'k1'] });
});
afterAll(async () => {
  for (const name of made) {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.query(`REASSIGN OWNED BY ${name} TO CURRENT_USER; DROP OWNED BY ${name}; DROP ROLE ${name}`);
  }
  await admin.end();
  rmSync(dir, { recursive: true, force: true });
});

async function withClient<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const ask = (url: string, statement: string) =>
  withClient(url, async (client) => (await client.query<Record<string, unknown>>(statement)).rows);

function appUrlAt(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  Object.assign(url, { username: 'souk_backup_app', password: 'app-password' });
  return url.href;
}

/** An empty database as a managed server gives it: its owner may make roles, and nothing else of a superuser. */
async function createEmpty(title: string): Promise<{ ownerUrl: string; appUrl: string }> {
  const name = `souk_backup_${process.pid}_${title}`;
  made.push(name);
  await admin.query(`CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD 'owner-password'`);
  await admin.query(`GRANT ${name} TO CURRENT_USER; GRANT souk_app, souk_backup_app TO ${name} WITH ADMIN OPTION`);
  await admin.query(`CREATE DATABASE ${name} OWNER ${name}`);
  const url = new URL(databaseUrl(inject('clusterUrl'), name));
  Object.assign(url, { username: name, password: 'owner-password' });
  return { ownerUrl: url.href, appUrl: appUrlAt(url.href) };
}

/** Each table with its number of rows and a hash over all of them, and where each sequence stands. */
function readContents(url: string): Promise<Map<string, string>> {
  return withClient(url, async (client) => {
    await client.query(`SET timezone = 'UTC'`);
    const contents = new Map<string, string>();
    const { rows: tables } = await client.query<{ name: string; columns: string }>(
      `SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attname) AS columns FROM pg_class c
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
         AND NOT (c.relname = 'stores' AND a.attname IN ('on_hold_since', 'on_hold_reason', 'restored_at'))
         AND NOT (c.relname = 'mails' AND a.attname IN ('state', 'error', 'lease', 'locked_until')) GROUP BY 1`,
    );
    for (const { name, columns } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS row FROM (SELECT ${columns} FROM "${name}") t`,
      );
      contents.set(name, rows[0]?.row ?? '');
    }
    const { rows: sequences } = await client.query<{ name: string; at: string }>(
      `SELECT sequencename AS name, coalesce(last_value::text, 'unused') AS at FROM pg_sequences WHERE schemaname = 'public'`,
    );
    for (const { name, at } of sequences) contents.set(`sequence ${name}`, at);
    return contents;
  });
}

/** The constraints, triggers, policies and rights of a schema. */
const readGuards = (url: string) =>
  ask(
    url,
    `SELECT conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS guard FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
     UNION ALL SELECT tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT tablename || ' ' || policyname || ' ' || qual FROM pg_policies
     UNION ALL SELECT table_name || ' ' || privilege_type FROM information_schema.role_table_grants WHERE grantee = 'souk_app' AND table_schema = 'public'
     ORDER BY 1`,
  );

/** A copy of the backup with frames that differ. */
async function writeAltered(name: string, alter: (frame: Frame) => Frame): Promise<string> {
  const altered = join(dir, name);
  async function* frames() {
    for await (const frame of readFrames(file)) yield alter(frame);
  }
  const parts: Buffer[] = [];
  for await (const bytes of Readable.from(encodeFrames(frames()))) parts.push(bytes as Buffer);
  writeFileSync(altered, gzipSync(Buffer.concat(parts)));
  return altered;
}

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was refused',
    (error: unknown) => (error as Error).message,
  );

test('restore: a backup in an empty database of an owner without power has every row, sequence, constraint and right, and all stores are held', async () => {
  const { ownerUrl, appUrl } = await createEmpty('whole');
  const { manifest, stores, broken } = await restore({ ownerUrl, appUrl, file, now: NOW });
  expect(broken).toEqual([]);
  expect(manifest).toMatchObject({ takenAt: NOW.toISOString(), encryptionKeys: ['k2', 'k1'] });
  const restored = await readContents(ownerUrl);
  expect(restored).toEqual(await readContents(sourceUrl));
  expect(restored.get('orders')).toMatch(/^[1-9]/);
  expect(await readGuards(ownerUrl)).toEqual(await readGuards(sourceUrl));
  expect(await ask(ownerUrl, 'SELECT on_hold_since, on_hold_reason, restored_at FROM stores')).toEqual(
    Array.from({ length: stores }, () => ({ on_hold_since: NOW, on_hold_reason: 'restored', restored_at: NOW })),
  );
  // What was queued may have been sent since the backup.
  expect(await ask(ownerUrl, `SELECT id FROM mails WHERE state = 'queued'`)).toEqual([]);
  expect(stores).toBeGreaterThan(0);
  // A start without the owner finds nothing missing.
  expect(await prepareDatabase({ ownerUrl: undefined, appUrl })).toEqual([]);
  expect(await ask(appUrl, 'SELECT count(*)::int AS orders FROM orders')).toEqual([{ orders: 0 }]);
});

test('restore: a database that has tables is refused by their names, and keeps what it has', async () => {
  const before = await readContents(sourceUrl);
  expect(await refusalOf(restore({ ownerUrl: sourceUrl, appUrl: appUrlAt(sourceUrl), file, now: NOW }))).toMatch(
    /^The database is not empty: it has the table \w+ and \d+ others\. Create a new database, and restore into that one\.$/,
  );
  expect(await readContents(sourceUrl)).toEqual(before);
});

test('restore: a file that is damaged, cut short, absent or no backup is refused before anything is made', async () => {
  const { ownerUrl, appUrl } = await createEmpty('damaged');
  const whole = readFileSync(file);
  const content = gunzipSync(whole);
  const write = (name: string, bytes: Buffer) => {
    writeFileSync(join(dir, name), bytes);
    return join(dir, name);
  };
  const flipped = Buffer.from(content);
  // Amid a row: the frames around it stay whole.
  const inRow = content.lastIndexOf('.myshopify.com');
  expect(inRow).toBeGreaterThan(0);
  flipped.writeUInt8(flipped.readUInt8(inRow) ^ 1, inRow);
  const bit = Buffer.from(whole);
  bit.writeUInt8(bit.readUInt8(whole.length >> 1) ^ 0x40, whole.length >> 1);
  for (const [name, bytes, sentence] of [
    ['flipped.backup', gzipSync(flipped), 'is damaged: it does not hold what was written'],
    ['bit.backup', bit, 'is damaged: it does not hold what was written'],
    ['short.backup', whole.subarray(0, whole.length - 20), 'is cut short: it does not have the end'],
    ['ended.backup', gzipSync(content.subarray(0, content.length - 69)), 'is cut short: it does not have the end'],
    ['empty.backup', Buffer.alloc(0), 'is cut short: it does not have the end'],
    ['text.backup', Buffer.from('CREATE TABLE orders ();'), 'is no backup of Souk'],
    ['other.backup', gzipSync(Buffer.from('CREATE TABLE orders ();')), 'is'],
  ] as const) {
    const refused = write(name, bytes);
    expect(await refusalOf(restore({ ownerUrl, appUrl, file: refused, now: NOW }))).toContain(`${refused} ${sentence}`);
  }
  const absent = join(dir, 'absent.backup');
  expect(await refusalOf(restore({ ownerUrl, appUrl, file: absent, now: NOW }))).toBe(`There is no file ${absent}.`);
  expect(await ask(ownerUrl, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
});

test('restore: a backup of a later release, or of another program, is refused by the migration that differs', async () => {
  const { ownerUrl, appUrl } = await createEmpty('release');
  const named = await writeAltered('later.backup', (frame) =>
    frame.kind === 'manifest'
      ? {
          kind: 'manifest',
          manifest: {
            ...frame.manifest,
            release: '9.1.0',
            migrations: [...frame.manifest.migrations, { name: '20990101000000_later', checksum: 'x' }],
          },
        }
      : frame,
  );
  expect(await refusalOf(restore({ ownerUrl, appUrl, file: named, now: NOW }))).toMatch(
    /^The backup is of release 9\.1\.0 and has migration 20990101000000_later, which this release \S+ does not know\. Restore it with release 9\.1\.0\.$/,
  );
  const other = await writeAltered('other-program.backup', (frame) =>
    frame.kind === 'manifest'
      ? {
          kind: 'manifest',
          manifest: {
            ...frame.manifest,
            migrations: frame.manifest.migrations.map((one) => ({ ...one, checksum: 'another' })),
          },
        }
      : frame,
  );
  expect(await refusalOf(restore({ ownerUrl, appUrl, file: other, now: NOW }))).toMatch(
    /^The backup is of another program: its migration 20261127120000_baseline is not the one of this release/,
  );
  expect(await ask(ownerUrl, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
});

test('restore: one that was cut off starts no program, and is restored again to its end', async () => {
  const { ownerUrl, appUrl } = await createEmpty('cut');
  let counts = 0;
  const altered = await writeAltered('counts.backup', (frame) =>
    frame.kind === 'count' && ++counts === 20 ? { kind: 'count', rows: frame.rows + 1 } : frame,
  );
  expect(await refusalOf(restore({ ownerUrl, appUrl, file: altered, now: NOW }))).toMatch(
    /^Of \w+ came \d+ rows where the backup has \d+: nothing was restored\.$/,
  );
  const sentence = 'A restore into this database did not end. Run npm run restore -- <file> again';
  expect(await refusalOf(prepareDatabase({ ownerUrl, appUrl }))).toContain(sentence);
  expect(await refusalOf(prepareDatabase({ ownerUrl: undefined, appUrl: ownerUrl }))).toContain(sentence);
  expect(await refusalOf(backUp({ ownerUrl, file: join(dir, 'cut.backup'), now: NOW, encryptionKeys: [] }))).toBe(
    'A restore of this database did not end: there is nothing to back up.',
  );
  await restore({ ownerUrl, appUrl, file, now: NOW });
  expect(await readContents(ownerUrl)).toEqual(await readContents(sourceUrl));
  expect(await readGuards(ownerUrl)).toEqual(await readGuards(sourceUrl));
});

test('backup: a file that is there stays as it is, and one that cannot be finished leaves nothing', async () => {
  const before = readFileSync(file);
  const again = backUp({ ownerUrl: sourceUrl, file, now: NOW, encryptionKeys: [] });
  expect(await refusalOf(again)).toBe(`${file} is there already: name another file.`);
  expect(readFileSync(file).equals(before)).toBe(true);
  const { ownerUrl } = await createEmpty('none');
  const nowhere = join(dir, 'nowhere.backup');
  expect(await refusalOf(backUp({ ownerUrl, file: nowhere, now: NOW, encryptionKeys: [] }))).toBe(
    'The database at this address is none of Souk.',
  );
  expect([existsSync(nowhere), existsSync(`${nowhere}.partial`)]).toEqual([false, false]);
});
