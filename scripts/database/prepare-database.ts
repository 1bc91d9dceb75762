import { createHash } from 'node:crypto';
import pg from 'pg';
import { databaseFunctions } from '#app/main/database-functions.server.ts';
import type { DatabaseFunction } from '#app/server/database-function.server.ts';
import { migrate, MigrationError, requireMigrated } from '../migrate.ts';
import { at } from '../paths.ts';

/** The role whose rights the program has. The migrations create it, without a way to sign in. */
const APP_ROLE = 'souk_app';
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Makes a database ready for this version: as its owner applies the migrations, creates the functions that the program brings with
 * it, and sees to it that the program's own role can sign in at `appUrl`. Without an owner it only checks that nothing waits. Returns the migrations that were applied. Throws
 * MigrationError with a sentence of what to do.
 */
export async function prepareDatabase(o: { ownerUrl: string | undefined; appUrl: string }): Promise<string[]> {
  const folder = at('prisma/migrations');
  if (o.ownerUrl === undefined) {
    await requireMigrated(o.appUrl, folder);
    await requireFunctions(o.appUrl);
    return [];
  }
  const applied = await migrate(o.ownerUrl, folder);
  await createFunctions(o.ownerUrl);
  await ensureSignIn(o.ownerUrl, o.appUrl);
  return applied;
}

/** Creates those of the program's functions that the database does not have yet. Processes that start together take turns. */
async function createFunctions(ownerUrl: string): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    const missing = await listMissing(client);
    if (missing.length === 0) return;
    await client.query('SELECT pg_advisory_lock(hashtext($1))', ['souk-functions']); // Ends with the session.
    for (const { name, sql } of missing) {
      await client.query(
        `${sql}; REVOKE ALL ON FUNCTION ${name} FROM PUBLIC; GRANT EXECUTE ON FUNCTION ${name} TO ${APP_ROLE}`,
      );
    }
  });
}

async function requireFunctions(appUrl: string): Promise<void> {
  const [missing] = await withClient(appUrl, listMissing);
  if (!missing) return;
  throw new MigrationError(
    `The database does not have ${missing.name} yet. Start once with MIGRATION_DATABASE_URL, the address of the database's owner.`,
  );
}

async function listMissing(client: pg.Client): Promise<DatabaseFunction[]> {
  const { rows } = await client.query<{ name: string }>('SELECT proname AS name FROM pg_proc WHERE proname = ANY($1)', [
    databaseFunctions.map(({ name }) => name),
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

/** The address at which the program itself signs in to an owner's database, with a password that only the owner can tell. */
export function appUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  const password = createHash('sha256').update(`${APP_ROLE}:${url.username}:${url.password}`).digest('hex');
  url.username = APP_ROLE;
  url.password = password.slice(0, 40);
  return url.href;
}

async function ensureSignIn(ownerUrl: string, appUrl: string): Promise<void> {
  if (await canSignIn(appUrl)) return;
  const { username, password } = new URL(appUrl);
  const role = pg.escapeIdentifier(decodeURIComponent(username));
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'souk-prepare' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [
      decodeURIComponent(username),
    ]);
    const verb = rowCount === 0 ? 'CREATE' : 'ALTER';
    const secret = pg.escapeLiteral(decodeURIComponent(password));
    await client.query(`${verb} ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD ${secret}`);
    if (decodeURIComponent(username) !== APP_ROLE) await client.query(`GRANT ${APP_ROLE} TO ${role}`);
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new MigrationError(
      `The owner of the database may not create roles. As a superuser run: CREATE ROLE ${role} LOGIN PASSWORD '…'; GRANT ${APP_ROLE} TO ${role};`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

async function canSignIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'souk-prepare' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    // An unknown role, or another password.
    if (['28P01', '28000'].includes((error as { code?: string }).code ?? '')) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
