import type { Actor } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { VendorRef, VendorStatus } from './vendor.ts';

export type VendorRow = VendorRef & {
  key: string;
  email: string | null;
  status: VendorStatus;
  autoApprove: boolean | null;
  managedByMarketplace: boolean;
  listingLimit: number | null;
  /** Since when its payouts are held, why, and by whom; null while it is paid. */
  onHoldSince: Date | null;
  onHoldReason: string | null;
  onHoldBy: Actor | null;
  createdAt: Date;
  deletedAt: Date | null;
};

const COLUMNS = `v.id, v.name, v.key, v.handle, v.email, v.status, v.auto_approve AS "autoApprove",
  v.managed_by_marketplace AS "managedByMarketplace", v.listing_limit AS "listingLimit", v.payouts_on_hold_since AS "onHoldSince",
  v.payouts_on_hold_reason AS "onHoldReason", v.payouts_on_hold_by AS "onHoldBy", v.created_at AS "createdAt", v.deleted_at AS "deletedAt"`;

/** The vendors table carries the vendor in its own id; everything else filters as other tables do. */
function own(tx: SqlTx, alias: string, from: number): { text: string; values: bigint[] } {
  const store = `${alias}.store_id = $${from}`;
  return tx.scope.vendor === '*'
    ? { text: store, values: [tx.scope.storeId] }
    : { text: `${store} AND ${alias}.id = $${from + 1}`, values: [tx.scope.storeId, tx.scope.vendor] };
}

/** Vendors by their keys, present names before aliases, at most one for a key. */
export async function findByKeys(tx: SqlTx, keys: readonly string[]): Promise<Map<string, VendorRow>> {
  if (keys.length === 0) return new Map();
  const filter = own(tx, 'v', 2);
  const rows = await tx.query<VendorRow & { asked: string }>(
    `SELECT v.key AS asked, 1 AS rank, ${COLUMNS} FROM vendors v WHERE v.key = ANY($1) AND ${filter.text}
     UNION ALL
     SELECT a.key AS asked, 0 AS rank, ${COLUMNS} FROM vendor_aliases a JOIN vendors v ON v.store_id = a.store_id AND v.id = a.vendor_id
     WHERE a.key = ANY($1) AND ${filter.text}
     ORDER BY rank`,
    [[...keys], ...filter.values],
  );
  return new Map(rows.map(({ asked: requested, ...row }) => [requested, row]));
}

/** The vendor whose present name is written just so. */
export async function findBySpelling(tx: SqlTx, name: string): Promise<VendorRow | undefined> {
  const filter = own(tx, 'v', 2);
  const [row] = await tx.query<VendorRow>(
    `SELECT ${COLUMNS} FROM vendors v WHERE v.name = $1 AND ${filter.text} ORDER BY v.id LIMIT 1`,
    [name, ...filter.values],
  );
  return row;
}

/** The vendor of a handle whose people may sign in, deleted ones left out. */
export async function findActiveByHandle(tx: SqlTx, handle: string): Promise<VendorRow | undefined> {
  const filter = own(tx, 'v', 2);
  const [row] = await tx.query<VendorRow>(
    `SELECT ${COLUMNS} FROM vendors v WHERE v.handle = $1 AND v.status = 'active' AND v.deleted_at IS NULL AND ${filter.text}`,
    [handle, ...filter.values],
  );
  return row;
}

export async function findById(tx: SqlTx, id: bigint): Promise<VendorRow | undefined> {
  const filter = own(tx, 'v', 2);
  const [row] = await tx.query<VendorRow>(`SELECT ${COLUMNS} FROM vendors v WHERE v.id = $1 AND ${filter.text}`, [
    id,
    ...filter.values,
  ]);
  return row;
}

