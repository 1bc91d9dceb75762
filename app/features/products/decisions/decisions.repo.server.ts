import type { SqlTx } from '#app/server/db.server.ts';
import type { ReversibleAction, ScheduledDecision } from './scheduled-decision.ts';

// Decisions belong to the marketplace: row-level security shows no vendor's scope any of them.
const FIELDS = `d.id, d.product_id AS "productId", d.acting_vendor_id AS "actingVendorId", d.action, d.note, d.seen,
  d.decided_by AS "decidedBy", d.state, d.decided_at AS "decidedAt", d.executes_at AS "executesAt"`;

/** Inserts a decision unless its product has an open one; returns its id, or undefined for that. */
export async function insertDecision(
  tx: SqlTx,
  o: Omit<ScheduledDecision, 'id' | 'state'>,
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO scheduled_decisions
       (store_id, product_id, acting_vendor_id, action, note, seen, decided_by, state, decided_at, executes_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7::jsonb, 'scheduled', $8, $9)
     ON CONFLICT (store_id, product_id) WHERE ended_at IS NULL DO NOTHING RETURNING id`,
    [
      ...[tx.scope.storeId, o.productId, o.actingVendorId, o.action, o.note, o.seen],
      ...[JSON.stringify(o.decidedBy), o.decidedAt, o.executesAt],
    ],
  );
  return row?.id;
}

/** One decision of the store; `lock` holds it until commit. */
export async function findDecision(
  tx: SqlTx,
  id: bigint,
  o: { lock?: boolean } = {},
): Promise<ScheduledDecision | undefined> {
  const [row] = await tx.query<ScheduledDecision>(
    `SELECT ${FIELDS} FROM scheduled_decisions d WHERE d.store_id = $1 AND d.id = $2${o.lock ? ' FOR UPDATE' : ''}`,
    [tx.scope.storeId, id],
  );
  return row;
}

/** The open decision on a product; `lock` holds it until commit. */
export async function findOpenDecision(
  tx: SqlTx,
  productId: bigint,
  o: { lock?: boolean } = {},
): Promise<ScheduledDecision | undefined> {
  const [row] = await tx.query<ScheduledDecision>(
    `SELECT ${FIELDS} FROM scheduled_decisions d
     WHERE d.store_id = $1 AND d.product_id = $2 AND d.ended_at IS NULL${o.lock ? ' FOR UPDATE' : ''}`,
    [tx.scope.storeId, productId],
  );
  return row;
}

/** What was decided on some products and has not taken effect yet. */
export function listOpenDecisions(
  tx: SqlTx,
  productIds: readonly bigint[],
): Promise<{ productId: bigint; action: ReversibleAction }[]> {
  return tx.query(
    `SELECT d.product_id AS "productId", d.action FROM scheduled_decisions d
     WHERE d.store_id = $1 AND d.product_id = ANY($2::bigint[]) AND d.ended_at IS NULL`,
    [tx.scope.storeId, [...productIds]],
  );
}

/** How many drafts that wait for the marketplace have an open decision. */
export async function countDecidedDrafts(tx: SqlTx, vendorId: bigint | undefined): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM scheduled_decisions d
     JOIN products p ON p.store_id = d.store_id AND p.id = d.product_id AND p.deleted_at IS NULL
     WHERE d.store_id = $1 AND d.ended_at IS NULL AND p.status = 'DRAFT' AND p.submission <> 'sent_back'
       AND ($2::bigint IS NULL OR p.vendor_id = $2)`,
    [tx.scope.storeId, vendorId ?? null],
  );
  return row?.count ?? 0;
}

/** Marks an open decision as begun. */
export async function markExecuting(tx: SqlTx, id: bigint): Promise<void> {
  await tx.query(
    `UPDATE scheduled_decisions SET state = 'executing' WHERE store_id = $1 AND id = $2 AND ended_at IS NULL`,
    [tx.scope.storeId, id],
  );
}

/** Ends an open decision; false where it has ended already. */
export async function endDecision(
  tx: SqlTx,
  id: bigint,
  o: { state: 'done' | 'undone' | 'superseded' | 'failed'; at: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE scheduled_decisions SET state = $3, ended_at = $4
     WHERE store_id = $1 AND id = $2 AND ended_at IS NULL RETURNING id`,
    [tx.scope.storeId, id, o.state, o.at],
  );
  return rows.length > 0;
}
