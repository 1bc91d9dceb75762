import pg from 'pg';
import { databaseFunctions } from '#app/main/database-functions.server.ts';
import type { DatabaseFunction } from '#app/server/database-function.server.ts';
import { at } from '../paths.ts';
import { UNFINISHED_RESTORE } from './backup-tables.ts';
import { migrate, requireMigrated, runBackfills } from './migrate.ts';
import { MigrationError } from './migration-error.ts';
import { APP_ROLE, ensureRights, ensureRole, ensureSignIn, listMissingRights } from './program-role.ts';

const MIGRATIONS = at('prisma/migrations');
/** The functions that the program brings with it. */
export const FUNCTION_NAMES = databaseFunctions.map(({ name }) => name);

/**
 * Makes a database ready for this version: as its owner applies the migrations, creates the functions that the program brings with
 * it, and sees to it that the program's own role has its rights and can sign in at `appUrl`. Without an owner it only checks that
 * nothing is missing. Returns the migrations that were applied. Throws MigrationError with a sentence of what to do.
 */
export async function prepareDatabase(o: { ownerUrl: string | undefined; appUrl: string }): Promise<string[]> {
  await withClient(o.ownerUrl ?? o.appUrl, requireWhole);
  if (o.ownerUrl === undefined) {
    await requireMigrated(o.appUrl, MIGRATIONS);
    await withClient(o.appUrl, requireReady);
    return [];
  }
  await withClient(o.ownerUrl, (owner) => inTurn(owner, () => ensureRole(owner)));
  const applied = await migrate(o.ownerUrl, MIGRATIONS);
  await withClient(o.ownerUrl, (owner) =>
    inTurn(owner, async () => {
      await createFunctions(owner);
      await ensureRights(owner, FUNCTION_NAMES);
      await ensureSignIn(owner, o.appUrl);
    }),
  );
  return applied;
}

/** A restore that was cut off leaves tables without rows, which a program would take for a new installation. */
async function requireWhole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isUnfinished: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS "isUnfinished"',
    [`public.${UNFINISHED_RESTORE}`],
  );
  if (rows[0]?.isUnfinished !== true) return;
  throw new MigrationError(
    'A restore into this database did not end. Run npm run restore -- <file> again with MIGRATION_DATABASE_URL; it begins anew.',
  );
}

/** Fills what applied migrations left to be filled, as the database's owner. */
export async function runWaitingBackfills(ownerUrl: string): Promise<void> {
  for (const name of await runBackfills(ownerUrl, MIGRATIONS)) console.log(`What ${name} left is filled.`);
}

/** Processes that start together take turns. */
async function inTurn(owner: pg.Client, work: () => Promise<void>): Promise<void> {
  await owner.query('SELECT pg_advisory_lock(hashtext($1))', ['souk-prepare']); // Ends with the session.
  await work();
}

/** Creates those of the program's functions that the database does not have yet. */
async function createFunctions(owner: pg.Client): Promise<void> {
  for (const { name, sql } of await listMissing(owner)) {
    await owner.query(
      `${sql}; REVOKE ALL ON FUNCTION ${name} FROM PUBLIC; GRANT EXECUTE ON FUNCTION ${name} TO ${APP_ROLE}`,
    );
  }
}

async function requireReady(client: pg.Client): Promise<void> {
  const remedy = `Run npm run migrate with MIGRATION_DATABASE_URL, the address of the database's owner.`;
  const [missing] = await listMissing(client);
  if (missing) throw new MigrationError(`The database does not have ${missing.name} yet. ${remedy}`);
  const [forbidden, ...more] = await listMissingRights(client, FUNCTION_NAMES);
  if (forbidden === undefined) return;
  throw new MigrationError(
    `${APP_ROLE} may not use ${forbidden}${more.length > 0 ? ` and ${more.length} others` : ''}, as after a restore. ${remedy}`,
  );
}

async function listMissing(client: pg.Client): Promise<DatabaseFunction[]> {
  const { rows } = await client.query<{ name: string }>('SELECT proname AS name FROM pg_proc WHERE proname = ANY($1)', [
    FUNCTION_NAMES,
  ]);
  const found = new Set(rows.map(({ name }) => name));
  return databaseFunctions.filter(({ name }) => !found.has(name));
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'souk-prepare' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
