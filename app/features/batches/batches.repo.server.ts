import { invariant } from '#app/core/invariant.ts';
import type { ErrorParams } from '#app/core/errors.ts';
import type { Actor } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { ItemState } from './batch.ts';

export type Refusal = { code: string; reason?: string; message: string; params: ErrorParams };
export type BatchRow = {
  id: bigint;
  /** In whose name it was asked for; null is the marketplace. */
  vendorId: bigint | null;
  kind: string;
  input: unknown;
  requester: Actor;
  round: number;
  trouble: string | null;
  startedAt: Date;
  finishedAt: Date | null;
};
export type NewItem = { subjectId: bigint; partId: bigint; name: string; input: unknown };
export type ItemRow = NewItem & { state: ItemState; tries: number; refusal: Refusal | null };

const COLUMNS = `b.id, b.vendor_id AS "vendorId", b.kind, b.input, b.requester, b.round, b.issue AS trouble, b.started_at AS "startedAt",
  b.finished_at AS "finishedAt"`;
const ITEM_COLUMNS = `subject_id AS "subjectId", order_vendor_id AS "partId", name, input, state, tries, refusal`;

const ownVendor = (tx: SqlTx): bigint | null => (tx.scope.vendor === '*' ? null : tx.scope.vendor);

/** How many batches of the scope run, of all kinds. Who asks waits for others who ask, until their transactions end. */
export async function countRunning(tx: SqlTx): Promise<number> {
  const values = [tx.scope.storeId, ownVendor(tx)];
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended(concat('batches/', $2::bigint), $1))`, values);
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM batches WHERE store_id = $1 AND vendor_id IS NOT DISTINCT FROM $2 AND finished_at IS NULL',
    values,
  );
  return row?.count ?? 0;
}

/** Puts the reports away of the scope's batches of a kind that ended well: a new one takes their place. */
export async function dismissSucceeded(tx: SqlTx, kind: string, at: Date): Promise<void> {
  await tx.query(
    `UPDATE batches b SET dismissed_at = $4 WHERE b.store_id = $1 AND b.vendor_id IS NOT DISTINCT FROM $2 AND b.kind = $3
       AND b.dismissed_at IS NULL AND b.finished_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM batch_items i WHERE i.store_id = $1 AND i.batch_id = b.id AND i.state = 'failed')`,
    [tx.scope.storeId, ownVendor(tx), kind, at],
  );
}

export async function insertBatch(
  tx: SqlTx,
  o: { kind: string; input: unknown; requester: Actor; at: Date; items: readonly NewItem[] },
): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO batches (store_id, vendor_id, kind, input, requester, started_at) VALUES ($1, $2, $3, $4::jsonb, $5::jsonb, $6) RETURNING id`,
    [tx.scope.storeId, ownVendor(tx), o.kind, JSON.stringify(o.input), JSON.stringify(o.requester), o.at],
  );
  invariant(row, 'an inserted row returns its id');
  const { id } = row;
  await tx.query(
    `INSERT INTO batch_items (store_id, batch_id, vendor_id, subject_id, order_vendor_id, name, input, position, state)
     SELECT $1, $2, $3, n.*, 'waiting'
     FROM unnest($4::bigint[], $5::bigint[], $6::text[], $7::jsonb[]) WITH ORDINALITY AS n`,
    [
      tx.scope.storeId,
      id,
      ownVendor(tx),
      o.items.map((item) => item.subjectId),
      o.items.map((item) => item.partId),
      o.items.map((item) => item.name),
      o.items.map((item) => JSON.stringify(item.input)),
    ],
  );
  return id;
}

/** A batch of a kind that was asked for in the scope's own name: the marketplace does not see those of vendors. */
export async function findBatch(
  tx: SqlTx,
  kind: string,
  id: bigint,
  o: { lock?: boolean } = {},
): Promise<BatchRow | undefined> {
  const [row] = await tx.query<BatchRow>(
    `SELECT ${COLUMNS} FROM batches b
     WHERE b.store_id = $1 AND b.vendor_id IS NOT DISTINCT FROM $2 AND b.kind = $3 AND b.id = $4${o.lock ? ' FOR UPDATE' : ''}`,
    [tx.scope.storeId, ownVendor(tx), kind, id],
  );
  return row;
}

