import type { SqlTx } from '#app/server/db.server.ts';

export type PublishedProduct = { id: bigint; title: string; imageUrl: string | null };

/** Published products of the store whose titles contain every word, by title. Needs the marketplace's scope. */
export async function searchPublished(
  tx: SqlTx,
  o: { words: readonly string[]; id: bigint | undefined; limit: number },
): Promise<PublishedProduct[]> {
  const patterns = o.words.map((word) => `%${word.replace(/[\\%_]/g, (char) => `\\${char}`)}%`);
  return tx.query<PublishedProduct>(
    `SELECT p.id, p.title, p.image_url AS "imageUrl" FROM products p
     WHERE p.store_id = $1 AND p.status = 'ACTIVE' AND p.deleted_at IS NULL AND p.title ILIKE ALL($2::text[])
       AND ($3::bigint IS NULL OR p.id = $3)
     ORDER BY lower(p.title), p.id LIMIT $4`,
    [tx.scope.storeId, patterns, o.id ?? null, o.limit],
  );
}

/** The titles of those of some ids that are published products of the store. */
export async function findPublished(tx: SqlTx, ids: readonly bigint[]): Promise<{ id: bigint; title: string }[]> {
  return tx.query(
    `SELECT p.id, p.title FROM products p
     WHERE p.store_id = $1 AND p.id = ANY($2::bigint[]) AND p.status = 'ACTIVE' AND p.deleted_at IS NULL`,
    [tx.scope.storeId, [...ids]],
  );
}
