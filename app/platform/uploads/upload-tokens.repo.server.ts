import { invariant } from '#app/core/invariant.ts';
import type { SqlTx } from '#app/server/db.server.ts';

export async function insertUploadToken(
  tx: SqlTx,
  o: { tokenHash: string; form: string; at: Date; expiresAt: Date },
): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO upload_tokens (store_id, token_hash, form, created_at, expires_at) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [tx.scope.storeId, o.tokenHash, o.form, o.at, o.expiresAt],
  );
  invariant(row, 'an inserted row returns its id');
  return row.id;
}

/** The ticket of a store that is still good at a moment. */
export async function findUploadToken(tx: SqlTx, tokenHash: string, now: Date): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    'SELECT id FROM upload_tokens WHERE store_id = $1 AND token_hash = $2 AND expires_at > $3',
    [tx.scope.storeId, tokenHash, now],
  );
  return row?.id;
}

/** Counts one file on a ticket. False when the ticket takes no more. */
export async function useUploadToken(
  tx: SqlTx,
  o: { id: bigint; bytes: number; maxFiles: number; maxBytes: number },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE upload_tokens SET files = files + 1, bytes = bytes + $3
     WHERE store_id = $1 AND id = $2 AND files < $4 AND bytes + $3 <= $5 RETURNING id`,
    [tx.scope.storeId, o.id, o.bytes, o.maxFiles, o.maxBytes],
  );
  return rows.length > 0;
}

export async function deleteUploadToken(tx: SqlTx, id: bigint): Promise<void> {
  await tx.query('DELETE FROM upload_tokens WHERE store_id = $1 AND id = $2', [tx.scope.storeId, id]);
}
