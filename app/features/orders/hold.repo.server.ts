import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { VendorHold } from './hold.ts';

export type StoredHold = VendorHold & { heldAt: Date };

/** What of an order is on hold, by vendor, within the scope. */
export async function listHolds(tx: SqlTx, orderId: bigint): Promise<StoredHold[]> {
  const filter = scopedSql(tx.scope, 'h', 2);
  return tx.query<StoredHold>(
    `SELECT h.vendor_id AS "vendorId", h.lines, h.reason, h.note, h.by_vendor AS "byVendor", h.held_at AS "heldAt"
     FROM order_holds h WHERE h.order_id = $1 AND ${filter.text} ORDER BY h.vendor_id`,
    [orderId, ...filter.values],
  );
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
      `INSERT INTO order_holds (store_id, order_id, vendor_id, lines, reason, note, by_vendor, held_at)
       VALUES ($1, $2, $3, $4::jsonb, $5, $6, $7, $8)
       ON CONFLICT (store_id, order_id, vendor_id) DO UPDATE SET lines = excluded.lines, reason = excluded.reason,
         note = excluded.note, by_vendor = excluded.by_vendor`,
      [tx.scope.storeId, orderId, vendorId, JSON.stringify(lines), reason, note, byVendor, at],
    );
  }
}

/** The orders among these of which something is on hold. */
export async function listHeldOrders(tx: SqlTx, orderIds: readonly bigint[]): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    'SELECT DISTINCT order_id AS id FROM order_holds WHERE store_id = $1 AND order_id = ANY($2::bigint[])',
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
