import type { ErrorParams } from '#app/core/errors.ts';
import type { Actor, Permission } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { BulkItemState } from './bulk-fulfil.ts';

/** Who asked, with what they might then: the orders are shipped as they would. */
export type Asker = { actor: Actor; isAdmin: boolean; permissions: Permission[]; vendorName: string };
type Refusal = { code: string; message: string; params: ErrorParams };
export type BatchRow = {
  id: bigint;
  vendorId: bigint | null;
  notify: boolean;
  unpaid: boolean;
  asker: Asker;
  round: number;
  trouble: string | null;
  startedAt: Date;
  finishedAt: Date | null;
};
export type NewItem = {
  orderId: bigint;
  partVendorId: bigint;
  name: string;
  carrier: string | null;
  tracking: string | null;
  url: string | null;
};
export type ItemRow = NewItem & { state: BulkItemState; tries: number; refusal: Refusal | null };

const COLUMNS = `b.id, b.vendor_id AS "vendorId", b.notify, b.unpaid, b.asker, b.round, b.trouble, b.started_at AS "startedAt",
  b.finished_at AS "finishedAt"`;
const ITEM_COLUMNS = `order_id AS "orderId", part_vendor_id AS "partVendorId", name, carrier, tracking, url, state, tries, refusal`;

const ownVendor = (tx: SqlTx): bigint | null => (tx.scope.vendor === '*' ? null : tx.scope.vendor);

/** The parts of these orders within the scope, by order and vendor. */
export async function listPartsOf(
  tx: SqlTx,
  orderIds: readonly bigint[],
): Promise<{ orderId: bigint; vendorId: bigint; name: string }[]> {
  const filter = scopedSql(tx.scope, 'v', 2);
  return tx.query(
    `SELECT v.order_id AS "orderId", v.vendor_id AS "vendorId", v.name FROM vendor_orders v
     WHERE v.order_id = ANY($1::bigint[]) AND ${filter.text} ORDER BY v.order_id, v.vendor_id`,
    [[...orderIds], ...filter.values],
  );
}

/** Puts the reports away of the scope's shippings that ended well: a new one takes their place. */
export async function putGoodAway(tx: SqlTx, at: Date): Promise<void> {
  await tx.query(
    `UPDATE fulfil_batches b SET put_away_at = $3 WHERE b.store_id = $1 AND b.vendor_id IS NOT DISTINCT FROM $2 AND b.put_away_at IS NULL
       AND b.finished_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM fulfil_batch_items i WHERE i.store_id = $1 AND i.batch_id = b.id AND i.state = 'failed')`,
    [tx.scope.storeId, ownVendor(tx), at],
  );
}

