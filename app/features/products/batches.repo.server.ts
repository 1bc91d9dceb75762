import type { Actor, Permission } from '#app/core/viewer.ts';
import type { ErrorParams } from '#app/core/errors.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { BatchAction, ItemState } from './batch.ts';

/** Who asked, with what they might then: the batch acts as they would. */
export type Asker = { actor: Actor; isAdmin: boolean; permissions: Permission[]; vendorName: string };
export type Refusal = { code: string; message: string; params: ErrorParams };
export type BatchRow = {
  id: bigint;
  vendorId: bigint | null;
  action: BatchAction;
  note: string | null;
  tags: string[];
  asker: Asker;
  round: number;
  trouble: string | null;
  startedAt: Date;
  finishedAt: Date | null;
};
export type ItemRow = { productId: bigint; title: string; state: ItemState; tries: number; refusal: Refusal | null };

const COLUMNS = `b.id, b.vendor_id AS "vendorId", b.action, b.note, b.tags, b.asker, b.round, b.trouble, b.started_at AS "startedAt",
  b.finished_at AS "finishedAt"`;

/** The id and title of each product of the scope among these, deleted ones left out. */
export async function listNamed(tx: SqlTx, ids: readonly bigint[]): Promise<{ id: bigint; title: string }[]> {
  const filter = scopedSql(tx.scope, 'p', 2);
  return tx.query(
    `SELECT p.id, p.title FROM products p WHERE p.id = ANY($1::bigint[]) AND ${filter.text} AND p.deleted_at IS NULL`,
    [[...ids], ...filter.values],
  );
}

/** Puts the reports away of the scope's batches that ended well: a new one takes their place. */
export async function putGoodAway(tx: SqlTx, at: Date): Promise<void> {
  await tx.query(
    `UPDATE product_batches b SET put_away_at = $3 WHERE b.store_id = $1 AND b.vendor_id IS NOT DISTINCT FROM $2 AND b.put_away_at IS NULL
       AND b.finished_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM product_batch_items i WHERE i.store_id = $1 AND i.batch_id = b.id AND i.state = 'failed')`,
    [tx.scope.storeId, tx.scope.vendor === '*' ? null : tx.scope.vendor, at],
  );
}

