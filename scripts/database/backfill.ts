// Rows that a migration left to be filled: in batches, beside running programs.
import type pg from 'pg';
import { whenLocked, type LockLimits } from './locked-tables.ts';
import type { Migration } from './migrations.ts';

/** Room for others between two batches. */
const PAUSE_MS = 20;

/** Whether an applied migration has nothing left to fill. */
export async function isBackfilled(client: pg.Client, migration: Migration): Promise<boolean> {
  if (migration.backfill === undefined) return true;
  const { rows } = await client.query<{ isDone: boolean }>(
    'SELECT backfilled_at IS NOT NULL AS "isDone" FROM schema_migrations WHERE name = $1',
    [migration.name],
  );
  return rows[0]?.isDone ?? true;
}

/** Fills to the end what a migration left, each batch in a transaction of its own, and records that it is done. */
export async function backfill(client: pg.Client, migration: Migration, limits: LockLimits): Promise<void> {
  const { backfill: statement, name } = migration;
  if (statement === undefined) return;
  let touched = 1;
  while (touched > 0) {
    touched = await whenLocked(limits, () => fillBatch(client, statement, limits));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  await client.query('UPDATE schema_migrations SET backfilled_at = now() WHERE name = $1', [name]);
}

async function fillBatch(client: pg.Client, statement: string, limits: LockLimits): Promise<number> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${limits.lockTimeoutMs}`);
  try {
    const { rowCount } = await client.query(statement);
    await client.query('COMMIT');
    return rowCount ?? 0;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
