import type { Actor } from '#app/core/viewer.ts';
import type { Adjustment } from '#app/features/orders/money/adjustment.ts';
import type { SqlTx } from '#app/server/db.server.ts';

/** Notes an adjustment; its id. */
export async function insertAdjustment(
  tx: SqlTx,
  one: Omit<Adjustment, 'id' | 'isUndone'>,
  o: { note: string; actor: Actor; at: Date },
): Promise<string> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO adjustments (store_id, order_id, vendor_id, kind, currency, amount_minor, vendor_minor, note, made_by, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10) RETURNING id`,
    [
      tx.scope.storeId,
      BigInt(one.orderId),
      one.vendorId === null ? null : BigInt(one.vendorId),
      one.kind,
      one.currency,
      one.amountMinor,
      one.vendorMinor,
      o.note,
      JSON.stringify(o.actor),
      o.at,
    ],
  );
  return String(row?.id);
}

/** Notes by which transaction an adjustment was posted; null where nothing was. */
export async function recordPosted(tx: SqlTx, id: string, transactionId: bigint | null): Promise<void> {
  await tx.query('UPDATE adjustments SET transaction_id = $3 WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    BigInt(id),
    transactionId,
  ]);
}

/** Notes who undid an adjustment, why, and by which transaction. False when it was undone before. */
export async function markUndone(
  tx: SqlTx,
  id: string,
  o: { note: string; actor: Actor; at: Date; transactionId: bigint | null },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE adjustments SET undone_at = $3, undone_by = $4::jsonb, undo_note = $5, undo_transaction_id = $6
     WHERE store_id = $1 AND id = $2 AND undone_at IS NULL RETURNING id`,
    [tx.scope.storeId, BigInt(id), o.at, JSON.stringify(o.actor), o.note, o.transactionId],
  );
  return rows.length > 0;
}

/** Adds to what was adjusted of a vendor's part, and so to what is posted for it; its payout state follows. */
export async function moveAdjusted(
  tx: SqlTx,
  move: { orderId: bigint; vendorId: bigint; amountMinor: bigint; at: Date },
): Promise<void> {
  await tx.query(MOVE_ADJUSTED, [tx.scope.storeId, move.orderId, move.vendorId, move.amountMinor, move.at]);
}

/** The transaction of a reference. */
export async function findTransaction(tx: SqlTx, reference: string): Promise<bigint | null> {
  const [row] = await tx.query<{ id: bigint }>(
    'SELECT id FROM ledger_transactions WHERE store_id = $1 AND reference = $2',
    [tx.scope.storeId, reference],
  );
  return row?.id ?? null;
}

/** The last transaction of an order's own postings. */
export async function findLastTransaction(tx: SqlTx, orderId: bigint): Promise<bigint | null> {
  const [row] = await tx.query<{ id: bigint | null }>(
    `SELECT max(id) AS id FROM ledger_transactions WHERE store_id = $1 AND order_id = $2 AND kind = 'order'`,
    [tx.scope.storeId, orderId],
  );
  return row?.id ?? null;
}

const MOVE_ADJUSTED = `
  UPDATE vendor_orders o SET adjusted_minor = o.adjusted_minor + $4, posted_minor = o.posted_minor + $4, updated_at = $5,
    payout_state = CASE WHEN o.posted_minor + $4 - o.paid_out_minor > 0 THEN 'due'
      WHEN o.posted_minor + $4 - o.paid_out_minor < 0 THEN 'overpaid'
      WHEN o.paid_out_minor > 0 THEN 'paid' ELSE 'none' END
  WHERE o.store_id = $1 AND o.order_id = $2 AND o.vendor_id = $3`;
