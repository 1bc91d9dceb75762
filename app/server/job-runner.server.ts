import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { backoffSql, RETRIES } from '#app/core/backoff.ts';
import type { Clock } from '#app/core/clock.ts';
import { asStoreId } from '#app/core/ids.ts';
import { PROCESS_ENDED } from '#app/core/text/process-ended.ts';
import { invariant } from '#app/core/invariant.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findAwayReason } from './database-away.ts';
import { isDatabaseAway, type Database, type SqlTx } from './db.server.ts';
import { createLeases, freeExpiredSql, giveBackSql, LEASE_SECONDS, leaseEndSql } from './leases.server.ts';
import type { Log } from './log.server.ts';
import { countFailure } from '#app/adapters/telemetry/metrics.server.ts';
import { MAX_ATTEMPTS, type ScheduledJobHandler } from './scheduled-jobs.server.ts';

/** Jobs that one process runs at a time, most of which wait for somebody outside. */
const MAX_RUNNING = 32;
/** Jobs of one store that run at a time, in all processes: a store whose provider is silent leaves room for the others. */
const MAX_RUNNING_PER_STORE = 8;
/**
 * Jobs that one process runs inside of a transaction at a time. Each holds a connection and may wait for another of the pool: as
 * many as the pool has would wait for one another, as all stores' hourly jobs did that fell due together.
 */
const MAX_IN_TRANSACTIONS = 4;
/** Due jobs that one claim looks at. Those of a kind that runs are passed over before they are counted. */
const CLAIM_WINDOW = 1_000;

/** A database that takes claims and refuses the work itself is not asked for the same again before this time. */
const AWAY_PAUSE_MS = 1_000;

export type JobRunner = {
  /** Claims one due job and runs it to its end; false when none is due that may run. */
  runNext(): Promise<boolean>;
  /** Claims as many due jobs as there is room for and begins them; true when it claimed any. `onEnd` follows each job's end. */
  start(onEnd: () => void): Promise<boolean>;
  /** Waits until all that was begun has ended. */
  settle(): Promise<void>;
};

type ClaimedJob = {
  id: bigint;
  storeId: bigint;
  kind: string;
  key: string;
  payload: unknown;
  dueAt: Date;
  version: number;
  lease: string;
};

/** The job's lease was lost to another worker, which has run the job or runs it now. */
class LeaseLost extends Error {}

type Deps = {
  db: Database;
  clock: Clock;
  log: Log;
  handlers: readonly ScheduledJobHandler[];
  /** How long a claimed job is this runner's alone without a renewal. */
  leaseSeconds?: number;
};

/** The kinds that stand still while a store is on hold. */
export const findOnHoldKinds = (handlers: readonly ScheduledJobHandler[]): string[] =>
  handlers.flatMap(({ kind, leavesHouse }) => (leavesHouse ? [kind] : []));

/**
 * Runs scheduled jobs. An attempt is counted as a job is claimed, so that one that kills its process is given up as one that fails;
 * a job that ends well counts none. A job is claimed with a lease and committed before it begins, so that whatever it waits for holds up
 * neither a transaction nor another store's jobs. Stores take turns: the one with the fewest running jobs comes first. Jobs of a
 * kind without a handler wait for a version of the program that has one.
 */
