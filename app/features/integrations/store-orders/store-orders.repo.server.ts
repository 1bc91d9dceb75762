import { randomUUID } from 'node:crypto';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { ShipmentProblem, StoreOrderProblem, StoreOrderState } from './store-order.ts';

export type StoreOrder = {
  vendorId: bigint;
  orderId: bigint;
  orderName: string;
  orderedAt: Date;
  recordedAt: Date;
  shop: string;
  state: StoreOrderState;
  problem: StoreOrderProblem | null;
  detail: string | null;
  tries: number;
  dueAt: Date;
  calledAt: Date | null;
  sourceId: bigint | null;
  sourceName: string | null;
  sourceUpdatedAt: Date | null;
  units: Record<string, number> | null;
  cancels: 'restock' | 'keep' | null;
  cancelledThereAt: Date | null;
  request: number;
};
const COLUMNS = `o.vendor_id AS "vendorId", o.order_id AS "orderId", o.order_name AS "orderName", o.ordered_at AS "orderedAt", o.recorded_at AS "recordedAt", o.shop, o.state, o.problem, o.detail, o.tries,
  o.due_at AS "dueAt", o.called_at AS "calledAt", o.source_id AS "sourceId", o.source_name AS "sourceName",
  o.source_updated_at AS "sourceUpdatedAt", o.units, o.cancels, o.cancelled_there_at AS "cancelledThereAt", o.request`;

/** An order that one worker has to itself for a while. */
export type ClaimedOrder = StoreOrder & { lease: string };

