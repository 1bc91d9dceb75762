import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#scripts/database/migrate.ts';
import { ensureRights } from '#scripts/database/program-role.ts';
import { at } from '#scripts/paths.ts';
import { createOwnDatabase } from '#tests/support/database/database.ts';
import { readSchema } from '#tests/support/database/read-schema.ts';
import { fillAsRelease030, release030 } from '#tests/support/database/release-030.ts';

/** A table by its number, which a rename does not change: how many rows it has, and a hash of each column over all of them. */
type Contents = Map<number, { table: string; count: number; columns: Map<number, { name: string; hash: string }> }>;

const MIGRATIONS = at('prisma/migrations');
let owner: pg.Client;
let url: string;
let before: Contents;

async function readContents(): Promise<Contents> {
  const { rows } = await owner.query<{ oid: number; table: string; columns: { attnum: number; name: string }[] }>(
    `SELECT c.oid, c.relname AS table, json_agg(json_build_object('attnum', a.attnum, 'name', a.attname) ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname NOT IN ('_prisma_migrations', 'schema_migrations') GROUP BY 1, 2`,
  );
  const contents: Contents = new Map();
  for (const { oid, table, columns } of rows) {
    const hashes = columns.map(
      ({ attnum, name }) =>
        `md5(coalesce(string_agg("${name}"::text, ',' ORDER BY "${name}"::text), '')) AS c${attnum}`,
    );
    const { rows: found } = await owner.query<Record<string, string>>(
      `SELECT count(*)::int AS count, ${hashes.join(', ')} FROM "${table}"`,
    );
    contents.set(oid, {
      table,
      count: Number(found[0]?.count),
      columns: new Map(columns.map(({ attnum, name }) => [attnum, { name, hash: found[0]?.[`c${attnum}`] ?? '' }])),
    });
  }
  return contents;
}

beforeAll(async () => {
  url = await createOwnDatabase();
  owner = new pg.Client({ connectionString: url, statement_timeout: 0 });
  await owner.connect();
  await fillAsRelease030(owner);
  before = await readContents();
}, 120_000);
afterAll(async () => {
  await owner.end();
});

test('upgrade: a database that is not of 0.3.0 is refused and stays as it is', async () => {
  const newest = release030.migrations.at(-1)?.name ?? '';
  await owner.query(
    `UPDATE "_prisma_migrations" SET migration_name = '20261127000000_later' WHERE migration_name = $1`,
    [newest],
  );
  await expect(migrate(url, MIGRATIONS)).rejects.toThrow('The database is not of version 0.3.0');
  await owner.query(
    `UPDATE "_prisma_migrations" SET migration_name = $1 WHERE migration_name = '20261127000000_later'`,
    [newest],
  );
  expect(await readContents()).toEqual(before);
});

test('upgrade: an upgrade that fails on the way leaves the database of 0.3.0 as it was', async () => {
  await owner.query('CREATE TABLE lapsed_products (id bigint)');
  await expect(migrate(url, MIGRATIONS)).rejects.toThrow('changed nothing');
  await owner.query('DROP TABLE lapsed_products');
  expect(await readContents()).toEqual(before);
});

test('upgrade: every row and column of the demo of 0.3.0 is there after it, and a second run does nothing', async () => {
  // What came after the baseline follows it at once.
  expect((await migrate(url, MIGRATIONS)).at(0)).toBe('from-0.3.0.sql');
  const after = await readContents();
  const differing = [...before].flatMap(([oid, old]) => {
    const now = after.get(oid);
    if (!now) return [`${old.table} is gone`];
    const columns = [...old.columns].filter(([attnum, { hash }]) => now.columns.get(attnum)?.hash !== hash);
    return [
      ...(now.count === old.count ? [] : [`${now.table}: ${now.count - old.count} rows more`]),
      ...columns.map(([attnum, { name }]) => `${now.table}.${now.columns.get(attnum)?.name ?? `${name} is gone`}`),
    ];
  });
  // Jobs of the check of plans, of webhooks by call and of the bulk query that keeps its right are new, of one store. Vendors' orders whose goods all came back before they were sent are a
  // sale and a refund since 0.4.0 (M67): the platform never called them cancelled, and the sums by day follow.
  const jobs = ['id', 'kind', 'key', 'payload', 'due_at', 'store_id', 'attempts', 'version'];
  expect(differing.filter((one) => !one.includes('sales_changes')).sort()).toEqual(
    [
      'scheduled_jobs: 3 rows more',
      ...jobs.map((column) => `scheduled_jobs.${column}`),
      'vendor_orders.cancelled_at',
    ].sort(),
  );
  const { rows } = await owner.query(
    `SELECT count(*)::int AS count FROM vendor_orders v JOIN orders o ON o.store_id = v.store_id AND o.id = v.order_id
     WHERE v.cancelled_at IS DISTINCT FROM o.cancelled_at`,
  );
  expect(rows).toEqual([{ count: 0 }]);
  expect(await migrate(url, MIGRATIONS)).toEqual([]);
});

test('upgrade: the schema after it is that of the baseline', async () => {
  await ensureRights(owner, []);
  const fresh = new pg.Client({ connectionString: await createOwnDatabase() });
  await fresh.connect();
  // Functions that the program brings come after the migrations, in both.
  const isOurs = (line: string) => !/_[0-9a-f]{8}\(/.test(line);
  const baseline = (await readSchema(fresh)).filter(isOurs);
  await fresh.end();
  expect(baseline.length).toBeGreaterThan(2_000);
  expect((await readSchema(owner)).filter(isOurs)).toEqual(baseline);
});
