import type { Permission } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { UserRole } from './user.ts';

export type Person = {
  id: bigint;
  vendorId: bigint;
  email: string;
  role: UserRole;
  permissions: Permission[];
};

/** The people of a vendor who are not disabled, held until the end of the transaction in the order of their ids. */
export async function lockPeople(tx: SqlTx, vendorId: bigint): Promise<Person[]> {
  const filter = scopedSql(tx.scope, 'u', 2);
  return tx.query<Person>(
    `SELECT u.id, u.vendor_id AS "vendorId", u.email, u.role, u.permissions FROM users u
     WHERE u.vendor_id = $1 AND u.disabled_at IS NULL AND ${filter.text} ORDER BY u.id FOR UPDATE`,
    [vendorId, ...filter.values],
  );
}

export async function setRole(
  tx: SqlTx,
  id: bigint,
  o: { role: UserRole; permissions: readonly Permission[] },
): Promise<void> {
  const filter = scopedSql(tx.scope, 'u', 4);
  await tx.query(`UPDATE users u SET role = $2, permissions = $3::text[] WHERE u.id = $1 AND ${filter.text}`, [
    id,
    o.role,
    [...o.permissions],
    ...filter.values,
  ]);
}

/** Closes a person's account; sessions and refresh tokens from before are void with the next request. */
export async function disable(tx: SqlTx, id: bigint, at: Date): Promise<void> {
  const filter = scopedSql(tx.scope, 'u', 3);
  await tx.query(
    `UPDATE users u SET disabled_at = $2::timestamptz WHERE u.id = $1 AND u.disabled_at IS NULL AND ${filter.text}`,
    [id, at, ...filter.values],
  );
}

/** People who are called as their vendor was are called as it is from now on. */
export async function renameAll(tx: SqlTx, o: { vendorId: bigint; from: string; to: string }): Promise<void> {
  await tx.query('UPDATE users SET name = $4 WHERE store_id = $1 AND vendor_id = $2 AND name = $3', [
    tx.scope.storeId,
    o.vendorId,
    o.from,
    o.to,
  ]);
}

/** The vendor of a person within the scope who is not disabled. */
export async function findVendorId(tx: SqlTx, id: bigint): Promise<bigint | undefined> {
  const filter = scopedSql(tx.scope, 'u', 2);
  const [row] = await tx.query<{ vendorId: bigint }>(
    `SELECT u.vendor_id AS "vendorId" FROM users u
     WHERE u.id = $1 AND u.vendor_id IS NOT NULL AND u.disabled_at IS NULL AND ${filter.text}`,
    [id, ...filter.values],
  );
  return row?.vendorId;
}

/** The manager of a vendor who came first and is not disabled. */
export async function findLeader(tx: SqlTx, vendorId: bigint): Promise<bigint | undefined> {
  const filter = scopedSql(tx.scope, 'u', 2);
  const [row] = await tx.query<{ id: bigint }>(
    `SELECT u.id FROM users u WHERE u.vendor_id = $1 AND u.role = 'manager' AND u.disabled_at IS NULL AND ${filter.text}
     ORDER BY u.id LIMIT 1`,
    [vendorId, ...filter.values],
  );
  return row?.id;
}
