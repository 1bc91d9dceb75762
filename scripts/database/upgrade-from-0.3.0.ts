// The one way to the baseline from before it, with every process stopped: later releases run beside the one before them.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { MigrationError } from './migration-error.ts';
import { titleOf, type Migration } from './migrations.ts';

/** The release whose databases take this way, and the last of that release's migrations. */
const RELEASE = { version: '0.3.0', last: 'label_package_voids', count: 99 };
const FILE = 'from-0.3.0.sql';

/**
 * Brings a database of the release before the baseline to it, in one transaction, and records the baseline in the place of that
 * release's migrations. Returns the file it ran, or nothing where there is nothing to do. Throws MigrationError for a database of before
 * that release, or of a commit after it.
 */
export async function upgradeFrom030(
  client: pg.Client,
  folder: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  const [baseline] = migrations;
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM "_prisma_migrations"
     WHERE rolled_back_at IS NULL AND finished_at IS NOT NULL ORDER BY migration_name`,
  );
  if (!baseline || titleOf(baseline.name) !== 'baseline' || rows.length === 0) return [];
  if (rows.some(({ name }) => titleOf(name) === 'baseline')) return [];
  if (rows.length !== RELEASE.count || titleOf(rows.at(-1)?.name ?? '') !== RELEASE.last) {
    throw new MigrationError(
      `The database is not of version ${RELEASE.version}, from which alone this version can take it over. Start ${RELEASE.version} on it once, or begin anew (npm run demo -- --reset).`,
    );
  }
  const record = `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES ('${randomUUID()}', '${baseline.checksum}', '${baseline.name}', now(), 1)`;
  const sql = readFileSync(join(folder, '../upgrades', FILE), 'utf8');
  try {
    // One message is one implicit transaction.
    await client.query(`${sql};\nDELETE FROM "_prisma_migrations";\n${record}`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`The upgrade ${FILE} failed and changed nothing: ${message}`, { cause: error });
  }
  return [FILE];
}
