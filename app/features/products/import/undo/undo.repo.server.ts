import type { SqlTx } from '#app/server/db.server.ts';
import type { Kept, UndoOutcome, UndoRecord } from './undo-record.ts';

/** A product of an import with what is kept of it to put it back; null where nothing is kept. */
export type UndoItem = {
  position: number;
  title: string;
  productId: bigint | null;
  outcome: string | null;
  undo: unknown;
  undoOutcome: UndoOutcome | null;
  /** What stays, noted before it is put back. */
  undoKept: unknown;
};

const OWN = 't.store_id = $1 AND t.vendor_id IS NOT DISTINCT FROM $2::bigint';
const own = (tx: SqlTx): (bigint | null)[] => [tx.scope.storeId, tx.scope.vendor === '*' ? null : tx.scope.vendor];

export async function findUndoItem(tx: SqlTx, importId: bigint, position: number): Promise<UndoItem | undefined> {
  const [row] = await tx.query<UndoItem>(
    `SELECT t.position, t.title, t.product_id AS "productId", t.outcome, t.undo, t.undo_outcome AS "undoOutcome", t.undo_kept AS "undoKept"
     FROM product_import_items t WHERE ${OWN} AND t.import_id = $3 AND t.position = $4`,
    [...own(tx), importId, position],
  );
  return row;
}

/** The products that an import made or changed, in their order; those too whose change broke off and may be done. */
export async function listUndoable(tx: SqlTx, importId: bigint): Promise<{ position: number; title: string }[]> {
  return tx.query(
    `SELECT t.position, t.title FROM product_import_items t
     WHERE ${OWN} AND t.import_id = $3 AND (t.outcome IN ('created', 'updated') OR (t.undo IS NOT NULL AND t.issues IS NULL)) ORDER BY t.position`,
    [...own(tx), importId],
  );
}

/** Keeps what an import is about to change of a product. */
export async function writeUndo(tx: SqlTx, importId: bigint, position: number, undo: UndoRecord): Promise<void> {
  await tx.query(
    `UPDATE product_import_items t SET undo = $5::jsonb WHERE ${OWN} AND t.import_id = $3 AND t.position = $4`,
    [...own(tx), importId, position, JSON.stringify(undo)],
  );
}

/** Notes what stays of a product when its import is undone, and what became of it; null before it is put back. */
export async function markUndone(
  tx: SqlTx,
  importId: bigint,
  position: number,
  o: { outcome: UndoOutcome | null; kept: readonly Kept[] },
): Promise<void> {
  await tx.query(
    `UPDATE product_import_items t SET undo_outcome = $5, undo_kept = $6::jsonb WHERE ${OWN} AND t.import_id = $3 AND t.position = $4`,
    [...own(tx), importId, position, o.outcome, JSON.stringify(o.kept)],
  );
}

/** Notes that an import is undone: by which batch, when, and by whom. */
export async function markUndoing(
  tx: SqlTx,
  importId: bigint,
  o: { batchId: bigint; at: Date; by: string },
): Promise<void> {
  await tx.query(
    `UPDATE product_imports t SET undo_batch_id = $4, undone_at = $5, undone_by = $6 WHERE ${OWN} AND t.id = $3`,
    [...own(tx), importId, o.batchId, o.at, o.by],
  );
}

/** How many products of imports that were undone came to each outcome. */
export async function countUndone(
  tx: SqlTx,
  importIds: readonly bigint[],
): Promise<{ importId: bigint; outcome: UndoOutcome; count: number }[]> {
  return tx.query(
    `SELECT t.import_id AS "importId", t.undo_outcome AS outcome, count(*)::int AS count FROM product_import_items t
     WHERE ${OWN} AND t.import_id = ANY($3::bigint[]) AND t.undo_outcome IS NOT NULL GROUP BY 1, 2`,
    [...own(tx), [...importIds]],
  );
}

/** The first products of which something stays, with what and why. */
export async function listKept(
  tx: SqlTx,
  importId: bigint,
  limit: number,
): Promise<{ position: number; title: string; productId: bigint | null; outcome: UndoOutcome; kept: unknown }[]> {
  return tx.query(
    `SELECT t.position, t.title, t.product_id AS "productId", t.undo_outcome AS outcome, t.undo_kept AS kept
     FROM product_import_items t
     WHERE ${OWN} AND t.import_id = $3 AND t.undo_outcome IN ('partly', 'kept', 'gone') ORDER BY t.position LIMIT $4`,
    [...own(tx), importId, limit],
  );
}

/** The variants of a product that its vendor sold since a moment, cancelled orders aside. The platform tells times to the second. */
export async function listSoldVariants(
  tx: SqlTx,
  productId: bigint,
  since: Date,
): Promise<{ variantId: bigint | null }[]> {
  return tx.query(
    `SELECT DISTINCT l.variant_id AS "variantId" FROM products p
     JOIN vendor_orders o ON o.store_id = p.store_id AND o.vendor_id = p.vendor_id AND o.ordered_at >= date_trunc('second', $3::timestamptz) AND o.cancelled_at IS NULL
     JOIN order_lines l ON l.store_id = o.store_id AND l.order_id = o.order_id AND l.vendor_id = o.vendor_id AND l.product_id = p.id
     WHERE p.store_id = $1 AND p.id = $2`,
    [tx.scope.storeId, productId, since],
  );
}
