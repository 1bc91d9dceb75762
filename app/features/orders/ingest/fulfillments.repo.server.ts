import type { SqlTx } from '#app/server/db.server.ts';
import type { FulfillmentRow } from '../rows.ts';
import { joinLines } from './ingest.repo.server.ts';

/** Writes fulfillments; an older version of one changes nothing. */
export async function upsertFulfillments(tx: SqlTx, rows: readonly FulfillmentRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(UPSERT_FULFILLMENTS, [
    tx.scope.storeId,
    rows.map((row) => row.facts.id),
    rows.map((row) => row.facts.orderId),
    rows.map((row) => row.vendorId),
    rows.map((row) => (row.facts.isCancelled ? 'cancelled' : 'success')),
    rows.map((row) => row.facts.carrier),
    rows.map((row) => row.facts.tracking),
    rows.map((row) => row.facts.url),
    joinLines(rows.map((row) => JSON.stringify(row.lines))),
    rows.map((row) => row.facts.updatedAt),
    rows.map((row) => row.facts.createdAt),
  ]);
}

/** Takes lines out of the vendors' fulfillments; a fulfillment with nothing left in it goes. */
export async function dropFromFulfillments(
  tx: SqlTx,
  lines: readonly { orderId: bigint; lineId: string }[],
): Promise<void> {
  if (lines.length === 0) return;
  const { storeId } = tx.scope;
  const orderIds = lines.map(({ orderId }) => orderId);
  const isDropped = `EXISTS (SELECT 1 FROM unnest($2::bigint[], $3::text[]) AS d (order_id, line_id)
    WHERE d.order_id = f.order_id AND d.line_id = l.value->>'lineId')`;
  const emptied = await tx.query<{ isEmpty: boolean }>(
    `UPDATE fulfillments f SET lines = (
       SELECT coalesce(jsonb_agg(l.value ORDER BY l.ordinality), '[]') FROM jsonb_array_elements(f.lines) WITH ORDINALITY l WHERE NOT ${isDropped})
     WHERE f.store_id = $1 AND f.order_id = ANY($2::bigint[]) AND EXISTS (SELECT 1 FROM jsonb_array_elements(f.lines) l WHERE ${isDropped})
     RETURNING f.lines = '[]' AS "isEmpty"`,
    [storeId, orderIds, lines.map(({ lineId }) => lineId)],
  );
  if (!emptied.some(({ isEmpty }) => isEmpty)) return;
  await tx.query(
    `DELETE FROM fulfillments f WHERE f.store_id = $1 AND f.order_id = ANY($2::bigint[]) AND f.lines = '[]'`,
    [storeId, orderIds],
  );
}

/** How many units of each line stand in fulfillments that were not cancelled, and when the last of the order's was made. */
export async function sumFulfilled(
  tx: SqlTx,
  orderIds: readonly bigint[],
): Promise<{ quantityOf: Map<string, number>; lastAt: Map<string, Date> }> {
  const rows = await tx.query<{
    order_id: bigint;
    vendor_id: bigint;
    line_id: string;
    quantity: number;
    last_at: Date;
  }>(
    `SELECT f.order_id, f.vendor_id, l.value->>'lineId' AS line_id, sum((l.value->>'quantity')::int)::int AS quantity, max(f.created_at) AS last_at
     FROM fulfillments f, jsonb_array_elements(f.lines) l
     WHERE f.store_id = $1 AND f.order_id = ANY($2::bigint[]) AND f.status <> 'cancelled' GROUP BY 1, 2, 3`,
    [tx.scope.storeId, [...orderIds]],
  );
  const quantityOf = new Map<string, number>();
  const lastAt = new Map<string, Date>();
  for (const row of rows) {
    quantityOf.set(row.line_id, row.quantity);
    const key = `${row.order_id}|${row.vendor_id}`;
    const before = lastAt.get(key);
    if (!before || row.last_at > before) lastAt.set(key, row.last_at);
  }
  return { quantityOf, lastAt };
}
export const UPSERT_FULFILLMENTS = `
  INSERT INTO fulfillments AS f (store_id, id, order_id, vendor_id, status, carrier, tracking, url, lines, updated_at, created_at)
  SELECT $1, n.id, n.order_id, n.vendor_id, n.status, n.carrier, n.tracking, n.url, n.lines::jsonb, n.updated_at, n.created_at
  FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], string_to_array($9, E'\\n'), $10::timestamptz[], $11::timestamptz[])
    AS n (id, order_id, vendor_id, status, carrier, tracking, url, lines, updated_at, created_at)
  ON CONFLICT (store_id, id, vendor_id) DO UPDATE SET status = excluded.status, carrier = excluded.carrier, tracking = excluded.tracking, url = excluded.url,
    lines = excluded.lines, updated_at = excluded.updated_at
  WHERE f.updated_at <= excluded.updated_at AND (f.status, f.carrier, f.tracking, f.url, f.lines, f.updated_at)
    IS DISTINCT FROM (excluded.status, excluded.carrier, excluded.tracking, excluded.url, excluded.lines, excluded.updated_at)`;
