import { PgBoss, type Clock } from 'pg-boss';
import type { SqlTx } from './db.server.ts';
import { APP_ROLE } from './db.server.ts';
import type { Log } from './log.server.ts';

/** A job of the program: its queue, and how often it is tried again before it lands in the dead letters. */
export type JobDefinition = {
  name: string;
  retryLimit: number;
  retryDelaySeconds: number;
  expireSeconds: number;
  /** Of jobs with the same key one waits at a time; every job of such a queue has a key. */
  once?: true;
};

export type Jobs = {
  /**
   * Sends a job in the transaction of what caused it: rolled back with it, or sent with it. In a queue of `once`, a `key` that
   * waits already is not queued again; one that is being worked on is, because it may have looked before the cause.
   */
  enqueue(tx: SqlTx, name: string, data: object, o?: { key?: string }): Promise<void>;
  /** Wakes a worker loop of any process now instead of at its next poll. Many calls in a moment become one. */
  wake(channel: WakeChannel): void;
};

export type WakeChannel = 'deliveries' | 'mails' | 'due';
export const WAKE_CHANNEL = 'souk_wake';
export const DEAD_LETTERS = 'dead-letters';

/**
 * The time by which the job library measures its pauses: it goes on evenly when the machine's clock is set back, where a
 * pause would otherwise last as long as the step back. When a job is due is the database's time anyway.
 */
export const evenClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => {
    clearTimeout(timer as NodeJS.Timeout);
  },
  setInterval: (run, ms) => setInterval(run, ms),
  clearInterval: (timer) => {
    clearInterval(timer as NodeJS.Timeout);
  },
};

/** The job library over our database: it schedules and carries jobs, never deliveries and no business delay. */
export function openBoss(o: { url: string; connections: number; log: Log; supervise: boolean }): PgBoss {
  const boss = new PgBoss({
    connectionString: o.url,
    options: `-c role=${APP_ROLE} -c timezone=UTC`,
    max: o.connections,
    application_name: 'souk-jobs',
    migrate: false,
    createSchema: false,
    supervise: o.supervise,
    schedule: o.supervise,
    useListenNotify: o.supervise,
    clock: evenClock,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => {
    o.log.warn({ err: error }, 'the job library reported an error');
  });
  return boss;
}

/** Makes the queues of all jobs; run by the owner role after the migrations. */
export async function prepareQueues(url: string, definitions: readonly JobDefinition[]): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    max: 2,
    supervise: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    await boss.createQueue(DEAD_LETTERS, { retryLimit: 0 });
    for (const job of definitions) {
      const options = {
        retryLimit: job.retryLimit,
        retryDelay: job.retryDelaySeconds,
        retryBackoff: true,
        expireInSeconds: job.expireSeconds,
        deadLetter: DEAD_LETTERS,
        notify: true,
      };
      const policy = job.once ? 'short' : 'standard';
      await boss.createQueue(job.name, { ...options, policy });
      await boss.updateQueue(job.name, options);
      // The library does not change the policy of a queue that is there already; the jobs that wait in it keep theirs.
      await boss.getDb().executeSql('UPDATE pgboss.queue SET policy = $2 WHERE name = $1', [job.name, policy]);
    }
    const role = `"${APP_ROLE}"`;
    const db = boss.getDb();
    await db.executeSql(`GRANT USAGE ON SCHEMA pgboss TO ${role}`);
    await db.executeSql(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO ${role}`);
    await db.executeSql(`GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA pgboss TO ${role}`);
    await db.executeSql(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA pgboss TO ${role}`);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** What features see of the jobs. `notify` sends one wake-up to all processes. */
export function createJobs(boss: PgBoss, notify: (channel: WakeChannel) => Promise<void>, log: Log): Jobs {
  const waiting = new Set<WakeChannel>();
  return {
    async enqueue(tx, name, data, o = {}) {
      const db = {
        executeSql: async (text: string, values?: unknown[]) => ({
          rows: await tx.query<object>(text, (values ?? []) as never),
        }),
      };
      await boss.send(name, data, { db, ...(o.key ? { singletonKey: o.key } : {}) });
    },
    wake(channel) {
      if (waiting.has(channel)) return;
      waiting.add(channel);
      setTimeout(() => {
        waiting.delete(channel);
        notify(channel).catch((error: unknown) => {
          log.debug({ err: error }, 'a wake-up was not sent; the worker polls anyway');
        });
      }, 10).unref();
    },
  };
}

/** A job that failed for good: its queue, what it was given (ids only), and its last error. */
export type DeadJob = { id: string; name: string; data: object; error: string | null; tries: number; at: Date };

/** The jobs of the scope's store that failed for good, newest first. */
export async function listDeadJobs(tx: SqlTx, limit: number): Promise<DeadJob[]> {
  return tx.query<DeadJob>(
    `SELECT j.id::text AS id, coalesce(j.source_name, 'unknown') AS name, j.data,
       coalesce(j.source_output->>'message', j.source_output->'value'->>'message', left(j.source_output::text, 500)) AS error,
       coalesce(j.source_retry_count, 0)::int AS tries, j.created_on AS at
     FROM pgboss.job j WHERE j.name = $1 AND j.state = 'created' AND j.data->>'storeId' = $2 ORDER BY j.created_on DESC, j.id LIMIT $3`,
    [DEAD_LETTERS, String(tx.scope.storeId), limit],
  );
}

/** Takes jobs of the scope's store out of the dead letters, with the key each was sent by. Ids that are none are missing in the answer. */
export async function takeDeadJobs(
  tx: SqlTx,
  ids: readonly string[],
): Promise<{ id: string; name: string | null; data: object; key: string | null }[]> {
  if (ids.length === 0) return [];
  return tx.query(
    `DELETE FROM pgboss.job WHERE name = $1 AND state = 'created' AND data->>'storeId' = $2 AND id = ANY($3::uuid[])
     RETURNING id::text AS id, source_name AS name, data, singleton_key AS key`,
    [DEAD_LETTERS, String(tx.scope.storeId), [...ids]],
  );
}

/** How many jobs of the scope's store failed for good. */
export async function countDeadJobs(tx: SqlTx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pgboss.job WHERE name = $1 AND state = 'created' AND data->>'storeId' = $2`,
    [DEAD_LETTERS, String(tx.scope.storeId)],
  );
  return row?.count ?? 0;
}

/** Withdraws every job of the scope's store that has not begun; the one that runs sees for itself that the store is gone. */
export async function withdrawJobs(tx: SqlTx): Promise<void> {
  await tx.query(`DELETE FROM pgboss.job WHERE state IN ('created', 'retry') AND data->>'storeId' = $1`, [
    String(tx.scope.storeId),
  ]);
}
