import type { SqlTx } from '#app/server/db.server.ts';

type EntryName = { id: bigint; handle: string };

/** Which of some entries of a type other vendors than the named one added for themselves. Needs the marketplace's scope. */
export async function listForeign(
  tx: SqlTx,
  o: { type: string; entries: readonly EntryName[]; vendorId: bigint },
): Promise<{ id: bigint | null; handle: string }[]> {
  return tx.query(
    `SELECT entry_id AS id, handle FROM vendor_entries
     WHERE store_id = $1 AND type = $2 AND vendor_id <> $3 AND (entry_id = ANY($4::bigint[]) OR (entry_id IS NULL AND handle = ANY($5::text[])))`,
    [tx.scope.storeId, o.type, o.vendorId, o.entries.map(({ id }) => id), o.entries.map(({ handle }) => handle)],
  );
}

/** Takes a handle for an entry of the vendor of the scope; one that it took before stays. */
export async function takeHandle(
  tx: SqlTx,
  o: { type: string; handle: string; vendorId: bigint; at: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO vendor_entries (store_id, type, handle, vendor_id, added_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (store_id, type, handle) DO NOTHING`,
    [tx.scope.storeId, o.type, o.handle, o.vendorId, o.at],
  );
}

/** Notes which entry was made under a handle that was taken. */
export async function recordEntry(tx: SqlTx, o: { type: string; handle: string; id: bigint }): Promise<void> {
  await tx.query(`UPDATE vendor_entries SET entry_id = $4 WHERE store_id = $1 AND type = $2 AND handle = $3`, [
    tx.scope.storeId,
    o.type,
    o.handle,
    o.id,
  ]);
}

/** Notes how entries are called now, and whose they are. Needs the marketplace's scope. */
export async function recordNames(tx: SqlTx, entries: readonly { id: bigint; name: string }[]): Promise<void> {
  await tx.query(
    `INSERT INTO entry_names (store_id, entry_id, vendor_id, name)
     SELECT $1, e.id, (SELECT v.vendor_id FROM vendor_entries v WHERE v.store_id = $1 AND v.entry_id = e.id), e.name
     FROM unnest($2::bigint[], $3::text[]) AS e (id, name) ORDER BY e.id
     ON CONFLICT (store_id, entry_id) DO UPDATE SET name = excluded.name, vendor_id = excluded.vendor_id
     WHERE entry_names.name <> excluded.name OR entry_names.vendor_id IS DISTINCT FROM excluded.vendor_id`,
    [tx.scope.storeId, entries.map(({ id }) => id), entries.map(({ name }) => name)],
  );
}

/** Entries of the scope that are called like this, or were when somebody chose them. */
export async function listCalled(tx: SqlTx, names: readonly string[]): Promise<bigint[]> {
  const { storeId, vendor } = tx.scope;
  const rows = await tx.query<{ id: bigint }>(
    `SELECT n.entry_id AS id FROM entry_names n WHERE n.store_id = $1 AND n.name = ANY($2::text[])
     AND ($3::bigint IS NULL OR n.vendor_id IS NULL OR n.vendor_id = $3) ORDER BY n.entry_id LIMIT 500`,
    [storeId, [...names], vendor === '*' ? null : vendor],
  );
  return rows.map(({ id }) => id);
}

/** How entries were called: those of everybody and the scope's own. */
export async function listNames(tx: SqlTx, ids: readonly bigint[]): Promise<{ id: bigint; name: string }[]> {
  const { storeId, vendor } = tx.scope;
  return tx.query(
    `SELECT n.entry_id AS id, n.name FROM entry_names n WHERE n.store_id = $1 AND n.entry_id = ANY($2::bigint[])
     AND ($3::bigint IS NULL OR n.vendor_id IS NULL OR n.vendor_id = $3)`,
    [storeId, [...ids], vendor === '*' ? null : vendor],
  );
}
