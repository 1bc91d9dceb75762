import type { Currency } from '#app/core/money/money.ts';
import type { Actor } from '#app/core/viewer.ts';
import { prepared, type SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { Adjustment, AdjustmentKind } from './adjustment.ts';

/** An adjustment with who made it, when and why; the notes are null once they were erased. */
export type StoredAdjustment = Adjustment & {
  note: string | null;
  madeBy: Actor;
  madeAt: Date;
  undone: { at: Date; by: Actor; note: string | null } | null;
};

type Row = {
  id: bigint;
  orderId: bigint;
  vendorId: bigint | null;
  kind: AdjustmentKind;
  currency: Currency;
  amountMinor: bigint;
  vendorMinor: bigint;
  note: string | null;
  madeBy: Actor;
  madeAt: Date;
  undoneAt: Date | null;
  undoneBy: Actor | null;
  undoNote: string | null;
};

/** The adjustments of an order within the scope, oldest first. */
export async function listAdjustments(tx: SqlTx, orderId: bigint): Promise<StoredAdjustment[]> {
  const filter = scopedSql(tx.scope, 'a', 2);
  const rows = await tx.query<Row>(
    prepared(`SELECT a.id, a.order_id AS "orderId", a.vendor_id AS "vendorId", a.kind, a.currency, a.amount_minor AS "amountMinor",
       a.vendor_minor AS "vendorMinor", a.note, a.made_by AS "madeBy", a.made_at AS "madeAt", a.undone_at AS "undoneAt",
       a.undone_by AS "undoneBy", a.undo_note AS "undoNote"
     FROM adjustments a WHERE a.order_id = $1 AND ${filter.text} ORDER BY a.id`),
    [orderId, ...filter.values],
  );
  return rows.map(({ id, orderId: order, vendorId, undoneAt, undoneBy, undoNote, ...row }) => ({
    ...row,
    id: String(id),
    orderId: String(order),
    vendorId: vendorId === null ? null : String(vendorId),
    isUndone: undoneAt !== null,
    undone: undoneAt && undoneBy ? { at: undoneAt, by: undoneBy, note: undoNote } : null,
  }));
}
