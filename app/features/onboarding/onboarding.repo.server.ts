import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

/** Whether the people of a vendor dismissed their first steps. */
export async function isDismissed(tx: SqlTx, vendorId: bigint): Promise<boolean> {
  const scope = scopedSql(tx.scope, 'o', 2);
  const rows = await tx.query(`SELECT 1 AS one FROM vendor_onboardings o WHERE o.vendor_id = $1 AND ${scope.text}`, [
    vendorId,
    ...scope.values,
  ]);
  return rows.length > 0;
}

export async function insertDismissal(tx: SqlTx, vendorId: bigint): Promise<void> {
  await tx.query('INSERT INTO vendor_onboardings (store_id, vendor_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    tx.scope.storeId,
    vendorId,
  ]);
}

export async function deleteDismissal(tx: SqlTx, vendorId: bigint): Promise<void> {
  const scope = scopedSql(tx.scope, 'o', 2);
  await tx.query(`DELETE FROM vendor_onboardings o WHERE o.vendor_id = $1 AND ${scope.text}`, [
    vendorId,
    ...scope.values,
  ]);
}
