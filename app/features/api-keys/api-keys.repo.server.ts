import type { KeyScope } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export type StoredKey = {
  id: bigint;
  /** Null of the marketplace's own. */
  vendorId: bigint | null;
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
  /** Null of a key that was last used before addresses and calls were kept. */
  lastUsedFrom: string | null;
  lastUsedCall: string | null;
  expiryDays: number | null;
  expiresAt: Date | null;
  /** Null is from anywhere. */
  networks: string[] | null;
  replacesId: bigint | null;
  /** Until when it works beside its replacement. */
  endsAt: Date | null;
};

const COLUMNS = `k.id, k.vendor_id AS "vendorId", k.name, k.hint, k.hash, k.created_by AS "createdBy", k.maker, k.scopes,
  k.created_at AS "createdAt", k.last_used_at AS "lastUsedAt", k.last_used_from AS "lastUsedFrom",
  k.last_used_call AS "lastUsedCall", k.expiry_days AS "expiryDays", k.expires_at AS "expiresAt", k.networks,
  k.replaces_id AS "replacesId", k.ends_at AS "endsAt"`;

/** Neither revoked nor replaced for longer than both work; the moment is the statement's parameter of that number. */
const isKept = (at: number): string => `k.revoked_at IS NULL AND (k.ends_at IS NULL OR k.ends_at > $${at})`;

/** The keys of a vendor, or the marketplace's own (null); the id is the statement's first parameter. */
const ofOwner = (vendorId: bigint | null): string =>
  vendorId === null ? '(k.vendor_id IS NULL AND $1::bigint IS NULL)' : 'k.vendor_id = $1';

/** The vendor's or the marketplace's keys that were neither revoked nor ended by a replacement, expired ones among them; the oldest first. */
export async function listKeys(tx: SqlTx, vendorId: bigint | null, at: Date): Promise<StoredKey[]> {
  const filter = scopedSql(tx.scope, 'k', 3);
  return tx.query(
    `SELECT ${COLUMNS} FROM api_keys k WHERE ${ofOwner(vendorId)} AND ${isKept(2)} AND ${filter.text} ORDER BY k.id`,
    [vendorId, at, ...filter.values],
  );
}

const MAX_LISTED = 500;

/** How many keys each vendor has that are in force; of at most 500 vendors. */
export async function countKeys(tx: SqlTx, at: Date): Promise<Map<bigint, number>> {
  const filter = scopedSql(tx.scope, 'k', 3);
  const rows = await tx.query<{ vendorId: bigint; count: number }>(
    `SELECT k.vendor_id AS "vendorId", count(*)::int AS count FROM api_keys k
     WHERE k.vendor_id IS NOT NULL AND ${isKept(2)} AND (k.expires_at IS NULL OR k.expires_at > $2) AND ${filter.text}
     GROUP BY k.vendor_id ORDER BY k.vendor_id LIMIT $1`,
    [MAX_LISTED, at, ...filter.values],
  );
  return new Map(rows.map(({ vendorId, count }) => [vendorId, count]));
}

/** A key within the scope that was neither revoked nor ended by a replacement; it may be expired. */
export async function findKey(tx: SqlTx, id: bigint, at: Date): Promise<StoredKey | undefined> {
  const filter = scopedSql(tx.scope, 'k', 3);
  const [row] = await tx.query<StoredKey>(
    `SELECT ${COLUMNS} FROM api_keys k WHERE k.id = $1 AND ${isKept(2)} AND ${filter.text}`,
    [id, at, ...filter.values],
  );
  return row;
}

/** One caller at a time makes keys of a vendor or of the marketplace, until its transaction ends. */
export async function lockKeys(tx: SqlTx, vendorId: bigint | null): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [
    `api_keys/${vendorId ?? ''}`,
    tx.scope.storeId,
  ]);
}

export type NewKey = Omit<StoredKey, 'id' | 'scopes' | 'lastUsedAt' | 'lastUsedFrom' | 'lastUsedCall' | 'endsAt'> & {
  scopes: readonly KeyScope[];
};

/** The id for a key that is about to be made: the end of a key is computed over it. */
export async function takeId(tx: SqlTx): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `SELECT nextval(pg_get_serial_sequence('api_keys', 'id'))::bigint AS id`,
  );
  if (!row) throw new Error('no id for a key');
  return row.id;
}

export async function insertKey(tx: SqlTx, id: bigint, o: NewKey): Promise<void> {
  await tx.query(
    `INSERT INTO api_keys (id, store_id, vendor_id, name, hint, hash, created_by, maker, scopes, created_at, expiry_days,
       expires_at, networks, replaces_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::text[], $10, $11, $12, $13::text[], $14)`,
    [
      id,
      tx.scope.storeId,
      o.vendorId,
      o.name,
      o.hint,
      o.hash,
      o.createdBy,
      o.maker,
      [...o.scopes],
      o.createdAt,
      o.expiryDays,
      o.expiresAt,
      o.networks,
      o.replacesId,
    ],
  );
}

/** From when on a replaced key is refused. One that was replaced before keeps the moment of that. */
export async function endReplaced(tx: SqlTx, id: bigint, endsAt: Date): Promise<void> {
  const filter = scopedSql(tx.scope, 'k', 3);
  await tx.query(`UPDATE api_keys k SET ends_at = coalesce(k.ends_at, $2) WHERE k.id = $1 AND ${filter.text}`, [
    id,
    endsAt,
    ...filter.values,
  ]);
}

export type KeyUse = { at: Date; from: string; call: string };

/** Records the last use of a key. */
export async function recordUse(tx: SqlTx, id: bigint, { at, from, call }: KeyUse): Promise<void> {
  const filter = scopedSql(tx.scope, 'k', 5);
  await tx.query(
    `UPDATE api_keys k SET last_used_at = $2, last_used_from = $3, last_used_call = $4 WHERE k.id = $1 AND ${filter.text}`,
    [id, at, from, call, ...filter.values],
  );
}

/** Ends keys of a vendor or of the marketplace, one or all, and forgets from where they were used; their names. */
export async function revokeKeys(
  tx: SqlTx,
  vendorId: bigint | null,
  o: { id: bigint | null; at: Date },
): Promise<string[]> {
  const filter = scopedSql(tx.scope, 'k', 4);
  const rows = await tx.query<{ name: string }>(
    `UPDATE api_keys k SET revoked_at = $3, last_used_from = NULL
     WHERE ${ofOwner(vendorId)} AND ($2::bigint IS NULL OR k.id = $2) AND ${isKept(3)} AND ${filter.text} RETURNING k.name`,
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
