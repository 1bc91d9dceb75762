import type { Permission } from '#app/core/viewer.ts';
import { prepared, type SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { UserRole, UserRow } from './user.ts';

/** A person who signs in on the web, with the vendor they belong to or act for. */
export type Member = {
  id: bigint;
  email: string;
  name: string;
  role: string;
  isAdmin: boolean;
  permissions: readonly Permission[];
  locale: string | null;
  passwordChangedAt: Date | null;
  signedOutAt: Date | null;
  endedSessions: readonly string[];
  vendor: { id: bigint; name: string } | undefined;
  activeVendor: { id: bigint; name: string } | undefined;
};

type MemberRow = Omit<Member, 'isAdmin' | 'vendor' | 'activeVendor'> & {
  /** The vendor whose member the person is; null for an admin of the marketplace. */
  ownVendorId: bigint | null;
  vendorId: bigint | null;
  vendorName: string | null;
};

const MEMBER_BY_ID = prepared(
  `SELECT u.id, u.email, u.name, u.role, u.permissions, u.locale, u.password_changed_at AS "passwordChangedAt", u.signed_out_at AS "signedOutAt",
       u.ended_sessions AS "endedSessions", u.vendor_id AS "ownVendorId", v.id AS "vendorId", v.name AS "vendorName"
     FROM users u LEFT JOIN vendors v ON v.store_id = u.store_id AND v.id = coalesce(u.vendor_id, u.active_vendor_id) AND v.deleted_at IS NULL
     WHERE u.store_id = $1 AND u.id = $2 AND u.disabled_at IS NULL`,
);

/** A person with the vendor they belong to or act for: one statement, because every call asks it. Nobody of a deleted vendor. */
export async function findMemberById(tx: SqlTx, id: bigint): Promise<Member | undefined> {
  const [row] = await tx.query<MemberRow>(MEMBER_BY_ID, [tx.scope.storeId, id]);
  if (!row) return undefined;
  const { ownVendorId, vendorId, vendorName, ...person } = row;
  const vendor = vendorId === null || vendorName === null ? undefined : { id: vendorId, name: vendorName };
  if (ownVendorId !== null && !vendor) return undefined;
  return {
    ...person,
    isAdmin: row.role === 'admin' && ownVendorId === null,
    ...(ownVendorId === null ? { vendor: undefined, activeVendor: vendor } : { vendor, activeVendor: undefined }),
  };
}

/** What signing in needs of a person. */
export type UserRecord = {
  id: bigint;
  vendorId: bigint | null;
  email: string;
  passwordHash: string | null;
  disabledAt: Date | null;
  locale: string | null;
};

/** The person of a lowercased address within the scope, disabled ones too. */
export async function findByEmail(tx: SqlTx, email: string): Promise<UserRecord | undefined> {
  const filter = scopedSql(tx.scope, 'u', 2);
  const [row] = await tx.query<UserRecord>(
    `SELECT u.id, u.vendor_id AS "vendorId", u.email, u.password_hash AS "passwordHash", u.disabled_at AS "disabledAt", u.locale
     FROM users u WHERE u.email = $1 AND ${filter.text}`,
    [email, ...filter.values],
  );
  return row;
}

export type NewUser = {
  vendorId: bigint | null;
  email: string;
  name: string;
  role: UserRole;
  permissions: readonly Permission[];
  at: Date;
};

/** Adds a person; undefined when somebody in the store has the address already. */
export async function insertUser(tx: SqlTx, user: NewUser): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO users (store_id, vendor_id, email, name, role, permissions, created_at)
     VALUES ($1, $2::bigint, $3, $4, $5, $6::text[], $7::timestamptz) ON CONFLICT (store_id, email) DO NOTHING RETURNING id`,
    [tx.scope.storeId, user.vendorId, user.email, user.name, user.role, [...user.permissions], user.at],
  );
  return row?.id;
}

/** Gives a disabled person another start: a new place, no password, and nothing from before signs in. */
export async function reviveUser(tx: SqlTx, id: bigint, user: NewUser): Promise<void> {
  await tx.query(
    `UPDATE users SET vendor_id = $3::bigint, name = $4, role = $5, permissions = $6::text[], disabled_at = NULL, password_hash = NULL,
       active_vendor_id = NULL, password_changed_at = $7::timestamptz, signed_out_at = $7::timestamptz
     WHERE store_id = $1 AND id = $2`,
    [tx.scope.storeId, id, user.vendorId, user.name, user.role, [...user.permissions], user.at],
  );
  // A phone of before is not asked for either: whoever lost theirs is removed and invited again.
  for (const table of ['second_factors', 'recovery_codes', 'sign_in_challenges']) {
    await tx.query(`DELETE FROM ${table} WHERE store_id = $1 AND user_id = $2`, [tx.scope.storeId, id]);
  }
}

export async function listUsers(tx: SqlTx, vendorId: bigint | null, only?: bigint): Promise<UserRow[]> {
  const filter = scopedSql(tx.scope, 'u', 3);
  return tx.query<UserRow>(
    `SELECT u.id, u.vendor_id AS "vendorId", u.email, u.name, u.role, u.permissions, u.password_hash IS NOT NULL AS "hasPassword",
       u.disabled_at AS "disabledAt", u.created_at AS "createdAt"
     FROM users u WHERE u.vendor_id IS NOT DISTINCT FROM $1::bigint AND ($2::bigint IS NULL OR u.id = $2) AND ${filter.text}
     ORDER BY u.disabled_at IS NOT NULL, u.id LIMIT 500`,
    [vendorId, only ?? null, ...filter.values],
  );
}

export async function setPasswordHash(tx: SqlTx, id: bigint, hash: string, at: Date): Promise<void> {
  await tx.query(
    'UPDATE users SET password_hash = $3, password_changed_at = $4::timestamptz WHERE store_id = $1 AND id = $2',
    [tx.scope.storeId, id, hash, at],
  );
}

/** Closes the accounts of a vendor's people; returns how many were open. */
export async function disableOfVendor(tx: SqlTx, vendorId: bigint, at: Date): Promise<number> {
  const rows = await tx.query(
    `UPDATE users SET disabled_at = $3::timestamptz WHERE store_id = $1 AND vendor_id = $2 AND disabled_at IS NULL RETURNING id`,
    [tx.scope.storeId, vendorId, at],
  );
  return rows.length;
}

export async function setActiveVendor(tx: SqlTx, id: bigint, vendorId: bigint | null): Promise<void> {
  await tx.query(
    `UPDATE users SET active_vendor_id = $3::bigint WHERE store_id = $1 AND id = $2 AND role = 'admin' AND vendor_id IS NULL`,
    [tx.scope.storeId, id, vendorId],
  );
}

export async function setLocale(tx: SqlTx, id: bigint, locale: string): Promise<void> {
  await tx.query('UPDATE users SET locale = $3 WHERE store_id = $1 AND id = $2', [tx.scope.storeId, id, locale]);
}

export type Recipient = { address: string; locale: string | null };

/** Who of a vendor gets mails: its managers, and those of its staff who hold the permission. None for one that the marketplace runs itself. */
export function recipientsOfVendor(tx: SqlTx, vendorId: bigint, permission: Permission | null): Promise<Recipient[]> {
  return tx.query<Recipient>(
    `SELECT u.email AS address, u.locale FROM users u JOIN vendors v ON v.store_id = u.store_id AND v.id = u.vendor_id
     WHERE u.store_id = $1 AND u.vendor_id = $2 AND u.disabled_at IS NULL AND v.deleted_at IS NULL AND NOT v.managed_by_marketplace
       AND (u.role = 'manager' OR (u.role = 'staff' AND $3::text = ANY(u.permissions)))
     ORDER BY u.id LIMIT 100`,
    [tx.scope.storeId, vendorId, permission],
  );
}

export function adminAccounts(tx: SqlTx): Promise<{ id: bigint; email: string }[]> {
  return tx.query(
    `SELECT id, email FROM users WHERE store_id = $1 AND role = 'admin' AND vendor_id IS NULL AND disabled_at IS NULL ORDER BY id LIMIT 1000`,
    [tx.scope.storeId],
  );
}

export function webAdmins(tx: SqlTx): Promise<Recipient[]> {
  return tx.query<Recipient>(
    `SELECT email AS address, locale FROM users WHERE store_id = $1 AND role = 'admin' AND vendor_id IS NULL AND disabled_at IS NULL ORDER BY id LIMIT 100`,
    [tx.scope.storeId],
  );
}

export async function setSignedOut(tx: SqlTx, id: bigint, at: Date): Promise<void> {
  await tx.query('UPDATE users SET signed_out_at = $3::timestamptz WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
    at,
  ]);
}

/** So many ended sign-ins are remembered; a session outlives its sign-in by minutes only. */
const MAX_ENDED = 100;

/** Voids the sessions of one sign-in of a person. */
export async function addEndedSession(tx: SqlTx, id: bigint, sid: string): Promise<void> {
  await tx.query(
    `UPDATE users SET ended_sessions = (array_append(ended_sessions, $3::text))[greatest(1, cardinality(ended_sessions) + 2 - $4::int):]
     WHERE store_id = $1 AND id = $2 AND NOT $3::text = ANY(ended_sessions)`,
    [tx.scope.storeId, id, sid, MAX_ENDED],
  );
}

/** Voids the sessions of everybody in the store who has no second factor. */
export async function setSignedOutWithoutSecondFactor(tx: SqlTx, at: Date): Promise<void> {
  await tx.query(
    `UPDATE users u SET signed_out_at = $2::timestamptz WHERE u.store_id = $1 AND NOT EXISTS (
       SELECT 1 FROM second_factors f WHERE f.store_id = u.store_id AND f.user_id = u.id AND f.confirmed_at IS NOT NULL)`,
    [tx.scope.storeId, at],
  );
}

export async function setName(tx: SqlTx, id: bigint, name: string): Promise<void> {
  await tx.query('UPDATE users SET name = $3 WHERE store_id = $1 AND id = $2', [tx.scope.storeId, id, name]);
}

/** Changes an address; false when somebody in the store has it already. */
export async function setEmail(tx: SqlTx, id: bigint, email: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE users SET email = $3 WHERE store_id = $1 AND id = $2
       AND NOT EXISTS (SELECT 1 FROM users o WHERE o.store_id = $1 AND o.email = $3 AND o.id <> $2) RETURNING id`,
    [tx.scope.storeId, id, email],
  );
  return rows.length > 0;
}

export async function findPasswordHash(tx: SqlTx, id: bigint): Promise<string | null> {
  const [row] = await tx.query<{ hash: string | null }>(
    'SELECT password_hash AS hash FROM users WHERE store_id = $1 AND id = $2',
    [tx.scope.storeId, id],
  );
  return row?.hash ?? null;
}
