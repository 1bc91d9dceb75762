import type { UnknownLabel } from '#app/features/labels/unknown/unknown-label.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Counts, ReadPhase, ReadState, Skipped } from './recovery-read.ts';

export type ReadRow = {
  id: bigint;
  since: Date;
  state: ReadState;
  phase: ReadPhase;
  cursor: string | null;
  step: number;
  counts: Partial<Counts>;
  unknownLabels: UnknownLabel[];
  skipped: Skipped[];
  comparisonId: bigint | null;
  startedAt: Date;
  finishedAt: Date | null;
};

const COLUMNS = `id, since, state, phase, cursor, step, counts, unknown_labels AS "unknownLabels", skipped,
  comparison_id AS "comparisonId", started_at AS "startedAt", finished_at AS "finishedAt"`;

/** The newest read of the scope's store; undefined before the first. */
export async function findLatestRead(tx: SqlTx): Promise<ReadRow | undefined> {
  const [row] = await tx.query<ReadRow>(
    `SELECT ${COLUMNS} FROM recovery_reads WHERE store_id = $1 ORDER BY id DESC LIMIT 1`,
    [tx.scope.storeId],
  );
  return row;
}

/** A read until the transaction ends. */
export async function lockRead(tx: SqlTx, id: bigint): Promise<ReadRow | undefined> {
  const [row] = await tx.query<ReadRow>(
    `SELECT ${COLUMNS} FROM recovery_reads WHERE store_id = $1 AND id = $2 FOR UPDATE`,
    [tx.scope.storeId, id],
  );
  return row;
}

export async function insertRead(
  tx: SqlTx,
  o: { since: Date; phase: ReadPhase; startedAt: Date },
): Promise<ReadRow | undefined> {
  const [row] = await tx.query<ReadRow>(
    `INSERT INTO recovery_reads (store_id, since, state, phase, started_at) VALUES ($1, $2, 'running', $3, $4) RETURNING ${COLUMNS}`,
    [tx.scope.storeId, o.since, o.phase, o.startedAt],
  );
  return row;
}

/** What a step leaves: how far the read came, and what it brought so far. */
export type ReadMove = Pick<ReadRow, 'phase' | 'cursor' | 'step' | 'comparisonId' | 'unknownLabels' | 'skipped'> & {
  counts: Counts;
};

export async function moveRead(tx: SqlTx, id: bigint, move: ReadMove): Promise<void> {
  await tx.query(
    `UPDATE recovery_reads SET phase = $3, cursor = $4, step = $5, comparison_id = $6, unknown_labels = $7::jsonb, skipped = $8::jsonb,
       counts = $9::jsonb WHERE store_id = $1 AND id = $2`,
    [
      tx.scope.storeId,
      id,
      move.phase,
      move.cursor,
      move.step,
      move.comparisonId,
      JSON.stringify(move.unknownLabels),
      JSON.stringify(move.skipped),
      JSON.stringify(move.counts),
    ],
  );
}

export async function endRead(tx: SqlTx, id: bigint, o: { state: 'done' | 'stopped'; at: Date }): Promise<void> {
  await tx.query('UPDATE recovery_reads SET state = $3, finished_at = $4 WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
    o.state,
    o.at,
  ]);
}
