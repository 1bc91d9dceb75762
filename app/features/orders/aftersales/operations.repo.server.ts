import type { SqlTx } from '#app/server/db.server.ts';

export type OperationKind = 'refund' | 'cancel' | 'receive';
/** Something done to an order at the platform whose outcome is not known yet. */
export type OpenOperation = {
  id: string;
  kind: OperationKind;
  fingerprint: string;
  knownRefunds: string[];
  recordedAt: Date;
  /** Whether the call that noted it has ended without an answer; else it may still be under way. */
  isLost: boolean;
  /** Whether this very call noted it; another one that goes on with it cannot tell that nothing was done. */
  isOwn: boolean;
};

/** Notes an act unless another one of the order is open. Answers whether it was noted. */
export async function insertOperation(
  tx: SqlTx,
  operation: Omit<OpenOperation, 'notedAt' | 'isLost' | 'isOwn'> & { orderId: bigint; at: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO order_operations (id, store_id, order_id, kind, fingerprint, known_refunds, state, recorded_at)
     VALUES ($1::uuid, $2, $3, $4, $5, $6::jsonb, 'noted', $7)
     ON CONFLICT (store_id, order_id) WHERE state = 'noted' DO NOTHING RETURNING id`,
    [
      operation.id,
      tx.scope.storeId,
      operation.orderId,
      operation.kind,
      operation.fingerprint,
      JSON.stringify(operation.knownRefunds),
      operation.at,
    ],
  );
  return rows.length > 0;
}

/** The act of an order whose outcome is not known. */
export async function findOpenOperation(tx: SqlTx, orderId: bigint): Promise<OpenOperation | undefined> {
  const [row] = await tx.query<OpenOperation>(
    `SELECT id::text, kind, fingerprint, known_refunds AS "knownRefunds", recorded_at AS "recordedAt", result IS NOT NULL AS "isLost",
       false AS "isOwn"
     FROM order_operations WHERE store_id = $1 AND order_id = $2 AND state = 'noted'`,
    [tx.scope.storeId, orderId],
  );
  return row;
}

/** How far an act is; undefined where its store has none of that id. */
export async function findOperationState(tx: SqlTx, id: string): Promise<'noted' | 'done' | 'dropped' | undefined> {
  const [row] = await tx.query<{ state: 'noted' | 'done' | 'dropped' }>(
    'SELECT state FROM order_operations WHERE store_id = $1 AND id = $2::uuid',
    [tx.scope.storeId, id],
  );
  return row?.state;
}

/**
 * Marks an act as being sent again, where it was not ended since; with `lostBefore` only where its last call ended without an answer, or
 * began before that moment. False where it is not to be sent.
 */
export async function renewOperation(tx: SqlTx, id: string, o: { at: Date; lostBefore?: Date }): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE order_operations SET recorded_at = $3, result = NULL
     WHERE store_id = $1 AND id = $2::uuid AND state = 'noted'
       AND ($4::timestamptz IS NULL OR result IS NOT NULL OR recorded_at <= $4) RETURNING id`,
    [tx.scope.storeId, id, o.at, o.lostBefore ?? null],
  );
  return rows.length > 0;
}

/** Notes that the call of an act has ended without an answer. */
export async function markUnconfirmed(tx: SqlTx, id: string): Promise<void> {
  await tx.query(
    `UPDATE order_operations SET result = 'lost' WHERE store_id = $1 AND id = $2::uuid AND state = 'noted'`,
    [tx.scope.storeId, id],
  );
}

/** Ends an act. Answers false where it was ended before, so that what follows from it is written once. */
export async function settleOperation(
  tx: SqlTx,
  id: string,
  outcome: { state: 'done' | 'dropped'; result: string | null; at: Date },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE order_operations SET state = $3, result = $4, settled_at = $5
     WHERE store_id = $1 AND id = $2::uuid AND state = 'noted' RETURNING id`,
    [tx.scope.storeId, id, outcome.state, outcome.result, outcome.at],
  );
  return rows.length > 0;
}
