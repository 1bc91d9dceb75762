import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export type SentBack = { id: bigint; title: string; note: string | null };

/** Products of the scope that were sent back, newest first, with what the marketplace wrote last. */
export async function listSentBack(tx: SqlTx, limit: number): Promise<SentBack[]> {
  const filter = scopedSql(tx.scope, 'p', 2);
  return tx.query<SentBack>(
    `SELECT p.id, p.title, (SELECT n.text FROM product_notes n WHERE n.store_id = p.store_id AND n.product_id = p.id AND n.role = 'admin' ORDER BY n.id DESC LIMIT 1) AS note
     FROM products p WHERE ${filter.text} AND p.deleted_at IS NULL AND p.status = 'DRAFT' AND p.submission = 'sent_back'
     ORDER BY p.platform_updated_at DESC, p.id LIMIT $1`,
    [limit, ...filter.values],
  );
}