export function createJobRunner(o: Deps): JobRunner {
  const seconds = o.leaseSeconds ?? LEASE_SECONDS;
  const leases = createLeases({ ...o, table: 'scheduled_jobs', seconds });
  /** The leases of jobs whose end could not be written because the database was away. */
  const abandoned = new Set<string>();
  const handlerOf = new Map(o.handlers.map((handler) => [handler.kind, handler]));
  const running = new Set<Promise<void>>();
  const takeTurn = createSemaphore(MAX_IN_TRANSACTIONS);

  const runOne = async (job: ClaimedJob): Promise<void> => {
    try {
      const handler = handlerOf.get(job.kind);
      invariant(handler, 'only kinds with a handler are claimed');
      const run = () => runClaimed(o, handler, job);
      await ('handle' in handler ? takeTurn(run) : run());
    } catch (error) {
      if (isDatabaseAway(error)) abandoned.add(job.lease);
      throw error;
    } finally {
      leases.release(job.lease);
    }
  };
  const claimSome = async (limit: number): Promise<ClaimedJob[]> => {
    const jobs = await claim(o, { limit, seconds, abandoned });
    for (const { lease } of jobs) leases.hold(lease);
    return jobs;
  };

  return {
    async runNext() {
      const [job] = await claimSome(1);
      if (job) await runOne(job);
      return job !== undefined;
    },
    async start(onEnd) {
      const capacity = MAX_RUNNING - running.size;
      if (capacity <= 0) return false;
      const claimed = await claimSome(capacity);
      for (const job of claimed) {
        const run = runOne(job)
          .catch(async (error: unknown) => {
            o.log.error({ err: error, kind: job.kind, key: job.key }, 'the end of a job was not recorded');
            if (isDatabaseAway(error)) await pause(AWAY_PAUSE_MS);
          })
          .finally(() => {
            running.delete(run);
            onEnd();
          });
        running.add(run);
      }
      return claimed.length > 0;
    },
    async settle() {
      await Promise.all(running);
    },
  };
}

