import { RETRIES } from '#app/core/backoff.ts';
import type { StoreId } from '#app/core/ids.ts';
import type { SqlTx } from './db.server.ts';
import { scheduleJobFunction } from './schedule-job-function.server.ts';

/** A job that fails so often is left to an admin: it is listed among the dead letters. */
export const MAX_ATTEMPTS = RETRIES.job.maxAttempts;

/** A job whose time has come, as its handler sees it. */
export type DueJob = { key: string; payload: unknown; dueAt: Date };

/** What is written in the transaction that ends a job. */
export type JobEnd = (tx: SqlTx) => Promise<void>;

/**
 * A kind of job. `handle` is for work of the database alone and runs in the transaction that ends the job. `run` is for work
 * that calls somebody outside: no transaction is open while it runs, and what it returns is written with the job's end. At most
 * one job of a store and kind runs at a time. Either may run twice: after a crash, and after a lease that was lost.
 */
export type ScheduledJobHandler = {
  kind: string;
  /** What it does cannot be taken back outside: it stands still while its store is held, as after a restore of the database. */
  leavesHouse?: true;
} & (
  | { handle(tx: SqlTx, storeId: StoreId, job: DueJob): Promise<void> }
  | {
      run(storeId: StoreId, job: DueJob): Promise<JobEnd | undefined>;
      /** Jobs of this kind leave no trace once they are done: their keys are used again. */
      deletesDone?: true;
    }
);

// As text, because the ORM's own connection cannot read an answer of nothing.
const SCHEDULE = `SELECT ${scheduleJobFunction.name}($1, $2, $3::jsonb, $4, $5)::text`;

/** Schedules a job, once per (store, kind, key); a later call moves the time while it is open. */
export async function scheduleJob(
  tx: SqlTx,
  o: { kind: string; key: string; payload: object; dueAt: Date },
): Promise<void> {
  await tx.query(SCHEDULE, [o.kind, o.key, JSON.stringify(o.payload), o.dueAt, false]);
}

/**
 * Schedules a job to run now. Of jobs with the same key one waits at a time; where it runs already it runs once more, because it
 * may have looked before the cause of this one.
 */
export async function scheduleJobNow(
  tx: SqlTx,
  o: { kind: string; key: string; payload: object; now: Date },
): Promise<void> {
  await tx.query(SCHEDULE, [o.kind, o.key, JSON.stringify(o.payload), o.now, true]);
}

/** Still to be tried, or running at the moment: an attempt is counted as a job is claimed. */
const OPEN = `done_at IS NULL AND (attempts < ${MAX_ATTEMPTS} OR lease IS NOT NULL)`;

/**
 * Whether the scope's store has a job of a kind that will still be tried. One caller at a time: the answer holds until its
 * transaction ends. A job of the database alone that runs at the moment is waited for: it may end without a successor, or
 * schedule one.
 */
export async function hasOpenJob(tx: SqlTx, kind: string): Promise<boolean> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($2, $1))', [
    tx.scope.storeId,
    `scheduled_jobs/${kind}`,
  ]);
  const open = `SELECT id FROM scheduled_jobs
    WHERE store_id = $1 AND kind = $2 AND ${OPEN}`;
  const values = [tx.scope.storeId, kind];
  await tx.query(`${open} ORDER BY id FOR UPDATE`, values);
  // Asked again, because a successor that was scheduled while this waited is not seen by the statement that waited.
  return (await tx.query(`${open} LIMIT 1`, values)).length > 0;
}

/** Whether a job of a kind is scheduled that will still be tried, of keys that begin in a way. Nothing is waited for. */
export async function isJobScheduled(tx: SqlTx, kind: string, keyStart: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM scheduled_jobs WHERE store_id = $1 AND kind = $2 AND starts_with(key, $3) AND ${OPEN} LIMIT 1`,
    [tx.scope.storeId, kind, keyStart],
  );
  return rows.length > 0;
}

/** Whether a job of a kind runs at the moment, of keys that begin in a way: some worker has it. */
export async function isJobRunning(tx: SqlTx, kind: string, keyStart: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM scheduled_jobs WHERE store_id = $1 AND kind = $2 AND starts_with(key, $3) AND lease IS NOT NULL
       AND locked_until > clock_timestamp() LIMIT 1`,
    [tx.scope.storeId, kind, keyStart],
  );
  return rows.length > 0;
}

