import { execFileSync } from 'node:child_process';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '@prisma/client';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import { seedDemo, turnBackClock } from '#scripts/demo/demo-seed.ts';
import { at } from '#scripts/paths.ts';
import { dumpEndState, tellDifferences } from '#tests/support/database/end-state.ts';
import { noteCount } from '#tests/support/scale.ts';
import { NEXT_RELEASES, OLD_NAME } from './next-releases.ts';
import { RELEASE_BEFORE } from './release-before.ts';
import { buildReleaseTree, type ReleaseTree } from './release-tree.ts';
import { inviteAdmin, openRollingSite, type PassedDelivery, type RollingSite } from './rolling-site.ts';
import { startLoad, type SiteLoad } from './site-load.ts';
import { expectNothingOpen, untilHandled, withOwner } from './site-state.ts';

const SIDE_BY_SIDE_MS = Number(process.env.UPGRADE_SECONDS ?? 120) * 1000;
const BETWEEN_MS = 10_000;
const DUMP_MS = 15_000;
const KILLS = 10;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Which commit is rolled out, where it is not the newest. */
const head =
  process.env.UPGRADE_COMMIT ?? execFileSync('git', ['rev-parse', 'HEAD'], { cwd: at(), encoding: 'utf8' }).trim();
let site: RollingSite;
let load: SiteLoad;
let vendors: string[];

/** The releases in the order in which they are rolled out, each built when it is first needed. */
const RELEASES = {
  before: RELEASE_BEFORE,
  current: { name: 'current', commit: head },
  expanded: { name: 'expanded', commit: head, changes: NEXT_RELEASES.expanded },
  renamed: { name: 'renamed', commit: head, changes: NEXT_RELEASES.renamed, gone: OLD_NAME },
  contracted: { name: 'contracted', commit: head, changes: NEXT_RELEASES.contracted, gone: OLD_NAME },
} as const;
const treeOf = (name: keyof typeof RELEASES): ReleaseTree => buildReleaseTree(RELEASES[name]);

beforeAll(async () => {
  site = await openRollingSite();
  await turnBackClock(site.addresses);
  const web = await site.start(treeOf('before'), 'web');
  const worker = await site.start(treeOf('before'), 'worker');
  vendors = (await seedDemo(site.addresses, { small: true, inviteAdmin: () => inviteAdmin(site, treeOf('before')) }))
    .vendors;
  await site.stop(web);
  await site.stop(worker);
}, 600_000);
afterAll(() => site.close(), 60_000);

/** A dump that somebody takes meanwhile: it reads every table in one transaction. */
async function holdAsDump(): Promise<void> {
  const dump = new pg.Client({ connectionString: site.ownerUrl, application_name: 'pg_dump' });
  await dump.connect();
  const { rows } = await dump.query<{ name: string }>(
    `SELECT format('%I', relname) AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  await dump.query(`BEGIN; LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN ACCESS SHARE MODE`);
  await pause(DUMP_MS);
  await dump.query('COMMIT');
  await dump.end();
}

const drain = () => site.client.control('POST', '/drain', {});
const createCopy = async (name: string) => {
  const admin = new pg.Client(Object.assign(new URL(site.ownerUrl), { pathname: '/postgres' }).href);
  await admin.connect();
  await admin
    .query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'souk' AND usename = 'souk_app'`)
    .catch(() => undefined);
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${name} TEMPLATE souk`);
  await admin.end();
  return Object.assign(new URL(site.ownerUrl), { pathname: `/${name}` }).href;
};

/** Kills the migration of the next release in the middle so often, each time a little later, on copies; each then is applied. */
async function killMigrations(next: ReleaseTree): Promise<void> {
  const name = `killed_${next.name.replace(/\W/g, '_')}`;
  let url = await createCopy(name);
  for (let kills = 0, attempts = 0; kills < KILLS; attempts++) {
    expect(attempts, 'migrations that ended before they were killed').toBeLessThan(KILLS * 5);
    const code = await site.migrate(next, { databaseUrl: url, killAfterMs: (attempts % KILLS) * 6 });
    if (code === null) {
      kills++;
      noteCount('migrations killed', 1);
    } else {
      url = await createCopy(name);
    }
  }
  expect(await site.migrate(next, { databaseUrl: url })).toBe(0);
}

type RolloutReport = { from: string; to: string; requests: number; orders: number; failed: string[] };

/**
 * Rolls a release out over the one before it under load: side by side, taken back, rolled out again. What the platform told meanwhile is
 * then told to the newer release alone, on a copy of the data of before: every row has to be the same.
 */
async function rollOut(from: ReleaseTree, to: ReleaseTree): Promise<RolloutReport> {
  const copyUrl = await createCopy(`calm_${to.name.replace(/\W/g, '_')}`);
  await killMigrations(to);
  const old = { web: await site.start(from, 'web'), worker: await site.start(from, 'worker') };
  const deliveredBefore = site.deliveries.length;
  load = await startLoad(site, vendors);
  await pause(BETWEEN_MS);
  const dump = holdAsDump();
  let [web, worker] = await Promise.all([site.start(to, 'web'), site.start(to, 'worker')]);
  await pause(SIDE_BY_SIDE_MS);
  await dump;
  // Taken back: the newer one goes, the older one falls over and starts again.
  await Promise.all([site.stop(web), site.stop(worker)]);
  await Promise.all([
    site.stop(old.worker),
    site
      .start(from, 'web')
      .then((again) => ({ again, gone: site.stop(old.web) }))
      .then(async ({ again, gone }) => {
        await gone;
        old.web = again;
      }),
  ]);
  old.worker = await site.start(from, 'worker');
  await pause(BETWEEN_MS);
  [web, worker] = await Promise.all([site.start(to, 'web'), site.start(to, 'worker')]);
  await Promise.all([site.stop(old.web), site.stop(old.worker)]);
  await pause(BETWEEN_MS);
  await load.stop();
  await drain();
  await drain();
  const result = {
    from: from.name,
    to: to.name,
    requests: load.counts.requests,
    orders: load.counts.orders,
    failed: load.failed,
  };
  await untilHandled(site.ownerUrl);
  await expectMailsOnce();
  await expectNothingOpen(site.ownerUrl);
  await Promise.all([site.stop(web), site.stop(worker)]);
  await expectSameRows(to, copyUrl, site.deliveries.slice(deliveredBefore));
  return result;
}

/** Nobody got the same mail twice: as many were caught as were sent, each with a text of its own. */
async function expectMailsOnce(): Promise<void> {
  const mails = await site.client.control<{ to: string[] | string; subject: string; text: string }[]>(
    'GET',
    '/mail?limit=10000',
  );
  const keys = mails.map(({ to, subject, text }) => JSON.stringify([to, subject, text]));
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
  expect(twice.map((key) => key.slice(0, 200))).toEqual([]);
  noteCount('mails', mails.length);
}

/** Tells a newer release alone, on a copy of before, what was told, and compares. */
async function expectSameRows(to: ReleaseTree, copyUrl: string, passed: readonly PassedDelivery[]): Promise<void> {
  await site.migrate(to, { databaseUrl: copyUrl });
  const quiet = {
    DATABASE_URL: site.environmentOf(copyUrl, 1).DATABASE_URL ?? '',
    MIGRATION_DATABASE_URL: copyUrl,
    SMTP_URL: 'smtp://127.0.0.1:9',
    // With the storage of the store that goes on, a copy would pass on its marker of restores, and the store would stand still.
    S3_BUCKET: `calm-${to.name.replace(/\W/g, '-')}`,
  };
  const web = await site.start(to, 'web', { env: quiet });
  const worker = await site.start(to, 'worker', { env: quiet });
  for (const { headers, body } of passed) {
    const { host: _host, 'content-length': _length, connection: _connection, ...rest } = headers;
    const answer = await fetch(`http://127.0.0.1:${web.port}/webhooks`, {
      method: 'POST',
      headers: rest,
      body: new Uint8Array(body),
    });
    expect(answer.status).toBe(200);
  }
  await untilHandled(copyUrl);
  await Promise.all([site.stop(web), site.stop(worker)]);
  const [calm, rolled] = [await dumpRows(copyUrl), await dumpRows(site.ownerUrl)];
  noteCount('rows compared', calm.length);
  expect(calm.length).toBeGreaterThan(500);
  expect(tellDifferences(calm, rolled)).toEqual([]);
}

