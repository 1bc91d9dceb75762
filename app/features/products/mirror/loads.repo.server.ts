import type { SqlTx } from '#app/server/db.server.ts';
import type { ProductStatus } from '../product.ts';

/** The platform's operations of a reading, and how far their results were written (bytes). */
export type BulkLoad = {
  contents: string;
  variants: string;
  /** When they began, as an ISO string: what is in their results was so then or later. */
  since: string;
  /** Whether both have ended and their results are being written. */
  isReady: boolean;
  places: { contents: number; variants: number };
};
export type Load = {
  cursor: string | null;
  startedAt: Date;
  run: number;
  stoppedAt: Date | null;
  bulk: BulkLoad | null;
  bulkFailures: number;
};

const COLUMNS = `cursor, started_at AS "startedAt", run, stopped_at AS "stoppedAt", bulk, bulk_failures AS "bulkFailures"`;

/** Begins a full reading, or takes over the one that was not finished; who had it before sees that at its next note. */
export async function startLoad(tx: SqlTx, now: Date): Promise<Load> {
  const [row] = await tx.query<Load>(
    `INSERT INTO product_loads AS l (store_id, started_at, run) VALUES ($1, $2, 1)
     ON CONFLICT (store_id) DO UPDATE SET run = l.run + 1,
       cursor = CASE WHEN l.finished_at IS NULL THEN l.cursor END,
       loaded = CASE WHEN l.finished_at IS NULL THEN l.loaded ELSE 0 END,
       found = CASE WHEN l.finished_at IS NULL THEN l.found ELSE 0 END,
       total = CASE WHEN l.finished_at IS NULL THEN l.total END,
       bulk = CASE WHEN l.finished_at IS NULL THEN l.bulk END,
       bulk_failures = CASE WHEN l.finished_at IS NULL THEN l.bulk_failures ELSE 0 END,
       started_at = CASE WHEN l.finished_at IS NULL THEN l.started_at ELSE excluded.started_at END,
       stopped_at = CASE WHEN l.finished_at IS NULL THEN l.stopped_at END, finished_at = NULL
     RETURNING ${COLUMNS}`,
    [tx.scope.storeId, now],
  );
  return row ?? { cursor: null, startedAt: now, run: 0, stoppedAt: null, bulk: null, bulkFailures: 0 };
}

/** What a worker learns when it notes something: whether it shall end, because somebody stopped it or another took over. */
export type LoadProgress = { isStopped: boolean };

const recorded = ([row]: { isStopped: boolean }[]): LoadProgress => row ?? { isStopped: true };

/** Notes how far a reading page by page came. */
export async function recordLoaded(
  tx: SqlTx,
  o: { run: number; cursor: string | null; count: number },
): Promise<LoadProgress> {
  return recorded(
    await tx.query(
      `UPDATE product_loads SET cursor = $3, loaded = loaded + $4 WHERE store_id = $1 AND run = $2
       RETURNING stopped_at IS NOT NULL AS "isStopped"`,
      [tx.scope.storeId, o.run, o.cursor, o.count],
    ),
  );
}

/** Notes the operations of a reading, or that there are none any more; `failures` counts those that came to nothing. */
export async function recordBulk(
  tx: SqlTx,
  o: { run: number; bulk: BulkLoad | null; failures: number },
): Promise<LoadProgress> {
  return recorded(
    await tx.query(
      `UPDATE product_loads SET bulk = $3::text::jsonb, bulk_failures = $4, loaded = 0, found = 0, total = NULL
       WHERE store_id = $1 AND run = $2 RETURNING stopped_at IS NOT NULL AS "isStopped"`,
      [tx.scope.storeId, o.run, o.bulk && JSON.stringify(o.bulk), o.failures],
    ),
  );
}

/** Notes how far the platform's operations are. */
export async function recordCollected(
  tx: SqlTx,
  o: { run: number; found: number; total: number; isReady: boolean },
): Promise<LoadProgress> {
  return recorded(
    await tx.query(
      `UPDATE product_loads SET found = $3, total = $4, bulk = jsonb_set(bulk, '{isReady}', to_jsonb($5::boolean))
       WHERE store_id = $1 AND run = $2 AND bulk IS NOT NULL RETURNING stopped_at IS NOT NULL AS "isStopped"`,
      [tx.scope.storeId, o.run, o.found, o.isReady ? o.total : null, o.isReady],
    ),
  );
}