/** The names of vendors of the scope by their ids, deleted ones too. */
export async function findNames(tx: SqlTx, ids: readonly bigint[]): Promise<Map<bigint, string>> {
  const filter = own(tx, 'v', 2);
  const rows = await tx.query<{ id: bigint; name: string }>(
    `SELECT v.id, v.name FROM vendors v WHERE v.id = ANY($1::bigint[]) AND ${filter.text}`,
    [[...ids], ...filter.values],
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** The handles in use that are a base or begin with it and a number. */
export async function takenHandles(tx: SqlTx, base: string): Promise<Set<string>> {
  const rows = await tx.query<{ handle: string }>(
    `SELECT handle FROM vendors WHERE store_id = $1 AND (handle = $2 OR handle LIKE $3)`,
    [tx.scope.storeId, base, `${base}-%`],
  );
  return new Set(rows.map((row) => row.handle));
}

/** Inserts a vendor unless its key or its handle is taken; the caller looks which and tries again. */
export async function insertVendor(
  tx: SqlTx,
  o: { name: string; key: string; handle: string; status: VendorStatus; email: string | null; at: Date },
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO vendors (store_id, name, key, handle, email, status, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT DO NOTHING RETURNING id`,
    [tx.scope.storeId, o.name, o.key, o.handle, o.email, o.status, o.at],
  );
  return row?.id;
}

/** All vendors within the scope, deleted ones too, by name; at most `limit`. */
export async function listVendors(tx: SqlTx, limit: number): Promise<VendorRow[]> {
  const filter = own(tx, 'v', 2);
  return tx.query<VendorRow>(`SELECT ${COLUMNS} FROM vendors v WHERE ${filter.text} ORDER BY v.key, v.id LIMIT $1`, [
    limit,
    ...filter.values,
  ]);
}

/** The names of vendors within the scope that were not deleted, by name. */
export async function listNames(tx: SqlTx, limit: number): Promise<string[]> {
  const filter = own(tx, 'v', 2);
  const rows = await tx.query<{ name: string }>(
    `SELECT v.name FROM vendors v WHERE ${filter.text} AND v.deleted_at IS NULL ORDER BY v.key, v.id LIMIT $1`,
    [limit, ...filter.values],
  );
  return rows.map(({ name }) => name);
}

/** Takes a vendor's row, so that two admins who give it an account wait for each other. */
export async function lockVendor(tx: SqlTx, id: bigint): Promise<void> {
  await tx.query('SELECT 1 FROM vendors WHERE store_id = $1 AND id = $2 FOR UPDATE', [tx.scope.storeId, id]);
}

/** Makes a vendor one that sells here, with the address of its first person, where there is one, and the answers that it was created from (undefined keeps those it has). */
export async function activateVendor(
  tx: SqlTx,
  o: { id: bigint; email: string | null; fields: readonly object[] | undefined },
): Promise<void> {
  await tx.query(
    `UPDATE vendors SET status = 'active', email = $3, fields = coalesce($4::jsonb, fields), deleted_at = NULL WHERE store_id = $1 AND id = $2`,
    [tx.scope.storeId, o.id, o.email, o.fields === undefined ? null : JSON.stringify(o.fields)],
  );
}

/** The answers that a vendor has, as they were stored. */
export async function readFields(tx: SqlTx, id: bigint): Promise<unknown> {
  const filter = own(tx, 'v', 2);
  const [row] = await tx.query<{ fields: unknown }>(
    `SELECT v.fields FROM vendors v WHERE v.id = $1 AND ${filter.text}`,
    [id, ...filter.values],
  );
  return row?.fields ?? [];
}

/** The answers of all vendors of the scope that have any. */
export async function readAllFields(tx: SqlTx): Promise<{ id: bigint; fields: unknown }[]> {
  const filter = own(tx, 'v', 1);
  return tx.query(
    `SELECT v.id, v.fields FROM vendors v WHERE ${filter.text} AND v.fields <> '[]'::jsonb`,
    filter.values,
  );
}

/** Writes the answers of a vendor over those it had. */
export async function writeFields(tx: SqlTx, id: bigint, fields: readonly object[]): Promise<void> {
  const filter = own(tx, 'v', 3);
  await tx.query(`UPDATE vendors v SET fields = $2::jsonb WHERE v.id = $1 AND ${filter.text}`, [
    id,
    JSON.stringify(fields),
    ...filter.values,
  ]);
}

/** Sets how the marketplace treats a vendor; undefined leaves a setting as it is. */
export async function writeSettings(
  tx: SqlTx,
  id: bigint,
  o: {
    autoApprove: boolean | null | undefined;
    managedByMarketplace: boolean | undefined;
    listingLimit: number | null | undefined;
  },
): Promise<void> {
  await tx.query(
    `UPDATE vendors SET auto_approve = CASE WHEN $3 THEN $4::boolean ELSE auto_approve END,
       managed_by_marketplace = coalesce($5::boolean, managed_by_marketplace),
       listing_limit = CASE WHEN $6 THEN $7::int ELSE listing_limit END WHERE store_id = $1 AND id = $2`,
    [
      tx.scope.storeId,
      id,
      o.autoApprove !== undefined,
      o.autoApprove ?? null,
      o.managedByMarketplace ?? null,
      o.listingLimit !== undefined,
      o.listingLimit ?? null,
    ],
  );
}

/** How many products a vendor of the scope may offer; null without a limit. `lock` takes the vendor until the transaction ends. */
export async function readListingLimit(tx: SqlTx, id: bigint, o: { lock: boolean }): Promise<number | null> {
  const filter = own(tx, 'v', 2);
  const [row] = await tx.query<{ limit: number | null }>(
    `SELECT v.listing_limit AS "limit" FROM vendors v WHERE v.id = $1 AND ${filter.text}${o.lock ? ' FOR UPDATE' : ''}`,
    [id, ...filter.values],
  );
  return row?.limit ?? null;
}

/** Takes a vendor's account away; its name stays with what carries it. */
export async function markDeleted(tx: SqlTx, id: bigint, at: Date): Promise<void> {
  await tx.query(
    `UPDATE vendors SET deleted_at = $3::timestamptz, status = 'known', email = NULL WHERE store_id = $1 AND id = $2`,
    [tx.scope.storeId, id, at],
  );
}

/** Gives a vendor another name. The one it had leads to it as an alias; a name it had once is an alias no more. */
export async function renameVendor(
  tx: SqlTx,
  id: bigint,
  o: { name: string; key: string; oldKey: string },
): Promise<void> {
  await deleteAlias(tx, id, o.key);
  await writeName(tx, id, o);
  if (o.oldKey === o.key) return;
  await tx.query('INSERT INTO vendor_aliases (store_id, key, vendor_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
    tx.scope.storeId,
    o.oldKey,
    id,
  ]);
}

/** Writes a vendor's name over the one it had. */
export async function writeName(tx: SqlTx, id: bigint, { name, key }: { name: string; key: string }): Promise<void> {
  await tx.query('UPDATE vendors SET name = $3, key = $4 WHERE store_id = $1 AND id = $2', [
    ...[tx.scope.storeId, id, name, key],
  ]);
}

/** Takes an older name from a vendor. */
export async function deleteAlias(tx: SqlTx, id: bigint, key: string): Promise<void> {
  await tx.query('DELETE FROM vendor_aliases WHERE store_id = $1 AND vendor_id = $2 AND key = $3', [
    ...[tx.scope.storeId, id, key],
  ]);
}

/** 1 where a vendor of the store was made such and is not deleted, else 0. */
export async function countAny(tx: SqlTx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM vendors v WHERE v.store_id = $1 AND v.status <> 'known' AND v.deleted_at IS NULL LIMIT 1) n`,
    [tx.scope.storeId],
  );
  return row?.count ?? 0;
}

/** How many vendors of the store were made such and are not deleted. */
export async function countActive(tx: SqlTx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM vendors v WHERE v.store_id = $1 AND v.status = 'active' AND v.deleted_at IS NULL`,
    [tx.scope.storeId],
  );
  return row?.count ?? 0;
}
