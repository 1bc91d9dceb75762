import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import { at } from '#scripts/paths.ts';

/** Version 0.3.0 as its demo left it: its migrations, and the rows of its tables, as the JSON that PostgreSQL made of them. */
type Release = { migrations: { name: string; sql: string }[]; tables: Record<string, string> };

export const release030 = JSON.parse(
  gunzipSync(readFileSync(at('tests/fixtures/souk-0.3.0.json.gz'))).toString('utf8'),
) as Release;

/** Empties a database of its own and brings it to where 0.3.0 left it. */
export async function fillAsRelease030(owner: pg.Client): Promise<void> {
  await owner.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  // As 0.3.0 applied and recorded them.
  await owner.query(`CREATE TABLE "_prisma_migrations" (
    id varchar(36) PRIMARY KEY NOT NULL, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
    logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`);
  for (const { name, sql } of release030.migrations) {
    await owner.query(sql);
    await owner.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at) VALUES (gen_random_uuid(), $1, $2, now())`,
      [createHash('sha256').update(sql).digest('hex'), name],
    );
  }
  // Rows come as they were: what triggers counted is among them.
  await owner.query('SET session_replication_role = replica');
  for (const [table, rows] of Object.entries(release030.tables)) {
    await owner.query(`DELETE FROM "${table}"`);
    await owner.query(`INSERT INTO "${table}" SELECT * FROM json_populate_recordset(NULL::"${table}", $1)`, [rows]);
  }
  await owner.query('SET session_replication_role = origin');
}
