import type { SqlTx } from '#app/server/db.server.ts';

export const OCCASIONS = ['daily', 'asked'] as const;
export type Occasion = (typeof OCCASIONS)[number];

export type SkippedSource = { source: string; reason: string };

export type RunRow = {
  id: bigint;
  occasion: Occasion;
  state: 'running' | 'done' | 'stopped';
  source: string;
  after: string | null;
  step: number;
  checked: number;
  total: number | null;
  startedAt: Date;
  finishedAt: Date | null;
  /** Sources that could not be looked at, and why. */
  skipped: SkippedSource[];
};

const COLUMNS =
  'id, occasion, state, source, after, step, checked, total, started_at AS "startedAt", finished_at AS "finishedAt", skipped';

/** The newest run; undefined before the first. */
export async function findLatestRun(tx: SqlTx): Promise<RunRow | undefined> {
  const [row] = await tx.query<RunRow>(
    `SELECT ${COLUMNS} FROM reconciliation_runs WHERE store_id = $1 ORDER BY id DESC LIMIT 1`,
    [tx.scope.storeId],
  );
  return row;
}

/** When the books were last compared to the end; undefined before the first time. */
export async function findLastDone(tx: SqlTx): Promise<Date | undefined> {
  const [row] = await tx.query<{ at: Date }>(
    `SELECT finished_at AS at FROM reconciliation_runs WHERE store_id = $1 AND state = 'done' ORDER BY id DESC LIMIT 1`,
    [tx.scope.storeId],
  );
  return row?.at;
}

/** A run until the transaction ends. */
export async function lockRun(tx: SqlTx, id: bigint): Promise<RunRow | undefined> {
  const [row] = await tx.query<RunRow>(
    `SELECT ${COLUMNS} FROM reconciliation_runs WHERE store_id = $1 AND id = $2 FOR UPDATE`,
    [tx.scope.storeId, id],
  );
  return row;
}

export async function insertRun(
  tx: SqlTx,
  o: { occasion: Occasion; source: string; startedAt: Date },
): Promise<RunRow | undefined> {
  const [row] = await tx.query<RunRow>(
    `INSERT INTO reconciliation_runs (store_id, occasion, state, source, started_at) VALUES ($1, $2, 'running', $3, $4) RETURNING ${COLUMNS}`,
    [tx.scope.storeId, o.occasion, o.source, o.startedAt],
  );
  return row;
}

/** Where a run goes on. */
export async function moveRun(
  tx: SqlTx,
  id: bigint,
  o: { source: string; after: string | null; step: number; checked: number; total: number },
): Promise<void> {
  await tx.query(
    'UPDATE reconciliation_runs SET source = $3, after = $4, step = $5, checked = $6, total = $7 WHERE store_id = $1 AND id = $2',
    [tx.scope.storeId, id, o.source, o.after, o.step, o.checked, o.total],
  );
}

/** Notes a source that could not be looked at. */
export async function recordSkipped(tx: SqlTx, id: bigint, skipped: SkippedSource): Promise<void> {
  await tx.query(
    'UPDATE reconciliation_runs SET skipped = skipped || jsonb_build_array($3::jsonb) WHERE store_id = $1 AND id = $2',
    [tx.scope.storeId, id, JSON.stringify(skipped)],
  );
}

export async function endRun(
  tx: SqlTx,
  id: bigint,
  o: { state: 'done' | 'stopped'; checked?: number; at: Date },
): Promise<void> {
  await tx.query(
    `UPDATE reconciliation_runs SET state = $3, finished_at = $4, checked = coalesce($5, checked), total = coalesce($5, total)
     WHERE store_id = $1 AND id = $2 AND state = 'running'`,
    [tx.scope.storeId, id, o.state, o.at, o.checked ?? null],
  );
}

/** Forgets runs that ended before a moment, and findings that were resolved before another. */
export async function forgetOld(tx: SqlTx, o: { runsBefore: Date; resolvedBefore: Date }): Promise<void> {
  await tx.query('DELETE FROM reconciliation_runs WHERE store_id = $1 AND finished_at < $2', [
    tx.scope.storeId,
    o.runsBefore,
  ]);
  await tx.query('DELETE FROM reconciliation_findings WHERE store_id = $1 AND resolved_at < $2', [
    tx.scope.storeId,
    o.resolvedBefore,
  ]);
}
