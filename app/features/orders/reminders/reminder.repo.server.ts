import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import { ALL_REMINDERS, type RemindRefusal } from './reminder.ts';

export type OpenVendorOrder = {
  id: bigint;
  orderId: bigint;
  vendorId: bigint;
  orderedAt: Date;
  sent: number;
  waited: number;
  isBlocked: boolean;
};

/** A vendor's part that still waits for shipping, and for a reminder: the partial index of the table. */
const toRemind = (): string => `v.store_id = $1 AND NOT v.historical AND v.reminders_sent < ${ALL_REMINDERS}
  AND v.fulfillment IN ('unfulfilled', 'partially_fulfilled')`;

/** Parts placed before a moment of which a reminder may be due, by their age, after the last one of an earlier page. */
export function listToRemind(
  tx: SqlTx,
  o: { placedBefore: Date; after: { orderedAt: Date; id: bigint } | undefined; limit: number },
): Promise<OpenVendorOrder[]> {
  return tx.query<OpenVendorOrder>(
    `SELECT v.id, v.order_id AS "orderId", v.vendor_id AS "vendorId", v.ordered_at AS "orderedAt", v.reminders_sent AS sent,
       v.reminders_waited AS waited, (o.paid_at IS NULL OR EXISTS (SELECT 1 FROM order_holds h
         WHERE h.store_id = v.store_id AND h.order_id = v.order_id AND h.vendor_id = v.vendor_id)) AS "isBlocked"
     FROM vendor_orders v JOIN orders o ON o.store_id = v.store_id AND o.id = v.order_id
     WHERE ${toRemind()} AND v.ordered_at <= $2 AND o.cancelled_at IS NULL AND (v.ordered_at, v.id) > ($3, $4)
     ORDER BY v.ordered_at, v.id LIMIT $5`,
    [tx.scope.storeId, o.placedBefore, o.after?.orderedAt ?? new Date(0), o.after?.id ?? 0n, o.limit],
  );
}

/** Keeps which reminders of parts were sent, and which waited. */
export async function saveReminders(
  tx: SqlTx,
  vendorOrders: readonly { id: bigint; sent: number; waited: number }[],
): Promise<void> {
  if (vendorOrders.length === 0) return;
  await tx.query(
    `UPDATE vendor_orders v SET reminders_sent = n.sent, reminders_waited = n.waited
     FROM unnest($2::bigint[], $3::int[], $4::int[]) AS n (id, sent, waited) WHERE v.store_id = $1 AND v.id = n.id`,
    [
      tx.scope.storeId,
      vendorOrders.map((vendorOrder) => vendorOrder.id),
      vendorOrders.map((vendorOrder) => vendorOrder.sent),
      vendorOrders.map((vendorOrder) => vendorOrder.waited),
    ],
  );
}

/** When the oldest part was placed, after a moment, that a reminder (its bit) was not sent of. */
export async function findOldestAfter(tx: SqlTx, bit: number, after: Date): Promise<Date | undefined> {
  const [row] = await tx.query<{ at: Date | null }>(
    `SELECT min(v.ordered_at) AS at FROM vendor_orders v WHERE ${toRemind()} AND v.reminders_sent & $2 = 0 AND v.ordered_at > $3`,
    [tx.scope.storeId, bit, after],
  );
  return row?.at ?? undefined;
}

/** How many parts still wait for shipping of which a reminder was sent. */
export async function countReminded(tx: SqlTx): Promise<number> {
  // Hand-written, over the partial index of open parts that the reminders use.
  const [row] = await tx.query<{ count: bigint }>(
    `SELECT count(*) AS count FROM vendor_orders v WHERE v.store_id = $1 AND NOT v.historical AND v.reminders_sent > 0
       AND v.fulfillment IN ('unfulfilled', 'partially_fulfilled')`,
    [tx.scope.storeId],
  );
  return Number(row?.count ?? 0n);
}

/**
 * Parts placed in a time that can be shipped and are not, the newest first: what Home counts as late (index `vendor_orders_late`).
 */
export function listLate(
  tx: SqlTx,
  { placedFrom, placedBefore, limit }: { placedFrom: Date; placedBefore: Date; limit: number },
): Promise<{ orderId: bigint; vendorId: bigint }[]> {
  return tx.query(
    `SELECT v.order_id AS "orderId", v.vendor_id AS "vendorId" FROM vendor_orders v
     WHERE v.store_id = $1 AND v.fulfillment IN ('unfulfilled', 'partially_fulfilled') AND v.payout_state <> 'unpaid'
       AND v.cancelled_at IS NULL AND NOT v.historical AND v.ordered_at >= $2 AND v.ordered_at < $3
       AND NOT EXISTS (SELECT 1 FROM order_holds h WHERE h.store_id = v.store_id AND h.order_id = v.order_id AND h.vendor_id = v.vendor_id)
     ORDER BY v.ordered_at DESC, v.id DESC LIMIT $4`,
    [tx.scope.storeId, placedFrom, placedBefore, limit],
  );
}

export type RemindableOrder = {
  orderId: bigint;
  vendorId: bigint;
  vendorName: string;
  /** Why there is nothing to remind of; null where items wait to be shipped. */
  refusal: Exclude<RemindRefusal, 'reminded_today'> | null;
};

/** The vendor orders of orders, each locked until the end of the transaction, so that two people remind of it once. */
export function lockRemindable(tx: SqlTx, orderIds: readonly bigint[]): Promise<RemindableOrder[]> {
  const filter = scopedSql(tx.scope, 'v', 2);
  return tx.query<RemindableOrder>(
    `SELECT v.order_id AS "orderId", v.vendor_id AS "vendorId", d.name AS "vendorName",
       CASE WHEN v.historical OR o.cancelled_at IS NOT NULL OR v.fulfillment NOT IN ('unfulfilled', 'partially_fulfilled') THEN 'nothing_to_ship'
         WHEN EXISTS (SELECT 1 FROM order_holds h WHERE h.store_id = v.store_id AND h.order_id = v.order_id AND h.vendor_id = v.vendor_id)
           THEN 'on_hold'
         WHEN o.paid_at IS NULL THEN 'unpaid' END AS refusal
     FROM vendor_orders v JOIN orders o ON o.store_id = v.store_id AND o.id = v.order_id
     JOIN vendors d ON d.store_id = v.store_id AND d.id = v.vendor_id
     WHERE v.order_id = ANY($1::bigint[]) AND ${filter.text} ORDER BY v.id FOR UPDATE OF v`,
    [[...orderIds], ...filter.values],
  );
}
