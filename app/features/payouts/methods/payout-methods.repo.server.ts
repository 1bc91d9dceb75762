import type { AccountsApi } from '#app/adapters/stripe/accounts.server.ts';
import type { Actor } from '#app/core/viewer.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { AccountState, ReceiverType } from './payout-method.ts';

export type MethodRow = {
  detailsChangedAt: Date;
  /** By whose invitation the destination waits for another person; null where it does not. */
  waitsFor: Actor | null;
} & (
  | { kind: 'stripe'; receiver: null; receiverType: null }
  | { kind: 'paypal'; receiver: string; receiverType: ReceiverType }
);

export type AccountRow = {
  id: bigint;
  vendorId: bigint;
  accountId: string;
  platformId: string;
  isTest: boolean;
  madeWith: AccountsApi;
  country: string;
  email: string;
  state: AccountState;
  isSubmitted: boolean;
  due: string[];
  checkedAt: Date;
};

const ACCOUNT = `a.id, a.vendor_id AS "vendorId", a.account_id AS "accountId", a.platform_id AS "platformId", a.is_test AS "isTest",
  a.made_with AS "madeWith", a.country, a.email, a.state, a.is_submitted AS "isSubmitted", a.due, a.checked_at AS "checkedAt"`;

/** How a vendor of the scope is paid. */
export async function findMethod(tx: SqlTx, vendorId: bigint): Promise<MethodRow | undefined> {
  const scope = scopedSql(tx.scope, 'm', 2);
  const [row] = await tx.query<MethodRow>(
    `SELECT m.kind, m.receiver, m.receiver_type AS "receiverType", m.details_changed_at AS "detailsChangedAt", m.waits_for AS "waitsFor"
     FROM payout_methods m WHERE m.vendor_id = $1 AND ${scope.text}`,
    [vendorId, ...scope.values],
  );
  return row;
}

/** Puts a way in the place of whatever there was. */
export async function saveMethod(tx: SqlTx, vendorId: bigint, row: MethodRow): Promise<void> {
  await tx.query(
    `INSERT INTO payout_methods (store_id, vendor_id, kind, receiver, receiver_type, details_changed_at, waits_for) VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb)
     ON CONFLICT (store_id, vendor_id) DO UPDATE SET kind = excluded.kind, receiver = excluded.receiver,
       receiver_type = excluded.receiver_type, details_changed_at = excluded.details_changed_at, waits_for = excluded.waits_for`,
    [
      tx.scope.storeId,
      vendorId,
      row.kind,
      row.receiver,
      row.receiverType,
      row.detailsChangedAt,
      row.waitsFor ? JSON.stringify(row.waitsFor) : null,
    ],
  );
}

/** Ends the waiting of a destination. */
export async function releaseMethod(tx: SqlTx, vendorId: bigint): Promise<void> {
  await tx.query('UPDATE payout_methods SET waits_for = NULL WHERE store_id = $1 AND vendor_id = $2', [
    tx.scope.storeId,
    vendorId,
  ]);
}

/** One requester at a time for a vendor, until the transaction ends. */
export async function lockMethod(tx: SqlTx, vendorId: bigint): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('payout_methods/' || $2, $1))`, [
    tx.scope.storeId,
    String(vendorId),
  ]);
}

/** Takes the way away; false where there was none. */
export async function deleteMethod(tx: SqlTx, vendorId: bigint): Promise<boolean> {
  const scope = scopedSql(tx.scope, 'm', 2);
  const rows = await tx.query(
    `DELETE FROM payout_methods m WHERE m.vendor_id = $1 AND ${scope.text} RETURNING m.vendor_id`,
    [vendorId, ...scope.values],
  );
  return rows.length > 0;
}

/** The vendor's accounts, the one registered last first. */
export function listAccounts(tx: SqlTx, vendorId: bigint): Promise<AccountRow[]> {
  const scope = scopedSql(tx.scope, 'a', 2);
  return tx.query(
    `SELECT ${ACCOUNT} FROM stripe_accounts a WHERE a.vendor_id = $1 AND ${scope.text} ORDER BY a.registered_at DESC, a.id DESC`,
    [vendorId, ...scope.values],
  );
}

/** An account of the scope by Stripe's id. */
export async function findAccount(tx: SqlTx, accountId: string): Promise<AccountRow | undefined> {
  const scope = scopedSql(tx.scope, 'a', 2);
  const [row] = await tx.query<AccountRow>(
    `SELECT ${ACCOUNT} FROM stripe_accounts a WHERE a.account_id = $1 AND ${scope.text}`,
    [accountId, ...scope.values],
  );
  return row;
}

/** Notes an account as the one that the vendor registered last. */
export async function saveAccount(tx: SqlTx, row: Omit<AccountRow, 'id'>, registeredAt: Date): Promise<void> {
  await tx.query(
    `INSERT INTO stripe_accounts (store_id, vendor_id, account_id, platform_id, is_test, made_with, country, email, state, is_submitted, due, checked_at, registered_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12, $13)
     ON CONFLICT (store_id, account_id) DO UPDATE SET registered_at = excluded.registered_at`,
    [
      tx.scope.storeId,
      row.vendorId,
      row.accountId,
      row.platformId,
      row.isTest,
      row.madeWith,
      row.country,
      row.email,
      row.state,
      row.isSubmitted,
      JSON.stringify(row.due),
      row.checkedAt,
      registeredAt,
    ],
  );
}

/** Writes what Stripe said at a moment, unless something later is known. False where that was so. */
export async function saveAccountStatus(
  tx: SqlTx,
  id: bigint,
  seen: { state: AccountState; isSubmitted: boolean; due: string[]; at: Date },
): Promise<boolean> {
  const scope = scopedSql(tx.scope, 'a', 6);
  const rows = await tx.query(
    `UPDATE stripe_accounts a SET state = $2, is_submitted = $3, due = $4::jsonb, checked_at = $5
     WHERE a.id = $1 AND a.checked_at <= $5 AND ${scope.text} RETURNING a.id`,
    [id, seen.state, seen.isSubmitted, JSON.stringify(seen.due), seen.at, ...scope.values],
  );
  return rows.length > 0;
}

/** Accounts of one platform and mode that may still change, those looked at longest ago first. */
export async function listDueForRefresh(
  tx: SqlTx,
  o: { platformId: string; isTest: boolean; limit: number },
): Promise<string[]> {
  const rows = await tx.query<{ accountId: string }>(
    `SELECT account_id AS "accountId" FROM stripe_accounts
     WHERE store_id = $1 AND platform_id = $2 AND is_test = $3 AND state <> 'rejected' ORDER BY checked_at, id LIMIT $4`,
    [tx.scope.storeId, o.platformId, o.isTest, o.limit],
  );
  return rows.map(({ accountId }) => accountId);
}

/** Forgets how a vendor is paid and its accounts, for good. */
export async function forgetVendor(tx: SqlTx, vendorId: bigint): Promise<void> {
  await tx.query('DELETE FROM payout_methods WHERE store_id = $1 AND vendor_id = $2', [tx.scope.storeId, vendorId]);
  await tx.query('DELETE FROM stripe_accounts WHERE store_id = $1 AND vendor_id = $2', [tx.scope.storeId, vendorId]);
}
