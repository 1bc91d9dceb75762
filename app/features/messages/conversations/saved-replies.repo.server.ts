import type { SqlTx } from '#app/server/db.server.ts';

export type SavedReplyRow = { id: bigint; title: string; text: string };

/** Whose replies a scope has: a vendor its own, the marketplace view the marketplace's own. */
const computeOwner = ({ scope }: SqlTx): bigint | null => (scope.vendor === '*' ? null : scope.vendor);

/** The scope's own replies by their titles. */
export function listReplies(tx: SqlTx): Promise<SavedReplyRow[]> {
  return tx.query<SavedReplyRow>(
    `SELECT id, title, text FROM saved_replies WHERE store_id = $1 AND vendor_id IS NOT DISTINCT FROM $2::bigint ORDER BY title, id`,
    [tx.scope.storeId, computeOwner(tx)],
  );
}

/** Saves a reply of the scope's own over the one of its title. */
export async function upsertReply(tx: SqlTx, { title, text }: { title: string; text: string }): Promise<void> {
  await tx.query(
    `INSERT INTO saved_replies (store_id, vendor_id, title, text) VALUES ($1, $2, $3, $4)
     ON CONFLICT (store_id, coalesce(vendor_id, 0), title) DO UPDATE SET text = excluded.text`,
    [tx.scope.storeId, computeOwner(tx), title, text],
  );
}

/** Deletes a reply of the scope's own; false where there is none. */
export async function deleteReply(tx: SqlTx, id: bigint): Promise<boolean> {
  const rows = await tx.query(
    `DELETE FROM saved_replies WHERE id = $1 AND store_id = $2 AND vendor_id IS NOT DISTINCT FROM $3::bigint RETURNING id`,
    [id, tx.scope.storeId, computeOwner(tx)],
  );
  return rows.length > 0;
}