export async function insertBatch(
  tx: SqlTx,
  o: {
    action: BatchAction;
    note: string | null;
    tags: readonly string[];
    asker: Asker;
    at: Date;
    products: readonly { id: bigint; title: string }[];
  },
): Promise<bigint> {
  const vendorId = tx.scope.vendor === '*' ? null : tx.scope.vendor;
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO product_batches (store_id, vendor_id, action, note, tags, asker, started_at)
     VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7) RETURNING id`,
    [tx.scope.storeId, vendorId, o.action, o.note, [...o.tags], JSON.stringify(o.asker), o.at],
  );
  const id = row?.id ?? 0n;
  await tx.query(
    `INSERT INTO product_batch_items (store_id, batch_id, product_id, vendor_id, position, title, state)
     SELECT $1, $2, n.id, $3, n.position, n.title, 'waiting' FROM unnest($4::bigint[], $5::text[]) WITH ORDINALITY AS n (id, title, position)`,
    [tx.scope.storeId, id, vendorId, o.products.map((one) => one.id), o.products.map((one) => one.title)],
  );
  return id;
}

/** A batch that was asked for in the scope's own name: the marketplace does not see those of vendors. */
export async function findBatch(tx: SqlTx, id: bigint, o: { lock?: boolean } = {}): Promise<BatchRow | undefined> {
  const [row] = await tx.query<BatchRow>(
    `SELECT ${COLUMNS} FROM product_batches b WHERE b.store_id = $1 AND b.id = $2 AND b.vendor_id IS NOT DISTINCT FROM $3${o.lock ? ' FOR UPDATE' : ''}`,
    [tx.scope.storeId, id, tx.scope.vendor === '*' ? null : tx.scope.vendor],
  );
  return row;
}

/** The newest batches of the scope that run, or whose report nobody has put away. */
export async function listShown(tx: SqlTx, limit: number): Promise<BatchRow[]> {
  return tx.query(
    `SELECT ${COLUMNS} FROM product_batches b WHERE b.store_id = $1 AND b.vendor_id IS NOT DISTINCT FROM $2 AND b.put_away_at IS NULL
     ORDER BY b.id DESC LIMIT $3`,
    [tx.scope.storeId, tx.scope.vendor === '*' ? null : tx.scope.vendor, limit],
  );
}

/** A batch of any scope, held so that two workers do not run it at once. Needs the marketplace's scope. */
export async function lockAnyBatch(tx: SqlTx, id: bigint): Promise<BatchRow | undefined> {
  const [row] = await tx.query<BatchRow>(
    `SELECT ${COLUMNS} FROM product_batches b WHERE b.store_id = $1 AND b.id = $2 FOR UPDATE`,
    [tx.scope.storeId, id],
  );
  return row;
}

/** The batches of the store that have not ended. Needs the marketplace's scope. */
export async function listRunning(tx: SqlTx): Promise<{ id: bigint; round: number }[]> {
  return tx.query('SELECT id, round FROM product_batches WHERE store_id = $1 AND finished_at IS NULL ORDER BY id', [
    tx.scope.storeId,
  ]);
}

/** The products of a batch in the order they were named in. */
export async function listItems(tx: SqlTx, batchId: bigint): Promise<ItemRow[]> {
  return tx.query(
    `SELECT product_id AS "productId", title, state, tries, refusal FROM product_batch_items
     WHERE store_id = $1 AND batch_id = $2 ORDER BY position`,
    [tx.scope.storeId, batchId],
  );
}

/** The next products of a batch that are still to be done. */
export async function listOpenItems(tx: SqlTx, batchId: bigint, limit: number): Promise<ItemRow[]> {
  return tx.query(
    `SELECT product_id AS "productId", title, state, tries, refusal FROM product_batch_items
     WHERE store_id = $1 AND batch_id = $2 AND state IN ('waiting', 'begun') ORDER BY tries, position LIMIT $3`,
    [tx.scope.storeId, batchId, limit],
  );
}

/** Notes what became of a product of a batch. */
export async function markItem(
  tx: SqlTx,
  o: { batchId: bigint; productId: bigint; state: ItemState; refusal?: Refusal | undefined },
): Promise<void> {
  await tx.query(
    `UPDATE product_batch_items SET state = $4, refusal = $5::jsonb, tries = tries + CASE WHEN $4 = 'begun' THEN 1 ELSE 0 END
     WHERE store_id = $1 AND batch_id = $2 AND product_id = $3`,
    [tx.scope.storeId, o.batchId, o.productId, o.state, o.refusal ? JSON.stringify(o.refusal) : null],
  );
}

/** Notes what holds a batch up, or that it has ended. */
export async function markBatch(
  tx: SqlTx,
  id: bigint,
  o: { trouble: string | null; finishedAt: Date | null },
): Promise<void> {
  await tx.query(
    'UPDATE product_batches SET trouble = $3, finished_at = $4::timestamptz WHERE store_id = $1 AND id = $2',
    [tx.scope.storeId, id, o.trouble, o.finishedAt],
  );
}

/** Opens a batch again for what was refused. Returns how many products that is, and the number of the round. */
export async function reopenFailed(tx: SqlTx, id: bigint, asker: Asker): Promise<{ count: number; round: number }> {
  const rows = await tx.query(
    `UPDATE product_batch_items SET state = 'waiting', tries = 0, refusal = NULL WHERE store_id = $1 AND batch_id = $2 AND state = 'failed'
     RETURNING product_id`,
    [tx.scope.storeId, id],
  );
  if (rows.length === 0) return { count: 0, round: 0 };
  const [batch] = await tx.query<{ round: number }>(
    `UPDATE product_batches SET finished_at = NULL, put_away_at = NULL, trouble = NULL, round = round + 1, asker = $3::jsonb
     WHERE store_id = $1 AND id = $2 RETURNING round`,
    [tx.scope.storeId, id, JSON.stringify(asker)],
  );
  return { count: rows.length, round: batch?.round ?? 0 };
}

export async function putAway(tx: SqlTx, id: bigint, at: Date): Promise<void> {
  await tx.query('UPDATE product_batches SET put_away_at = $3 WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
    at,
  ]);
}

/** Forgets batches that ended before a moment. */
export async function deleteOldBatches(tx: SqlTx, before: Date): Promise<void> {
  await tx.query('DELETE FROM product_batches WHERE store_id = $1 AND finished_at < $2', [tx.scope.storeId, before]);
}

/** Writes the tags that the platform answered. Returns those that the product had. */
export async function writeTags(
  tx: SqlTx,
  productId: bigint,
  tags: readonly string[],
  changedAt: Date,
): Promise<string[]> {
  const values = [tx.scope.storeId, productId];
  const [before] = await tx.query<{ tags: string[] }>(
    'SELECT tags FROM products WHERE store_id = $1 AND id = $2 FOR UPDATE',
    values,
  );
  await tx.query(
    `UPDATE products SET tags = $3, platform_updated_at = greatest(platform_updated_at, date_trunc('second', $4::timestamptz))
     WHERE store_id = $1 AND id = $2`,
    [...values, [...tags], changedAt],
  );
  return before?.tags ?? [];
}
