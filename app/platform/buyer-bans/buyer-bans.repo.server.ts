import type { SqlTx } from '#app/server/db.server.ts';

export async function banBuyer(tx: SqlTx, hashes: readonly string[], at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO banned_buyers (store_id, buyer_hash, banned_at) SELECT $1, h, $3 FROM unnest($2::text[]) h
     ON CONFLICT (store_id, buyer_hash) DO NOTHING`,
    [tx.scope.storeId, [...hashes], at],
  );
}

export async function unbanBuyer(tx: SqlTx, hashes: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM banned_buyers WHERE store_id = $1 AND buyer_hash = ANY($2::text[])', [
    tx.scope.storeId,
    [...hashes],
  ]);
}

/** When a buyer was banned, by any of what it is known by; undefined where it is not. */
export async function findBannedAt(tx: SqlTx, hashes: readonly string[]): Promise<Date | undefined> {
  const [row] = await tx.query<{ at: Date | null }>(
    'SELECT min(banned_at) AS at FROM banned_buyers WHERE store_id = $1 AND buyer_hash = ANY($2::text[])',
    [tx.scope.storeId, [...hashes]],
  );
  return row?.at ?? undefined;
}

export async function isBanned(tx: SqlTx, hashes: readonly string[]): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 FROM banned_buyers WHERE store_id = $1 AND buyer_hash = ANY($2::text[]) LIMIT 1',
    [tx.scope.storeId, [...hashes]],
  );
  return rows.length > 0;
}
