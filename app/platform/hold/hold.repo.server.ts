import type { SqlTx } from '#app/server/db.server.ts';
import type { Hold, HoldReason } from './hold.ts';

/** The hold of the scope's store; undefined while nothing stands still. */
export async function findHold(tx: SqlTx): Promise<Hold | undefined> {
  const [row] = await tx.query<Hold>(
    `SELECT on_hold_since AS since, coalesce(on_hold_reason, 'asked') AS reason FROM stores WHERE id = $1 AND on_hold_since IS NOT NULL`,
    [tx.scope.storeId],
  );
  return row;
}

/** When the database was last restored; undefined where it never was. */
export async function findRestoredAt(tx: SqlTx): Promise<Date | undefined> {
  const [row] = await tx.query<{ at: Date }>(
    'SELECT restored_at AS at FROM stores WHERE id = $1 AND restored_at IS NOT NULL',
    [tx.scope.storeId],
  );
  return row?.at;
}

/** Records that the database was restored before a moment. */
export async function recordRestored(tx: SqlTx, at: Date): Promise<void> {
  await tx.query('UPDATE stores SET restored_at = $2 WHERE id = $1', [tx.scope.storeId, at]);
}

/** Holds the scope's store; false where it is held already. */
export async function startHold(tx: SqlTx, reason: HoldReason, at: Date): Promise<boolean> {
  const rows = await tx.query(
    'UPDATE stores SET on_hold_since = $2, on_hold_reason = $3 WHERE id = $1 AND on_hold_since IS NULL RETURNING id',
    [tx.scope.storeId, at, reason],
  );
  return rows.length > 0;
}

/** Lets the scope's store go on; false where nothing was held. With `since` only the very hold that began then ends. */
export async function endHold(tx: SqlTx, since?: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE stores SET on_hold_since = NULL, on_hold_reason = NULL
     WHERE id = $1 AND on_hold_since IS NOT NULL AND ($2::timestamptz IS NULL OR on_hold_since = $2) RETURNING id`,
    [tx.scope.storeId, since ?? null],
  );
  return rows.length > 0;
}
