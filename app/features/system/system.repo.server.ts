import type { SqlTx } from '#app/server/db.server.ts';

export type DeadDelivery = {
  id: bigint;
  topic: string;
  error: string | null;
  attempts: number;
  receivedAt: Date;
  body: Buffer | null;
};

export async function listDeadDeliveries(tx: SqlTx, shop: string, limit: number): Promise<DeadDelivery[]> {
  return tx.query<DeadDelivery>(
    `SELECT id, topic, error, attempts, received_at AS "receivedAt", body FROM webhook_deliveries
     WHERE shop = $1 AND state = 'dead' ORDER BY id DESC LIMIT $2`,
    [shop, limit],
  );
}

/** The names of orders by their ids; an order that never arrived has none. */
export async function listOrderNames(tx: SqlTx, ids: readonly bigint[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<{ id: bigint; name: string }>(
    'SELECT o.id, o.name FROM orders o WHERE o.store_id = $1 AND o.id = ANY($2::bigint[])',
    [tx.scope.storeId, [...ids]],
  );
  return new Map(rows.map(({ id, name }) => [String(id), name]));
}

/** Dead deliveries of a shop by id, locked, with whether their body is still there. */
export async function lockDeadDeliveries(
  tx: SqlTx,
  shop: string,
  ids: readonly bigint[],
): Promise<{ id: bigint; hasBody: boolean }[]> {
  return tx.query(
    `SELECT id, body IS NOT NULL AS "hasBody" FROM webhook_deliveries WHERE shop = $1 AND state = 'dead' AND id = ANY($2::bigint[]) FOR UPDATE`,
    [shop, [...ids]],
  );
}

export async function discardDeliveries(
  tx: SqlTx,
  shop: string,
  ids: readonly bigint[],
  o: { error: string; at: Date },
): Promise<void> {
  await tx.query(
    `UPDATE webhook_deliveries SET state = 'done', error = $3, handled_at = $4 WHERE shop = $1 AND state = 'dead' AND id = ANY($2::bigint[])`,
    [shop, [...ids], o.error, o.at],
  );
}

export type DeliveryCounts = { waiting: number; dead: number; lastAt: Date | null };

export async function countDeliveries(tx: SqlTx, shop: string): Promise<DeliveryCounts> {
  const [row] = await tx.query<DeliveryCounts>(
    `SELECT (SELECT count(*) FROM webhook_deliveries WHERE shop = $1 AND state IN ('pending', 'waiting'))::int AS waiting,
       (SELECT count(*) FROM webhook_deliveries WHERE shop = $1 AND state = 'dead')::int AS dead,
       (SELECT max(received_at) FROM webhook_deliveries WHERE shop = $1) AS "lastAt"`,
    [shop],
  );
  return row ?? { waiting: 0, dead: 0, lastAt: null };
}

/** Since when the oldest delivery waits that nothing but we ourselves hold up; null where none does. */
export async function findOldestWaiting(tx: SqlTx, shop: string): Promise<Date | null> {
  const [row] = await tx.query<{ at: Date | null }>(
    `SELECT min(received_at) AS at FROM webhook_deliveries WHERE shop = $1 AND state = 'pending'`,
    [shop],
  );
  return row?.at ?? null;
}

export async function countDeadDeliveries(tx: SqlTx, shop: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM webhook_deliveries WHERE shop = $1 AND state = 'dead'`,
    [shop],
  );
  return row?.count ?? 0;
}

export type ExceptionRow = {
  id: bigint;
  kind: string;
  vendor: string | null;
  reference: string;
  detail: Record<string, unknown>;
  foundAt: Date;
  resolvedAt: Date | null;
};

export async function listExceptions(
  tx: SqlTx,
  o: { resolved: boolean; limit: number },
): Promise<{ rows: ExceptionRow[]; count: number }> {
  const rows = await tx.query<ExceptionRow & { total: bigint }>(
    `SELECT e.id, e.kind, v.name AS vendor, e.reference, e.detail, e.found_at AS "foundAt", e.resolved_at AS "resolvedAt",
       count(*) OVER () AS total
     FROM reconciliation_exceptions e LEFT JOIN vendors v ON v.store_id = e.store_id AND v.id = e.vendor_id
     WHERE e.store_id = $1 AND (e.resolved_at IS NOT NULL) = $2 ORDER BY e.found_at DESC, e.id DESC LIMIT $3`,
    [tx.scope.storeId, o.resolved, o.limit],
  );
  return { rows, count: Number(rows[0]?.total ?? 0n) };
}

export async function countOpenExceptions(tx: SqlTx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM reconciliation_exceptions WHERE store_id = $1 AND resolved_at IS NULL',
    [tx.scope.storeId],
  );
  return row?.count ?? 0;
}

/** Resolves an exception. `found` tells whether there is one, `changed` whether it was open. */
export async function resolveException(
  tx: SqlTx,
  id: bigint,
  o: { at: Date; by: string },
): Promise<{ kind: string; reference: string; changed: boolean } | undefined> {
  const [row] = await tx.query<{ kind: string; reference: string; wasOpen: boolean }>(
    `SELECT kind, reference, resolved_at IS NULL AS "wasOpen" FROM reconciliation_exceptions WHERE store_id = $1 AND id = $2 FOR UPDATE`,
    [tx.scope.storeId, id],
  );
  if (!row) return undefined;
  if (row.wasOpen) {
    await tx.query(
      'UPDATE reconciliation_exceptions SET resolved_at = $3, resolved_by = $4 WHERE store_id = $1 AND id = $2',
      [tx.scope.storeId, id, o.at, o.by],
    );
  }
  return { kind: row.kind, reference: row.reference, changed: row.wasOpen };
}
