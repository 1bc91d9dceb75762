import pg from 'pg';
import type * as Runtime from '#app/main/runtime.server.ts';
import { migrate } from './migrate.ts';
import { at } from './paths.ts';

/** Held while a database is made ready, so that of several processes that start at once one does it and the others wait. */
const LOCK = 72_707_370;

/**
 * Makes a database ready for this version as its owner: migrations, the job library's schema and queues, then what SQL
 * alone cannot bring up to date. Returns the names of the migrations that were applied.
 */
export async function prepareDatabase(
  ownerUrl: string,
  runtime: Pick<typeof Runtime, 'prepareJobs' | 'prepareNames'>,
): Promise<string[]> {
  const guard = new pg.Client({ connectionString: ownerUrl, application_name: 'souk-prepare', statement_timeout: 0 });
  guard.on('error', () => undefined);
  await guard.connect();
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const applied = await migrate(ownerUrl, at('prisma/migrations'));
    await runtime.prepareJobs(ownerUrl);
    await runtime.prepareNames(ownerUrl);
    return applied;
  } finally {
    await guard.end();
  }
}

/** The owner's address: MIGRATION_DATABASE_URL where the program itself runs with a lesser role, else DATABASE_URL. */
export function ownerUrlOf(environment: NodeJS.ProcessEnv): string {
  return environment.MIGRATION_DATABASE_URL ?? environment.DATABASE_URL ?? '';
}
