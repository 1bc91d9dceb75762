import pg from 'pg';
import { APP_ROLE, listMissingRights } from '../database/program-role.ts';
import { isBackfilled } from '../database/backfill.ts';
import { requireMigrated } from '../database/migrate.ts';
import { MigrationError } from '../database/migration-error.ts';
import { readMigrations } from '../database/migrations.ts';
import { FUNCTION_NAMES } from '../database/prepare-database.ts';
import { at } from '../paths.ts';
import type { Finding, OperatorCheck } from './operator-check.ts';

const MIGRATIONS = at('prisma/migrations');
const MIGRATE = "Run npm run migrate with MIGRATION_DATABASE_URL, the address of the database's owner.";
const MAX_SKEW_MS = 5_000;
const MAX_NAMED = 5;

/** What the database gives the program: a role without power, its rights, row-level security, migrations, and the same time. */
export function listDatabaseChecks(o: { appUrl: string; now: () => Date }): OperatorCheck[] {
  const ask = (work: (client: pg.Client) => Promise<Finding>) => () => withClient(o.appUrl, work);
  return [
    {
      id: 'database.role',
      remedy: `Let DATABASE_URL sign in as a role of its own (${APP_ROLE}), which owns nothing; ${MIGRATE}`,
      ask: ask(judgeRole),
    },
    { id: 'database.rights', remedy: MIGRATE, ask: ask(judgeRights) },
    { id: 'database.isolation', remedy: MIGRATE, ask: ask(judgeIsolation) },
    { id: 'database.migrations', remedy: MIGRATE, ask: () => judgeMigrations(o.appUrl) },
    {
      id: 'database.clock',
      remedy: 'Let this machine and the database take their time from the same servers (NTP).',
      ask: ask((client) => judgeClock(client, o.now)),
    },
  ];
}

async function judgeRole(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ name: string; isPowerful: boolean }>(`
    SELECT r.rolname AS name, r.rolsuper OR r.rolbypassrls OR EXISTS (
      SELECT 1 FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        AND pg_has_role(r.oid, c.relowner, 'MEMBER')) AS "isPowerful"
    FROM pg_roles r WHERE r.rolname = session_user`);
  return { status: rows[0]?.isPowerful ? 'fail' : 'ok', detail: rows[0]?.name ?? '' };
}

async function judgeRights(client: pg.Client): Promise<Finding> {
  return nameAll(await listMissingRights(client, FUNCTION_NAMES));
}

/** Every table with rows of a store has row-level security, and at least one policy. */
async function judgeIsolation(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'store_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND NOT (c.relrowsecurity AND EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid))
    ORDER BY 1`);
  return nameAll(rows.map(({ name }) => name));
}

const nameAll = (names: readonly string[]): Finding =>
  names.length === 0 ? { status: 'ok' } : { status: 'fail', detail: names.slice(0, MAX_NAMED).join(', ') };

async function judgeMigrations(appUrl: string): Promise<Finding> {
  const warnings: string[] = [];
  try {
    await requireMigrated(appUrl, MIGRATIONS, (line: string) => warnings.push(line));
  } catch (error) {
    if (error instanceof MigrationError) return { status: 'fail', detail: error.message };
    throw error;
  }
  const open = await withClient(appUrl, listOpenBackfills);
  if (open.length > 0) return { status: 'warn', detail: `not filled yet: ${open.slice(0, MAX_NAMED).join(', ')}` };
  return warnings.length > 0 ? { status: 'warn', detail: warnings.join(' ') } : { status: 'ok' };
}

async function listOpenBackfills(client: pg.Client): Promise<string[]> {
  const open: string[] = [];
  for (const migration of readMigrations(MIGRATIONS)) {
    if (!(await isBackfilled(client, migration))) open.push(migration.name);
  }
  return open;
}

async function judgeClock(client: pg.Client, now: () => Date): Promise<Finding> {
  const { rows } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  const skewMs = Math.abs((rows[0]?.at.getTime() ?? 0) - now().getTime());
  return { status: skewMs > MAX_SKEW_MS ? 'fail' : 'ok', detail: `${(skewMs / 1000).toFixed(1)} s apart` };
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'souk-doctor',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