/** Records the intent to place orders, each once whatever becomes of it. */
export async function recordOrders(
  tx: SqlTx,
  orders: readonly { vendorId: bigint; orderId: bigint; orderName: string; orderedAt: Date; shop: string }[],
  at: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO store_orders (store_id, vendor_id, order_id, order_name, shop, ordered_at, state, due_at, recorded_at)
     SELECT $1, v, o, n, s, d, 'waiting', $7, $7
     FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[]) AS t (v, o, n, s, d)
     ON CONFLICT (store_id, vendor_id, order_id) DO NOTHING`,
    [
      tx.scope.storeId,
      orders.map(({ vendorId }) => vendorId),
      orders.map(({ orderId }) => orderId),
      orders.map(({ orderName }) => orderName),
      orders.map(({ shop }) => shop),
      orders.map(({ orderedAt }) => orderedAt),
      at,
    ],
  );
}

/** Has orders cancelled there, and drops those that have no place there yet. Returns whose orders these were. */
export async function requestCancel(
  tx: SqlTx,
  orders: readonly { vendorId: bigint; orderId: bigint; cancels: 'restock' | 'keep' }[],
  at: Date,
): Promise<bigint[]> {
  const filter = scopedSql(tx.scope, 'o', 5);
  const rows = await tx.query<{ id: bigint }>(
    `UPDATE store_orders o SET cancels = t.c, due_at = CASE WHEN o.called_at IS NULL THEN $4 ELSE o.due_at END,
       state = CASE WHEN o.state = 'refused' THEN 'dropped' ELSE o.state END,
       problem = CASE WHEN o.state = 'refused' THEN 'cancelled' ELSE o.problem END
     FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS t (v, i, c)
     WHERE o.vendor_id = t.v AND o.order_id = t.i AND o.cancels IS NULL AND o.state IN ('waiting', 'placed', 'refused') AND ${filter.text}
     RETURNING o.vendor_id AS id`,
    [
      orders.map(({ vendorId }) => vendorId),
      orders.map(({ orderId }) => orderId),
      orders.map(({ cancels }) => cancels),
      at,
      ...filter.values,
    ],
  );
  return rows.map(({ id }) => id);
}

const FREE = '(o.lease IS NULL OR o.leased_until <= $3)';
/** What a worker takes up: orders to place, to cancel there, or whose shipments are to be looked at. */
const CLAIMS = {
  place: `o.state = 'waiting' AND o.due_at <= $3`,
  cancel: `o.state = 'placed' AND o.cancels IS NOT NULL AND o.cancelled_there_at IS NULL AND o.problem IS DISTINCT FROM 'cancel_refused' AND o.due_at <= $3`,
  check: `o.state = 'placed' AND o.checked_at IS NULL AND o.due_at <= $3`,
} as const;

/** Takes up the next order of a kind of work, which then is nobody else's until the lease ends; undefined where there is none. */
export async function claimOrder(
  tx: SqlTx,
  vendorId: bigint,
  o: { work: keyof typeof CLAIMS; shop: string; now: Date; until: Date },
): Promise<ClaimedOrder | undefined> {
  const filter = scopedSql(tx.scope, 'o', 6);
  const lease = randomUUID();
  const [row] = await tx.query<StoreOrder>(
    `WITH next AS (
       SELECT o.store_id, o.vendor_id, o.order_id FROM store_orders o
       WHERE o.vendor_id = $1 AND o.shop = $2 AND ${CLAIMS[o.work]} AND ${FREE} AND ${filter.text}
       ORDER BY o.due_at, o.order_id LIMIT 1 FOR UPDATE SKIP LOCKED)
     UPDATE store_orders o SET lease = $4::uuid, leased_until = $5 FROM next n
     WHERE o.store_id = n.store_id AND o.vendor_id = n.vendor_id AND o.order_id = n.order_id RETURNING ${COLUMNS}`,
    [vendorId, o.shop, o.now, lease, o.until, ...filter.values],
  );
  return row && { ...row, lease };
}

/** Notes that the store is asked now, before it is; false where somebody else has the order by now. */
export async function markCalled(tx: SqlTx, order: ClaimedOrder, now: Date): Promise<boolean> {
  const filter = scopedSql(tx.scope, 'o', 5);
  const rows = await tx.query(
    `UPDATE store_orders o SET called_at = $4
     WHERE o.vendor_id = $1 AND o.order_id = $2 AND o.lease = $3::uuid AND o.leased_until > $4 AND ${filter.text} RETURNING o.order_id`,
    [order.vendorId, order.orderId, order.lease, now, ...filter.values],
  );
  return rows.length > 0;
}

/** What becomes of an order whose work ends. */
export type OrderEnd = Pick<
  StoreOrder,
  | 'state'
  | 'problem'
  | 'detail'
  | 'tries'
  | 'dueAt'
  | 'calledAt'
  | 'sourceId'
  | 'sourceName'
  | 'sourceUpdatedAt'
  | 'units'
  | 'cancelledThereAt'
> & { checkedAt: Date | null; placedAt: Date | null };

/** Writes how the work on an order ended and gives it free. One that was asked for since then is looked at once more. */
export async function endOrder(tx: SqlTx, order: ClaimedOrder, end: OrderEnd): Promise<void> {
  const filter = scopedSql(tx.scope, 'o', 18);
  await tx.query(
    `UPDATE store_orders o SET state = $4, problem = $5, detail = $6, tries = $7, due_at = $8, called_at = $9::timestamptz,
       source_id = $10::bigint, source_name = $11::text, units = $13::jsonb, cancelled_there_at = $14::timestamptz,
       source_updated_at = CASE WHEN o.request = $17 THEN $12::timestamptz END,
       checked_at = CASE WHEN o.request = $17 THEN $15::timestamptz END,
       placed_at = coalesce(o.placed_at, $16::timestamptz), lease = NULL, leased_until = NULL
     WHERE o.vendor_id = $1 AND o.order_id = $2 AND o.lease = $3::uuid AND ${filter.text}`,
    [
      ...[order.vendorId, order.orderId, order.lease, end.state, end.problem, end.detail, end.tries, end.dueAt],
      ...[end.calledAt, end.sourceId, end.sourceName, end.sourceUpdatedAt],
      ...[end.units === null ? null : JSON.stringify(end.units), end.cancelledThereAt, end.checkedAt, end.placedAt],
      ...[order.request, ...filter.values],
    ],
  );
}

/** Names why orders wait that no worker has; they are taken up again after `dueAt`. */
export async function markWaiting(
  tx: SqlTx,
  vendorId: bigint,
  o: { problem: StoreOrderProblem; now: Date; dueAt: Date },
): Promise<void> {
  const filter = scopedSql(tx.scope, 'o', 5);
  await tx.query(
    `UPDATE store_orders o SET problem = $2, due_at = $4
     WHERE o.vendor_id = $1 AND o.state = 'waiting' AND o.due_at <= $3 AND (o.lease IS NULL OR o.leased_until <= $3) AND ${filter.text}`,
    [vendorId, o.problem, o.now, o.dueAt, ...filter.values],
  );
}

/** Has waiting orders taken up now: the store was connected again. */
export async function wakeOrders(tx: SqlTx, vendorId: bigint, at: Date): Promise<void> {
  const filter = scopedSql(tx.scope, 'o', 3);
  await tx.query(
    `UPDATE store_orders o SET due_at = $2 WHERE o.vendor_id = $1 AND o.state = 'waiting' AND o.due_at > $2 AND o.called_at IS NULL AND ${filter.text}`,
    [vendorId, at, ...filter.values],
  );
}

/** Has the shipments of orders looked at of which the store reported something, by their ids there. Returns how many. */
export async function requestCheck(tx: SqlTx, vendorId: bigint, sourceIds: readonly bigint[]): Promise<number> {
  const filter = scopedSql(tx.scope, 'o', 3);
  const rows = await tx.query(
    `UPDATE store_orders o SET checked_at = NULL, source_updated_at = NULL, request = o.request + 1
     WHERE o.vendor_id = $1 AND o.source_id = ANY($2::bigint[]) AND o.state = 'placed' AND ${filter.text} RETURNING o.order_id`,
    [vendorId, [...sourceIds], ...filter.values],
  );
  return rows.length;
}

/** Has the shipments of all orders looked at that were placed since a moment. */
export async function requestChecks(tx: SqlTx, vendorId: bigint, placedSince: Date): Promise<void> {
  const filter = scopedSql(tx.scope, 'o', 3);
  await tx.query(
    `UPDATE store_orders o SET checked_at = NULL
     WHERE o.vendor_id = $1 AND o.state = 'placed' AND o.placed_at >= $2 AND o.checked_at IS NOT NULL AND o.cancelled_there_at IS NULL
       AND ${filter.text}`,
    [vendorId, placedSince, ...filter.values],
  );
}

/** Orders whose shipments are to be looked at, the longest first. */
export async function listUnchecked(
  tx: SqlTx,
  vendorId: bigint,
  o: { shop: string; limit: number },
): Promise<StoreOrder[]> {
  const filter = scopedSql(tx.scope, 'o', 4);
  return tx.query(
    `SELECT ${COLUMNS} FROM store_orders o
     WHERE o.vendor_id = $1 AND o.shop = $2 AND o.state = 'placed' AND o.checked_at IS NULL AND ${filter.text}
     ORDER BY o.due_at, o.order_id LIMIT $3`,
    [vendorId, o.shop, o.limit, ...filter.values],
  );
}

/** Marks orders as looked at that have not changed there; those that were asked for since then stay open. */
export async function markUnchanged(
  tx: SqlTx,
  vendorId: bigint,
  orders: readonly StoreOrder[],
  at: Date,
): Promise<void> {
  const filter = scopedSql(tx.scope, 'o', 5);
  await tx.query(
    `UPDATE store_orders o SET checked_at = $4 FROM unnest($2::bigint[], $3::integer[]) AS t (i, r)
     WHERE o.vendor_id = $1 AND o.order_id = t.i AND o.request = t.r AND o.lease IS NULL AND ${filter.text}`,
    [vendorId, orders.map(({ orderId }) => orderId), orders.map(({ request }) => request), at, ...filter.values],
  );
}

/** When the next work on a vendor's orders in a store is due; undefined where nothing waits. */
export async function findNextDue(tx: SqlTx, vendorId: bigint, shop: string): Promise<Date | undefined> {
  const filter = scopedSql(tx.scope, 'o', 3);
  const [row] = await tx.query<{ at: Date | null }>(
    `SELECT min(greatest(o.due_at, o.leased_until)) AS at FROM store_orders o
     WHERE o.vendor_id = $1 AND o.shop = $2 AND ${filter.text} AND (o.state = 'waiting' OR (o.state = 'placed' AND (o.checked_at IS NULL
       OR (o.cancels IS NOT NULL AND o.cancelled_there_at IS NULL AND o.problem IS DISTINCT FROM 'cancel_refused'))))`,
    [vendorId, shop, ...filter.values],
  );
  return row?.at ?? undefined;
}

/** An order's places in the own stores of the scope's vendors. */
export async function listOfOrder(tx: SqlTx, orderId: bigint): Promise<StoreOrder[]> {
  const filter = scopedSql(tx.scope, 'o', 2);
  return tx.query(
    `SELECT ${COLUMNS} FROM store_orders o WHERE o.order_id = $1 AND ${filter.text} ORDER BY o.vendor_id`,
    [orderId, ...filter.values],
  );
}

/** What a person may want to see to: everything that is not as it should be. */
const OPEN = `(o.state = 'refused' OR (o.state = 'waiting' AND o.problem IS NOT NULL)
  OR (o.state = 'placed' AND (o.problem IS NOT NULL OR EXISTS (SELECT 1 FROM store_order_shipments s
    WHERE s.store_id = o.store_id AND s.vendor_id = o.vendor_id AND s.order_id = o.order_id AND s.problem IS NOT NULL))))`;

/** The newest orders of the scope that are not as they should be there. */
export async function listProblems(tx: SqlTx, limit: number): Promise<StoreOrder[]> {
  const filter = scopedSql(tx.scope, 'o', 2);
  return tx.query(
    `SELECT ${COLUMNS} FROM store_orders o WHERE ${OPEN} AND ${filter.text} ORDER BY o.recorded_at DESC, o.order_id DESC, o.vendor_id LIMIT $1`,
    [limit, ...filter.values],
  );
}

export type OrderCounts = { vendorId: bigint; placed: number; waiting: number; problems: number };

/** How many orders of each vendor of the scope have their place there, wait for it, or are not as they should be. */
export async function countOrders(tx: SqlTx): Promise<OrderCounts[]> {
  const filter = scopedSql(tx.scope, 'o');
  return tx.query(
    `SELECT o.vendor_id AS "vendorId", (count(*) FILTER (WHERE o.state = 'placed'))::int AS placed,
       (count(*) FILTER (WHERE o.state = 'waiting'))::int AS waiting, (count(*) FILTER (WHERE ${OPEN}))::int AS problems
     FROM store_orders o WHERE ${filter.text} GROUP BY o.vendor_id ORDER BY o.vendor_id`,
    filter.values,
  );
}

/** Has an order that was refused placed again. False where it is not there or not refused. */
export async function retryOrder(tx: SqlTx, vendorId: bigint, o: { orderId: bigint; at: Date }): Promise<boolean> {
  const filter = scopedSql(tx.scope, 'o', 4);
  const rows = await tx.query(
    `UPDATE store_orders o SET
       state = CASE WHEN o.state = 'refused' THEN 'waiting' ELSE o.state END,
       problem = CASE WHEN o.state = 'refused' OR o.problem = 'cancel_refused' THEN NULL ELSE o.problem END,
       detail = NULL, tries = 0, request = o.request + 1, checked_at = NULL, source_updated_at = NULL,
       due_at = CASE WHEN o.called_at IS NULL THEN $3 ELSE o.due_at END
     WHERE o.vendor_id = $1 AND o.order_id = $2 AND o.state IN ('waiting', 'refused', 'placed') AND ${filter.text} RETURNING o.order_id`,
    [vendorId, o.orderId, o.at, ...filter.values],
  );
  if (rows.length === 0) return false;
  const shipments = scopedSql(tx.scope, 's', 3);
  await tx.query(
    `UPDATE store_order_shipments s SET state = 'begun', problem = NULL WHERE s.vendor_id = $1 AND s.order_id = $2 AND s.problem IS NOT NULL
       AND ${shipments.text}`,
    [vendorId, o.orderId, ...shipments.values],
  );
  return true;
}

export type StoredShipment = {
  sourceId: bigint;
  state: 'begun' | 'done' | 'refused' | 'cancelled';
  valueHash: string;
  fulfillmentIds: bigint[];
  beyond: number;
  problem: ShipmentProblem | null;
};

/** The shipments of orders that were taken over, by the order's id. */
export async function listShipments(
  tx: SqlTx,
  orderIds: readonly bigint[],
): Promise<(StoredShipment & { orderId: bigint; vendorId: bigint })[]> {
  const filter = scopedSql(tx.scope, 's', 2);
  return tx.query(
    `SELECT s.order_id AS "orderId", s.vendor_id AS "vendorId", s.source_id AS "sourceId", s.state, s.value_hash AS "valueHash",
       s.fulfillment_ids AS "fulfillmentIds", s.beyond, s.problem
     FROM store_order_shipments s WHERE s.order_id = ANY($1::bigint[]) AND ${filter.text} ORDER BY s.order_id, s.vendor_id, s.source_id`,
    [[...orderIds], ...filter.values],
  );
}

/** Writes how far a shipment is taken over. */
export async function saveShipment(
  tx: SqlTx,
  order: Pick<StoreOrder, 'vendorId' | 'orderId'>,
  one: StoredShipment & { at: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO store_order_shipments (store_id, vendor_id, order_id, source_id, state, value_hash, fulfillment_ids, beyond, problem, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7::bigint[], $8, $9, $10)
     ON CONFLICT (store_id, vendor_id, order_id, source_id) DO UPDATE SET state = excluded.state, value_hash = excluded.value_hash,
       fulfillment_ids = excluded.fulfillment_ids, beyond = excluded.beyond, problem = excluded.problem, at = excluded.at`,
    [
      ...[tx.scope.storeId, order.vendorId, order.orderId, one.sourceId, one.state, one.valueHash],
      ...[one.fulfillmentIds, one.beyond, one.problem, one.at],
    ],
  );
}
