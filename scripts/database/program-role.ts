// The role that the program runs as: that it exists, what it may do, and that it can sign in.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { MigrationError } from './migration-error.ts';

/** The role whose rights the program has. Policies and grants name it. */
export const APP_ROLE = 'souk_app';
const INSUFFICIENT_PRIVILEGE = '42501';
/** What the program reads of its schema and never writes. */
const READ_ONLY = ['_prisma_migrations', 'schema_migrations'];

/** The address at which the program itself signs in to an owner's database, with a password that only the owner can tell. */
export function appUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  const password = createHash('sha256').update(`${APP_ROLE}:${url.username}:${url.password}`).digest('hex');
  url.username = APP_ROLE;
  url.password = password.slice(0, 40);
  return url.href;
}

/** Sees to it that the server has the program's role, which one to which a dump is restored has not. Throws MigrationError where the owner may not. */
export async function ensureRole(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ owner: string; isMember: boolean }>(
    `SELECT current_user AS owner, pg_has_role(rolname, 'MEMBER') AS "isMember" FROM pg_roles WHERE rolname = $1`,
    [APP_ROLE],
  );
  const [role] = rows;
  if (role?.isMember) return;
  // The role belongs to the whole server: another database's owner may have made it.
  const grant = `GRANT ${APP_ROLE} TO ${role ? pg.escapeIdentifier(role.owner) : '<owner of the database>'} WITH ADMIN OPTION`;
  await orRemedy(
    () => owner.query(role ? `GRANT ${APP_ROLE} TO CURRENT_USER` : `CREATE ROLE ${APP_ROLE} NOLOGIN`),
    role ? grant : `CREATE ROLE ${APP_ROLE} NOLOGIN; ${grant}`,
  );
}

/** Tables, sequences and functions that the program may not use as it has to, by their names. `functions` are those that it brings. */
export async function listMissingRights(client: pg.Client, functions: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `WITH ours AS (
       SELECT c.oid, c.relname, c.relkind FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'S')
         AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e'))
     SELECT relname AS name FROM ours WHERE relkind <> 'S' AND relname <> ALL($2)
       AND NOT (has_table_privilege($1, oid, 'SELECT') AND has_table_privilege($1, oid, 'INSERT')
         AND has_table_privilege($1, oid, 'UPDATE') AND has_table_privilege($1, oid, 'DELETE'))
     UNION ALL SELECT relname FROM ours WHERE relname = ANY($2)
       AND (NOT has_table_privilege($1, oid, 'SELECT') OR has_table_privilege($1, oid, 'INSERT'))
     UNION ALL SELECT relname FROM ours WHERE CASE WHEN relkind = 'S' THEN NOT has_sequence_privilege($1, oid, 'USAGE') END
     UNION ALL SELECT proname FROM pg_proc WHERE proname = ANY($3) AND NOT has_function_privilege($1, oid, 'EXECUTE')
     ORDER BY 1`,
    [APP_ROLE, READ_ONLY, functions],
  );
  return rows.map(({ name }) => name);
}

/** Gives the program's role what it needs, where something of it is missing: after a restore, or a table that another role made. */
export async function ensureRights(owner: pg.Client, functions: readonly string[]): Promise<void> {
  if ((await listMissingRights(owner, functions)).length === 0) return;
  const mine = functions.map(
    (name) => `REVOKE ALL ON FUNCTION ${name} FROM PUBLIC; GRANT EXECUTE ON FUNCTION ${name} TO ${APP_ROLE};`,
  );
  await owner.query(`
    GRANT USAGE ON SCHEMA public TO ${APP_ROLE};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${APP_ROLE};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${APP_ROLE};
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${APP_ROLE};
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO ${APP_ROLE};
    DO $$ BEGIN
      EXECUTE 'GRANT MAINTAIN ON ALL TABLES IN SCHEMA public TO ${APP_ROLE}';
      EXECUTE 'ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT MAINTAIN ON TABLES TO ${APP_ROLE}';
    EXCEPTION WHEN syntax_error THEN NULL; -- The server is older than that right.
    END $$;
    ${READ_ONLY.map((table) => `REVOKE ALL ON ${table} FROM ${APP_ROLE}; GRANT SELECT ON ${table} TO ${APP_ROLE};`).join('\n')}
    ${mine.join('\n')}`);
}

/**
 * Sees to it that the program can sign in at `appUrl`: makes its role, or gives it this password. Throws MigrationError with what
 * somebody has to do who may, where the owner may not.
 */
export async function ensureSignIn(owner: pg.Client, appUrl: string): Promise<void> {
  if (await canSignIn(appUrl)) return;
  const { username, password } = new URL(appUrl);
  const name = decodeURIComponent(username);
  const role = pg.escapeIdentifier(name);
  const { rowCount } = await owner.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  // What it must not have (superuser, leaving row-level security) a role does not have by itself, and a start looks whether it has.
  const statement = (secret: string) => `${rowCount ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN PASSWORD ${secret}`;
  const membership = name === APP_ROLE ? '' : `GRANT ${APP_ROLE} TO ${role}`;
  await orRemedy(
    async () => {
      await owner.query(statement(pg.escapeLiteral(decodeURIComponent(password))));
      if (membership) await owner.query(membership);
    },
    [statement(`'<password of DATABASE_URL>'`), membership].filter(Boolean).join('; '),
  );
}

async function orRemedy(work: () => Promise<unknown>, remedy: string): Promise<void> {
  try {
    await work();
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new MigrationError(
      `The owner of the database may not make or change roles. As somebody who may, run: ${remedy}`,
      { cause: error },
    );
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