export async function insertBatch(
  tx: SqlTx,
  o: { notify: boolean; unpaid: boolean; asker: Asker; at: Date; items: readonly NewItem[] },
): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO fulfil_batches (store_id, vendor_id, notify, unpaid, asker, started_at) VALUES ($1, $2, $3, $4, $5::jsonb, $6) RETURNING id`,
    [tx.scope.storeId, ownVendor(tx), o.notify, o.unpaid, JSON.stringify(o.asker), o.at],
  );
  const id = row?.id ?? 0n;
  await tx.query(
    `INSERT INTO fulfil_batch_items (store_id, batch_id, vendor_id, order_id, part_vendor_id, name, carrier, tracking, url, position, state)
     SELECT $1, $2, $3, n.*, 'waiting'
     FROM unnest($4::bigint[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[]) WITH ORDINALITY AS n`,
    [
      tx.scope.storeId,
      id,
      ownVendor(tx),
      o.items.map((item) => item.orderId),
      o.items.map((item) => item.partVendorId),
      o.items.map((item) => item.name),
      o.items.map((item) => item.carrier),
      o.items.map((item) => item.tracking),
      o.items.map((item) => item.url),
    ],
  );
  return id;
}

/** A shipping that was asked for in the scope's own name: the marketplace does not see those of vendors. */
export async function findBatch(tx: SqlTx, id: bigint, o: { lock?: boolean } = {}): Promise<BatchRow | undefined> {
  const [row] = await tx.query<BatchRow>(
    `SELECT ${COLUMNS} FROM fulfil_batches b WHERE b.store_id = $1 AND b.id = $2 AND b.vendor_id IS NOT DISTINCT FROM $3${o.lock ? ' FOR UPDATE' : ''}`,
    [tx.scope.storeId, id, ownVendor(tx)],
  );
  return row;
}

/** The newest shippings of the scope that run, or whose report nobody has put away. */
export async function listShown(tx: SqlTx, limit: number): Promise<BatchRow[]> {
  return tx.query(
    `SELECT ${COLUMNS} FROM fulfil_batches b WHERE b.store_id = $1 AND b.vendor_id IS NOT DISTINCT FROM $2 AND b.put_away_at IS NULL
     ORDER BY b.id DESC LIMIT $3`,
    [tx.scope.storeId, ownVendor(tx), limit],
  );
}

/** A shipping of any scope, held so that two workers do not run it at once. Needs the marketplace's scope. */
export async function lockAnyBatch(tx: SqlTx, id: bigint): Promise<BatchRow | undefined> {
  const [row] = await tx.query<BatchRow>(
    `SELECT ${COLUMNS} FROM fulfil_batches b WHERE b.store_id = $1 AND b.id = $2 FOR UPDATE`,
    [tx.scope.storeId, id],
  );
  return row;
}

/** The shippings of the store that have not ended. Needs the marketplace's scope. */
export async function listRunning(tx: SqlTx): Promise<{ id: bigint; round: number; startedAt: Date }[]> {
  return tx.query(
    'SELECT id, round, started_at AS "startedAt" FROM fulfil_batches WHERE store_id = $1 AND finished_at IS NULL ORDER BY id',
    [tx.scope.storeId],
  );
}

/** The orders of a shipping in the order they were named in. */
export async function listItems(tx: SqlTx, batchId: bigint): Promise<ItemRow[]> {
  return tx.query(
    `SELECT ${ITEM_COLUMNS} FROM fulfil_batch_items WHERE store_id = $1 AND batch_id = $2 ORDER BY position`,
    [tx.scope.storeId, batchId],
  );
}

/** The next orders of a shipping that are still to be sent. */
export async function listOpenItems(tx: SqlTx, batchId: bigint, limit: number): Promise<ItemRow[]> {
  return tx.query(
    `SELECT ${ITEM_COLUMNS} FROM fulfil_batch_items
     WHERE store_id = $1 AND batch_id = $2 AND state IN ('waiting', 'begun') ORDER BY tries, position LIMIT $3`,
    [tx.scope.storeId, batchId, limit],
  );
}

/** Notes what became of an order of a shipping. What was shipped stays so, whatever a worker that fell behind says of it. */
export async function markItem(
  tx: SqlTx,
  o: {
    batchId: bigint;
    orderId: bigint;
    partVendorId: bigint;
    state: BulkItemState;
    refusal?: Refusal | undefined;
  },
): Promise<void> {
  await tx.query(
    `UPDATE fulfil_batch_items SET state = $5, refusal = $6::jsonb, tries = tries + CASE WHEN $5 = 'begun' THEN 1 ELSE 0 END
     WHERE store_id = $1 AND batch_id = $2 AND order_id = $3 AND part_vendor_id = $4 AND state <> 'done'`,
    [tx.scope.storeId, o.batchId, o.orderId, o.partVendorId, o.state, o.refusal ? JSON.stringify(o.refusal) : null],
  );
}

/** Notes what holds a shipping up, or that it has ended. */
export async function markBatch(
  tx: SqlTx,
  id: bigint,
  o: { trouble: string | null; finishedAt: Date | null },
): Promise<void> {
  await tx.query(
    'UPDATE fulfil_batches SET trouble = $3, finished_at = $4::timestamptz WHERE store_id = $1 AND id = $2',
    [tx.scope.storeId, id, o.trouble, o.finishedAt],
  );
}

/** Refuses what is still open of a shipping: what was never sent, and what may have been. */
export async function failOpen(tx: SqlTx, batchId: bigint, o: { waiting: Refusal; begun: Refusal }): Promise<void> {
  await tx.query(
    `UPDATE fulfil_batch_items SET state = 'failed', refusal = CASE state WHEN 'begun' THEN $4::jsonb ELSE $3::jsonb END
     WHERE store_id = $1 AND batch_id = $2 AND state IN ('waiting', 'begun')`,
    [tx.scope.storeId, batchId, JSON.stringify(o.waiting), JSON.stringify(o.begun)],
  );
}

/**
 * Opens a shipping again for what was refused, as a new round that starts now. What was refused by a code of `unknown` may have
 * been sent, and is looked for as what was begun. Returns how many orders that is, and the number of the round.
 */
export async function reopenFailed(
  tx: SqlTx,
  id: bigint,
  o: { asker: Asker; unknown: readonly string[]; at: Date },
): Promise<{ count: number; round: number }> {
  const rows = await tx.query(
    `UPDATE fulfil_batch_items SET state = CASE WHEN refusal->>'code' = ANY($3::text[]) THEN 'begun' ELSE 'waiting' END,
       tries = 0, refusal = NULL
     WHERE store_id = $1 AND batch_id = $2 AND state = 'failed' RETURNING order_id`,
    [tx.scope.storeId, id, [...o.unknown]],
  );
  if (rows.length === 0) return { count: 0, round: 0 };
  const [batch] = await tx.query<{ round: number }>(
    `UPDATE fulfil_batches SET finished_at = NULL, put_away_at = NULL, trouble = NULL, round = round + 1, asker = $3::jsonb,
       started_at = $4
     WHERE store_id = $1 AND id = $2 RETURNING round`,
    [tx.scope.storeId, id, JSON.stringify(o.asker), o.at],
  );
  return { count: rows.length, round: batch?.round ?? 0 };
}

export async function putAway(tx: SqlTx, id: bigint, at: Date): Promise<void> {
  await tx.query('UPDATE fulfil_batches SET put_away_at = $3 WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
    at,
  ]);
}

/** Forgets shippings that ended before a moment. */
export async function deleteOldBatches(tx: SqlTx, before: Date): Promise<void> {
  await tx.query('DELETE FROM fulfil_batches WHERE store_id = $1 AND finished_at < $2', [tx.scope.storeId, before]);
}
