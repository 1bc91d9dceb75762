import type { SqlTx } from '#app/server/db.server.ts';

export type PublishedProduct = { id: bigint; title: string; imageUrl: string | null };

/** Published products of the store whose titles contain every word, by title. Needs the marketplace's scope. */
export async function searchPublished(
  tx: SqlTx,
  o: { words: readonly string[]; id: bigint | undefined; limit: number },
): Promise<PublishedProduct[]> {
  return tx.query<PublishedProduct>(
    `SELECT p.id, p.title, p.image_url AS "imageUrl" FROM products p
     WHERE p.store_id = $1 AND p.status = 'ACTIVE' AND p.deleted_at IS NULL AND souk_search_form(p.title) LIKE ALL(ARRAY(SELECT souk_search_pattern(w) FROM unnest($2::text[]) w))
       AND ($3::bigint IS NULL OR p.id = $3)
     ORDER BY lower(p.title), p.id LIMIT $4`,
    [tx.scope.storeId, [...o.words], o.id ?? null, o.limit],
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