/** Lets so many at a time go on; the others wait in the order in which they came. */
function createSemaphore(max: number): (work: () => Promise<void>) => Promise<void> {
  let free = max;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

async function claim(
  o: Deps,
  { limit, seconds, abandoned }: { limit: number; seconds: number; abandoned: Set<string> },
): Promise<ClaimedJob[]> {
  const leases = Array.from({ length: limit }, () => randomUUID());
  const given = [...abandoned];
  const claimed = await o.db.queue(async (query) => {
    // One claim at a time, in all processes: it has to see what the others have claimed.
    await query(`SELECT pg_advisory_xact_lock(hashtextextended('scheduled_jobs/claim', 0))`);
    if (given.length > 0) await query(GIVE_BACK, [given]);
    await query(FREE_EXPIRED);
    return query<ClaimedJob>(CLAIM, [
      o.clock.now(),
      leases,
      o.handlers.map(({ kind }) => kind),
      seconds,
      findOnHoldKinds(o.handlers),
    ]);
  });
  for (const lease of given) abandoned.delete(lease);
  return claimed;
}

async function runClaimed(o: Deps, handler: ScheduledJobHandler, job: ClaimedJob): Promise<void> {
  const storeId = asStoreId(job.storeId);
  try {
    if ('handle' in handler) {
      await inJobTransaction(o, job, async (tx) => {
        const version = await holdJob(tx, job);
        await handler.handle(tx, storeId, job);
        await finishJob(o, tx, job, { version, deletesDone: false });
      });
    } else {
      const end = await handler.run(storeId, job);
      await inJobTransaction(o, job, async (tx) => {
        // First what belongs to the end, then the job: whoever schedules the job again has written first too, and two who lock
        // the same in the opposite order would wait for one another.
        await end?.(tx);
        const version = await holdJob(tx, job);
        await finishJob(o, tx, job, { version, deletesDone: handler.deletesDone ?? false });
      });
    }
  } catch (error) {
    if (error instanceof LeaseLost) {
      o.log.warn({ kind: job.kind, key: job.key }, 'a job lost its lease to another worker');
      return;
    }
    // The database takes no writes: no fault of the job's. A connection that is lost may be one: some statement may end it each time.
    if (isDatabaseAway(error) && findAwayReason(error) !== 'database_away') throw error;
    countFailure('job', job.kind);
    o.log.error({ err: error, kind: job.kind, key: job.key }, 'a job failed');
    const reason = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
    await o.db.fast(marketplaceScope(storeId), (tx) => tx.query(FAIL, [job.id, job.lease, reason, o.clock.now()]));
  }
}

const inJobTransaction = (o: Deps, job: ClaimedJob, work: (tx: SqlTx) => Promise<void>): Promise<void> =>
  o.db.fast(marketplaceScope(asStoreId(job.storeId)), work);

/** Locks the job's row until commit and returns its version. Throws LeaseLost where the job is no longer this worker's. */
async function holdJob(tx: SqlTx, job: ClaimedJob): Promise<number> {
  const [leased] = await tx.query<{ version: number }>(HOLD, [job.id, job.lease]);
  if (!leased) throw new LeaseLost();
  return leased.version;
}

/** Marks a held job as done. One that was scheduled once more while it ran waits for its next run. */
async function finishJob(
  o: Deps,
  tx: SqlTx,
  job: ClaimedJob,
  leased: { version: number; deletesDone: boolean },
): Promise<void> {
  if (leased.version !== job.version) await tx.query(RELEASE, [job.id, o.clock.now()]);
  else if (leased.deletesDone) await tx.query('DELETE FROM scheduled_jobs WHERE id = $1', [job.id]);
  else await tx.query(FINISH, [job.id, o.clock.now()]);
}

const GIVE_BACK = giveBackSql('scheduled_jobs');
const FREE_EXPIRED = freeExpiredSql(
  'scheduled_jobs',
  `error = CASE WHEN attempts >= ${MAX_ATTEMPTS} THEN '${PROCESS_ENDED}' ELSE error END`,
);
const CLAIM = `
  WITH busy AS MATERIALIZED (SELECT store_id, kind FROM scheduled_jobs WHERE lease IS NOT NULL),
  due AS (
    SELECT w.id, w.store_id, w.kind, w.due_at FROM scheduled_jobs w
    WHERE w.done_at IS NULL AND w.due_at <= $1 AND w.attempts < ${MAX_ATTEMPTS} AND w.kind = ANY ($3::text[])
      AND NOT EXISTS (SELECT FROM busy b WHERE b.store_id = w.store_id AND b.kind = w.kind)
      AND NOT (w.kind = ANY ($5::text[]) AND EXISTS (SELECT FROM stores s WHERE s.id = w.store_id AND s.on_hold_since IS NOT NULL))
    ORDER BY w.due_at, w.id LIMIT ${CLAIM_WINDOW}),
  heads AS (SELECT DISTINCT ON (store_id, kind) id, store_id, due_at FROM due ORDER BY store_id, kind, due_at, id),
  turns AS (
    SELECT id, due_at, row_number() OVER (PARTITION BY store_id ORDER BY due_at, id)
      + (SELECT count(*) FROM busy b WHERE b.store_id = h.store_id) AS turn
    FROM heads h),
  chosen AS (
    SELECT w.id FROM scheduled_jobs w JOIN turns t USING (id) WHERE t.turn <= ${MAX_RUNNING_PER_STORE}
    ORDER BY t.turn, t.due_at, w.id LIMIT cardinality($2::uuid[]) FOR UPDATE OF w SKIP LOCKED),
  leased AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM chosen)
  UPDATE scheduled_jobs w SET lease = ($2::uuid[])[l.place], locked_until = ${leaseEndSql('$4::float8')}, attempts = w.attempts + 1 FROM leased l WHERE w.id = l.id
  RETURNING w.id, w.store_id AS "storeId", w.kind, w.key, w.payload, w.due_at AS "dueAt", w.version, w.lease::text AS lease`;
const HOLD = `SELECT version FROM scheduled_jobs WHERE id = $1 AND lease = $2::uuid AND done_at IS NULL FOR UPDATE`;
const FINISH = `UPDATE scheduled_jobs SET done_at = $2, error = NULL, lease = NULL, locked_until = NULL, attempts = greatest(attempts - 1, 0) WHERE id = $1`;
const RELEASE = `
  UPDATE scheduled_jobs SET due_at = least(due_at, $2), error = NULL, attempts = 0, lease = NULL, locked_until = NULL WHERE id = $1`;
const FAIL = `
  UPDATE scheduled_jobs SET error = $3, lease = NULL, locked_until = NULL,
    due_at = $4::timestamptz + ${backoffSql(RETRIES.job, 'attempts')}
  WHERE id = $1 AND lease = $2::uuid`;
