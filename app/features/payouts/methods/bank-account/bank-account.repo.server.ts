import type { Actor } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export type BankAccountRow = {
  vendorId: bigint;
  /** The account as encrypted JSON. */
  encrypted: string;
  detailsChangedAt: Date;
  /** By whose invitation it waits for another person; null where it does not. */
  waitsFor: Actor | null;
};

/** One change at a time of a vendor's account, until the transaction ends. */
export async function lockBankAccount(tx: SqlTx, vendorId: bigint): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('bank_accounts/' || $2, $1))`, [
    tx.scope.storeId,
    String(vendorId),
  ]);
}

/** The accounts of some vendors of the scope; vendors without one are missing. */
export function listBankAccounts(tx: SqlTx, vendorIds: readonly bigint[]): Promise<BankAccountRow[]> {
  const scope = scopedSql(tx.scope, 'b', 2);
  return tx.query(
    `SELECT b.vendor_id AS "vendorId", b.encrypted, b.details_changed_at AS "detailsChangedAt", b.waits_for AS "waitsFor"
     FROM bank_accounts b WHERE b.vendor_id = ANY($1::bigint[]) AND ${scope.text} ORDER BY b.vendor_id`,
    [[...vendorIds], ...scope.values],
  );
}

/** The account of a vendor of the scope. */
export async function findBankAccount(tx: SqlTx, vendorId: bigint): Promise<BankAccountRow | undefined> {
  return (await listBankAccounts(tx, [vendorId]))[0];
}

/** Puts an account in the place of an earlier one. */
export async function saveBankAccount(tx: SqlTx, row: BankAccountRow): Promise<void> {
  await tx.query(
    `INSERT INTO bank_accounts (store_id, vendor_id, encrypted, details_changed_at, waits_for) VALUES ($1, $2, $3, $4, $5::jsonb)
     ON CONFLICT (store_id, vendor_id) DO UPDATE SET encrypted = excluded.encrypted, details_changed_at = excluded.details_changed_at,
       waits_for = excluded.waits_for`,
    [
      tx.scope.storeId,
      row.vendorId,
      row.encrypted,
      row.detailsChangedAt,
      row.waitsFor ? JSON.stringify(row.waitsFor) : null,
    ],
  );
}

/** Ends the waiting of an account. */
export async function releaseBankAccount(tx: SqlTx, vendorId: bigint): Promise<void> {
  await tx.query('UPDATE bank_accounts SET waits_for = NULL WHERE store_id = $1 AND vendor_id = $2', [
    tx.scope.storeId,
    vendorId,
  ]);
}

/** Forgets an account; false where there was none. */
export async function deleteBankAccount(tx: SqlTx, vendorId: bigint): Promise<boolean> {
  const scope = scopedSql(tx.scope, 'b', 2);
  const rows = await tx.query(
    `DELETE FROM bank_accounts b WHERE b.vendor_id = $1 AND ${scope.text} RETURNING b.vendor_id`,
    [vendorId, ...scope.values],
  );
  return rows.length > 0;
}
