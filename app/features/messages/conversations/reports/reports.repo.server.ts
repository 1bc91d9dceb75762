import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import { REPORTING_SIDES, type ReportingSide } from '../conversation.ts';

export type ReportRow = { side: ReportingSide; note: string; reportedAt: Date };

/** Keeps what a side reports; true for the first of the side, a second replaces its reason. Needs the marketplace's scope. */
export async function saveReport(
  tx: SqlTx,
  { id, vendorId }: { id: bigint; vendorId: bigint },
  { side, note, reportedAt }: ReportRow,
): Promise<boolean> {
  const [row] = await tx.query<{ isNew: boolean }>(
    `INSERT INTO conversation_reports (store_id, vendor_id, conversation_id, side, note, reported_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (conversation_id, side) DO UPDATE SET note = excluded.note
     RETURNING xmax = 0 AS "isNew"`,
    [tx.scope.storeId, vendorId, id, side, note, reportedAt],
  );
  await tx.query('UPDATE conversations SET reported_at = coalesce(reported_at, $3) WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
    reportedAt,
  ]);
  return row?.isNew ?? false;
}

/** Ends every open report of a conversation. Needs the marketplace's scope. */
export async function deleteReports(tx: SqlTx, id: bigint): Promise<void> {
  await tx.query('DELETE FROM conversation_reports WHERE store_id = $1 AND conversation_id = $2', [
    tx.scope.storeId,
    id,
  ]);
  await tx.query('UPDATE conversations SET reported_at = NULL WHERE store_id = $1 AND id = $2', [tx.scope.storeId, id]);
}

/** The open reports of a conversation that the scope may read: a vendor its own, the marketplace both. */
export async function listReports(tx: SqlTx, id: bigint): Promise<ReportRow[]> {
  const scope = scopedSql(tx.scope, 'r', 2);
  const isOwn = tx.scope.vendor === '*' ? '' : ` AND r.side = 'seller'`;
  const rows = await tx.query<ReportRow>(
    `SELECT r.side, r.note, r.reported_at AS "reportedAt" FROM conversation_reports r
     WHERE r.conversation_id = $1 AND ${scope.text}${isOwn}`,
    [id, ...scope.values],
  );
  return REPORTING_SIDES.flatMap((side) => rows.filter((row) => row.side === side));
}
