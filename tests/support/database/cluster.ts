import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '#scripts/database/prepare-database.ts';
import { appUrlOf } from '#scripts/database/program-role.ts';
import { startPostgres } from '#scripts/database/embedded-postgres.ts';
import { at } from '#scripts/paths.ts';
import { isAlive } from '#scripts/process-file.ts';
import { databaseUrl } from './cluster-url.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The owner's address of the cluster, at its database `postgres`. */
    clusterUrl: string;
    /** The migrated database that every worker copies. */
    templateDatabase: string;
  }
}

const PREFIX = 'souk_test_';

/** The databases of test runs, by the process that made them: `souk_test_<pid>_…`. */
async function listRuns(admin: pg.Client): Promise<{ database: string; pid: number }[]> {
  const { rows } = await admin.query<{ datname: string }>(`SELECT datname FROM pg_database WHERE datname LIKE $1`, [
    `${PREFIX}%`,
  ]);
  return rows.map(({ datname }) => ({ database: datname, pid: Number(datname.slice(PREFIX.length).split('_')[0]) }));
}

async function dropDatabases(admin: pg.Client, names: readonly string[]): Promise<void> {
  for (const name of names) await admin.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`);
}

type Cluster = { clusterUrl: string; templateDatabase: string; close(): Promise<void> };
/** Projects of one run share the cluster and the template; each of them calls the setup. */
const HOLDER = Symbol.for('souk.testCluster');
type Holder = { [HOLDER]?: { cluster: Promise<Cluster>; users: number } | undefined };

/**
 * Once a run: one embedded cluster without fsync, shared by runs that happen at the same time, and in it a template
 * database with all migrations. TEST_DATABASE_URL names another cluster instead.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const holder = globalThis as Holder;
  const shared = (holder[HOLDER] ??= { cluster: openCluster(), users: 0 });
  shared.users++;
  const cluster = await shared.cluster;
  project.provide('clusterUrl', cluster.clusterUrl);
  project.provide('templateDatabase', cluster.templateDatabase);
  return async () => {
    shared.users--;
    if (shared.users > 0) return;
    holder[HOLDER] = undefined;
    await cluster.close();
  };
}

async function openCluster(): Promise<Cluster> {
  const own = process.env.TEST_DATABASE_URL;
  const server = own
    ? undefined
    : await startPostgres({ dir: at('.local/test-postgres'), database: 'postgres', volatile: true });
  const clusterUrl = own ?? server?.url ?? '';
  const templateDatabase = `${PREFIX}${process.pid}_template`;
  await asAdmin(clusterUrl, async (admin) => {
    const stale = (await listRuns(admin)).filter(({ pid }) => !isAlive(pid));
    await dropDatabases(admin, [...stale.map(({ database }) => database), templateDatabase]);
    await admin.query(`CREATE DATABASE ${pg.escapeIdentifier(templateDatabase)}`);
  });
  const templateUrl = databaseUrl(clusterUrl, templateDatabase);
  await prepareDatabase({ ownerUrl: templateUrl, appUrl: appUrlOf(templateUrl) });
  const close = () =>
    asAdmin(clusterUrl, async (admin) => {
      const runs = await listRuns(admin);
      const ours = runs.filter(({ pid }) => pid === process.pid);
      await dropDatabases(
        admin,
        ours.map(({ database }) => database),
      );
      return runs.some(({ pid }) => pid !== process.pid && isAlive(pid));
    }).then(async (isShared) => {
      // A run that happens at the same time still needs the cluster; the last one stops it.
      if (!isShared) await server?.stop();
    });
  return { clusterUrl, templateDatabase, close };
}

async function asAdmin<T>(clusterUrl: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client(clusterUrl);
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