/** Notes how far the results were written. */
export async function recordWritten(
  tx: SqlTx,
  o: { run: number; places: BulkLoad['places']; count: number },
): Promise<LoadProgress> {
  return recorded(
    await tx.query(
      `UPDATE product_loads SET loaded = loaded + $3, bulk = jsonb_set(bulk, '{places}', $4::text::jsonb)
       WHERE store_id = $1 AND run = $2 AND bulk IS NOT NULL RETURNING stopped_at IS NOT NULL AS "isStopped"`,
      [tx.scope.storeId, o.run, o.count, JSON.stringify(o.places)],
    ),
  );
}

export type LoadState = {
  loaded: number;
  startedAt: Date;
  finishedAt: Date | null;
  stoppedAt: Date | null;
  run: number;
  bulk: BulkLoad | null;
  found: number;
  total: number | null;
  toldAt: Date | null;
};

/** How far the reading of all products came; undefined while none was begun. */
export async function findLoad(tx: SqlTx): Promise<LoadState | undefined> {
  const [row] = await tx.query<LoadState>(
    `SELECT loaded, started_at AS "startedAt", finished_at AS "finishedAt", stopped_at AS "stoppedAt", run, bulk, found, total,
       reported_at AS "toldAt" FROM product_loads WHERE store_id = $1`,
    [tx.scope.storeId],
  );
  return row;
}

/**
 * Stops a reading that goes on, or lets one go on that was stopped. One whose results were not there yet is forgotten, and
 * its operations are returned. Undefined where it was not as expected.
 */
export async function markStopped(tx: SqlTx, at: Date | null): Promise<BulkLoad | null | undefined> {
  const [row] = await tx.query<{ bulk: BulkLoad | null }>(
    `UPDATE product_loads l SET stopped_at = $2::timestamptz,
       bulk = CASE WHEN $2::timestamptz IS NULL OR (l.bulk->>'isReady')::boolean THEN l.bulk END
     FROM (SELECT bulk FROM product_loads WHERE store_id = $1 FOR UPDATE) old
     WHERE l.store_id = $1 AND l.finished_at IS NULL AND (l.stopped_at IS NULL) = ($2::timestamptz IS NOT NULL)
     RETURNING CASE WHEN l.bulk IS NULL THEN old.bulk END AS bulk`,
    [tx.scope.storeId, at],
  );
  return row && row.bulk;
}

/** Notes that the platform said that operations ended, where they are those of the reading. */
export async function markReported(tx: SqlTx, operationIds: readonly string[], at: Date): Promise<void> {
  await tx.query(
    `UPDATE product_loads SET reported_at = $3 WHERE store_id = $1 AND finished_at IS NULL
       AND (bulk->>'contents' = ANY($2) OR bulk->>'variants' = ANY($2))`,
    [tx.scope.storeId, [...operationIds], at],
  );
}

/** A product that is gone from the platform, as it was. */
export type GoneProduct = { id: bigint; vendorId: bigint | null; status: ProductStatus };

/** Ends a full reading: what it did not meet, and nobody told of since, is gone from the platform. Returns that. */
export async function finishLoad(tx: SqlTx, load: Load, now: Date): Promise<GoneProduct[]> {
  const ended = await tx.query(
    'UPDATE product_loads SET cursor = NULL, bulk = NULL, finished_at = $3 WHERE store_id = $1 AND run = $2 RETURNING store_id',
    [tx.scope.storeId, load.run, now],
  );
  if (ended.length === 0) return [];
  return tx.query<GoneProduct>(
    `UPDATE products SET deleted_at = $3 WHERE store_id = $1 AND deleted_at IS NULL AND read_at < $2
     RETURNING id, vendor_id AS "vendorId", status`,
    [tx.scope.storeId, load.startedAt, now],
  );
}
