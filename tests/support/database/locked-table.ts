import pg from 'pg';
import { program } from '../program.ts';

/** Holds whoever next changes a table until the returned function is called. */
export async function holdTable(databaseUrl: string, table: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'holder' });
  client.on('error', () => undefined); // Its server may be killed.
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`);
  return () => client.end().catch(() => undefined);
}

/** The statement of the program that waits for a held table; undefined while none does. */
export async function readLockStatement(): Promise<string | undefined> {
  const rows = await program().owner.$queryRawUnsafe<{ query: string }[]>(
    `SELECT left(btrim(regexp_replace(query, '\\s+', ' ', 'g')), 32) AS query FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'souk' AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.query;
}
