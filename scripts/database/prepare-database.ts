import { createHash } from 'node:crypto';
import pg from 'pg';
import { migrate, MigrationError, requireMigrated } from '../migrate.ts';
import { at } from '../paths.ts';

/** The role whose rights the program has. The migrations create it, without a way to sign in. */
const APP_ROLE = 'souk_app';
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Makes a database ready for this version: as its owner applies the migrations, and sees to it that the program's own role can
 * sign in at `appUrl`. Without an owner it only checks that no migration waits. Returns the migrations that were applied. Throws
 * MigrationError with a sentence of what to do.
 */
export async function prepareDatabase(o: { ownerUrl: string | undefined; appUrl: string }): Promise<string[]> {
  const folder = at('prisma/migrations');
  if (o.ownerUrl === undefined) {
    await requireMigrated(o.appUrl, folder);
    return [];
  }
  const applied = await migrate(o.ownerUrl, folder);
  await ensureSignIn(o.ownerUrl, o.appUrl);
  return applied;
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
