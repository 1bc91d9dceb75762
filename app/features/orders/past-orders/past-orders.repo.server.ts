import type { SqlTx } from '#app/server/db.server.ts';
import type { LoadPhase } from './past-orders.ts';

export type Load = {
  run: number;
  phase: LoadPhase;
  operation: string | null;
  isReady: boolean;
  /** How far the operation's result was written, in bytes. */
  place: bigint;
  /** Where reading page by page goes on. */
  cursor: string | null;
  loaded: number;
  found: number;
  total: number | null;
  failures: number;
  startedAt: Date;
  stoppedAt: Date | null;
  finishedAt: Date | null;
};

const COLUMNS = `run, phase, operation, is_ready AS "isReady", place, cursor, loaded, found, total, failures,
  started_at AS "startedAt", stopped_at AS "stoppedAt", finished_at AS "finishedAt"`;

/** The reading of the store; undefined while none was begun. */
export async function findLoad(tx: SqlTx): Promise<Load | undefined> {
  const [row] = await tx.query<Load>(`SELECT ${COLUMNS} FROM past_order_loads WHERE store_id = $1`, [tx.scope.storeId]);
  return row;
}

/**
 * Begins a reading, or takes over the one that was not finished; who had it sees that at its next note. Undefined where one
 * has ended since the installation.
 */
export async function startLoad(tx: SqlTx, o: { installedAt: Date; now: Date }): Promise<Load | undefined> {
  const [row] = await tx.query<Load>(
    `INSERT INTO past_order_loads AS l (store_id, run, phase, started_at) VALUES ($1, 1, 'orders', $3)
     ON CONFLICT (store_id) DO UPDATE SET run = l.run + 1,
       phase = CASE WHEN l.started_at >= $2 AND l.finished_at IS NULL THEN l.phase ELSE 'orders' END,
       operation = CASE WHEN l.started_at >= $2 AND l.finished_at IS NULL THEN l.operation END,
       is_ready = l.started_at >= $2 AND l.finished_at IS NULL AND l.is_ready,
       place = CASE WHEN l.started_at >= $2 AND l.finished_at IS NULL THEN l.place ELSE 0 END,
       cursor = CASE WHEN l.started_at >= $2 AND l.finished_at IS NULL THEN l.cursor END,
       loaded = CASE WHEN l.started_at >= $2 AND l.finished_at IS NULL THEN l.loaded ELSE 0 END,
       found = CASE WHEN l.started_at >= $2 AND l.finished_at IS NULL THEN l.found ELSE 0 END,
       total = CASE WHEN l.started_at >= $2 AND l.finished_at IS NULL THEN l.total END,
       failures = CASE WHEN l.started_at >= $2 AND l.finished_at IS NULL THEN l.failures ELSE 0 END,
       started_at = CASE WHEN l.started_at >= $2 AND l.finished_at IS NULL THEN l.started_at ELSE excluded.started_at END,
       stopped_at = CASE WHEN l.started_at >= $2 THEN l.stopped_at END, finished_at = NULL
     WHERE l.finished_at IS NULL OR l.started_at < $2
     RETURNING ${COLUMNS}`,
    [tx.scope.storeId, o.installedAt, o.now],
  );
  return row;
}

/** What a worker notes of its reading; what is not named stays. */
export type Note = Partial<
  Pick<Load, 'phase' | 'operation' | 'isReady' | 'place' | 'cursor' | 'found' | 'failures'>
> & {
  total?: number | null;
  finishedAt?: Date;
  /** Orders that were written besides. */
  more?: number;
};

const COLUMN_OF = {
  phase: 'phase',
  operation: 'operation',
  isReady: 'is_ready',
  place: 'place',
  cursor: 'cursor',
  found: 'found',
  total: 'total',
  failures: 'failures',
  finishedAt: 'finished_at',
} as const;

/** Notes something; false where the reading was stopped, or where another worker has it now. */
export async function recordLoad(tx: SqlTx, run: number, note: Note): Promise<boolean> {
  const { more = 0, ...given } = note;
  const named = Object.entries(given);
  const sets = named.map(([key], index) => `${COLUMN_OF[key as keyof typeof COLUMN_OF]} = $${index + 4}`);
  const [row] = await tx.query<{ goesOn: boolean }>(
    `UPDATE past_order_loads SET ${['loaded = loaded + $3', ...sets].join(', ')} WHERE store_id = $1 AND run = $2
     RETURNING stopped_at IS NULL AS "goesOn"`,
    [tx.scope.storeId, run, more, ...named.map(([, value]) => value)],
  );
  return row?.goesOn ?? false;
}

/**
 * Stops a reading that goes on, or lets one go on that was stopped; what the platform was still gathering for it is
 * forgotten and returned. Undefined where it was not as expected.
 */
export async function markStopped(tx: SqlTx, at: Date | null): Promise<{ needless: string | null } | undefined> {
  const [row] = await tx.query<{ needless: string | null }>(
    `UPDATE past_order_loads l SET stopped_at = $2::timestamptz,
       operation = CASE WHEN $2::timestamptz IS NULL OR l.is_ready THEN l.operation END
     FROM (SELECT store_id, operation FROM past_order_loads WHERE store_id = $1 FOR UPDATE) old
     WHERE l.store_id = old.store_id AND l.finished_at IS NULL AND (l.stopped_at IS NULL) = ($2::timestamptz IS NOT NULL)
     RETURNING CASE WHEN l.operation IS NULL THEN old.operation END AS needless`,
    [tx.scope.storeId, at],
  );
  return row;
}
