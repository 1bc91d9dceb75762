import { invariant } from '#app/core/invariant.ts';
import type { SqlTx } from '#app/server/db.server.ts';

export type RenameRow = {
  id: bigint;
  vendorId: bigint;
  oldName: string;
  newName: string;
  state: 'running' | 'done';
  total: number;
  rewritten: number;
  trouble: string | null;
  startedAt: Date;
  finishedAt: Date | null;
};

const COLUMNS = `id, vendor_id AS "vendorId", old_name AS "oldName", new_name AS "newName", state, total, rewritten, issue AS trouble,
  started_at AS "startedAt", finished_at AS "finishedAt"`;

export async function insertRename(
  tx: SqlTx,
  o: { vendorId: bigint; oldName: string; newName: string; total: number; at: Date; by: string },
): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO vendor_renames (store_id, vendor_id, old_name, new_name, state, total, started_at, started_by)
     VALUES ($1, $2, $3, $4, 'running', $5, $6, $7) RETURNING id`,
    [tx.scope.storeId, o.vendorId, o.oldName, o.newName, o.total, o.at, o.by],
  );
  invariant(row, 'an inserted row returns its id');
  return row.id;
}

/** A rename by its id, held for the rest of the transaction. */
export async function lockRename(tx: SqlTx, id: bigint): Promise<RenameRow | undefined> {
  const [row] = await tx.query<RenameRow>(
    `SELECT ${COLUMNS} FROM vendor_renames WHERE store_id = $1 AND id = $2 FOR UPDATE`,
    [tx.scope.storeId, id],
  );
  return row;
}

/** The newest rename of a vendor. */
export async function findNewest(tx: SqlTx, vendorId: bigint): Promise<RenameRow | undefined> {
  const [row] = await tx.query<RenameRow>(
    `SELECT ${COLUMNS} FROM vendor_renames WHERE store_id = $1 AND vendor_id = $2 ORDER BY id DESC LIMIT 1`,
    [tx.scope.storeId, vendorId],
  );
  return row;
}

/** The renames of the store that are not done. */
export async function listRunning(tx: SqlTx): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    `SELECT id FROM vendor_renames WHERE store_id = $1 AND state = 'running' ORDER BY id`,
    [tx.scope.storeId],
  );
  return rows.map((row) => row.id);
}

/** Notes how far a rename came, or what holds it up. */
export async function recordProgress(
  tx: SqlTx,
  id: bigint,
  o: { wrote: number; trouble: string | null; finishedAt: Date | null },
): Promise<void> {
  await tx.query(
    // What a worker that died had written is counted once nothing is left that carries the old name.
    `UPDATE vendor_renames SET issue = $4,
       rewritten = CASE WHEN $5::timestamptz IS NULL THEN rewritten + $3 ELSE greatest(rewritten + $3, total) END,
       state = CASE WHEN $5::timestamptz IS NULL THEN state ELSE 'done' END, finished_at = $5::timestamptz
     WHERE store_id = $1 AND id = $2`,
    [tx.scope.storeId, id, o.wrote, o.trouble, o.finishedAt],
  );
}
