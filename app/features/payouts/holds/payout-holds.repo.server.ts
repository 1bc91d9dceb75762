import type { VendorId } from '#app/core/ids.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { PayoutHold } from './payout-hold.ts';

/** The hold of a vendor of the scope's store; undefined while it is paid. */
export async function findHold(tx: SqlTx, vendorId: VendorId): Promise<PayoutHold | undefined> {
  const [row] = await tx.query<PayoutHold>(
    `SELECT payouts_on_hold_since AS since, payouts_on_hold_reason AS reason, payouts_on_hold_by AS "by" FROM vendors
     WHERE store_id = $1 AND id = $2 AND payouts_on_hold_since IS NOT NULL`,
    [tx.scope.storeId, vendorId],
  );
  return row;
}

/** Begins the hold of a vendor; false where there is one. */
export async function startHold(tx: SqlTx, vendorId: VendorId, hold: PayoutHold): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE vendors SET payouts_on_hold_since = $3, payouts_on_hold_reason = $4, payouts_on_hold_by = $5::jsonb
     WHERE store_id = $1 AND id = $2 AND payouts_on_hold_since IS NULL RETURNING id`,
    [tx.scope.storeId, vendorId, hold.since, hold.reason, JSON.stringify(hold.by)],
  );
  return rows.length > 0;
}

/** Ends the very hold that began then; false where it ended meanwhile. */
export async function endHold(tx: SqlTx, vendorId: VendorId, since: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE vendors SET payouts_on_hold_since = NULL, payouts_on_hold_reason = NULL, payouts_on_hold_by = NULL
     WHERE store_id = $1 AND id = $2 AND payouts_on_hold_since = $3 RETURNING id`,
    [tx.scope.storeId, vendorId, since],
  );
  return rows.length > 0;
}