export type BatchOutcome = { id: bigint; isRunning: boolean; failed: bigint[]; stopped: number };

/**
 * Of batches of a kind and of the scope: whether each runs, the subjects of its items that failed, and how many were stopped before
 * they began. Forgotten ones are left out.
 */
export async function listOutcomes(
  tx: SqlTx,
  kind: { name: string; whenStopped: string | null },
  ids: readonly bigint[],
): Promise<BatchOutcome[]> {
  return tx.query(
    `SELECT b.id, b.finished_at IS NULL AS "isRunning",
       ARRAY(SELECT i.subject_id FROM batch_items i WHERE i.store_id = $1 AND i.batch_id = b.id AND i.state = 'failed'
         AND i.refusal->>'reason' IS DISTINCT FROM $5::text) AS failed,
       (SELECT count(*)::int FROM batch_items i WHERE i.store_id = $1 AND i.batch_id = b.id AND i.state = 'failed'
         AND i.refusal->>'reason' = $5::text) AS stopped
     FROM batches b WHERE b.store_id = $1 AND b.vendor_id IS NOT DISTINCT FROM $2 AND b.kind = $3 AND b.id = ANY($4::bigint[])`,
    [tx.scope.storeId, ownVendor(tx), kind.name, [...ids], kind.whenStopped],
  );
}

/** The newest batches of a kind and of the scope that run, or whose report nobody has put away. */
export async function listShown(tx: SqlTx, kind: string, limit: number): Promise<BatchRow[]> {
  return tx.query(
    `SELECT ${COLUMNS} FROM batches b
     WHERE b.store_id = $1 AND b.vendor_id IS NOT DISTINCT FROM $2 AND b.kind = $3 AND b.dismissed_at IS NULL ORDER BY b.id DESC LIMIT $4`,
    [tx.scope.storeId, ownVendor(tx), kind, limit],
  );
}

/**
 * A batch of any scope and kind, held so that two workers do not run it at once. With `isFree`, one that a worker holds is
 * passed over. Needs the marketplace's scope.
 */
export async function lockAnyBatch(tx: SqlTx, id: bigint, o: { isFree?: boolean } = {}): Promise<BatchRow | undefined> {
  const [row] = await tx.query<BatchRow>(
    `SELECT ${COLUMNS} FROM batches b WHERE b.store_id = $1 AND b.id = $2 FOR UPDATE${o.isFree ? ' SKIP LOCKED' : ''}`,
    [tx.scope.storeId, id],
  );
  return row;
}

/** The batches of the store that have not ended, of all kinds. Needs the marketplace's scope. */
export async function listRunning(tx: SqlTx): Promise<{ id: bigint }[]> {
  return tx.query('SELECT id FROM batches WHERE store_id = $1 AND finished_at IS NULL ORDER BY id', [tx.scope.storeId]);
}

/** The items of a batch in the order they were named in. */
export async function listItems(tx: SqlTx, batchId: bigint): Promise<ItemRow[]> {
  return tx.query(`SELECT ${ITEM_COLUMNS} FROM batch_items WHERE store_id = $1 AND batch_id = $2 ORDER BY position`, [
    tx.scope.storeId,
    batchId,
  ]);
}

/** The next items of a batch that are still to be done. */
export async function listOpenItems(tx: SqlTx, batchId: bigint, limit: number): Promise<ItemRow[]> {
  return tx.query(
    `SELECT ${ITEM_COLUMNS} FROM batch_items
     WHERE store_id = $1 AND batch_id = $2 AND state IN ('waiting', 'begun') ORDER BY tries, position LIMIT $3`,
    [tx.scope.storeId, batchId, limit],
  );
}

/**
 * Notes what became of an item; false where it does not count any more. What was done is done, whoever says so, and stays so.
 * Of anything else the worker knows only while its round of the batch runs, and the item is open.
 */
