import { prepared, type SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { ReturnLine, ReturnStatus } from './order-return.ts';

/** One vendor's part of a return (null: the marketplace's own lines). */
export type StoredReturn = {
  id: bigint;
  vendorId: bigint | null;
  status: ReturnStatus;
  name: string;
  declineReason: string | null;
  declineNote: string | null;
  lines: ReturnLine[];
  requestedAt: Date;
  approvedAt: Date | null;
  receivedAt: Date | null;
  endedAt: Date | null;
};

/** Writes returns as they stood at `readAt`; what was read later is not overwritten, and times of events stay until more arrives. Answers those that are new, and whether anything changed. */
export async function upsertReturns(
  tx: SqlTx,
  orderId: bigint,
  returns: readonly StoredReturn[],
  readAt: Date,
): Promise<{ added: StoredReturn[]; isChanged: boolean }> {
  const added: StoredReturn[] = [];
  let isChanged = false;
  for (const one of returns) {
    const [row] = await tx.query<{ isNew: boolean; isSame: boolean }>(
      `WITH old AS (SELECT status, decline_reason, decline_note, lines, ended_at IS NULL AS is_open FROM order_returns
         WHERE store_id = $1 AND id = $2 AND owner_id = $3)
       INSERT INTO order_returns AS r (store_id, id, owner_id, vendor_id, order_id, status, name, decline_reason, decline_note, lines,
         requested_at, approved_at, received_at, ended_at, read_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11, $12, $13, $14, $15)
       ON CONFLICT (store_id, id, owner_id) DO UPDATE SET status = excluded.status, decline_reason = excluded.decline_reason,
         decline_note = excluded.decline_note, lines = excluded.lines, approved_at = excluded.approved_at,
         received_at = CASE WHEN excluded.received_at IS NULL THEN NULL WHEN r.lines = excluded.lines
           THEN coalesce(r.received_at, excluded.received_at) ELSE excluded.received_at END,
         ended_at = CASE WHEN excluded.ended_at IS NULL THEN NULL ELSE coalesce(r.ended_at, excluded.ended_at) END,
         read_at = excluded.read_at
       WHERE excluded.read_at >= r.read_at
       RETURNING r.xmax = 0 AS "isNew", EXISTS (SELECT 1 FROM old o WHERE (o.status, o.decline_reason, o.decline_note, o.lines, o.is_open)
         IS NOT DISTINCT FROM (r.status, r.decline_reason, r.decline_note, r.lines, r.ended_at IS NULL)) AS "isSame"`,
      [
        tx.scope.storeId,
        one.id,
        one.vendorId ?? 0n,
        one.vendorId,
        orderId,
        one.status,
        one.name,
        one.declineReason,
        one.declineNote,
        JSON.stringify(one.lines),
        one.requestedAt,
        one.approvedAt,
        one.receivedAt,
        one.endedAt,
        readAt,
      ],
    );
    if (row?.isNew) added.push(one);
    if (row && !row.isSame) isChanged = true;
  }
  return { added, isChanged };
}

/** The parts of an order's returns within the scope, the oldest first. */
export async function listReturns(tx: SqlTx, orderId: bigint): Promise<StoredReturn[]> {
  const filter = scopedSql(tx.scope, 'r', 2);
  return tx.query<StoredReturn>(
    prepared(`SELECT r.id, r.vendor_id AS "vendorId", r.status, r.name, r.decline_reason AS "declineReason", r.decline_note AS "declineNote",
       r.lines, r.requested_at AS "requestedAt", r.approved_at AS "approvedAt", r.received_at AS "receivedAt", r.ended_at AS "endedAt"
     FROM order_returns r WHERE r.order_id = $1 AND ${filter.text} ORDER BY r.requested_at, r.id, r.owner_id`),
    [orderId, ...filter.values],
  );
}

/** The orders of the scope's store with a return that has not ended, the longest unread first. */
export async function listOrdersWithOpenReturns(tx: SqlTx, limit: number): Promise<bigint[]> {
  const rows = await tx.query<{ orderId: bigint }>(
    `SELECT order_id AS "orderId" FROM order_returns WHERE store_id = $1 AND ended_at IS NULL
     GROUP BY order_id ORDER BY min(read_at), order_id LIMIT $2`,
    [tx.scope.storeId, limit],
  );
  return rows.map(({ orderId }) => orderId);
}