/** The keys of the scope's jobs of a kind that have not been tried yet: whoever schedules the same again need not. */
export async function listUntriedKeys(tx: SqlTx, kind: string): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(
    'SELECT key FROM scheduled_jobs WHERE store_id = $1 AND kind = $2 AND done_at IS NULL AND attempts = 0',
    [tx.scope.storeId, kind],
  );
  return rows.map(({ key }) => key);
}

/** Those of some keys that the scope's store has jobs of a kind for, open or done. */
export async function listKnownKeys(tx: SqlTx, kind: string, keys: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(
    'SELECT key FROM scheduled_jobs WHERE store_id = $1 AND kind = $2 AND key = ANY($3::text[])',
    [tx.scope.storeId, kind, keys],
  );
  return rows.map(({ key }) => key);
}

/** Deletes done jobs of a kind of the scope's store, for kinds that repeat without end. */
export async function deleteDoneJobs(tx: SqlTx, kind: string, doneBefore: Date): Promise<void> {
  await tx.query('DELETE FROM scheduled_jobs WHERE store_id = $1 AND kind = $2 AND done_at < $3', [
    tx.scope.storeId,
    kind,
    doneBefore,
  ]);
}

/** Takes back a job that nobody has begun yet; one that runs goes on. */
export async function deleteUntriedJob(tx: SqlTx, kind: string, key: string): Promise<void> {
  await tx.query(
    'DELETE FROM scheduled_jobs WHERE store_id = $1 AND kind = $2 AND key = $3 AND done_at IS NULL AND attempts = 0 AND lease IS NULL',
    [tx.scope.storeId, kind, key],
  );
}

/** A job that was given up: its kind, what it was given, and its last error. */
export type DeadJob = { id: bigint; kind: string; payload: object; error: string | null; attempts: number; at: Date };

const DEAD = `store_id = $1 AND done_at IS NULL AND attempts >= ${MAX_ATTEMPTS} AND lease IS NULL`;

/** The jobs of the scope's store that were given up, newest first. */
export async function listDeadJobs(tx: SqlTx, limit: number): Promise<DeadJob[]> {
  return tx.query<DeadJob>(
    `SELECT id, kind, payload, error, attempts, due_at AS at FROM scheduled_jobs WHERE ${DEAD} ORDER BY due_at DESC, id DESC LIMIT $2`,
    [tx.scope.storeId, limit],
  );
}

/** How many jobs of the scope's store were given up. */
export async function countDeadJobs(tx: SqlTx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(`SELECT count(*)::int AS count FROM scheduled_jobs WHERE ${DEAD}`, [
    tx.scope.storeId,
  ]);
  return row?.count ?? 0;
}

/** Gives jobs that were given up another round of attempts. Returns how many; an id that is none is not counted. */
export async function retryDeadJobs(tx: SqlTx, ids: readonly bigint[], now: Date): Promise<number> {
  const rows = await tx.query(
    `UPDATE scheduled_jobs SET attempts = 0, due_at = $3 WHERE ${DEAD} AND id = ANY($2::bigint[]) RETURNING id`,
    [tx.scope.storeId, [...ids], now],
  );
  return rows.length;
}

/** Ends jobs that were given up. Returns how many; an id that is none is not counted. */
export async function discardDeadJobs(tx: SqlTx, ids: readonly bigint[], now: Date): Promise<number> {
  const rows = await tx.query(
    `UPDATE scheduled_jobs SET done_at = $3 WHERE ${DEAD} AND id = ANY($2::bigint[]) RETURNING id`,
    [tx.scope.storeId, [...ids], now],
  );
  return rows.length;
}