/** What business means by the state; mails are looked at apart, and the names of columns are those of this release. */
async function dumpRows(url: string): Promise<string[]> {
  const db = new PrismaClient({ adapter: new PrismaPg({ connectionString: url, options: '-c timezone=UTC' }) });
  const { rowCount } = await withOwner(url, (owner) =>
    owner.query(
      `SELECT 1 FROM pg_attribute WHERE attrelid = 'vendor_orders'::regclass AND attname = 'item_count' AND NOT attisdropped`,
    ),
  );
  // The made-up contraction took the old name away: read the new one by it.
  if (!rowCount)
    await withOwner(url, (owner) => owner.query('ALTER TABLE vendor_orders RENAME COLUMN unit_count TO item_count'));
  try {
    return (await dumpEndState(db)).filter((line) => !/^(mails|exceptions) /.test(line));
  } finally {
    if (!rowCount)
      await withOwner(url, (owner) => owner.query('ALTER TABLE vendor_orders RENAME COLUMN item_count TO unit_count'));
    await db.$disconnect();
  }
}

const PAIRS = [
  ['before', 'current'],
  ['current', 'expanded'],
  ['expanded', 'renamed'],
  ['renamed', 'contracted'],
] as const;

test.each(PAIRS)(
  'upgrade: %s to %s under load, side by side, taken back and rolled out again, fails no request and changes no row',
  async (from, to) => {
    const report = await rollOut(treeOf(from), treeOf(to));
    noteCount(`requests ${from} to ${to}`, report.requests);
    noteCount(`orders ${from} to ${to}`, report.orders);
    for (const failure of report.failed) noteCount(`failed ${from} to ${to}: ${failure}`, 1);
    expect(report.failed).toEqual([]);
  },
  HOUR_MS,
);

test('upgrade: rows that were there before are filled, and a release that knows the old name only is refused', async () => {
  await withOwner(site.ownerUrl, async (owner) => {
    const { rows } = await owner.query(
      `SELECT count(*) FILTER (WHERE unit_count IS NULL OR size_class IS DISTINCT FROM CASE WHEN unit_count > 3 THEN 'many' ELSE 'few' END)::int AS wrong,
         count(*) > 100 AS "hasSome" FROM vendor_orders`,
    );
    expect(rows).toEqual([{ wrong: 0, hasSome: true }]);
  });
  await expect(site.migrate(treeOf('expanded'))).rejects.toThrow(
    'The database took away by 20990103000003_no_item_count what this release uses',
  );
});
