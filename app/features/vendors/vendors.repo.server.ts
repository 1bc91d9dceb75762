import type { SqlTx } from '#app/server/db.server.ts';
import type { VendorRef, VendorStatus } from './vendor.ts';

export type VendorRow = VendorRef & {
  key: string;
  email: string | null;
  status: VendorStatus;
  createdAt: Date;
  deletedAt: Date | null;
};

const COLUMNS = `v.id, v.name, v.key, v.handle, v.email, v.status, v.created_at AS "createdAt", v.deleted_at AS "deletedAt"`;

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
  return new Map(rows.map(({ asked, ...row }) => [asked, row]));
}

export async function findById(tx: SqlTx, id: bigint): Promise<VendorRow | undefined> {
  const filter = own(tx, 'v', 2);
  const [row] = await tx.query<VendorRow>(`SELECT ${COLUMNS} FROM vendors v WHERE v.id = $1 AND ${filter.text}`, [
    id,
    ...filter.values,
  ]);
  return row;
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

/** All vendors within the scope that were not deleted, by name; at most `limit`. */
export async function listVendors(tx: SqlTx, limit: number): Promise<VendorRow[]> {
  const filter = own(tx, 'v', 2);
  return tx.query<VendorRow>(
    `SELECT ${COLUMNS} FROM vendors v WHERE v.deleted_at IS NULL AND ${filter.text} ORDER BY v.key, v.id LIMIT $1`,
    [limit, ...filter.values],
  );
}

/** Takes a vendor's row, so that two admins who give it an account wait for each other. */
export async function lockVendor(tx: SqlTx, id: bigint): Promise<void> {
  await tx.query('SELECT 1 FROM vendors WHERE store_id = $1 AND id = $2 FOR UPDATE', [tx.scope.storeId, id]);
}

/** Makes a vendor one with account, with the answers that it was created from (undefined keeps those it has). */
export async function activateVendor(
  tx: SqlTx,
  o: { id: bigint; email: string; fields: readonly object[] | undefined },
): Promise<void> {
  await tx.query(
    `UPDATE vendors SET status = 'active', email = $3, fields = coalesce($4::jsonb, fields) WHERE store_id = $1 AND id = $2`,
    [tx.scope.storeId, o.id, o.email, o.fields === undefined ? null : JSON.stringify(o.fields)],
  );
}
