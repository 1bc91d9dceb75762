import type { SqlTx } from '#app/server/db.server.ts';

/** Orders after one of which a line is the marketplace's because nobody had its vendor's name, by id. */
export async function listOrdersWithUnknownVendor(tx: SqlTx, o: { after: bigint; limit: number }): Promise<bigint[]> {
  const rows = await tx.query<{ id: bigint }>(
    `SELECT o.id FROM orders o WHERE o.store_id = $1 AND o.id > $2 AND (o.terms::text LIKE '%"unknown_vendor"%' OR EXISTS (
       SELECT 1 FROM reconciliation_exceptions e WHERE e.store_id = $1 AND e.kind = 'unknown_vendor' AND e.resolved_at IS NULL
         AND starts_with(e.reference, 'order/' || o.id || '/')))
     ORDER BY o.id LIMIT $3`,
    [tx.scope.storeId, o.after, o.limit],
  );
  return rows.map(({ id }) => id);
}

/** Notes that lines of unknown vendors have found theirs. */
export async function resolveUnknown(tx: SqlTx, references: readonly string[], at: Date): Promise<void> {
  if (references.length === 0) return;
  await tx.query(
    `UPDATE reconciliation_exceptions SET resolved_at = $3, resolved_by = 'repair'
     WHERE store_id = $1 AND kind = 'unknown_vendor' AND reference = ANY($2::text[]) AND resolved_at IS NULL`,
    [tx.scope.storeId, [...references], at],
  );
}
