import type { SqlTx } from '#app/server/db.server.ts';

export type Load = { cursor: string | null; startedAt: Date };

/** Begins a full reading, or finds the one that was not finished. */
export async function beginLoad(tx: SqlTx, now: Date): Promise<Load> {
  const [row] = await tx.query<Load>(
    `INSERT INTO product_loads AS l (store_id, started_at) VALUES ($1, $2)
     ON CONFLICT (store_id) DO UPDATE SET
       cursor = CASE WHEN l.finished_at IS NULL THEN l.cursor END,
       loaded = CASE WHEN l.finished_at IS NULL THEN l.loaded ELSE 0 END,
       started_at = CASE WHEN l.finished_at IS NULL THEN l.started_at ELSE excluded.started_at END, finished_at = NULL, stopped_at = NULL
     RETURNING l.cursor, l.started_at AS "startedAt"`,
    [tx.scope.storeId, now],
  );
  return row ?? { cursor: null, startedAt: now };
}

/** Notes how far a reading came. Returns whether somebody stopped it meanwhile. */
export async function noteLoaded(
  tx: SqlTx,
  o: { cursor: string | null; count: number },
): Promise<{ isStopped: boolean }> {
  const [row] = await tx.query<{ isStopped: boolean }>(
    `UPDATE product_loads SET cursor = $2, loaded = loaded + $3 WHERE store_id = $1 RETURNING stopped_at IS NOT NULL AS "isStopped"`,
    [tx.scope.storeId, o.cursor, o.count],
  );
  return row ?? { isStopped: false };
}

export type LoadState = { loaded: number; startedAt: Date; finishedAt: Date | null; stoppedAt: Date | null };

/** How far the reading of all products came; undefined while none was begun. */
export async function findLoad(tx: SqlTx): Promise<LoadState | undefined> {
  const [row] = await tx.query<LoadState>(
    `SELECT loaded, started_at AS "startedAt", finished_at AS "finishedAt", stopped_at AS "stoppedAt" FROM product_loads WHERE store_id = $1`,
    [tx.scope.storeId],
  );
  return row;
}

/** Stops a reading that goes on, or lets one go on that was stopped. Returns whether it was as expected. */
export async function markStopped(tx: SqlTx, at: Date | null): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE product_loads SET stopped_at = $2::timestamptz
     WHERE store_id = $1 AND finished_at IS NULL AND (stopped_at IS NULL) = ($2::timestamptz IS NOT NULL) RETURNING store_id`,
    [tx.scope.storeId, at],
  );
  return rows.length > 0;
}

/** Ends a full reading: what it did not meet, and nobody told of since, is gone from the platform. */
export async function finishLoad(tx: SqlTx, load: Load, now: Date): Promise<void> {
  await tx.query('UPDATE products SET deleted_at = $3 WHERE store_id = $1 AND deleted_at IS NULL AND read_at < $2', [
    tx.scope.storeId,
    load.startedAt,
    now,
  ]);
  await tx.query('UPDATE product_loads SET cursor = NULL, finished_at = $2 WHERE store_id = $1', [
    tx.scope.storeId,
    now,
  ]);
}
