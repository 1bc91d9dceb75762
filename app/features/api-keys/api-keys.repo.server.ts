import type { KeyScope } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export type StoredKey = {
  id: bigint;
  vendorId: bigint;
  name: string;
  hint: string;
  hash: string;
  createdBy: string;
  /** Null of a key that is older than makers. */
  maker: string | null;
  /** Null of a key that is older than scopes. */
  scopes: KeyScope[] | null;
  createdAt: Date;
  lastUsedAt: Date | null;
};

const COLUMNS = `k.id, k.vendor_id AS "vendorId", k.name, k.hint, k.hash, k.created_by AS "createdBy", k.maker, k.scopes,
  k.created_at AS "createdAt", k.last_used_at AS "lastUsedAt"`;

/** The vendor's keys that were not revoked, the oldest first. */
export async function listKeys(tx: SqlTx, vendorId: bigint): Promise<StoredKey[]> {
  const filter = scopedSql(tx.scope, 'k', 2);
  return tx.query(
    `SELECT ${COLUMNS} FROM api_keys k WHERE k.vendor_id = $1 AND k.revoked_at IS NULL AND ${filter.text} ORDER BY k.id`,
    [vendorId, ...filter.values],
  );
}

const MAX_LISTED = 500;

/** How many keys each vendor has that are in force; of at most 500 vendors. */
export async function countKeys(tx: SqlTx): Promise<Map<bigint, number>> {
  const filter = scopedSql(tx.scope, 'k', 2);
  const rows = await tx.query<{ vendorId: bigint; count: number }>(
    `SELECT k.vendor_id AS "vendorId", count(*)::int AS count FROM api_keys k
     WHERE k.revoked_at IS NULL AND ${filter.text} GROUP BY k.vendor_id ORDER BY k.vendor_id LIMIT $1`,
    [MAX_LISTED, ...filter.values],
  );
  return new Map(rows.map(({ vendorId, count }) => [vendorId, count]));
}

/** A key within the scope that was not revoked. */
export async function findKey(tx: SqlTx, id: bigint): Promise<StoredKey | undefined> {
  const filter = scopedSql(tx.scope, 'k', 2);
  const [row] = await tx.query<StoredKey>(
    `SELECT ${COLUMNS} FROM api_keys k WHERE k.id = $1 AND k.revoked_at IS NULL AND ${filter.text}`,
    [id, ...filter.values],
  );
  return row;
}

/** One caller at a time makes keys of a vendor, until its transaction ends. */
export async function lockKeys(tx: SqlTx, vendorId: bigint): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [`api_keys/${vendorId}`, tx.scope.storeId]);
}

export async function insertKey(
  tx: SqlTx,
  o: Pick<StoredKey, 'vendorId' | 'name' | 'hint' | 'hash' | 'createdBy' | 'maker' | 'createdAt'> & {
    scopes: readonly KeyScope[];
  },
): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO api_keys (store_id, vendor_id, name, hint, hash, created_by, maker, scopes, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text[], $9) RETURNING id`,
    [tx.scope.storeId, o.vendorId, o.name, o.hint, o.hash, o.createdBy, o.maker, [...o.scopes], o.createdAt],
  );
  if (!row) throw new Error('a key was not kept');
  return row.id;
}

/** Records a use, at most once in the time since `before`. */
export async function recordUse(tx: SqlTx, id: bigint, o: { at: Date; before: Date }): Promise<void> {
  const filter = scopedSql(tx.scope, 'k', 4);
  await tx.query(
    `UPDATE api_keys k SET last_used_at = $2 WHERE k.id = $1 AND (k.last_used_at IS NULL OR k.last_used_at < $3) AND ${filter.text}`,
    [id, o.at, o.before, ...filter.values],
  );
}

/** Ends keys of a vendor, one or all; their names. */
export async function revokeKeys(tx: SqlTx, vendorId: bigint, o: { id: bigint | null; at: Date }): Promise<string[]> {
  const filter = scopedSql(tx.scope, 'k', 4);
  const rows = await tx.query<{ name: string }>(
    `UPDATE api_keys k SET revoked_at = $3 WHERE k.vendor_id = $1 AND ($2::bigint IS NULL OR k.id = $2) AND k.revoked_at IS NULL
       AND ${filter.text} RETURNING k.name`,
    [vendorId, o.id, o.at, ...filter.values],
  );
  return rows.map(({ name }) => name);
}

/** Gives keys of a vendor to another maker. */
export async function setMaker(
  tx: SqlTx,
  vendorId: bigint,
  o: { ids: readonly bigint[]; maker: string },
): Promise<void> {
  const filter = scopedSql(tx.scope, 'k', 4);
  await tx.query(
    `UPDATE api_keys k SET maker = $3 WHERE k.vendor_id = $1 AND k.id = ANY($2::bigint[]) AND k.revoked_at IS NULL AND ${filter.text}`,
    [vendorId, [...o.ids], o.maker, ...filter.values],
  );
}
