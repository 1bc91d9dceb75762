import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export type VendorAccount = { vendorId: bigint; email: string; people: number; signedIn: boolean };

/** For each vendor with open accounts: its first person's address, how many there are, whether any has a password. */
export async function accountsByVendor(tx: SqlTx, vendorId: bigint | undefined): Promise<VendorAccount[]> {
  const filter = scopedSql(tx.scope, 'u', 2);
  return tx.query<VendorAccount>(
    `SELECT u.vendor_id AS "vendorId", (array_agg(u.email ORDER BY u.id))[1] AS email, count(*)::int AS people,
       bool_or(u.password_hash IS NOT NULL) AS "signedIn"
     FROM users u
     WHERE u.vendor_id IS NOT NULL AND u.disabled_at IS NULL AND ($1::bigint IS NULL OR u.vendor_id = $1) AND ${filter.text}
     GROUP BY u.vendor_id`,
    [vendorId ?? null, ...filter.values],
  );
}

/** Whether an address may sign in to the store of the scope. */
export async function mayEmailSignIn(tx: SqlTx, email: string): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 FROM users WHERE store_id = $1 AND email = $2 AND disabled_at IS NULL AND password_hash IS NOT NULL',
    [tx.scope.storeId, email],
  );
  return rows.length > 0;
}
