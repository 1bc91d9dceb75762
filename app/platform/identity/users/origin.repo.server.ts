import type { Actor } from '#app/core/viewer.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

export type Origin = { by: Actor; at: Date };

export async function findOrigin(tx: SqlTx, userId: bigint): Promise<Origin | null> {
  const filter = scopedSql(tx.scope, 'u', 2);
  const [row] = await tx.query<{ by: Actor | null; at: Date | null }>(
    `SELECT u.brought_by AS by, u.brought_at AS at FROM users u WHERE u.id = $1 AND ${filter.text}`,
    [userId, ...filter.values],
  );
  return row?.by && row.at ? { by: row.by, at: row.at } : null;
}

/** Keeps the newer of two. */
export async function saveOrigin(tx: SqlTx, userId: bigint, { by, at }: Origin): Promise<void> {
  const filter = scopedSql(tx.scope, 'u', 4);
  await tx.query(
    `UPDATE users u SET brought_by = $2::jsonb, brought_at = $3::timestamptz
     WHERE u.id = $1 AND (u.brought_at IS NULL OR u.brought_at <= $3::timestamptz) AND ${filter.text}`,
    [userId, JSON.stringify(by), at, ...filter.values],
  );
}
