import type { PlatformProblemKind } from '#app/core/platform-problem.ts';
import type { SqlTx } from '#app/server/db.server.ts';

export type PlatformProblem = { kind: PlatformProblemKind; detail: string; since: Date; lastAt: Date };

/** Hand-written: an upsert that keeps since when, and tells whether it is new or says something else than before. */
export async function upsertProblem(
  tx: SqlTx,
  o: { kind: PlatformProblemKind; detail: string; at: Date },
): Promise<{ isNew: boolean }> {
  const before = await tx.query<{ detail: string }>(
    'SELECT detail FROM platform_problems WHERE store_id = $1 AND kind = $2 FOR UPDATE',
    [tx.scope.storeId, o.kind],
  );
  await tx.query(
    `INSERT INTO platform_problems (store_id, kind, detail, since, last_at) VALUES ($1, $2, $3, $4, $4)
     ON CONFLICT (store_id, kind) DO UPDATE SET detail = excluded.detail, last_at = excluded.last_at`,
    [tx.scope.storeId, o.kind, o.detail, o.at],
  );
  return { isNew: before[0]?.detail !== o.detail };
}

/** False where there was none. */
export async function deleteProblem(tx: SqlTx, kind: PlatformProblemKind): Promise<boolean> {
  const rows = await tx.query('DELETE FROM platform_problems WHERE store_id = $1 AND kind = $2 RETURNING kind', [
    tx.scope.storeId,
    kind,
  ]);
  return rows.length > 0;
}

export async function listProblems(tx: SqlTx): Promise<PlatformProblem[]> {
  return tx.query<PlatformProblem>(
    `SELECT kind, detail, since, last_at AS "lastAt" FROM platform_problems WHERE store_id = $1 ORDER BY since, kind`,
    [tx.scope.storeId],
  );
}