export async function markItem(
  tx: SqlTx,
  o: {
    batchId: bigint;
    round: number;
    subjectId: bigint;
    partId: bigint;
    state: Exclude<ItemState, 'waiting'>;
    refusal?: Refusal | undefined;
  },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE batch_items i SET state = $5, refusal = $6::jsonb, tries = tries + CASE WHEN $5 = 'begun' THEN 1 ELSE 0 END
     WHERE store_id = $1 AND batch_id = $2 AND subject_id = $3 AND order_vendor_id = $4 AND state <> 'done' AND ($5 = 'done' OR (
       state <> 'failed' AND EXISTS (
         SELECT 1 FROM batches b WHERE b.store_id = $1 AND b.id = $2 AND b.round = $7 AND b.finished_at IS NULL)))
     RETURNING 1`,
    [
      tx.scope.storeId,
      o.batchId,
      o.subjectId,
      o.partId,
      o.state,
      o.refusal ? JSON.stringify(o.refusal) : null,
      o.round,
    ],
  );
  return rows.length > 0;
}

/** Notes what holds a batch up, or that it has ended. */
export async function markBatch(
  tx: SqlTx,
  id: bigint,
  o: { trouble: string | null; finishedAt: Date | null },
): Promise<void> {
  await tx.query('UPDATE batches SET issue = $3, finished_at = $4::timestamptz WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
    o.trouble,
    o.finishedAt,
  ]);
}

/** Refuses what is still open of a batch: what was never begun, and what may have been done. */
export async function failOpen(tx: SqlTx, batchId: bigint, o: { waiting: Refusal; begun: Refusal }): Promise<void> {
  await tx.query(
    `UPDATE batch_items SET state = 'failed', refusal = CASE state WHEN 'begun' THEN $4::jsonb ELSE $3::jsonb END
     WHERE store_id = $1 AND batch_id = $2 AND state IN ('waiting', 'begun')`,
    [tx.scope.storeId, batchId, JSON.stringify(o.waiting), JSON.stringify(o.begun)],
  );
}

/** Refuses what was never begun of a batch. Returns how many items are begun and still open. */
export async function failWaiting(tx: SqlTx, batchId: bigint, refusal: Refusal): Promise<{ begun: number }> {
  await tx.query(
    `UPDATE batch_items SET state = 'failed', refusal = $3::jsonb WHERE store_id = $1 AND batch_id = $2 AND state = 'waiting'`,
    [tx.scope.storeId, batchId, JSON.stringify(refusal)],
  );
  const [row] = await tx.query<{ begun: number }>(
    `SELECT count(*)::int AS begun FROM batch_items WHERE store_id = $1 AND batch_id = $2 AND state = 'begun'`,
    [tx.scope.storeId, batchId],
  );
  return { begun: row?.begun ?? 0 };
}

/**
 * Opens a batch again for what was refused, as a new round that starts now. What was refused by a code of `unknown` may have
 * been done, and is looked for as what was begun. Returns how many items that is, and the number of the round.
 */
export async function reopenFailed(
  tx: SqlTx,
  id: bigint,
  o: { requester: Actor; unknown: readonly string[]; at: Date },
): Promise<{ count: number; round: number }> {
  const rows = await tx.query(
    `UPDATE batch_items SET state = CASE WHEN refusal->>'code' = ANY($3::text[]) THEN 'begun' ELSE 'waiting' END, tries = 0, refusal = NULL
     WHERE store_id = $1 AND batch_id = $2 AND state = 'failed' RETURNING subject_id`,
    [tx.scope.storeId, id, [...o.unknown]],
  );
  if (rows.length === 0) return { count: 0, round: 0 };
  const [batch] = await tx.query<{ round: number }>(
    `UPDATE batches SET finished_at = NULL, dismissed_at = NULL, issue = NULL, round = round + 1, requester = $3::jsonb, started_at = $4
     WHERE store_id = $1 AND id = $2 RETURNING round`,
    [tx.scope.storeId, id, JSON.stringify(o.requester), o.at],
  );
  return { count: rows.length, round: batch?.round ?? 0 };
}

export async function markDismissed(tx: SqlTx, id: bigint, at: Date): Promise<void> {
  await tx.query('UPDATE batches SET dismissed_at = $3 WHERE store_id = $1 AND id = $2', [tx.scope.storeId, id, at]);
}

/** Forgets batches that ended before a moment. */
export async function deleteOldBatches(tx: SqlTx, before: Date): Promise<void> {
  await tx.query('DELETE FROM batches WHERE store_id = $1 AND finished_at < $2', [tx.scope.storeId, before]);
}
