// Waiting for tables that others use, without letting everybody else wait behind us.
import type pg from 'pg';

export type LockLimits = {
  /** How long a statement waits for a lock before it gives up: for so long everybody else waits behind it. */
  lockTimeoutMs: number;
  tries: number;
  /** Between two tries. */
  pauseMs: number;
};

const DEADLOCK = '40P01';
const LOCK_NOT_AVAILABLE = '55P03';

const isLocked = (error: unknown): boolean =>
  [DEADLOCK, LOCK_NOT_AVAILABLE].includes((error as { code?: string } | undefined)?.code ?? '');

/** Repeats work that lost a deadlock or waited too long for a lock, which undid all of it. Throws what the last try threw. */
export async function whenLocked<Value>(limits: LockLimits, work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || attempt >= limits.tries) throw error;
      await new Promise((resolve) => setTimeout(resolve, limits.pauseMs));
    }
  }
}

/** Who holds a transaction open over tables, for somebody who could not get at them; undefined for another error. */
export async function lockHoldersOf(client: pg.Client, error: unknown): Promise<string | undefined> {
  if (!isLocked(error)) return undefined;
  const { rows } = await client.query<{ who: string }>(`
    SELECT DISTINCT format('%s (process %s, since %s UTC)', coalesce(nullif(a.application_name, ''), a.usename), a.pid,
      to_char(a.xact_start, 'HH24:MI:SS')) AS who
    FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid AND l.locktype = 'relation' AND l.granted
    WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() AND a.xact_start < now() - interval '1 second'
    ORDER BY 1 LIMIT 5`);
  return rows.map(({ who }) => who).join(', ') || 'transactions that have ended since';
}
