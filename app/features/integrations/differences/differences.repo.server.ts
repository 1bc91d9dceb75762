import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { KeptField, SavedSync } from '../connections/connection.ts';
import type { Agreed } from './difference.ts';

/** A product that is kept in step, as it was looked at last. */
export type DifferingProduct = {
  vendorId: bigint;
  sourceId: bigint;
  title: string;
  productId: bigint | null;
  saved: SavedSync | null;
  kept: KeptField[];
  agreed: Agreed | null;
  checkedAt: Date | null;
};

const COLUMNS = `p.vendor_id AS "vendorId", p.source_id AS "sourceId", p.title, p.product_id AS "productId", p.saved, p.kept, p.agreed,
  p.checked_at AS "checkedAt"`;

export type Place = { vendorId: bigint; sourceId: bigint };

/** Products of the scope that differ from their store, in the order of their ids, behind a place. */
export function listDiffering(tx: SqlTx, o: { after: Place | undefined; limit: number }): Promise<DifferingProduct[]> {
  const filter = scopedSql(tx.scope, 'p', 4);
  return tx.query(
    `SELECT ${COLUMNS} FROM synced_products p
     WHERE p.differences > 0 AND (p.vendor_id, p.source_id) > ($1::bigint, $2::bigint) AND ${filter.text}
     ORDER BY p.vendor_id, p.source_id LIMIT $3`,
    [o.after?.vendorId ?? 0n, o.after?.sourceId ?? 0n, o.limit, ...filter.values],
  );
}

/** How many products of each vendor of the scope differ from their store. */
export function countDiffering(tx: SqlTx): Promise<{ vendorId: bigint; count: number }[]> {
  const filter = scopedSql(tx.scope, 'p');
  return tx.query(
    `SELECT p.vendor_id AS "vendorId", count(*)::int AS count FROM synced_products p
     WHERE p.differences > 0 AND ${filter.text} GROUP BY p.vendor_id ORDER BY p.vendor_id`,
    filter.values,
  );
}

/** A product that is kept in step, locked until the transaction ends. */
export async function lockSynced(tx: SqlTx, { vendorId, sourceId }: Place): Promise<DifferingProduct | undefined> {
  const filter = scopedSql(tx.scope, 'p', 3);
  const [row] = await tx.query<DifferingProduct>(
    `SELECT ${COLUMNS} FROM synced_products p WHERE p.vendor_id = $1 AND p.source_id = $2 AND ${filter.text} FOR UPDATE`,
    [vendorId, sourceId, ...filter.values],
  );
  return row;
}

/** Leaves a product different as it stands there at the moment. A look that is under way is repeated, and does not undo it. */
export async function leaveDifferent(
  tx: SqlTx,
  { vendorId, sourceId }: Place,
  o: { agreed: Agreed; kept: readonly KeptField[] },
): Promise<void> {
  const filter = scopedSql(tx.scope, 'p', 5);
  await tx.query(
    `UPDATE synced_products p SET agreed = $3::jsonb, kept = $4::text[], differences = 0, request = p.request + 1
     WHERE p.vendor_id = $1 AND p.source_id = $2 AND ${filter.text}`,
    [vendorId, sourceId, JSON.stringify(o.agreed), [...o.kept], ...filter.values],
  );
}
