import type { Database } from './db.server.ts';
import { EnvError } from './env.server.ts';

/**
 * Checks that the role that signs in at DATABASE_URL cannot leave row-level security: it is no superuser, does not bypass
 * policies, and neither owns a table nor belongs to an owner. Throws EnvError with what to do.
 */
export async function requireLesserRole(db: Pick<Database, 'sql'>): Promise<void> {
  const [role] = await db.sql<{ name: string; isPowerful: boolean }>(`
    SELECT r.rolname AS name, r.rolsuper OR r.rolbypassrls OR EXISTS (
      SELECT 1 FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
        AND pg_has_role(r.oid, c.relowner, 'MEMBER')) AS "isPowerful"
    FROM pg_roles r WHERE r.rolname = session_user`);
  if (!role?.isPowerful) return;
  throw new EnvError(
    `DATABASE_URL signs in as ${role.name}, who can switch row-level security off. Set MIGRATION_DATABASE_URL to this address, and DATABASE_URL to one of a role of its own: postgresql://souk_app:<password>@…. The next start creates that role.`,
  );
}
