import { prepared, type SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { VendorHold } from './hold.ts';

export type StoredHold = VendorHold & { onHoldAt: Date };

/** What of an order is on hold, by vendor, within the scope. */
export async function listHolds(tx: SqlTx, orderId: bigint): Promise<StoredHold[]> {
  const filter = scopedSql(tx.scope, 'h', 2);
  return tx.query<StoredHold>(
    prepared(`SELECT h.vendor_id AS "vendorId", h.lines, h.reason, h.note, h.by_vendor AS "byVendor", h.on_hold_at AS "onHoldAt"
     FROM order_holds h WHERE h.order_id = $1 AND ${filter.text} ORDER BY h.vendor_id`),
    [orderId, ...filter.values],
  );
}

/** The number of a reading of what is on hold, taken before the store is asked. Undefined: the order is not known. */
export async function askHolds(tx: SqlTx, orderId: bigint): Promise<number | undefined> {
  const [row] = await tx.query<{ asked: number }>(
    'UPDATE orders SET holds_requested = holds_requested + 1 WHERE store_id = $1 AND id = $2 RETURNING holds_requested AS asked',
    [tx.scope.storeId, orderId],
  );
  return row?.asked;
}

/** Whether a reading is newer than all that were written; it counts as written then. */
export async function acceptHolds(tx: SqlTx, orderId: bigint, requested: number): Promise<boolean> {
  const rows = await tx.query(
    'UPDATE orders SET holds_read = $3 WHERE store_id = $1 AND id = $2 AND holds_read < $3 RETURNING id',
    [tx.scope.storeId, orderId, requested],
  );
  return rows.length > 0;
}

/** Replaces what is on hold of an order; a hold that goes on keeps the moment when it was first seen. */
export async function replaceHolds(tx: SqlTx, orderId: bigint, holds: readonly VendorHold[], at: Date): Promise<void> {
  await tx.query('DELETE FROM order_holds WHERE store_id = $1 AND order_id = $2 AND vendor_id <> ALL($3::bigint[])', [
    tx.scope.storeId,
    orderId,
    holds.map((hold) => hold.vendorId),
  ]);
  for (const { vendorId, lines, reason, note, byVendor } of holds) {
    await tx.query(
      `INSERT INTO order_holds (store_id, order_id, vendor_id, lines, reason, note, by_vendor, on_hold_at)
       VALUES ($1, $2, $3, $4::jsonb, $5, $6, $7, $8)
       ON CONFLICT (store_id, order_id, vendor_id) DO UPDATE SET lines = excluded.lines, reason = excluded.reason,
         note = excluded.note, by_vendor = excluded.by_vendor`,
      [tx.scope.storeId, orderId, vendorId, JSON.stringify(lines), reason, note, byVendor, at],
    );
  }
}

/** The orders among these of which something is on hold, by their ids: jobs are queued for them in the same order everywhere. */
export async function listOrdersOnHold(tx: SqlTx, orderIds: readonly bigint[]): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    'SELECT DISTINCT order_id AS id FROM order_holds WHERE store_id = $1 AND order_id = ANY($2::bigint[]) ORDER BY order_id',
    [tx.scope.storeId, [...orderIds]],
  );
  return rows.map(({ id }) => id);
}

/** Whose each line of an order is, as the marketplace knows it. */
export async function listOwners(tx: SqlTx, orderId: bigint): Promise<Map<string, bigint>> {
  const rows = await tx.query<{ id: bigint; vendorId: bigint }>(
    `SELECT id, vendor_id AS "vendorId" FROM order_lines WHERE store_id = $1 AND order_id = $2 AND vendor_id IS NOT NULL`,
    [tx.scope.storeId, orderId],
  );
  return new Map(rows.map(({ id, vendorId }) => [String(id), vendorId]));
}
