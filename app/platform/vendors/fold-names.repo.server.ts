import { asStoreId, type StoreId } from '#app/core/ids.ts';
import type { Database, SqlTx } from '#app/server/db.server.ts';

/** The stores whose names are keyed by another folding than the named one. */
export async function listStoresToFold(db: Pick<Database, 'sql'>, folding: string): Promise<StoreId[]> {
  const rows = await db.sql<{ id: bigint }>(
    'SELECT id FROM stores WHERE names_folded_by IS DISTINCT FROM $1 ORDER BY id',
    [folding],
  );
  return rows.map(({ id }) => asStoreId(id));
}

/** Takes the names of the scope's store for the rest of the transaction; false where they are keyed by this folding already. */
export async function takeFolding(tx: SqlTx, folding: string): Promise<boolean> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('names/fold', $1))`, [tx.scope.storeId]);
  const rows = await tx.query('SELECT 1 FROM stores WHERE id = $1 AND names_folded_by IS DISTINCT FROM $2', [
    tx.scope.storeId,
    folding,
  ]);
  return rows.length > 0;
}

export type KeyedVendor = { id: bigint; name: string; key: string; hasAccount: boolean };

/** All vendors of the store with their keys, taken for the rest of the transaction, oldest first. */
export function takeKeyedVendors(tx: SqlTx): Promise<KeyedVendor[]> {
  return tx.query<KeyedVendor>(
    `SELECT id, name, key, (status = 'active' AND deleted_at IS NULL) AS "hasAccount" FROM vendors WHERE store_id = $1 ORDER BY id FOR UPDATE`,
    [tx.scope.storeId],
  );
}

/** Gives vendors their new keys, by way of keys that no name has: two of them may change places. */
export async function rekeyVendors(tx: SqlTx, keys: readonly { id: bigint; key: string }[]): Promise<void> {
  if (keys.length === 0) return;
  const { storeId } = tx.scope;
  const ids = keys.map(({ id }) => id);
  await tx.query(`UPDATE vendors SET key = ' ' || id WHERE store_id = $1 AND id = ANY($2::bigint[])`, [storeId, ids]);
  await tx.query(
    `UPDATE vendors v SET key = k.key FROM unnest($2::bigint[], $3::text[]) AS k (id, key) WHERE v.store_id = $1 AND v.id = k.id`,
    [storeId, ids, keys.map(({ key }) => key)],
  );
}

/** The older names of vendors, oldest vendor first: as keys, and as they were spelled where that is known. */
export async function listOlderNames(tx: SqlTx): Promise<{ vendorId: bigint; name: string }[]> {
  return tx.query(
    `SELECT vendor_id AS "vendorId", key AS name FROM vendor_aliases WHERE store_id = $1
     UNION SELECT vendor_id, old_name FROM vendor_renames WHERE store_id = $1 ORDER BY "vendorId", name`,
    [tx.scope.storeId],
  );
}

/** Replaces the keys of older names; of two equal ones the first stays. */
export async function replaceAliases(tx: SqlTx, aliases: readonly { vendorId: bigint; key: string }[]): Promise<void> {
  await tx.query('DELETE FROM vendor_aliases WHERE store_id = $1', [tx.scope.storeId]);
  await tx.query(
    `INSERT INTO vendor_aliases (store_id, key, vendor_id)
     SELECT $1, a.key, a.vendor_id FROM unnest($2::text[], $3::bigint[]) WITH ORDINALITY AS a (key, vendor_id, place) ORDER BY a.place
     ON CONFLICT DO NOTHING`,
    [tx.scope.storeId, aliases.map(({ key }) => key), aliases.map(({ vendorId }) => vendorId)],
  );
}

/** The names that applicants ask for, with their keys. */
export async function listRequestedNames(tx: SqlTx): Promise<{ id: bigint; name: string; key: string }[]> {
  return tx.query(`SELECT id, vendor_name AS name, vendor_key AS key FROM vendor_applications WHERE store_id = $1`, [
    tx.scope.storeId,
  ]);
}

export async function rekeyRequestedNames(tx: SqlTx, keys: readonly { id: bigint; key: string }[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.query(
    `UPDATE vendor_applications a SET vendor_key = k.key FROM unnest($2::bigint[], $3::text[]) AS k (id, key) WHERE a.store_id = $1 AND a.id = k.id`,
    [tx.scope.storeId, keys.map(({ id }) => id), keys.map(({ key }) => key)],
  );
}

/** Lists vendors whose names are one name now, for an admin. */
export async function insertSharedNames(
  tx: SqlTx,
  vendors: readonly { vendorId: bigint; detail: object }[],
  at: Date,
): Promise<void> {
  if (vendors.length === 0) return;
  await tx.query(
    `INSERT INTO reconciliation_exceptions (store_id, vendor_id, kind, reference, detail, found_at)
     SELECT $1, v.id, 'vendor_name_shared', 'vendor/' || v.id, v.detail::jsonb, $4 FROM unnest($2::bigint[], $3::text[]) AS v (id, detail)
     ON CONFLICT (store_id, kind, reference) DO NOTHING`,
    [
      tx.scope.storeId,
      vendors.map(({ vendorId }) => vendorId),
      vendors.map(({ detail }) => JSON.stringify(detail)),
      at,
    ],
  );
}

export async function recordFolding(tx: SqlTx, folding: string): Promise<void> {
  await tx.query('UPDATE stores SET names_folded_by = $2 WHERE id = $1', [tx.scope.storeId, folding]);
}
