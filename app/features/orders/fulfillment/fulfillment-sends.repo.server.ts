import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

/** A piece of a fulfillment: units of one location, and which fulfillment of the request they belong to. */
export type StoredPiece = {
  index: number;
  carrier: string | null;
  tracking: string | null;
  url: string | null;
  /** Further packages of it, where there are several. */
  further?: readonly { tracking: string | null; url: string | null }[];
  units: { fulfillmentOrderId: string; locationId: string; itemId: string; lineId: string; quantity: number }[];
};

/** A request whose outcome is not known: what it sends, and which fulfillments the order had before. Nulls: nothing was sent. */
export type FulfillmentSend = { hash: string | null; pieces: StoredPiece[] | null; known: string[] | null };

type Part = { orderId: bigint; vendorId: bigint };

/** Takes the turn to ship of a vendor's part until a moment, under a name of one's own; undefined while somebody else has it. */
export async function takeTurn(
  tx: SqlTx,
  { orderId, vendorId }: Part,
  o: { turn: string; now: Date; until: Date },
): Promise<FulfillmentSend | undefined> {
  const [row] = await tx.query<FulfillmentSend>(
    `INSERT INTO fulfillment_sends AS s (store_id, order_id, vendor_id, working_until, turn) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (store_id, order_id, vendor_id) DO UPDATE SET working_until = excluded.working_until, turn = excluded.turn
       WHERE s.working_until <= $6
     RETURNING s.hash, s.pieces, s.known`,
    [tx.scope.storeId, orderId, vendorId, o.until, o.turn, o.now],
  );
  return row;
}

/** Keeps one's turn until a later moment. False: it was so slow that somebody else has taken it over. */
export async function keepTurn(
  tx: SqlTx,
  { orderId, vendorId }: Part,
  o: { turn: string; until: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE fulfillment_sends SET working_until = $5 WHERE store_id = $1 AND order_id = $2 AND vendor_id = $3 AND turn = $4 RETURNING turn`,
    [tx.scope.storeId, orderId, vendorId, o.turn, o.until],
  );
  return rows.length > 0;
}

/** Notes what is about to be sent. */
export async function recordSend(
  tx: SqlTx,
  { orderId, vendorId }: Part,
  send: { hash: string; pieces: readonly StoredPiece[]; known: readonly string[] },
): Promise<void> {
  await tx.query(
    'UPDATE fulfillment_sends SET hash = $4, pieces = $5::jsonb, known = $6::jsonb WHERE store_id = $1 AND order_id = $2 AND vendor_id = $3',
    [tx.scope.storeId, orderId, vendorId, send.hash, JSON.stringify(send.pieces), JSON.stringify(send.known)],
  );
}

/** Gives one's own turn back; another's stays. What was sent stays noted where its outcome is not known. */
export async function endTurn(
  tx: SqlTx,
  { orderId, vendorId }: Part,
  o: { turn: string; isKnown: boolean; now: Date },
): Promise<void> {
  const own = 'store_id = $1 AND order_id = $2 AND vendor_id = $3 AND turn = $4';
  const values = [tx.scope.storeId, orderId, vendorId, o.turn];
  if (o.isKnown) await tx.query(`DELETE FROM fulfillment_sends WHERE ${own}`, values);
  else await tx.query(`UPDATE fulfillment_sends SET working_until = $5 WHERE ${own}`, [...values, o.now]);
}

/** Marks fulfillments as made here, so that their vendor may change them. */
export async function markByApp(tx: SqlTx, vendorId: bigint, ids: readonly string[]): Promise<void> {
  await tx.query(
    'UPDATE fulfillments SET by_app = true WHERE store_id = $1 AND vendor_id = $2 AND id = ANY($3::bigint[])',
    [tx.scope.storeId, vendorId, [...ids]],
  );
}

export type OwnFulfillment = { id: bigint; vendorId: bigint; status: 'success' | 'cancelled'; byApp: boolean };

/** A fulfillment of an order within the scope, once for each vendor that it holds lines of. */
export async function findOwnFulfillment(tx: SqlTx, orderId: bigint, fulfillmentId: bigint): Promise<OwnFulfillment[]> {
  const filter = scopedSql(tx.scope, 'f', 3);
  return tx.query<OwnFulfillment>(
    `SELECT f.id, f.vendor_id AS "vendorId", f.status, f.by_app AS "byApp" FROM fulfillments f
     WHERE f.order_id = $1 AND f.id = $2 AND ${filter.text} ORDER BY f.vendor_id`,
    [orderId, fulfillmentId, ...filter.values],
  );
}
