import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requireLesserRole } from '#app/server/database-role.server.ts';
import { startPostgres, type RunningPostgres } from '#scripts/database/embedded-postgres.ts';
import { prepareDatabase } from '#scripts/database/prepare-database.ts';

/** Where systems put PostgreSQL, a folder each version. */
const SYSTEM = '/usr/lib/postgresql';
const installed = existsSync(SYSTEM) ? readdirSync(SYSTEM).filter((version) => Number(version) >= 15) : [];
const SERVERS = [
  { name: 'the embedded PostgreSQL', installation: undefined },
  ...installed.map((version) => ({ name: `the system's PostgreSQL ${version}`, installation: join(SYSTEM, version) })),
];
if (installed.length === 0)
  console.warn(`No PostgreSQL stands at ${SYSTEM}: databases are prepared on the embedded one only.`);

describe.each(SERVERS)('$name, whose owner is no superuser', ({ installation }) => {
  let server: RunningPostgres;
  let admin: pg.Client;
  const dir = mkdtempSync(join(tmpdir(), 'souk-server-'));

  /** A database of a managed server: its owner may make roles, and nothing else of a superuser. */
  async function createManaged(owner: string, o: { mayMakeRoles: boolean }) {
    const database = `${owner}_shop`;
    await admin.query(`CREATE ROLE ${owner} LOGIN ${o.mayMakeRoles ? 'CREATEROLE' : ''} PASSWORD 'owner-password'`);
    await admin.query(`GRANT ${owner} TO CURRENT_USER`);
    await admin.query(`CREATE DATABASE ${database} OWNER ${owner}`);
    const urlOf = (user: string, password: string) => {
      const url = new URL(server.url);
      Object.assign(url, { username: user, password, pathname: `/${database}` });
      return url.href;
    };
    return { ownerUrl: urlOf(owner, 'owner-password'), appUrl: urlOf('souk_app', 'app-password'), urlOf };
  }

  async function ask(url: string, statement: string) {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  beforeAll(async () => {
    server = await startPostgres({
      dir,
      database: 'postgres',
      volatile: true,
      ...(installation ? { installation } : {}),
    });
    admin = new pg.Client(server.url);
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  test('prepare: a first start makes it ready, a second one does nothing, and the program signs in without power', async () => {
    const { ownerUrl, appUrl } = await createManaged('merchant', { mayMakeRoles: true });
    expect(await prepareDatabase({ ownerUrl, appUrl })).toContain('20261127120000_baseline');
    expect(await prepareDatabase({ ownerUrl, appUrl })).toEqual([]);
    expect(await prepareDatabase({ ownerUrl: undefined, appUrl })).toEqual([]);
    const sqlAt =
      (url: string) =>
      <Row>(statement: unknown) =>
        ask(url, statement as string) as Promise<Row[]>;
    const sql = sqlAt(appUrl);
    await requireLesserRole({ sql });
    expect(await sql('SELECT count(*)::int AS orders FROM orders')).toEqual([{ orders: 0 }]);
    // Whoever starts as the owner is still told to start as somebody who cannot leave row-level security.
    await expect(requireLesserRole({ sql: sqlAt(ownerUrl) })).rejects.toThrow(
      'DATABASE_URL signs in as merchant, who can switch row-level security off',
    );
  });

  test('prepare: another password of DATABASE_URL is taken over', async () => {
    const { ownerUrl, urlOf } = await createManaged('grocer', { mayMakeRoles: true });
    await admin.query('GRANT souk_app TO grocer WITH ADMIN OPTION');
    const appUrl = urlOf('souk_app', 'another-password');
    await prepareDatabase({ ownerUrl, appUrl });
    expect(await ask(appUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('prepare: rights that a restore lost are named without the owner, and given again with it', async () => {
    const { ownerUrl, appUrl } = await createManaged('baker', { mayMakeRoles: true });
    await admin.query('GRANT souk_app TO baker WITH ADMIN OPTION');
    await prepareDatabase({ ownerUrl, appUrl });
    await ask(
      ownerUrl,
      'REVOKE ALL ON ALL TABLES IN SCHEMA public FROM souk_app; REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM souk_app; GRANT SELECT ON schema_migrations TO souk_app',
    );
    await expect(prepareDatabase({ ownerUrl: undefined, appUrl })).rejects.toThrow(
      /^souk_app may not use \w+ and \d+ others, as after a restore\. Run npm run migrate with MIGRATION_DATABASE_URL/,
    );
    await prepareDatabase({ ownerUrl, appUrl });
    expect(await prepareDatabase({ ownerUrl: undefined, appUrl })).toEqual([]);
  });

  test('prepare: an owner without the right to make roles gets the statement to run, which suffices', async () => {
    const { ownerUrl, urlOf } = await createManaged('tailor', { mayMakeRoles: false });
    const appUrl = urlOf('souk_tailor', 'tailor-password');
    const remedies: string[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const refusal = await prepareDatabase({ ownerUrl, appUrl }).then(
        () => undefined,
        (error: unknown) => (error as Error).message,
      );
      if (refusal === undefined) break;
      expect(refusal).toMatch(/^The owner of the database may not make or change roles\. As somebody who may, run: /);
      const remedy = refusal.split(' run: ')[1]?.replace('<password of DATABASE_URL>', 'tailor-password') ?? '';
      remedies.push(remedy);
      await admin.query(remedy);
    }
    expect(remedies).toEqual([
      'GRANT souk_app TO "tailor" WITH ADMIN OPTION',
      `CREATE ROLE "souk_tailor" LOGIN PASSWORD 'tailor-password'; GRANT souk_app TO "souk_tailor"`,
    ]);
    expect(await prepareDatabase({ ownerUrl: undefined, appUrl })).toEqual([]);
  });
});
