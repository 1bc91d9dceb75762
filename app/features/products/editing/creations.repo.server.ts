import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';

/** A product that was begun to be made at the platform under a handle, and whose end is not known. */
type Creation = { handle: string; startedAt: Date };

export async function findCreation(tx: SqlTx, fingerprint: string): Promise<Creation | undefined> {
  const filter = scopedSql(tx.scope, 'c', 2);
  const [row] = await tx.query<Creation>(
    `SELECT c.handle, c.started_at AS "startedAt" FROM product_creations c WHERE c.fingerprint = $1 AND ${filter.text}`,
    [fingerprint, ...filter.values],
  );
  return row;
}

export async function saveCreation(tx: SqlTx, fingerprint: string, creation: Creation): Promise<void> {
  await tx.query(
    `INSERT INTO product_creations (store_id, fingerprint, handle, started_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (store_id, fingerprint) DO UPDATE SET handle = excluded.handle, started_at = excluded.started_at`,
    [tx.scope.storeId, fingerprint, creation.handle, creation.startedAt],
  );
}

/** Forgets a creation that has ended, and those that nobody came back to. */
export async function forgetCreation(tx: SqlTx, fingerprint: string, startedBefore: Date): Promise<void> {
  await tx.query('DELETE FROM product_creations WHERE store_id = $1 AND (fingerprint = $2 OR started_at < $3)', [
    tx.scope.storeId,
    fingerprint,
    startedBefore,
  ]);
}
