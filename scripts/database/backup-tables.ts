// What backups and restores know of the database.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { at } from '../paths.ts';

/** The version of this program. */
export const RELEASE = (JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string }).version;

/** A table that is there from the beginning of a restore to its end: a program does not start on a database that has it. */
export const UNFINISHED_RESTORE = 'unfinished_restore';

/** The tables of the program with the columns whose values are written, in their order. */
export async function listColumns(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
       AND a.attgenerated = '' AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
     GROUP BY 1 ORDER BY 1`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Runs work as the database's owner, with values as texts that every server reads alike and without limits of time. */
export async function withBackupClient<Value>(
  url: string,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'souk-backup',
    options:
      '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=1 -c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
    client_encoding: 'UTF8',
  });
  client.on('error', () => undefined); // A lost connection also rejects the query that is running.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
